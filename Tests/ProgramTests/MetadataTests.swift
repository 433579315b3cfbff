import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// Metadata through the program: `--keep`, `--drop`, `info`, `explain` and reports.
@Suite struct MetadataTests {
  private static let xmp = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" tiff:Orientation="6" \
    exif:GPSLatitude="50,5N" xmp:Rating="5"><dc:rights>(c) Ann</dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>
    """.utf8)
  private static let iptc: [UInt8] =
    [0x1C, 2, 90, 0, 4] + Array("Bonn".utf8) + [0x1C, 2, 116, 0, 7] + Array("(c) Ann".utf8)

  /// EXIF in big-endian order with an orientation, a copyright, a location and a second directory.
  private static func exif(_ orientation: Int) -> [UInt8] {
    func number(_ n: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(n >> (8 * (count - 1 - $0)) & 255) }
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
        + [UInt8](repeating: 0, count: 4 - value.count)
    }
    let gps = 8 + 2 + 3 * 12 + 4 + 8
    let second = gps + 2 + 12 + 4
    return Array("MM".utf8) + number(42, 2) + number(8, 4) + number(3, 2)
      + entry(0x0112, 3, 1, number(orientation, 2)) + entry(0x8298, 2, 8, number(50, 4))
      + entry(0x8825, 4, 1, number(gps, 4)) + number(second, 4) + Array("(c) Ann\0".utf8)
      + number(1, 2) + entry(2, 2, 4, Array("50N\0".utf8)) + number(0, 4)
      + number(1, 2) + entry(0x0112, 3, 1, number(orientation, 2)) + number(0, 4)
  }

  private static let blocks = [
    MetadataBlock(.exif, exif(6)), MetadataBlock(.xmp, xmp), MetadataBlock(.iptc, iptc),
    MetadataBlock(.comment, Array("hello".utf8)),
  ]

  private static func image(_ codec: any Codec, _ metadata: ImageMetadata = ImageMetadata(blocks: blocks))
    throws
    -> [UInt8]
  {
    let bitmap = try Images.bitmap(32, 16)
    let output = ByteOutput()
    var encoder = try codec.encoder(
      output, EncodeRequest(size: bitmap.size, pixels: bitmap.format, metadata: metadata))
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  private func folder() throws -> Folder {
    try Folder(["a.jpg": Self.image(JPEGCodec()), "a.png": Self.image(PNGCodec())])
  }

  private func header(_ folder: Folder, _ name: String) throws -> ImageHeader {
    let input = ByteInput(bytes: try #require(folder[name]))
    return try CodecList([JPEGCodec(), PNGCodec()]).codec(for: input).open(input, limits: Limits()).header
  }

  /// Returns whether any metadata block contains a word.
  private func contains(_ word: String, _ header: ImageHeader) -> Bool {
    header.metadata.blocks.contains { String(decoding: $0.bytes, as: UTF8.self).contains(word) }
  }

  @Test(
    "Every kind of metadata is kept", arguments: ["jpg", "png"], ["jpg", "png"])
  func allKinds(
    _ from: String, _ to: String
  )
    throws
  {
    let folder = try folder()
    let record = try folder.frameit(
      "apply", "-e", "canvas fit; rotate 10deg", "a.\(from)", "-o", "b.\(to)", "--json"
    ).succeeds().records()[0]
    let kept = (record["metadata"] as? [String: [String]])
    #expect(kept == ["kept": ["exif", "xmp", "iptc", "comments"], "dropped": ["thumbnail"]])
    let header = try header(folder, "b.\(to)")
    #expect(header.orientation == .up)
    #expect(header.metadata.blocks.map(\.kind) == [.exif, .xmp, .iptc, .comment])
    let exif = try #require(ExifBlock(header.metadata.blocks[0].bytes))
    #expect(exif.hasPlace && !exif.hasThumbnail)
    #expect(
      contains("tiff:Orientation=\"1\"", header) && contains("Rating", header)
        && contains("hello", header))
    // A second run gives the same bytes, because nothing depends on a clock.
    try folder.frameit("apply", "-e", "", "b.\(to)", "-o", "c.\(to)").succeeds()
    #expect(try self.header(folder, "c.\(to)").metadata.blocks == header.metadata.blocks)
  }

  @Test(
    "All orientations become upright", arguments: 1...8)
  func orientations(_ orientation: Int) throws {
    let metadata = ImageMetadata(blocks: [MetadataBlock(.exif, Self.exif(orientation))])
    let folder = try Folder([
      "a.jpg": Self.image(JPEGCodec(), metadata), "a.png": Self.image(PNGCodec(), metadata),
    ])
    for from in ["a.jpg", "a.png"] {
      try folder.frameit("apply", "-e", "", from, "-o", "o.jpg", "--force").succeeds()
      let header = try header(folder, "o.jpg")
      #expect(header.orientation == .up)
      #expect(header.size == PixelSize(width: orientation > 4 ? 16 : 32, height: orientation > 4 ? 32 : 16))
      // A JPEG that is copied unchanged keeps its thumbnail, which is still correct.
      let isCopy = orientation == 1 && from == "a.jpg"
      #expect(header.metadata.blocks.first.flatMap { ExifBlock($0.bytes) }?.hasThumbnail == isCopy)
    }
  }

  @Test(
    "--keep and --drop select metadata by purpose", arguments: ["jpg", "png"])
  func purposes(_ format: String)
    throws
  {
    let folder = try folder()
    func apply(_ words: String...) throws -> ImageHeader {
      try folder.spawn(["apply", "-e", "", "a.\(format)", "-o", "o.\(format)", "--force"] + words).run()
        .succeeds()
      return try header(folder, "o.\(format)")
    }
    let noPlace = try apply("--drop", "gps")
    #expect(!contains("50N", noPlace) && !contains("GPSLatitude", noPlace))
    #expect(
      contains("Bonn", noPlace) && contains("(c) Ann", noPlace) && contains("Rating", noPlace))
    let copyright = try apply("--keep", "copyright")
    #expect(
      copyright.metadata.blocks.map(\.kind) == [.exif, .xmp, .iptc] && !contains("Bonn", copyright))
    #expect(try apply("--keep", "none").metadata.blocks == [])
    #expect(try apply("--drop", "all").metadata.blocks == [])
    #expect(
      try apply("--keep", "all", "--drop", "exif, xmp").metadata.blocks.map(\.kind) == [.iptc, .comment])
    #expect(
      try apply("--keep", "xmp iptc", "--keep", "Comments").metadata.blocks.map(\.kind) == [
        .xmp, .iptc, .comment,
      ])
    #expect(try apply("--drop", "none").metadata.blocks.count == 4)
  }

  // MARK: Several images

  /// Images with a place and a date; the second one is green.
  private func photos() throws -> Folder {
    let date = Array("2026:11:21 22:19:51".utf8)
    let xmp = String(decoding: Self.xmp, as: UTF8.self).replacing(
      "xmp:Rating", with: "xmp:CreateDate=\"2026-11-21T22:19:51\" xmp:Rating")
    let blocks = [
      MetadataBlock(.exif, Self.exif(1)), MetadataBlock(.xmp, Array(xmp.utf8)),
      MetadataBlock(.iptc, Self.iptc + [0x1C, 2, 55, 0, 8] + Array("20261121".utf8)),
      MetadataBlock(.comment, keyword: "Creation Time", date),
    ]
    let folder = try Folder(["logo.png": Images.png(4, 4)])
    for name in ["a", "b"] {
      folder["\(name).png"] = try Self.image(PNGCodec(), ImageMetadata(blocks: blocks))
      // Comments of a JPEG have no keywords, so no comment says that it is a date.
      folder["\(name).jpg"] = try Self.image(JPEGCodec(), ImageMetadata(blocks: Array(blocks.dropLast())))
    }
    folder.write("canvas 64,64; layer a image; layer b image at 32,0", to: "two.txt")
    folder.write("canvas 64,64; layer a image; layer l image \"logo.png\" at 2,2", to: "logo.txt")
    folder.write("canvas 64,64; layer a image; layer b image; hide", to: "second-hidden.txt")
    folder.write("canvas 64,64; layer a image; layer b image; select a; hide", to: "first-hidden.txt")
    folder.write("canvas 64,64; layer a image; hide; layer t text \"x\" at 9,9", to: "text.txt")
    folder.write("canvas 64,64; layer a image; layer b image; hide; show", to: "shown.txt")
    return folder
  }

  private static let places = ["50N", "GPSLatitude"]
  private static let dates = ["2026-11-21", "20261121", "2026:11:21"]

  @Test(
    "A composite of several inputs has neither place nor date", arguments: ["png", "jpg"],
    ["two.txt", "first-hidden.txt", "shown.txt"])
  func composites(_ format: String, _ script: String) throws {
    let folder = try photos()
    let words = ["apply", script, "a.\(format)", "b.\(format)", "-f", "-o", "o.\(format)"]
    let because = script == "first-hidden.txt" ? "does not show this image" : "shows several images"
    try folder.frameit(words: words).succeeds(
      warning:
        "a.\(format): the place and the date are dropped because the output \(because) ('--keep all' keeps all"
    )
    func found(_ words: [String]) throws -> [Bool] {
      let header = try header(folder, "o.\(format)")
      return words.map { contains($0, header) }
    }
    #expect(try found(Self.places + Self.dates) == [false, false, false, false, false])
    let hasComment = format == "png"
    #expect(try found(["(c) Ann", "Rating", "Bonn"]) == [true, true, true])
    for keep in [["--keep", "all"], ["--keep", "gps date exif xmp iptc comments"]] {
      try folder.frameit(words: words + keep).succeeds()
      #expect(try found(Self.places + Self.dates) == [true, true, true, true, hasComment], "\(keep)")
    }
    try folder.frameit(words: words + ["--keep", "all", "--drop", "gps"]).succeeds()
    #expect(try found(Self.places + Self.dates) == [false, false, true, true, hasComment])
    // What is dropped anyway is not reported.
    try folder.frameit(words: words + ["--drop", "gps,date"]).succeeds()
    try folder.frameit(words: words + ["--keep", "none"]).succeeds()
  }

  @Test(
    "A logo of the script and a hidden input make no composite", arguments: ["logo.txt", "second-hidden.txt"])
  func noComposites(_ script: String) throws {
    let folder = try photos()
    let inputs = script == "logo.txt" ? ["a.png"] : ["a.png", "b.png"]
    try folder.frameit(words: ["apply", script] + inputs + ["-o", "o.png"]).succeeds()
    let header = try header(folder, "o.png")
    for word in Self.places + Self.dates { #expect(contains(word, header), "\(word)") }
  }

  @Test("A text over a hidden photo has neither its place nor its date") func hiddenPhoto() throws {
    let folder = try photos()
    try folder.frameit("apply", "text.txt", "a.png", "-o", "o.png").succeeds(
      warning: "does not show this image")
    for word in Self.places + Self.dates { #expect(try !contains(word, header(folder, "o.png")), "\(word)") }
  }

  @Test("An animation of several inputs has neither place nor date, even if each frame shows one")
  func animations() throws {
    let folder = try photos()
    folder.write(
      """
      canvas 32,16
      layer a image
      layer b image
      hide
      animate a opacity from 1 to 0 over 200ms
      wait 200ms
      select a; hide; select b; show
      wait 200ms
      """, to: "slides.txt")
    try folder.frameit("apply", "slides.txt", "a.png", "b.png", "--frames", "10fps", "-o", "o.png").succeeds(
      warning: "several images")
    for word in Self.places + Self.dates { #expect(try !contains(word, header(folder, "o.png")), "\(word)") }
  }

  @Test("explain reports the metadata that a composite drops") func explainedComposites() throws {
    let folder = try photos()
    let text = try folder.frameit("explain", "two.txt", "a.png", "b.png").succeeds().text
    #expect(text.contains("metadata    kept: exif, xmp, iptc; dropped: thumbnail, gps, date"), "\(text)")
    #expect(text.contains("the place and the date are dropped because the output shows several images"))
    let whole = try folder.frameit("explain", "two.txt", "a.png", "b.png", "--keep", "all").succeeds().text
    #expect(whole.contains("kept: exif, xmp, iptc, comments; dropped: thumbnail\n"))
  }

  @Test("Unknown kinds of metadata are invalid usage") func unknownKinds() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", "", "a.jpg", "--drop", "gsp").fails(
        2, naming: "--drop", "gsp", "gps")
      try folder.frameit("apply", "-e", "", "a.jpg", "--keep", "gps,nonsensical").fails(
        2, naming: "--keep", "nonsensical")
      try folder.frameit("apply", "-e", "", "a.jpg", "--keep", "").fails(2, naming: "--keep")
      try folder.frameit("explain", "-e", "", "a.jpg", "--keep", "copyrigth").fails(2, naming: "copyright")
    }
  }

  @Test("info and explain report metadata") func reports() throws {
    let folder = try folder()
    try folder.frameit("info", "a.jpg").succeeds(
      printing: """
        a.jpg: 32 x 16 jpeg, rgb, 8 bits, orientation 6, upright 16 x 32, EXIF of \(Self.exif(6).count) bytes \
        (place, thumbnail), XMP of \(Self.xmp.count) bytes, IPTC of \(Self.iptc.count) bytes, a comment of 5 bytes

