import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

/// Tests of updating XMP for an output.
@Suite struct XMPPacketTests {
  static let namespaces = """
    xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:drone="http://www.dji.com/drone-dji/1.0/" xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/"
    """

  static func packet(_ attributes: String, _ elements: String = "") -> XMPPacket {
    XMPPacket(
      Array(
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
           \(namespaces)
           \(attributes)>
           \(elements)
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>
        """.utf8))
  }

  private func text(_ packet: XMPPacket?) -> String { String(decoding: packet?.bytes ?? [], as: UTF8.self) }

  private func edited(
    _ packet: XMPPacket, _ change: (inout XMPEdit) -> Void = { _ in }
  ) throws -> (text: String, gone: Set<MetadataPart>) {
    var edit = XMPEdit(size: PixelSize(width: 640, height: 480)!)
    change(&edit)
    let result = try #require(packet.edited(edit))
    return (text(result.packet), result.gone)
  }

  @Test("Orientation and sizes are updated in attributes and elements, and all else stays")
  func values() throws {
    let attributes = Self.packet("tiff:Orientation=\"6\" exif:PixelXDimension='4000' xmp:Rating=\"5\"")
    var wanted = text(attributes).replacing("Orientation=\"6\"", with: "Orientation=\"1\"")
    wanted = wanted.replacing("'4000'", with: "'640'")
    try expectEqual(edited(attributes).text, wanted)
    let elements = Self.packet(
      "", "<tiff:Orientation>6</tiff:Orientation><tiff:ImageLength >3000</tiff:ImageLength><dc:x/><!-- < -->")
    wanted = text(elements).replacing(">6<", with: ">1<").replacing(">3000<", with: ">480<")
    try expectEqual(edited(elements).text, wanted)
    try expectEqual(edited(elements).gone, [])
  }

  @Test("A location is removed in every form")
  func place() throws {
    let packet = Self.packet(
      "exif:GPSLatitude=\"50,5N\" drone:GpsLongitude=\"+7.1\" xmp:Rating=\"5\"",
      "<exif:GPSAltitude>1/2</exif:GPSAltitude><exif:GPSLongitude/>")
    let (text, gone) = try edited(packet) { $0.drops = [.gps] }
    expectTrue(!text.lowercased().contains("gps") && text.contains("Rating") && gone == [.gps])
    try expectTrue(edited(packet).text.contains("50,5N"))
  }

  /// A property with coordinates in a structure, as ISO 16684-1 allows to write it.
  static let structures = [
    "<xmp:x rdf:parseType=\"Resource\"><exif:GPSLatitude>50</exif:GPSLatitude><dc:y>Bonn</dc:y></xmp:x>",
    "<xmp:x><rdf:Description exif:GPSLatitude=\"50\" dc:y=\"Bonn\"/></xmp:x>",
    "<xmp:x exif:GPSLatitude=\"50\" dc:y=\"Bonn\"/>",
    "<xmp:x><rdf:Bag><rdf:li exif:GPSLatitude=\"50\" dc:y=\"Bonn\"/></rdf:Bag></xmp:x>",
    "<xmp:x><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><dc:y>Bonn</dc:y><dc:z><rdf:Bag><rdf:li>"
      + "<rdf:Description><exif:GPSLatitude>50</exif:GPSLatitude></rdf:Description></rdf:li></rdf:Bag></dc:z>"
      + "</rdf:li></rdf:Seq></xmp:x>",
  ]

  @Test("A location in a structure is removed, and its neighbors stay", arguments: structures)
  func nestedPlace(structure: String) throws {
    let packet = Self.packet("xmp:Rating=\"5\"", structure)
    let (text, gone) = try edited(packet) { $0.drops = [.gps] }
    expectTrue(!text.contains("GPS") && text.contains("Bonn") && text.contains("Rating") && gone == [.gps])
    let again = try #require(XMPPacket(Array(text.utf8)).edited(XMPEdit()))
    expectEqual(again.packet.map(self.text), text)
    // Without a wish to remove it, it stays.
    try expectEqual(edited(packet).text, self.text(packet))
    // Of a structure that is kept for another purpose, only the place goes.
    let kept = try edited(Self.packet("", "<dc:rights>\(structure)</dc:rights>")) { $0.keeps = [.copyright] }
    expectTrue(!kept.text.contains("GPS") && kept.text.contains("Bonn"))
    let dated = "<dc:rights xmp:CreateDate=\"2026\"><rdf:li>Ann</rdf:li></dc:rights>"
    let undated = try edited(Self.packet("", dated)) { $0.keeps = [.copyright] }
    expectTrue(!undated.text.contains("2026") && undated.text.contains("Ann"))
  }

  @Test("A location is kept with its coordinates if places are kept, and without its date")
  func keptLocation() throws {
    let space = "xmlns:l=\"http://iptc.org/std/Iptc4xmpExt/2008-02-29/\""
    let fields = "exif:GPSLatitude=\"50\" l:City=\"Bonn\" xmp:CreateDate=\"2026\""
    let packet = Self.packet(
      "xmp:Rating=\"5\" \(space)",
      "<l:LocationCreated><rdf:Bag><rdf:li \(fields)/></rdf:Bag></l:LocationCreated>")
    let kept = try edited(packet) { $0.keeps = [.gps] }.text
    expectTrue(
      kept.contains("GPSLatitude") && kept.contains("Bonn") && !kept.contains("Rating")
        && !kept.contains("2026"))
    let dropped = try edited(packet) { $0.drops = [.gps] }.text
    expectTrue(!dropped.contains("GPS") && dropped.contains("Bonn") && dropped.contains("2026"))
    expectEqual(packet.edited(XMPEdit())?.gone, [])
  }

  @Test("The orientation is read in both forms") func orientation() {
    expectEqual(Self.packet("tiff:Orientation=\"6\"").orientation, .right)
    for text in ["3", " 3\n", "&#51;", "&#x33;", "<![CDATA[3]]>"] {
      expectEqual(Self.packet("", "<tiff:Orientation>\(text)</tiff:Orientation>").orientation, .down, text)
    }
    for none in ["tiff:Orientation=\"9\"", "tiff:Orientation=\"\"", "dc:Orientation=\"6\"", ""] {
      expectEqual(Self.packet(none).orientation, nil)
    }
  }

  @Test("An orientation that is not understood stays", arguments: ["9", "<rdf:value>6</rdf:value>"])
  func otherOrientation(text: String) throws {
    let element = "<tiff:Orientation>\(text)</tiff:Orientation>"
    expectTrue(try edited(Self.packet("", element)).text.contains(element))
  }

  @Test("A packet that mentions a word like GPS, but no place, stays") func mention() throws {
    let (text, gone) = try edited(Self.packet("xmp:Rating=\"5\"", "<dc:subject>GPSLogger</dc:subject>")) {
      $0.drops = [.gps]
    }
    expectTrue(text.contains("GPSLogger") && gone.isEmpty)
  }

  @Test("If EXIF and XMP state an orientation, EXIF counts") func orientationOfBlocks() {
    let xmp = MetadataBlock(.xmp, Self.packet("tiff:Orientation=\"6\"").bytes)
    let exif = MetadataBlock(.exif, ExifBlock(orientation: .down).bytes)
    expectEqual([xmp, exif].orientation, .down)
    expectEqual([xmp].orientation, .right)
    expectEqual([MetadataBlock]().orientation, .up)
  }

  @Test("A photo that says it has no video loses none") func noMotionPhoto() throws {
    let camera = "xmlns:c=\"http://ns.google.com/photos/1.0/camera/\""
    for (attributes, gone) in [
      ("c:MicroVideo=\"0\"", []), ("c:MotionPhoto=\"0\" c:MicroVideo=\"0\"", []),
      ("c:MicroVideo=\"1\"", [.motionPhoto]), ("c:MicroVideoOffset=\"9\"", [.motionPhoto]),
    ] as [(String, Set<MetadataPart>)] {
      try expectEqual(edited(Self.packet("\(camera) \(attributes) xmp:Rating=\"5\"")).gone, gone, attributes)
    }
  }

  @Test("Thumbnails and references to a second image are removed")
  func companions() throws {
    let packet = Self.packet(
      "hdrgm:Version=\"1.0\" xmp:Rating=\"5\"",
      "<xmp:Thumbnails><rdf:Alt><rdf:li>/9j/</rdf:li></rdf:Alt></xmp:Thumbnails>")
    expectTrue(packet.namesGainMap)
    let (text, gone) = try edited(packet)
    expectEqual(gone, [.gainMap, .thumbnail])
    expectTrue(!text.contains("Version") && !text.contains("9j") && text.contains("Rating"))
  }

  @Test("Regions are removed only if the image moves")
  func regions() throws {
    let packet = Self.packet(
      "xmp:Rating=\"5\"", "<r:Regions rdf:parseType=\"Resource\"><r:x>1</r:x></r:Regions>")
    try expectEqual(edited(packet).gone, [])
    try expectEqual(edited(packet) { $0.moves = true }.gone, [.regions])
  }

  @Test("The subject area is in pixels, and is removed if coordinates change")
  func subject() throws {
    let packet = Self.packet(
      "xmp:Rating=\"5\"", "<exif:SubjectArea><rdf:Seq><rdf:li>9</rdf:li></rdf:Seq></exif:SubjectArea>")
    try expectEqual(edited(packet) { $0.moves = true }.gone, [])
    let (text, gone) = try edited(packet) { $0.changesCoordinates = true }
    expectTrue(gone == [.subject] && !text.contains("SubjectArea") && text.contains("Rating"))
  }

  @Test("The copyright can be kept alone or removed")
  func copyright() throws {
    let packet = Self.packet(
      "photoshop:Credit=\"Ann\" photoshop:City=\"Bonn\" exif:GPSLatitude=\"1\"",
      "<dc:rights><rdf:Alt><rdf:li xml:lang=\"x-default\">(c) Ann</rdf:li></rdf:Alt></dc:rights><dc:title>T</dc:title>"
    )
    let (only, _) = try edited(packet) { $0.keeps = [.copyright] }
    expectTrue(only.contains("(c) Ann") && only.contains("Credit"))
    expectTrue(!only.contains("Bonn") && !only.contains("GPS") && !only.contains("title"))
    let (others, gone) = try edited(packet) { $0.drops = [.copyright] }
    expectTrue(gone == [.copyright] && !others.contains("Ann") && others.contains("Bonn"))
    let nothing = try #require(
      Self.packet("xmp:Rating=\"5\"").edited(
        {
          var edit = XMPEdit()
          edit.keeps = [.copyright]
          return edit
        }()))
    expectTrue(nothing.packet == nil)
  }

  /// Packets that are malformed, unsupported or too large, and therefore not edited.
  static let strange: [String] = [
    "", "text", "<a>", "<a></b>", "<a b></a>", "<a b=c></a>", "<a></a>",
    "<!DOCTYPE x [<!ENTITY a \"b\">]><a/>",
    "<x:x/>", "<a xmlns:b=\"&#65;\"/>", "<a", "<a b=\"", "</a>", "<a><![CDATA[</a>", "<a><!-- </a>",
    String(repeating: "<a>", count: 1000) + String(repeating: "</a>", count: 1000),
    String(repeating: "<a/>", count: 100_000),
  ]

  @Test(
    "A packet that is not understood is not edited", arguments: strange.indices)
  func unknownPacket(
    _ index: Int
  ) {
    expectTrue(XMPPacket(Array(Self.strange[index].utf8)).edited(XMPEdit()) == nil)
  }

  @Test("A packet is merged with its extension, and a missing extension is reported")
  func pieces() throws {
    let first = XMPPacket(
      Array(
        text(
          Self.packet("xmp:Rating=\"5\" n:HasExtendedXMP=\"ABC\" xmlns:n=\"http://ns.adobe.com/xmp/note/\"")
        ).utf8))
    let rest = text(Self.packet("dc:format=\"x\""))
    let start = try #require(rest.firstRange(of: "<x:xmpmeta"))
    let merged = first.merged { name in
      String(decoding: name, as: UTF8.self) == "ABC"
        ? Array(rest[start.lowerBound...].prefix { $0 != "?" }.utf8.dropLast()) : nil
    }
    expectTrue(!merged.lacksPart)
    let (whole, _) = try edited(merged.packet)
    expectTrue(whole.contains("Rating") && whole.contains("dc:format") && !whole.contains("HasExtended"))
    let alone = first.merged { _ in nil }
    expectTrue(
      alone.lacksPart && !text(alone.packet).contains("HasExtended") && text(alone.packet).contains("Rating"))
    let other = Self.packet("xmp:Rating=\"5\"").merged { _ in nil }
    expectTrue(!other.lacksPart)
  }

  @Test("Random changes cause no trap, no hang and no growth")
  func noise() {
    var noise = Noise(3)
    let seed = Self.packet(
      "tiff:Orientation=\"6\" exif:GPSLatitude='1' xmp:Rating=\"5\" hdrgm:Version=\"1.0\"",
      "<dc:rights><rdf:Alt><rdf:li>(c) Ann</rdf:li></rdf:Alt></dc:rights><tiff:ImageWidth>3</tiff:ImageWidth>"
    ).bytes
    for _ in 0..<2000 {
      let packet = XMPPacket(noise.mutated(seed))
      var edit = XMPEdit(size: PixelSize(width: 65_535, height: 1)!)
      if noise.below(2) == 0 { edit.drops.insert(.gps) }
      edit.moves = noise.below(2) == 0
      edit.keeps = noise.below(3) == 0 ? [.copyright] : nil
      if let result = packet.edited(edit) {
        expectTrue((result.packet?.bytes.count ?? 0) <= packet.bytes.count + 64)
        if edit.drops.contains(.gps) { expectTrue(!text(result.packet).contains("GPSL")) }
      }
      _ = packet.merged { _ in seed }
      _ = packet.unwrapped
    }
  }
}
