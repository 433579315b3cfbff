import FrameGeometry
import FrameImage

/// The parameters as XMP (Adobe's gain map specification 1.0): `hdrgm:GainMapMax` and others.
extension GainMapParameters {
  /// - Returns: nil if the packet has no parameters, or unusable ones. A base image for HDR screens, which few files have,
  ///   is not understood.
  package init?(xmp packet: XMPPacket) {
    let properties = packet.properties(in: XMPPacket.Space.gainMap)
    guard properties["Version"] != nil, let maximum = properties["GainMapMax"], let highest = maximum.first,
      (properties["BaseRenditionIsHDR"]?.first ?? "False").lowercased() != "true"
    else { return nil }
    func numbers(_ name: String) -> [Double]? {
      let texts = properties[name] ?? []
      let numbers = texts.compactMap(Double.init)
      return numbers.count == texts.count ? numbers : nil
    }
    var channels = [Channel(minimum: 0, maximum: 1)]
    for (name, number) in Channel.numbers {
      guard let values = numbers(name), [0, 1, 3].contains(values.count) else { return nil }
      if values.count > channels.count { channels = Array(repeating: channels[0], count: values.count) }
      for index in channels.indices where !values.isEmpty {
        channels[index][keyPath: number] = values.count == 1 ? values[0] : values[index]
      }
    }
    guard let least = numbers("HDRCapacityMin"), let most = numbers("HDRCapacityMax") else { return nil }
    self.init(
      channels: channels, baseHeadroom: least.first ?? 0,
      alternateHeadroom: most.first ?? Double(highest) ?? 1)
    guard areValid else { return nil }
  }

  /// The description for the packet of the map; nil if XMP cannot express the parameters.
  package var xmpNode: String? {
    guard baseHeadroom < alternateHeadroom else { return nil }
    func text(_ number: Double) -> String { number.trimmed(9) }
    var (attributes, elements) = ("", "")
    for (name, number) in Channel.numbers {
      if channels.count == 1 {
        attributes += " hdrgm:\(name)=\"\(text(channels[0][keyPath: number]))\""
      } else {
        let items = channels.map { "<rdf:li>\(text($0[keyPath: number]))</rdf:li>" }.joined()
        elements += "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
      }
    }
    attributes += " hdrgm:HDRCapacityMin=\"\(text(baseHeadroom))\""
    attributes += " hdrgm:HDRCapacityMax=\"\(text(alternateHeadroom))\" hdrgm:BaseRenditionIsHDR=\"False\""
    let start = "<rdf:Description \(XMPPacket.declarations(["rdf", "hdrgm"])) rdf:about=\"\""
    return "\(start) hdrgm:Version=\"1.0\"\(attributes)>\(elements)</rdf:Description>"
  }
}

extension XMPPacket {
  /// Returns the description for the packet of an image that a gain map follows in the file (Android's Ultra HDR image
  /// format 1.1).
  ///
  /// - Parameters:
  ///   - length: the bytes of the map's file.
  ///   - hasParameters: true if the packet of the map has parameters.
  package static func containerNode(gainMap length: Int, hasParameters: Bool) -> String {
    let version = hasParameters ? " hdrgm:Version=\"1.0\"" : ""
    let prefixes = ["rdf", "hdrgm", "Container", "Item"]
    return "<rdf:Description \(declarations(prefixes)) rdf:about=\"\"\(version)>"
      + "<Container:Directory><rdf:Seq>"
      + "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"Primary\" Item:Mime=\"image/jpeg\"/>"
      + "</rdf:li><rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"GainMap\" "
      + "Item:Mime=\"image/jpeg\" Item:Length=\"\(length)\"/></rdf:li></rdf:Seq></Container:Directory>"
      + "</rdf:Description>"
  }

  /// - Parameter prefixes: those of the namespaces to declare.
  fileprivate static func declarations(_ prefixes: [String]) -> String {
    let spaces = [
      "rdf": root.namespace, "hdrgm": Space.gainMap, "Container": Space.container,
      "Item": Space.containerItem,
    ]
    return prefixes.map { "xmlns:\($0)=\"\(spaces[$0] ?? "")\"" }.joined(separator: " ")
  }

  /// Returns a packet with these nodes alone.
  package init(nodes: String) {
    self.init(
      wrapping: Array(
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(Self.root.namespace)\">\(nodes)</rdf:RDF></x:xmpmeta>"
          .utf8))
  }

  /// Returns the packet with further nodes, or only those if the text is not understood.
  ///
  /// - Parameter nodes: they declare all their namespaces.
  package func adding(_ nodes: String) -> XMPPacket {
    guard let root = XMLElements(bytes)?.elements.first(where: { $0.name == Self.root }),
      !root.content.isEmpty
    else { return XMPPacket(nodes: nodes) }
    let end = root.content.upperBound
    return XMPPacket(Array(bytes[..<end]) + Array(nodes.utf8) + bytes[end...])
  }
}

// MARK: The list of files

/// A file in the list of an image's XMP: the image itself, then those that follow it in its file.
package struct ContainerItem: Equatable, Sendable {
  /// "Primary", "GainMap", "MotionPhoto".
  package var semantic: String
  package var mediaType: String
  package var length: Int
  /// The bytes between this file and the next.
  package var padding: Int
}

extension XMPPacket {
  /// The files that the packet lists, in their order. Lengths that are not numbers are 0.
  package var containerItems: [ContainerItem] {
    guard bytes.contains(text: Space.containerItem), let elements = XMLElements(bytes)?.elements else {
      return []
    }
    return elements.compactMap { element in
      var values: [String: String] = [:]
      for attribute in element.attributes where attribute.name.namespace == Space.containerItem {
        values[attribute.name.local] = String(decoding: bytes[attribute.value], as: UTF8.self)
      }
      guard let semantic = values["Semantic"] else { return nil }
      func number(_ name: String) -> Int { max(0, values[name].flatMap { Int($0) } ?? 0) }
      return ContainerItem(
        semantic: semantic, mediaType: values["Mime"] ?? "", length: number("Length"),
        padding: number("Padding"))
    }
  }

  /// The bytes of the video at the end of the file, if the packet has the number that older motion photos have.
  package var videoBytesFromEnd: Int? {
    let name = "MicroVideoOffset"
    guard bytes.contains(text: name) else { return nil }
    return properties(in: Space.camera)[name]?.first.flatMap { Int($0) }
  }

  /// Returns the values of all properties in a namespace, by their local names. The values of a list are its items.
  func properties(in namespace: String) -> [String: [String]] {
    guard let elements = XMLElements(bytes)?.elements else { return [:] }
    func text(_ range: Range<Int>) -> String {
      let text = String(decoding: bytes[range], as: UTF8.self)
      return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    var properties: [String: [String]] = [:]
    for (index, element) in elements.enumerated() {
      for attribute in element.attributes where attribute.name.namespace == namespace {
        properties[attribute.name.local] = [text(attribute.value)]
      }
      guard element.name.namespace == namespace else { continue }
      guard element.hasChildren else {
        properties[element.name.local] = [text(element.content)]
        continue
      }
      let items = elements[(index + 1)...].prefix { element.content.contains($0.range.lowerBound) }
      properties[element.name.local] = items.filter { !$0.hasChildren && $0.name.local == "li" }.map {
        text($0.content)
      }
    }
    return properties
  }
}
