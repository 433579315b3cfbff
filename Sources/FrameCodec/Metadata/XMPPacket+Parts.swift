/// XMP that a format stores in two parts (Adobe's XMP specification, part 3, 1.1.3.1): the first contains the name of
/// the other.
extension XMPPacket {
  private static let link = Name(namespace: Space.note, local: "HasExtendedXMP")

  /// Returns this packet with the properties of the one it refers to.
  ///
  /// - Parameter rest: returns the other packet by its name, or nil.
  /// - Returns: the packet without the reference, and whether something is missing.
  public func merged(_ rest: (_ name: [UInt8]) -> [UInt8]?) -> (packet: XMPPacket, lacksPart: Bool) {
    guard bytes.contains(text: Self.link.local), let name = linkName,
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

  private var linkName: [UInt8]? {
    guard let elements = XMLElements(bytes)?.elements else { return nil }
    for element in elements {
      if element.name == Self.link { return Array(bytes[element.content]) }
      if let attribute = element.attributes.first(where: { $0.name == Self.link }) {
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
  public static func referring(to name: String?) -> XMPPacket {
    let link = name.map { " xmlns:xmpNote=\"\(Space.note)\" xmpNote:HasExtendedXMP=\"\($0)\"" } ?? ""
    return XMPPacket(
      wrapping: Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(root.namespace)">\
        <rdf:Description rdf:about=""\(link)/></rdf:RDF></x:xmpmeta>
        """.utf8))
  }

  /// - Parameter bare: a packet without the instructions around it (ISO 16684-1, 7.3.2).
  public init(wrapping bare: [UInt8]) {
    let start = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    self.init(Array(start.utf8) + bare + Array("\n<?xpacket end=\"w\"?>".utf8))
  }

  /// The packet without the instructions around it and the padding.
  public var unwrapped: XMPPacket {
    guard let elements = XMLElements(bytes)?.elements, let first = elements.first(where: { $0.parent == nil })
    else { return self }
    return XMPPacket(Array(bytes[first.range]))
  }
}
