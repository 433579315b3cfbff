import FrameCodec
import FrameImage
import FrameKit
import PNGCodec
import Testing

/// Tests of profiles in edits: kept, converted, or unified across layers.
@Suite struct ColorEditTests {
  /// A profile with sRGB's primaries and linear samples.
  private static let linearProfile = ColorProfile(
    .bt709, .formula(ToneCurve.Formula(exponent: 1)), gray: false)?.iccData

  private struct Edited {
    var image: Bitmap
    var metadata: ImageMetadata
    var notices: [EditNotice]
    var profile: [UInt8]? { metadata.profile }

    /// Gray pixels may be stored as gray.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
      (0..<3).map { image[x, y, image.format.channels.isGray ? 0 : $0] }
    }
  }

  /// PNG under another name. It cannot store colorimetry as numbers, and stores a profile only if `profile` is true.
  private struct PlainCodec: Codec {
    let profile: Bool
    private let inner = PNGCodec()

    init(profile: Bool) { self.profile = profile }

    var library: String { "none" }
    var format: ImageFormat {
      var format = inner.format
      (format.name, format.title, format.signatures) = ("plain", "plain", [])
      (format.capabilities.profile, format.capabilities.colorimetry) = (profile, .none)
      return format
    }

    func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
      throw .unknownFormat
    }

    func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
      try inner.makeEncoder(output, request)
    }
  }

  private func png(
    _ pixel: [UInt8], _ format: PixelFormat = .rgb8, profile: [UInt8]? = nil,
    numbers: ImageMetadata.Colorimetry? = nil
  ) throws -> [UInt8] {
    let size = try #require(PixelSize(width: 4, height: 4))
    let rows = (0..<16).flatMap { _ in pixel }
    let image = try #require(Bitmap(size: size, format: format, bytes: rows))
    return try png(image, profile: profile, numbers: numbers)
  }

  private func png(
    _ image: Bitmap, profile: [UInt8]? = nil, numbers: ImageMetadata.Colorimetry? = nil
  ) throws -> [UInt8] {
    let output = ByteOutput()
    var request = EncodeRequest(size: image.size, pixels: image.format)
    request.metadata.profile = profile
    request.metadata.colorimetry = numbers
    var encoder = try PNGCodec().encoder(output, request)
    try encoder.write(image.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  private func edit(
    _ text: String, _ files: [[UInt8]], to target: ColorTarget = .first, codec: (any Codec)? = nil
  ) throws -> Edited {
    let codecs = [PNGCodec()] + [codec].compactMap(\.self)
    let editor = Editor(codecs: CodecList(codecs), colors: target)
    let edit = try editor.prepare(
      try editor.parse(text, name: "t"), images: SourceHost(sources: files.map(ImageSource.bytes)),
      output: OutputRequest(codec: codec))
    let output = ByteOutput()
    _ = try edit.render(into: output)
    let input = ByteInput(bytes: output.bytes)
    let header = try PNGCodec().open(input, limits: Limits()).header
    var decoder = try PNGCodec().decoder(input, DecodeRequest())
    var image = Bitmap(size: decoder.size, format: decoder.format)
    try decoder.forEachBand { image.write($0) }
    return Edited(image: image, metadata: header.metadata, notices: edit.notices)
  }

  @Test("The output keeps the input's profile and samples") func keptProfile() throws {
    let linear = try #require(Self.linearProfile)
    let result = try edit("", [png([128, 128, 128], profile: linear)])
    #expect(result.pixel(0, 0) == [128, 128, 128] && result.profile == linear && result.notices == [])
  }

  @Test("--to srgb converts and removes the profile") func toSRGB() throws {
    let linear = try #require(Self.linearProfile)
    let result = try edit("", [png([128, 128, 128], profile: linear)], to: .srgb)
    #expect(result.pixel(0, 0) == [188, 188, 188] && result.profile == nil && result.notices == [])
    let plain = try edit("", [png([128, 128, 128])], to: .srgb)
    #expect(plain.pixel(0, 0) == [128, 128, 128])
  }

  @Test("Further layers are converted to the first one's profile") func convertedLayers() throws {
    let linear = try #require(Self.linearProfile)
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let (bright, plain) = (try png([128, 128, 128], profile: linear), try png([188, 188, 188]))
    // The same light in two encodings.
    let first = try edit(script, [bright, plain])
    #expect(first.profile == linear && first.notices == [])
    #expect(first.pixel(1, 1) == [128, 128, 128] && abs(first.pixel(6, 1)[0] - 128) <= 1)
    let other = try edit(script, [plain, bright])
    #expect(other.profile == nil)
    #expect(other.pixel(1, 1) == [188, 188, 188] && other.pixel(6, 1) == [188, 188, 188])
  }

  @Test("Profiles that cannot be combined are reported") func incompatible() throws {
    let linear = try #require(Self.linearProfile)
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let result = try edit(script, [png([9, 9, 9], profile: linear), png([7], .gray8)])
    #expect(result.notices == [.colorsNotConverted("image 2")])
  }

  // MARK: What the output says

  /// Colorimetry for samples that are linear light.
  private static let light = ImageMetadata.Colorimetry(gamma: 100_000)

  @Test("Numbers in a file describe colors as a profile does") func numbers() throws {
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let (bright, plain) = (try png([128, 128, 128], numbers: Self.light), try png([188, 188, 188]))
    let first = try edit(script, [bright, plain])
    #expect(first.pixel(1, 1) == [128, 128, 128] && abs(first.pixel(6, 1)[0] - 128) <= 1)
    #expect(first.metadata.colorimetry == Self.light && first.profile == nil)
    let other = try edit(script, [plain, bright])
    #expect(other.pixel(6, 1) == [188, 188, 188] && other.metadata.colorimetry == nil)
    let converted = try edit("", [bright], to: .srgb)
    #expect(converted.pixel(0, 0) == [188, 188, 188] && converted.metadata.colorimetry == nil)
  }

  @Test("A format without colorimetry gets a profile, and one without profiles gets sRGB pixels")
  func formatsSayWhatTheyCan() throws {
    let file = try png([128, 128, 128], numbers: Self.light)
    let profile = try #require(try edit("", [file], codec: PlainCodec(profile: true)).profile)
    #expect(ColorProfile(profile)?.toneCurve == .formula(ToneCurve.Formula(exponent: 1)))
    // The generated profile contains no time, so its bytes are always the same.
    #expect(try edit("", [file], codec: PlainCodec(profile: true)).profile == profile)
    let bare = try edit("", [file], codec: PlainCodec(profile: false))
    #expect(bare.profile == nil && bare.pixel(0, 0) == [188, 188, 188])
    #expect(bare.notices == [.formatWithoutProfile("image 1", "plain")])
  }

  @Test("Colors that cannot be converted cause a notice if the output cannot describe them")
  func highDynamicRange() throws {
    let file = try png([9, 99, 200], numbers: ImageMetadata.Colorimetry(codePoints: [9, 16, 0, 1]))
    #expect(try edit("", [file]).notices == [])
    #expect(
      try edit("", [file], codec: PlainCodec(profile: true)).notices == [.colorsNotConverted("image 1")])
  }

  @Test("A gamma close to that of sRGB is kept, and pixels count as sRGB", arguments: [45455, 45000])
  func sRGBInNumbers(gamma: UInt32) throws {
    let numbers = ImageMetadata.Colorimetry(gamma: gamma)
    let result = try edit("rotate 30deg", [png([9, 200, 77], numbers: numbers)])
    #expect(result.metadata.colorimetry == numbers)
    #expect(try edit("rotate 30deg", [png([9, 200, 77])]).pixel(2, 2) == result.pixel(2, 2))
  }

  // MARK: Linear light

  @Test("Linear light follows the transfer function of the profile")
  func curves() throws {
    let size = try #require(PixelSize(width: 2, height: 1))
    let image = try #require(Bitmap(size: size, format: .rgb8, bytes: [0, 0, 0, 255, 255, 255]))
    func middle(_ numbers: ImageMetadata.Colorimetry?) throws -> Int {
      try edit("canvas 1,1; filter linear; layer a image mode scaleToFill", [png(image, numbers: numbers)])
        .pixel(0, 0)[0]
    }
    #expect(try middle(nil) == 188)
    #expect(try middle(Self.light) == 128)
    #expect(try middle(ImageMetadata.Colorimetry(gamma: 55556)) == 174)
    // BT.2020 as code points.
    #expect(try middle(ImageMetadata.Colorimetry(codePoints: [9, 1, 0, 1])) == 180)
  }

  @Test("explain reports the transfer function") func explainedCurve() throws {
    func explained(_ numbers: ImageMetadata.Colorimetry?) throws -> PlanReport {
      let editor = Editor(codecs: CodecList([PNGCodec()]))
      let host = SourceHost(sources: [.bytes(try png([1, 2, 3], numbers: numbers))])
      return PlanReport(try editor.prepare(try editor.parse("rotate 3deg", name: "t"), images: host))
    }
    #expect(try explained(ImageMetadata.Colorimetry(gamma: 55556)).toneCurve == "gamma 1.8")
    #expect(
      try explained(ImageMetadata.Colorimetry(gamma: 55556)).text().contains(
        "linear light with the output's transfer function"))
    #expect(try explained(nil).toneCurve == nil)
  }

  @Test("Colors of the script are sRGB and are converted to the output's profile")
  func colors() throws {
    let linear = try #require(Self.linearProfile)
    let file = try png([10, 10, 10], profile: linear)
    let result = try edit("canvas 8,4; background #808080; layer a image $1 at 0,0 size 4,4", [file])
    #expect(result.pixel(0, 0) == [10, 10, 10] && result.pixel(6, 1) == [55, 55, 55])
    let gradient = try edit(
      "canvas 8,4; background linear 0,0 to 4,0 red #808080; layer a image $1 at 0,0 size 4,4", [file])
    #expect(gradient.pixel(6, 1) == [55, 55, 55])
    let white = try edit("canvas 8,4; background white; layer a image $1 at 0,0 size 4,4", [file])
    #expect(white.pixel(6, 1) == [255, 255, 255])
    let plain = try edit(
      "canvas 8,4; background #808080; layer a image $1 at 0,0 size 4,4", [png([10, 10, 10])])
    #expect(plain.pixel(6, 1) == [128, 128, 128])
  }
}
