import Foundation
import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// Photos with HDR gain maps, from the command line.
@Suite struct GainMapTests {
  private static let parameters = GainMapParameters(
    channels: [.init(minimum: 0, maximum: 2)], baseHeadroom: 0, alternateHeadroom: 2)

  private static func encoded(
    _ bitmap: Bitmap, _ metadata: ImageMetadata = ImageMetadata(), map: EncodedGainMap? = nil
  ) throws -> [UInt8] {
    var request = EncodeRequest(size: bitmap.size, pixels: bitmap.format, metadata: metadata, quality: 95)
    request.gainMap = map
    let output = ByteOutput()
    var encoder = try JPEGCodec().encoder(output, request)
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  /// Returns an image that has one sample everywhere.
  private static func flat(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ sample: UInt8
  ) throws -> Bitmap {
    let size = try #require(PixelSize(width: width, height: height))
    let bytes = [UInt8](repeating: sample, count: size.area * format.bytesPerPixel)
    return try #require(Bitmap(size: size, format: format, bytes: bytes))
  }

  /// Returns a square image of noise.
  private static func noise(_ side: Int, _ format: PixelFormat) throws -> Bitmap {
    let size = try #require(PixelSize(width: side, height: side))
    var state: UInt32 = 1
    let bytes = (0..<size.area * format.bytesPerPixel).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    return try #require(Bitmap(size: size, format: format, bytes: bytes))
  }

  /// Returns a gray photo, with a map that has one sample everywhere.
  private static func photo(
    _ width: Int = 64, _ height: Int = 32, gain sample: UInt8 = 200, scale: Int = 2,
    _ parameters: GainMapParameters = parameters
  ) throws -> [UInt8] {
    let map = try encoded(flat(width / scale, height / scale, .gray8, sample))
    return try encoded(flat(width, height, .rgb8, 128), map: EncodedGainMap(parameters, file: map))
  }

  private struct Map {
    let header: ImageHeader
    let parameters: GainMapParameters
    let pixels: Bitmap
  }

  private static func map(of file: [UInt8]?) throws -> Map? {
    let bytes = try #require(file)
    guard let stored = try JPEGCodec().open(ByteInput(bytes: bytes), limits: Limits()).header.gainMap else {
      return nil
    }
    let part = Array(bytes[try #require(stored.range)])
    let header = try JPEGCodec().open(ByteInput(bytes: part), limits: Limits()).header
    return Map(header: header, parameters: stored.parameters, pixels: try Images.decode(part))
  }

  private func folder() throws -> Folder {
    try Folder([
      "photo.jpg": Self.photo(), "odd.jpg": Self.photo(64, 48, scale: 4), "logo.png": Images.png(8, 8),
    ])
  }

  @Test(
    "Every edit keeps the gain map, at the map's own scale",
    arguments: [
      ("rotate 12deg", 35, 23), ("rotate 90deg", 16, 32), ("scale 0.5", 16, 8), ("scale 2", 64, 32),
      ("crop 4,4 32,16", 16, 8), ("canvas cover 20,20", 10, 10), ("exposure 1", 32, 16), ("", 32, 16),
      ("blur 3", 32, 16), ("canvas 100%,100%; straighten 5deg", 32, 16),
    ])
  func edits(_ script: String, _ width: Int, _ height: Int) throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", script, "photo.jpg", "-o", "out.jpg", "--quiet").succeeds()
    let map = try #require(try Self.map(of: folder["out.jpg"]))
    #expect(map.header.size == PixelSize(width: width, height: height))
    #expect(map.parameters == Self.parameters)
    let middle = map.pixels[width / 2, height / 2, 0]
    #expect(abs(middle - 200) <= 1)
  }

  /// The map of a photo in perspective is what the same script, at half the size, makes of the map as a picture.
  @Test(
    "In perspective, the map of a photo has the place of the photo",
    arguments: [
      "layer a image at 0,0 size 64,64 corners 4,6 60,2 50,62 10,56",
      "layer a image at 0,0 size 64,64; tilt 20deg,30deg; rotate 10deg",
      "layer a image at 8,8 size 48,48; keystone 4deg,8deg; shadow 4,4 4 black",
      "layer a image at 0,0 size 64,64; unwarp 8,6 58,2 62,60 4,50 to 60,56",
      "group g at 4,4 size 56,56 { layer a image at 6,6 size 40,40 corners 8,4 50,10 46,50 2,44 }; select g; tilt 30deg,0deg",
      "group g at 4,4 size 56,56 { layer a image at 0,0 size 56,56; rotate 20deg }; select g; corners 6,0 60,8 56,60 2,50",
    ])
  func perspective(_ layers: String) throws {
    let map = try Self.encoded(Self.noise(32, .gray8))
    let photo = try Self.encoded(
      Self.flat(64, 64, .rgb8, 128), map: EncodedGainMap(Self.parameters, file: map))
    let folder = try Folder(["photo.jpg": photo, "map.jpg": map])
    try folder.frameit(
      "apply", "-e", "canvas 64,64; background black; \(layers)", "photo.jpg", "-o", "out.jpg", "--quality",
      "100"
    )
    .succeeds()
    let found = try #require(try Self.map(of: folder["out.jpg"])).pixels
    let half = layers.replacing(/\d+(?=[, ;}]|$)/) { match in
      "\((Double(match.0) ?? 0) / 2)"
    }
    try folder.frameit(
      "apply", "-e", "light srgb; canvas 32,32; background black; \(half)", "map.jpg", "-o", "map.png"
    ).succeeds()
    let wanted = try Images.decode(folder["map.png"])
    #expect(found.size == wanted.size)
    let differences = (0..<32).flatMap { y in (0..<32).map { abs(found[$0, y, 0] - wanted[$0, y, 0]) } }
    #expect(differences.filter { $0 > 2 }.isEmpty, "\(differences.max()!)")
  }

  /// Returns a gray photo with a map in Apple's form that has one sample everywhere, and a headroom of 4.
  private static func applePhoto(
    _ width: Int = 64, _ height: Int = 32, headroom: String = "4"
  ) throws -> [UInt8] {
    func about(_ node: String) -> ImageMetadata {
      ImageMetadata(blocks: [MetadataBlock(.xmp, XMPPacket(nodes: node).bytes)])
    }
    let space = "xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\""
    let numbers = "HDRGainMap:HDRGainMapVersion=\"131072\" HDRGainMap:HDRGainMapHeadroom=\"\(headroom)\""
    let map = try encoded(
      flat(width / 2, height / 2, .gray8, 200), about("<rdf:Description \(space) \(numbers)/>"))
    let list = XMPPacket.containerNode(gainMap: map.count, hasParameters: false)
    return try encoded(flat(width, height, .rgb8, 128), about(list)) + map
  }

  /// The parameters of ordinary maps that are made of `applePhoto`.
  private static let appleParameters = GainMapParameters(
    channels: [.init(minimum: 0, maximum: 2, baseOffset: 0, alternateOffset: 0)], baseHeadroom: 0,
    alternateHeadroom: 2)
  /// The sample 200 as an ordinary one: the light of 0.7843 is 0.6155, the gain 1 + 3 * 0.6155 = 2.8466, or 1.5092 stops.
  private static let appleSample = 192

  @Test(
    "A map in Apple's form becomes an ordinary one with the same gain, however the photo is edited",
    arguments: [
      ("rotate 12deg", []), ("rotate 90deg", []), ("scale 0.5", ["--isolate"]), ("", ["--keep", "none"]),
      ("", ["--progressive"]), ("", ["--lossless", "never"]),
      ("", ["--quality", "keep", "--lossless", "never"]),
      ("rotate 90deg", ["--isolate"]),
    ])
  func applesForm(_ script: String, _ options: [String]) throws {
    let folder = try Folder(["apple.jpg": Self.applePhoto()])
    try folder.spawn(["apply", "-e", script, "apple.jpg", "-o", "out.jpg", "--quiet"] + options).run()
      .succeeds()
    let map = try #require(try Self.map(of: folder["out.jpg"]))
    #expect(map.parameters == Self.appleParameters)
    let size = map.header.size
    #expect(abs(map.pixels[size.width / 2, size.height / 2, 0] - Self.appleSample) <= 1)
    #expect(map.header.pixels == .gray8)
  }

  @Test("Beside a map in Apple's form, the blocks of a photo move, and a copy keeps the map as it is")
  func applesFormLossless() throws {
    let folder = try Folder(["apple.jpg": Self.applePhoto(), "odd.jpg": Self.applePhoto(64, 40)])
    try folder.frameit("apply", "-e", "rotate 90deg", "apple.jpg", "-o", "1.jpg").succeeds()
    try folder.frameit("apply", "-e", "rotate -90deg", "1.jpg", "-o", "2.jpg").succeeds()
    #expect(try Images.decode(folder["2.jpg"]) == Images.decode(folder["apple.jpg"]))
    try folder.frameit("apply", "-e", "", "apple.jpg", "-o", "copy.jpg").succeeds()
    #expect(folder["copy.jpg"] == folder["apple.jpg"])
    for options in [[], ["--keep", "none"]] {
      try folder.spawn(
        ["apply", "-e", "rotate 90deg", "odd.jpg", "-o", "tag.jpg", "--lossless", "require", "--force"]
          + options
      ).run().succeeds()
      let bytes = try #require(folder["tag.jpg"])
      let header = try JPEGCodec().open(ByteInput(bytes: bytes), limits: Limits()).header
      let map = try #require(try Self.map(of: bytes))
      let isCopy = options.isEmpty
      // Only the orientation tag says how the photo is shown, so its map is not turned either.
      #expect(header.orientation == .right && map.header.size == PixelSize(width: 32, height: 20))
      #expect(header.gainMap?.samples == (isCopy ? .apple : .ordinary))
      #expect(abs(map.pixels[9, 9, 0] - (isCopy ? 200 : Self.appleSample)) <= 1)
    }
  }

  @Test("A map in Apple's form is shown, applied, compared and dropped like others")
  func applesFormUses() throws {
    let folder = try Folder(["apple.jpg": Self.applePhoto(), "none.jpg": Self.applePhoto(headroom: "nan")])
    #expect(try folder.frameit("info", "apple.jpg").text.contains("HDR gain map 32 x 16 gray, up to 2 stops"))
    try folder.frameit("apply", "-e", "", "apple.jpg", "-o", "a.jpg", "--quiet", "--keep", "none").succeeds()
    for (photo, name) in [("apple.jpg", "b.png"), ("a.jpg", "c.png")] {
      try folder.frameit("apply", "-e", "", photo, "-o", name, "--gain-map", "apply").succeeds()
    }
    // The light of the sample 128, times the gain of `appleSample`, by PQ.
    let light = 0.2158605 * pow(2, 2 * Double(Self.appleSample) / 255) * 203 / 10_000
    let power = pow(light, 0.1593017578125)
    let wanted = pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375) * 65535
    #expect(try abs(Double(Images.decode(folder["b.png"])[20, 10, 0]) - wanted) < 60)
    #expect(try Images.decode(folder["b.png"])[20, 10, 0] == Images.decode(folder["c.png"])[20, 10, 0])
    #expect(try folder.frameit("compare", "apple.jpg", "a.jpg", "--gain-map").ending == .exit(0))
    try folder.frameit("apply", "-e", "", "apple.jpg", "-o", "d.jpg", "--gain-map", "drop").succeeds()
    #expect(try Self.map(of: folder["d.jpg"]) == nil)
    try folder.frameit("apply", "-e", "scale 0.5", "none.jpg", "-o", "e.jpg").succeeds(
      warning: "none.jpg: the HDR gain map is not read")
  }

