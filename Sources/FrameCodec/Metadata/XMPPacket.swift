/// XMP: properties of an image as RDF in XML (ISO 16684-1). It is edited as text, so everything that is kept stays as
/// it was.
package struct XMPPacket: Equatable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The namespace and name of a property.
  typealias Name = XMLElements.Name

  /// What to do with a property.
  enum Disposition: Equatable {
    case stays
    case goes
    case becomes(String)
  }

  /// - Parameters:
  ///   - goesNested: returns whether a field with this name goes from the structures and lists that a property consists of.
  ///   - fate: what to do with a property.
  /// - Returns: the packet, or nil if no property is left, and the names of removed properties and fields; nil if the text is
  ///   not understood.
  /// - Complexity: O(*n*)
  func edited(
    goesNested: (Name) -> Bool = { _ in false }, _ fate: (Name) -> Disposition
  ) -> (packet: XMPPacket?, gone: [Name])? {
    guard let elements = XMLElements(bytes)?.elements else { return nil }
    var edits: [(range: Range<Int>, text: String)] = []
    var gone: [Name] = []
    var left = 0
    var found = false
    // The children of rdf:RDF are the nodes, and their attributes and children the properties. The order guarantees
    // that a property's contents follow it, and that edits do not overlap.
    var nodes: Set<Int> = []
    var end = 0
    func go(_ name: Name, _ range: Range<Int>) {
      gone.append(name)
      edits.append((range, ""))
      end = range.upperBound
    }
    func dropFields(of element: XMLElements.Element) {
      for attribute in element.attributes where goesNested(attribute.name) {
        go(attribute.name, attribute.range)
      }
    }
    for (index, element) in elements.enumerated() {
      guard let parent = element.parent, element.range.lowerBound >= end else { continue }
      if elements[parent].name == Self.root {
        found = true
        nodes.insert(index)
        for attribute in element.attributes where !Self.isSyntax(attribute.name) {
          switch fate(attribute.name) {
          case .stays: left += 1
          case .goes: go(attribute.name, attribute.range)
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
        case .goes, .becomes: go(element.name, element.range)
        }
        if element.range.lowerBound >= end { dropFields(of: element) }
      } else if found {
        if goesNested(element.name) { go(element.name, element.range) } else { dropFields(of: element) }
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

/// XMP that a format stores in two parts (Adobe's XMP specification, part 3, 1.1.3.1): the first contains the name of
/// the other.
extension XMPPacket {
  private static let link = Name(namespace: Space.note, local: "HasExtendedXMP")

  /// Returns this packet with the properties of the one it refers to.
  ///
  /// - Parameter rest: returns the other packet by its name, or nil.
  /// - Returns: the packet without the reference, and whether something is missing.
  package func merged(_ rest: (_ name: [UInt8]) -> [UInt8]?) -> (packet: XMPPacket, lacksPart: Bool) {
    guard bytes.contains(text: Self.link.local), let name = value(of: Self.link),
      let bare = edited({ $0 == Self.link ? .goes : .stays })
    else { return (self, false) }
    let packet = bare.packet ?? .referring(to: nil)
    guard let rest = rest(name), let nodes = XMPPacket(rest).nodes,
      let root = XMLElements(packet.bytes)?.elements.first(where: { $0.name == Self.root }),
      packet.bytes[root.range].starts(with: "<rdf:RDF".utf8), !root.content.isEmpty
    else { return (packet, true) }
    let end = root.content.upperBound
    return (XMPPacket(Array(packet.bytes[..<end]) + nodes + packet.bytes[end...]), false)
  }

  /// The names of all elements and attributes; none if the packet is not understood.
  var names: [Name] { XMLElements(bytes)?.elements.flatMap { [$0.name] + $0.attributes.map(\.name) } ?? [] }

  /// Returns the text of the first property with a name; nil if there is none, or if the packet is not understood.
  func value(of name: Name) -> [UInt8]? {
    guard let elements = XMLElements(bytes)?.elements else { return nil }
    func isNode(_ index: Int) -> Bool {
      elements[index].parent.map { elements[$0].name == Self.root } ?? false
    }
    for (index, element) in elements.enumerated() {
      if element.name == name, element.parent.map(isNode) ?? false { return Array(bytes[element.content]) }
      if let attribute = element.attributes.first(where: { $0.name == name }), isNode(index) {
        return Array(bytes[attribute.value])
      }
    }
    return nil
  }

  /// The content of the RDF element, if it has the same meaning in another one: it uses only its own names.
  private var nodes: ArraySlice<UInt8>? {
    guard let elements = XMLElements(bytes)?.elements,
      let index = elements.firstIndex(where: { $0.name == Self.root }),
      bytes[elements[index].range].starts(with: "<rdf:RDF".utf8)
    else { return nil }
    var at: Int? = index
    while let outer = at {
      guard elements[outer].prefixes.isSubset(of: ["x", "rdf"]) else { return nil }
      at = elements[outer].parent
    }
    return bytes[elements[index].content]
  }

  /// Returns a packet without properties except the name of another one.
  package static func referring(to name: String?) -> XMPPacket {
    let link = name.map { " xmlns:xmpNote=\"\(Space.note)\" xmpNote:HasExtendedXMP=\"\($0)\"" } ?? ""
    return XMPPacket(nodes: "<rdf:Description rdf:about=\"\"\(link)/>")
  }

  /// - Parameter bare: a packet without the instructions around it (ISO 16684-1, 7.3.2).
  package init(wrapping bare: [UInt8]) {
    let start = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    self.init(Array(start.utf8) + bare + Array("\n<?xpacket end=\"w\"?>".utf8))
  }

  /// The packet without the instructions around it and the padding.
  package var unwrapped: XMPPacket {
    guard let elements = XMLElements(bytes)?.elements, let first = elements.first(where: { $0.parent == nil })
    else { return self }
    return XMPPacket(Array(bytes[first.range]))
  }
}
