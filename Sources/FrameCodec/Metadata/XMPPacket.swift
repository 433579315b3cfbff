import FrameModel

/// XMP: properties of an image as RDF in XML (ISO 16684-1). It is edited as text, so everything that is kept stays as
/// it was.
public struct XMPPacket: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The namespace and name of a property.
  typealias Name = XMLElements.Name

  /// What to do with a property.
  enum Disposition: Hashable {
    case stays
    case goes
    case becomes(String)
  }

  /// - Returns: the packet, or nil if no property is left, and the names of removed properties; nil if the text is
  ///   not understood.
  /// - Complexity: O(*n*)
  func edited(_ fate: (Name) -> Disposition) -> (packet: XMPPacket?, gone: [Name])? {
    guard let elements = XMLElements(bytes)?.elements else { return nil }
    var edits: [(range: Range<Int>, text: String)] = []
    var gone: [Name] = []
    var left = 0
    var found = false
    // The children of rdf:RDF are the nodes, and their attributes and children the properties. The order guarantees
    // that a property's contents follow it, and that edits do not overlap.
    var nodes: Set<Int> = []
    for (index, element) in elements.enumerated() {
      guard let parent = element.parent else { continue }
      if elements[parent].name == Self.root {
        found = true
        nodes.insert(index)
        for attribute in element.attributes where !Self.isSyntax(attribute.name) {
          switch fate(attribute.name) {
          case .stays: left += 1
          case .goes:
            gone.append(attribute.name)
            edits.append((attribute.range, ""))
          case .becomes(let text):
            left += 1
            edits.append((attribute.value, text))
          }
        }
      } else if nodes.contains(parent) {
        switch fate(element.name) {
        case .stays: left += 1
        case .becomes(let text) where !element.hasChildren && !element.content.isEmpty:
          left += 1
          edits.append((element.content, text))
        case .goes, .becomes:
          gone.append(element.name)
          edits.append((element.range, ""))
        }
      }
    }
    guard found || elements.contains(where: { $0.name == Self.root }) else { return nil }
    guard left > 0 else { return (nil, gone) }
    return (XMPPacket(applying(edits)), gone)
  }

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let root = Name(namespace: rdf, local: "RDF")

  private static func isSyntax(_ name: Name) -> Bool {
    name.namespace == rdf || name.namespace == "xml" || name.namespace.isEmpty
  }

  /// - Parameter edits: in rising order, without overlaps.
  private func applying(_ edits: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    for (range, text) in edits where range.lowerBound >= at {
      result += bytes[at..<range.lowerBound]
      result += text.utf8
      at = range.upperBound
    }
    return result + bytes[at...]
  }
}