  @Test("An HDR image has 16 bits per channel, and one of 8 is refused") func depthOfHDR() throws {
    let folder = try folder()
    let words = ["apply", "-e", "", "photo.jpg", "--gain-map", "apply"]
    try folder.frameit(words: words + ["-o", "a.png", "--depth", "8"]).fails(
      2, saying: "PNG cannot be written with this number of bits per channel", "HDR images of gain maps")
    try folder.frameit(words: words + ["-o", "b.png", "--depth", "16"]).succeeds()
    #expect(try Images.decode(folder["b.png"]).format.depth == .sixteen)
    // JPEG has no HDR images, so its picture is compressed to SDR.
    try folder.frameit(words: words + ["-o", "c.jpg", "--depth", "8", "--quiet"]).succeeds()
  }

  @Test("Where no HDR picture lies, the gain map is neutral")
  func neutral() throws {
    let folder = try folder()
    let script =
      "canvas 128,64; background white; layer photo image at 0,0 anchor 0,0; layer bar rect 16,8 16,16 fill black"
    try folder.frameit("apply", "-e", script, "photo.jpg", "-o", "out.jpg", "--quiet").succeeds()
    let map = try #require(try Self.map(of: folder["out.jpg"]))
    #expect(map.header.size == PixelSize(width: 64, height: 32))
    let samples = [(2, 2, 200), (12, 8, 0), (28, 12, 200), (50, 8, 0), (8, 28, 0)]
    for (x, y, sample) in samples { #expect(abs(map.pixels[x, y, 0] - sample) <= 2, "\(x), \(y)") }
  }

  @Test("Gain maps with other parameters are converted to common ones, and opacity acts on all")
  func composed() throws {
    let folder = try folder()
    let wider = GainMapParameters(
      channels: [.init(minimum: -1, maximum: 4)], baseHeadroom: 0, alternateHeadroom: 3)
    folder["wide.jpg"] = try Self.photo(gain: 153, wider)
    let script =
      "canvas 128,32; background black; layer a image at 0,0 anchor 0,0; layer b image at 64,0 anchor 0,0; opacity 0.5"
    try folder.frameit("apply", "-e", script, "photo.jpg", "wide.jpg", "-o", "out.jpg", "--quiet").succeeds()
    let map = try #require(try Self.map(of: folder["out.jpg"]))
    let channel = map.parameters.channels[0]
    #expect((channel.minimum, channel.maximum, map.parameters.alternateHeadroom) == (-1, 4, 3))
    func gain(_ x: Int) -> Double { channel.gain(Double(map.pixels[x, 8, 0]) / 255) }
    #expect(abs(gain(10) - 2 * 200 / 255) < 0.03)
    #expect(abs(gain(50) - 0.5 * (-1 + 5 * 153 / 255)) < 0.03)
  }

  @Test("Gains of single colors apply in the colors of the photo, even if those of the output are others")
  func convertedColors() throws {
    let folder = try folder()
    let p3 = try #require(ColorProfile(.displayP3, .sRGB, gray: false)?.iccData)
    let channels = (1...3).map { GainMapParameters.Channel(minimum: 0, maximum: Double($0)) }
    let parameters = GainMapParameters(channels: channels, baseHeadroom: 0, alternateHeadroom: 3)
    let map = EncodedGainMap(parameters, file: try Self.encoded(Self.flat(32, 16, .rgb8, 90)))
    folder["p3.jpg"] = try Self.encoded(Self.flat(64, 32, .rgb8, 128), ImageMetadata(profile: p3), map: map)
    try folder.frameit("apply", "-e", "rotate 5deg", "p3.jpg", "-o", "p3-out.jpg", "--quiet").succeeds()
    #expect(try Self.map(of: folder["p3-out.jpg"])?.parameters == parameters)
    try folder.frameit(
      "apply", "-e", "rotate 5deg", "p3.jpg", "-o", "srgb.jpg", "--profile", "srgb", "--quiet"
    )
    .succeeds()
    let converted = try #require(try Self.map(of: folder["srgb.jpg"])?.parameters)
    #expect(converted.colors == .profile(p3) && converted.channels == channels)
  }

  @Test("A quarter turn moves the blocks of both images, and --lossless require tags what cannot move")
  func lossless() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "rotate 90deg", "photo.jpg", "-o", "1.jpg").succeeds()
    try folder.frameit("apply", "-e", "rotate -90deg", "1.jpg", "-o", "2.jpg").succeeds()
    #expect(try Images.decode(folder["2.jpg"]) == Images.decode(folder["photo.jpg"]))
    #expect(try Self.map(of: folder["2.jpg"])?.pixels == Self.map(of: folder["photo.jpg"])?.pixels)
    // The map of 16 x 12 has a partial block at its bottom.
    try folder.frameit("apply", "-e", "rotate 90deg", "odd.jpg", "-o", "tag.jpg", "--lossless", "require")
      .succeeds()
    let header = try JPEGCodec().open(ByteInput(bytes: try #require(folder["tag.jpg"])), limits: Limits())
      .header
    #expect(header.orientation == .right)
    #expect(try Self.map(of: folder["tag.jpg"])?.pixels == Self.map(of: folder["odd.jpg"])?.pixels)
    try folder.frameit("apply", "-e", "rotate 90deg", "odd.jpg", "-o", "moved.jpg").succeeds()
    #expect(try Self.map(of: folder["moved.jpg"])?.header.size == PixelSize(width: 12, height: 16))
  }

  @Test("A crop of a crop has the same map as one crop, bit for bit")
  func crops() throws {
    let folder = try folder()
    folder["photo.jpg"] = try Self.photo(256, 128)
    try folder.frameit("apply", "-e", "crop 16,16 200,100", "photo.jpg", "-o", "a.jpg").succeeds()
    try folder.frameit("apply", "-e", "crop 32,16 96,64", "a.jpg", "-o", "twice.jpg").succeeds()
    try folder.frameit("apply", "-e", "crop 48,32 96,64", "photo.jpg", "-o", "once.jpg").succeeds()
    #expect(try Self.map(of: folder["twice.jpg"])?.pixels == Self.map(of: folder["once.jpg"])?.pixels)
    #expect(try Images.decode(folder["twice.jpg"]) == Images.decode(folder["once.jpg"]))
    try folder.frameit("apply", "-e", "crop 3,5 101,57; crop 4,6 50,30", "photo.jpg", "-o", "c.jpg")
      .succeeds()
    try folder.frameit("apply", "-e", "crop 7,11 50,30", "photo.jpg", "-o", "d.jpg").succeeds()
    #expect(folder["c.jpg"] == folder["d.jpg"])
  }

  @Test("--gain-map drop leaves no trace of the map, in copies, moved blocks and encoded pixels")
  func dropped() throws {
    let folder = try folder()
    for script in ["", "rotate 90deg", "rotate 5deg"] {
      let outcome = try folder.frameit(
        "apply", "-e", script, "photo.jpg", "-o", "out.jpg", "--force", "--gain-map", "drop")
      outcome.succeeds()
      #expect(outcome.err.isEmpty)
      let bytes = try #require(folder["out.jpg"])
      let header = try JPEGCodec().open(ByteInput(bytes: bytes), limits: Limits()).header
      #expect(header.gainMap == nil && header.notices == [] && header.attachments == [])
      #expect(header.metadata.blocks.first(.xmp) == nil)
    }
  }

  @Test("The map stays whatever metadata is dropped, and with every way of encoding and reading")
  func options() throws {
    let folder = try folder()
    for options in [
      ["--keep", "none"], ["--progressive"], ["--quality", "40"], ["--quality", "keep"],
      ["--max-bytes", "20K"],
      ["--isolate"], ["--profile", "srgb"], ["--lossless", "never"],
    ] {
      for script in ["", "rotate 90deg", "rotate 5deg"] {
        try folder.spawn(
          ["apply", "-e", script, "photo.jpg", "-o", "out.jpg", "--force", "--quiet"] + options
        ).run().succeeds()
        #expect(try Self.map(of: folder["out.jpg"])?.parameters == Self.parameters, "\(script) \(options)")
      }
    }
  }

  @Test("Formats without gain maps lose it with a warning, unless --gain-map drop is given")
  func otherFormats() throws {
    let folder = try folder()
    let edit = ["apply", "-e", "rotate 5deg", "photo.jpg", "-o", "out.png", "--force"]
    let outcome = try folder.spawn(edit).run()
    outcome.succeeds(warning: "the HDR gain map is dropped because PNG stores none")
    #expect(try folder.spawn(edit + ["--gain-map", "drop"]).run().err.isEmpty)
    // An image without a map loses nothing.
    #expect(try folder.frameit("apply", "-e", "", "logo.png", "-o", "logo.jpg", "--quiet").err.isEmpty)
  }

  @Test("Frames are written without a map, with a warning that says so") func frames() throws {
    let folder = try folder()
    let turn = "layer a image\nanimate a rotate to 20deg over 100ms"
    let outcome = try folder.spawn(["apply", "-e", turn, "photo.jpg", "--frames", "2", "-o", "f%d.jpg"]).run()
    outcome.succeeds(warning: "the HDR gain map is dropped because frames are written without one")
    #expect(try Self.map(of: folder["f1.jpg"]) == nil)
  }

  @Test("A map that cannot be read is left out with a warning, or is an error if it should be applied")
  func damaged() throws {
    let folder = try folder()
    let bytes = try #require(folder["photo.jpg"])
    let range = try #require(
      try JPEGCodec().open(ByteInput(bytes: bytes), limits: Limits()).header.gainMap?.range)
    folder["short.jpg"] = Array(bytes[..<(range.upperBound - 20)])
    var noFrame = bytes
    let frame = try #require(range.first { noFrame[$0...].starts(with: [0xFF, 0xC0]) })
    noFrame[frame + 1] = 0xC8
    folder["frame.jpg"] = noFrame
    for (name, warning) in [("short.jpg", "cannot be read"), ("frame.jpg", "cannot be read")] {
      let outcome = try folder.frameit("apply", "-e", "rotate 5deg", name, "-o", "out.jpg", "--force")
      #expect(outcome.err.contains(warning), "\(name): \(outcome.err)")
      let turned = try folder.frameit("apply", "-e", "rotate 90deg", name, "-o", "other.jpg", "--force")
      #expect(turned.ending == .exit(0) && turned.err.contains(warning), "\(name): \(turned.err)")
      for edit in ["", "rotate 3deg"] {
        let applied = try folder.frameit("apply", "-e", edit, name, "-o", "hdr.png", "--gain-map", "apply")
        #expect(applied.ending == .exit(4) && applied.err.contains("'\(name), gain map'"), "\(applied.err)")
        #expect(folder["hdr.png"] == nil)
      }
      #expect(try Self.map(of: folder["out.jpg"]) == nil)
    }
  }

