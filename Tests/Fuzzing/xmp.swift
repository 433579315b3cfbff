import FrameGeometry
import FrameImage
import FrameScript

@testable import FrameCodec

/// A harness that reads arbitrary bytes as XMP and edits them. The result of an edit is well-formed, has none of the
/// properties that it removes and all others with their texts, and the same edit changes nothing of its own result.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let attributes = """
      xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6" tiff:ImageWidth='9' tiff:Artist="Ann"
      xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,7N" exif:DateTimeOriginal="2026"
      xmlns:n="http://ns.adobe.com/xmp/note/" n:HasExtendedXMP="ABC" xmlns:o="o:" o:a="1"
      """
    let elements = """
      <dc:rights xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Alt><rdf:li xml:lang="x-default">me</rdf:li></rdf:Alt>
      </dc:rights><x:a xmlns:x="x:" xmlns:e="http://ns.adobe.com/exif/1.0/"><rdf:Bag><rdf:li><e:GPSLongitude>1</e:GPSLongitude>
      <x:b e:DateTime="1">text</x:b></rdf:li></rdf:Bag></x:a><y:Thumbnails xmlns:y="http://ns.adobe.com/xap/1.0/">a
      </y:Thumbnails><t:Orientation xmlns:t="http://ns.adobe.com/tiff/1.0/">6</t:Orientation><!-- a --><![CDATA[b]]>
      <c:MotionPhoto xmlns:c="http://ns.google.com/photos/1.0/camera/">1</c:MotionPhoto>
      """
    let whole = packet("<rdf:Description rdf:about=\"\" \(attributes)>\(elements)</rdf:Description>")
    return [
      "<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\(whole)\n  \n<?xpacket end=\"w\"?>", whole,
      packet("<rdf:Description \(attributes)/>"), packet("<rdf:Description>\(elements)</rdf:Description>"),
      packet(""), "<a xmlns=\"b\"><c/>d</a>",
    ].map { Array($0.utf8) }
  }

  private static func packet(_ nodes: String) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\(nodes)\
    </rdf:RDF></x:xmpmeta>
    """
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let packet = XMPPacket(bytes)
    checkEdit(packet, choice)
    checkOrientation(packet, choice)
    checkParts(packet)
    checkFilter([MetadataBlock(.xmp, bytes)], choice.byte)
  }

  // MARK: Edits

  private static func checkEdit(_ packet: XMPPacket, _ choice: Choice) {
    var edit = XMPEdit(size: choice.bit(0) ? PixelSize(width: 640, height: 480) : nil)
    edit.moves = choice.bit(1)
    edit.changesCoordinates = choice.bit(2)
    let all: [(bit: UInt8, part: MetadataPart)] = [(3, .gps), (4, .copyright), (5, .resolution), (6, .date)]
    let parts = Set(all.filter { choice.bit($0.bit) }.map(\.part))
    if choice.bit(7) { edit.keeps = parts } else { edit.drops = parts }
    guard let result = packet.edited(edit) else { return }
    guard let whole = XMLElements(packet.bytes)?.elements else { return hold(false, "the packet was no XML") }
    let expected = rest(of: whole, packet.bytes, edit, isOriented: packet.orientation != nil)
    guard let edited = result.packet else {
      return hold(expected.allSatisfy { $0.depth != 1 }, "a property is missing")
    }
    guard let left = XMLElements(edited.bytes)?.elements else { return hold(false, "the result is no XML") }
    hold(rest(of: left, edited.bytes, nil) == expected, "other parts remained than \(expected)")
    hold(edited.bytes.count <= packet.bytes.count + 3 * packet.bytes.count / 8 + 64)
    if edit.size == nil, !packet.bytes.contains(text: "Orientation") {
      checkOrder(edited.bytes, in: packet.bytes)
    }
    guard let again = edited.edited(edit) else { return hold(false, "the result is refused") }
    hold(again.packet == edited && again.gone.isEmpty, "the edit changes its own result")
    hold(edited.orientation ?? .up == .up)
  }

  /// An attribute or an element.
  private struct Leaf: Equatable {
    /// The number of property elements around it: 0 for what is no part of a property.
    var depth: Int
    var name: XMPPacket.Name
    /// Without the elements in it.
    var text: [UInt8]
  }

  /// Returns the elements and attributes that an edit keeps, with their texts. Texts that it replaces are left out.
  ///
  /// - Parameters:
  ///   - edit: nil for all.
  ///   - isOriented: false if the orientation is not understood, so that it stays.
  private static func rest(
    of elements: [XMLElements.Element], _ bytes: [UInt8], _ edit: XMPEdit?, isOriented: Bool = false
  ) -> [Leaf] {
    var leaves: [Leaf] = []
    var texts = elements.map(\.content.lowerBound).map { (text: [UInt8](), end: $0) }
    for element in elements {
      guard let parent = element.parent else { continue }
      texts[parent].text += bytes[texts[parent].end..<element.range.lowerBound]
      texts[parent].end = element.range.upperBound
    }
    // For each element: whether it goes, and its depth below an RDF element, whose nodes have 0.
    var states: [(goes: Bool, depth: Int?)] = []
    var isAfterRoot = false
    for (element, text) in zip(elements, texts) {
      let parent = element.parent.map { states[$0] }
      let isNode = element.parent.map { elements[$0].name == XMPPacket.root } ?? false
      isAfterRoot = isAfterRoot || isNode
      // What follows the RDF element is treated as the contents of a property.
      let depth = isNode ? 0 : parent?.depth.map { $0 + 1 } ?? (isAfterRoot && parent != nil ? 2 : nil)
      let goes =
        (parent?.goes ?? false)
        || (edit.map { isUnwanted(element, depth: depth ?? 0, isOriented, $0) } ?? false)
      states.append((goes, depth))
      guard !goes else { continue }
      let isReplaced = depth == 1 && replaced.contains(element.name.local)
      let rest = text.text + bytes[min(text.end, element.content.upperBound)..<element.content.upperBound]
      leaves.append(Leaf(depth: depth ?? 0, name: element.name, text: isReplaced ? [] : rest))
      for attribute in element.attributes {
        let isProperty = depth == 0 && !isSyntax(attribute.name)
        if let edit {
          if isProperty, isUnwanted(attribute.name, edit) { continue }
          if depth ?? 0 > 0, isUnwantedField(attribute.name, edit) { continue }
        }
        let isReplaced = isProperty && replaced.contains(attribute.name.local)
        leaves.append(
          Leaf(
            depth: isProperty ? 1 : depth ?? 0, name: attribute.name,
            text: isReplaced ? [] : Array(bytes[attribute.value])))
      }
    }
    return leaves
  }

  private static let replaced: Set = [
    "Orientation", "ImageWidth", "ImageLength", "PixelXDimension", "PixelYDimension",
  ]

  private static func isSyntax(_ name: XMPPacket.Name) -> Bool {
    name.namespace == XMPPacket.root.namespace || name.namespace == "xml" || name.namespace.isEmpty
  }

  /// Returns whether an element goes as a property, whose depth is 1, or as a field of one.
  private static func isUnwanted(
    _ element: XMLElements.Element, depth: Int, _ isOriented: Bool, _ edit: XMPEdit
  ) -> Bool {
    switch depth {
    case 0: return false
    case 1:
      // A property with children that would have to become a number goes.
      let isNumber =
        isOriented && element.name.namespace == XMPPacket.Space.tiff && element.name.local == "Orientation"
      let cannotChange = element.hasChildren || element.content.isEmpty
      let isSize = edit.size != nil && isSize(element.name)
      return isUnwanted(element.name, edit) || (isNumber || isSize) && cannotChange
    default: return isUnwantedField(element.name, edit)
    }
  }

  private static func isSize(_ name: XMPPacket.Name) -> Bool {
    name.namespace == XMPPacket.Space.tiff && ["ImageWidth", "ImageLength"].contains(name.local)
      || name.namespace == XMPPacket.Space.exif
        && ["PixelXDimension", "PixelYDimension"].contains(name.local)
  }

  /// Returns whether a property goes.
  private static func isUnwanted(_ name: XMPPacket.Name, _ edit: XMPEdit) -> Bool {
    let part = MetadataPart(name: name)
    switch part {
    case .thumbnail, .gainMap, .depthMap, .motionPhoto, .container: return true
    case .regions where edit.moves: return true
    case .subject where edit.changesCoordinates: return true
    case .resolution where edit.drops.contains(.resolution): return true
    default: return isUnwantedField(name, edit) || edit.keeps?.contains(part) == false
    }
  }

  /// Returns whether a field of a property goes.
  private static func isUnwantedField(_ name: XMPPacket.Name, _ edit: XMPEdit) -> Bool {
    let part = MetadataPart(name: name)
    switch part {
    case .gps:
      let isTime = ["gpstimestamp", "gpsdatestamp"].contains(name.local.lowercased())
      return edit.drops.contains(.gps) || edit.keeps?.contains(.gps) == false
        || edit.drops.contains(.date) && isTime
    case .date: return edit.drops.contains(.date) || edit.keeps?.contains(.date) == false
    case .copyright: return edit.drops.contains(.copyright)
    default: return false
    }
  }

  /// Holds if bytes were only removed.
  private static func checkOrder(_ rest: [UInt8], in whole: [UInt8]) {
    var bytes = rest[...]
    for byte in whole where byte == bytes.first { bytes.removeFirst() }
    hold(bytes.isEmpty, "the result has bytes of its own")
  }

  // MARK: Fields

  private static func checkOrientation(_ packet: XMPPacket, _ choice: Choice) {
    let orientation = choice.pick(Orientation.allCases)
    guard let result = packet.oriented(orientation) else { return }
    hold(XMLElements(result.bytes) != nil, "the result is no XML")
    hold(result.oriented(orientation) == result)
    if !packet.bytes.contains(text: "Orientation") { hold(result == packet) }
  }

  private static func checkParts(_ packet: XMPPacket) {
    let bare = packet.unwrapped
    if let elements = XMLElements(packet.bytes)?.elements, !elements.isEmpty {
      hold(
        XMLElements(bare.bytes)?.elements.count == elements.count
          || elements.filter { $0.parent == nil }.count > 1)
      hold(bare.unwrapped == bare)
      hold(XMPPacket(wrapping: bare.bytes).unwrapped == bare)
    }
    let other = XMPPacket.referring(to: nil)
    for rest in [packet, other] {
      let merged = packet.merged { _ in rest.bytes }
      hold(merged.packet.bytes.count <= packet.bytes.count + rest.bytes.count + 400)
      // The reference is removed, so that nothing is missing any more.
      hold(
        merged.packet == packet || merged.packet == merged.packet.merged { _ in nil }.packet || rest == packet
      )
    }
  }
}