        """)
    let record = try folder.frameit("info", "--json", "a.png").succeeds().records()[0]
    let blocks = try #require(record["metadata"] as? [[String: Any]])
    #expect(blocks.map { $0["kind"] as? String } == ["exif", "xmp", "iptc", "comment"])
    #expect(blocks[0]["gps"] as? Bool == true && blocks[3]["bytes"] as? Int == 5)
    let text = try folder.frameit("explain", "-e", "", "a.jpg", "--drop", "gps").succeeds().text
    #expect(text.contains("metadata    kept: exif, xmp, iptc, comments; dropped: thumbnail, gps\n"))
    let plan = try folder.frameit("explain", "--json", "-e", "", "a.jpg", "--keep", "xmp").succeeds()
      .records()[0]
    #expect((plan["metadata"] as? [String: [String]])?["kept"] == ["xmp"])
  }

  @Test("A warning names metadata that the format cannot store") func lostMetadata() throws {
    let large = MetadataBlock(.comment, [UInt8](repeating: 65, count: 70_000))
    let broken = MetadataBlock(.xmp, Array("nonsense".utf8))
    let folder = try Folder([
      "a.png": Self.image(PNGCodec(), ImageMetadata(blocks: [broken, large])),
      "wide.png": Self.image(PNGCodec(), ImageMetadata(colorimetry: .init(codePoints: [9, 16, 0, 1]))),
    ])
    let outcome = try folder.frameit("apply", "-e", "", "a.png", "-o", "o.jpg")
    outcome.succeeds(warning: "a.png: damaged XMP is dropped")
    outcome.says(["comment of 70000 bytes is dropped because JPEG stores at most 65531", "write PNG"])
    try folder.frameit("apply", "-e", "", "wide.png", "-o", "w.png", "--keep", "none").succeeds(
      warning: "will look different")
    try folder.frameit("apply", "-e", "", "wide.png", "-o", "v.png", "--keep", "icc").succeeds()
  }

  @Test("Golden images have no metadata") func goldenImages() throws {
    let folder = try folder()
    folder.write("rotate 5deg\n", to: "case/script.txt")
    folder.write("../a.jpg\n", to: "case/inputs.txt")
    _ = try folder.frameit("test", "case")
    #expect(try header(folder, "case/actual.png").metadata.blocks == [])
  }
}