  @Test("A map whose pixels are damaged is an error with a cure; --on-damage salvage goes on without it")
  func damagedPixels() throws {
    var file = try Self.photo(256, 256, scale: 1)
    let stored = try #require(try JPEGCodec().open(ByteInput(bytes: file), limits: Limits()).header.gainMap)
    // A second image begins in the middle of the scan.
    let range = try #require(stored.range)
    let scan = try #require(
      range.dropLast().last {
        file[$0] == 0xFF && file[$0 + 1] == 0xDA
      })
    for i in stride(from: scan + 14, to: scan + 40, by: 2) { (file[i], file[i + 1]) = (0xFF, 0xD8) }
    let folder = try Folder(["photo.jpg": file])
    for edit in ["rotate 12deg", "rotate 90deg"] {
      let argv = ["apply", "-e", edit, "photo.jpg", "-o", "out.jpg", "--force"]
      let failed = try folder.spawn(argv).run()
      #expect(failed.ending == .exit(4))
      #expect(failed.err.contains("'photo.jpg, gain map': damaged image"))
      #expect(failed.err.contains("hint: --gain-map drop edits the photo without its gain map"))

      let salvaged = try folder.spawn(argv + ["--on-damage", "salvage"]).run()
      salvaged.succeeds(warning: "photo.jpg: the HDR gain map cannot be read")
      #expect(try Self.map(of: folder["out.jpg"]) == nil)
      #expect(try folder.spawn(argv + ["--gain-map", "drop"]).run().ending == .exit(0))
      let applied = try folder.spawn(argv + ["--on-damage", "salvage", "--gain-map", "apply"]).run()
      #expect(applied.ending == .exit(4))
    }
  }

  @Test("What a truncated map lacks is not filled with a gain: salvage goes on without the map")
  func truncatedPixels() throws {
    let map = try Self.encoded(Self.noise(256, .gray8))
    let file = try Self.encoded(
      Self.flat(256, 256, .rgb8, 128), map: EncodedGainMap(Self.parameters, file: map))
    let folder = try Folder(["photo.jpg": Array(file.dropLast(map.count / 2))])
    for edit in ["rotate 12deg", "rotate 90deg"] {
      let argv = ["apply", "-e", edit, "photo.jpg", "-o", "out.jpg", "--force"]
      #expect(try folder.spawn(argv).run().ending == .exit(4))
      try folder.spawn(argv + ["--on-damage", "salvage"]).run().succeeds(
        warning: "photo.jpg: the HDR gain map cannot be read")
      #expect(try Self.map(of: folder["out.jpg"]) == nil)
      let applied = try folder.spawn(argv + ["--on-damage", "salvage", "--gain-map", "apply"]).run()
      #expect(applied.ending == .exit(4))
    }
  }

  @Test("A number of bytes lowers the quality of the map with that of its photo")
  func maximumBytes() throws {
    let map = EncodedGainMap(Self.parameters, file: try Self.encoded(Self.noise(128, .gray8)))
    let folder = try Folder(["photo.jpg": Self.encoded(Self.noise(128, .rgb8), map: map)])
    // At quality 100, the map alone has more bytes.
    try folder.frameit("apply", "-e", "", "photo.jpg", "-o", "small.jpg", "--max-bytes", "12K").succeeds()
    let bytes = try #require(folder["small.jpg"])
    #expect(bytes.count <= 12_000 && bytes.count > 9000, "\(bytes.count)")
    #expect(try Self.map(of: bytes)?.header.size == PixelSize(width: 128, height: 128))
  }

  @Test("A map that is encoded again beside moved blocks has quality 100, or its own with --quality keep")
  func qualityBesideBlocks() throws {
    let folder = try folder()
    func quantizers(_ name: String) throws -> [UInt8] {
      let bytes = try #require(folder[name])
      let map = try #require(
        try JPEGCodec().open(ByteInput(bytes: bytes), limits: Limits()).header.gainMap?.range)
      let start = try #require(map.first { bytes[$0...].starts(with: [0xFF, 0xDB, 0, 67, 0]) })
      return Array(bytes[start + 5..<start + 69])
    }
    try folder.frameit("apply", "-e", "rotate 90deg", "odd.jpg", "-o", "a.jpg").succeeds()
    #expect(try quantizers("a.jpg") == [UInt8](repeating: 1, count: 64))
    try folder.frameit("apply", "-e", "rotate 90deg", "odd.jpg", "-o", "b.jpg", "--quality", "keep")
      .succeeds()
    // The order of a turned block's quantizers is another one.
    #expect(try quantizers("b.jpg").sorted() == quantizers("odd.jpg").sorted())
  }

  @Test("--lossless require is an error if the map would be encoded again")
  func losslessRequired() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "crop 16,16 32,16", "odd.jpg", "-o", "a.jpg", "--lossless", "require")
      .fails(2, naming: "the HDR gain map cannot be moved without loss")
    try folder.frameit(
      "apply", "-e", "crop 16,16 32,16", "odd.jpg", "-o", "a.jpg", "--lossless", "require", "--gain-map",
      "drop"
    ).succeeds()
  }

  @Test("info shows the map and its numbers")
  func info() throws {
    let folder = try folder()
    let text = try folder.frameit("info", "photo.jpg").text
    #expect(text.contains("HDR gain map 32 x 16 gray, up to 2 stops"))
    let json = try folder.frameit("info", "--json", "photo.jpg").text
    #expect(json.contains(#""gainMap":{"bytes":"#) && json.contains(#""headroom":[0,2]"#))
    #expect(try folder.frameit("info", "--json", "--isolate", "photo.jpg").text == json)
  }

  @Test("--gain-map apply writes an HDR PNG with the light that the map gives", arguments: ["pq", "hlg"])
  func appliedHDR(_ transfer: String) throws {
    let folder = try folder()
    let options = ["--gain-map", "apply", "--transfer", transfer]
    try folder.spawn(["apply", "-e", "scale 0.5", "photo.jpg", "-o", "out.png"] + options).run().succeeds()
    let bytes = try #require(folder["out.png"])
    let header = try PNGCodec().open(ByteInput(bytes: bytes), limits: Limits()).header
    #expect(header.metadata.colorimetry?.codePoints == [9, transfer == "pq" ? 16 : 18, 0, 1])
    #expect(header.metadata.profile == nil && header.pixels == .rgb16)
    // The light of the sample 128, times a gain of 2 to the power of 2 * 200 / 255, with offsets of 1/64.
    let light = (0.2158605 + 1.0 / 64) * 2.9658 - 1.0 / 64
    func pq(_ light: Double) -> Double {
      let power = pow(light * 203 / 10_000, 0.1593017578125)
      return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }
    let scene = pow(light * 0.203, 1 / 1.2)
    let hlg =
      scene <= 1.0 / 12 ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    let pixels = try Images.decode(bytes)
    let wanted = (transfer == "pq" ? pq(light) : hlg) * 65535
    #expect(abs(Double(pixels[8, 4, 0]) - wanted) < 40, "\(pixels[8, 4, 0]), \(wanted)")
    #expect(pixels[8, 4, 0] == pixels[8, 4, 1] && pixels[8, 4, 1] == pixels[8, 4, 2])
  }

  @Test("The headroom says how much of the gain applies; other formats get compressed light")
  func headroom() throws {
    let folder = try folder()
    func sample(_ name: String, _ options: String...) throws -> Int {
      try folder.spawn(
        ["apply", "-e", "rotate 180deg", "photo.jpg", "-o", name, "--force", "--gain-map", "apply"] + options
      ).run().succeeds()
      return try Images.decode(folder[name])[8, 4, 0]
    }
    let none = try sample("a.png", "--headroom", "0")
    let half = try sample("a.png", "--headroom", "1")
    let all = try sample("a.png")
    #expect(none < half && half < all)
    #expect(try sample("a.png", "--headroom", "2") == all && sample("a.png", "--headroom", "5") == all)
    // Light of 0.67 is above 60% of white, and is compressed only a little.
    let compressed = try sample("a.jpg")
    #expect((205...215).contains(compressed), "\(compressed)")
    #expect(try Self.map(of: folder["a.jpg"]) == nil)
    try folder.frameit("apply", "-e", "", "photo.jpg", "-o", "b.png", "--headroom", "1").fails(
      2, naming: "--headroom needs --gain-map apply")
  }

  @Test("compare looks at the base, and with --gain-map at the map, too")
  func compare() throws {
    let folder = try folder()
    folder["brighter.jpg"] = try Self.photo(gain: 210)
    folder["other.jpg"] = try Self.photo(
      64, 32, gain: 200, scale: 2,
      GainMapParameters(channels: [.init(minimum: 0, maximum: 3)], baseHeadroom: 0, alternateHeadroom: 3))
    try folder.frameit("apply", "-e", "", "photo.jpg", "-o", "sdr.jpg", "--gain-map", "drop").succeeds()
    func status(_ a: String, _ b: String) throws -> String {
      #expect(try folder.frameit("compare", a, b).ending == .exit(0))
      let outcome = try folder.frameit("compare", a, b, "--gain-map", "--json")
      let status = outcome.text.split(separator: "\"gainMap\":\"").last?.prefix { $0 != "\"" } ?? ""
      #expect(outcome.ending == .exit(["same"].contains(status) ? 0 : 1))
      return String(status)
    }
    #expect(try status("photo.jpg", "brighter.jpg") == "differs")
    #expect(try status("photo.jpg", "other.jpg") == "parameters")
    #expect(try status("photo.jpg", "sdr.jpg") == "missing")
    #expect(try status("sdr.jpg", "photo.jpg") == "added")
    try folder.frameit("apply", "-e", "", "photo.jpg", "-o", "copy.jpg", "--progressive").succeeds()
    #expect(try status("photo.jpg", "copy.jpg") == "same")
    let text = try folder.frameit("compare", "photo.jpg", "brighter.jpg", "--gain-map").text
    #expect(text.contains("only in the gain map: 512 of 512 pixels"), "\(text)")
    let within = try folder.frameit(
      "compare", "photo.jpg", "brighter.jpg", "--gain-map", "--max-diff", "100%")
    #expect(within.ending == .exit(0))
    #expect(within.text.contains("the gain maps are within the limit: 512 of 512 pixels"), "\(within.text)")
  }

  @Test("There is no difference image if only the gain maps differ", arguments: ["overlay", "flicker"])
  func differenceImage(_ form: String) throws {
    let folder = try folder()
    folder["brighter.jpg"] = try Self.photo(gain: 210)
    let outcome = try folder.frameit(
      "compare", "photo.jpg", "brighter.jpg", "--gain-map", "--diff", "d.png", "--diff-as", form)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.err.contains("there is no difference image, because it would show only pixels"))
    #expect(folder["d.png"] == nil)
  }
}
