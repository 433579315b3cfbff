import FrameCodec
import FrameGeometry
import FrameImage
import FrameEngine
import FrameReports
import FrameKit
import FramePlan
import PNGCodec
import TestSupport
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
      ScriptScene(try editor.parse(text, name: "t")),
      images: SourceHost(sources: files.map(ImageSource.bytes)),
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
    expectTrue(result.pixel(0, 0) == [128, 128, 128] && result.profile == linear && result.notices == [])
  }

  @Test("--to srgb converts and removes the profile") func toSRGB() throws {
    let linear = try #require(Self.linearProfile)
    let result = try edit("", [png([128, 128, 128], profile: linear)], to: .srgb)
    expectTrue(result.pixel(0, 0) == [188, 188, 188] && result.profile == nil && result.notices == [])
    let plain = try edit("", [png([128, 128, 128])], to: .srgb)
    expectEqual(plain.pixel(0, 0), [128, 128, 128])
  }

  @Test("Further layers are converted to the first one's profile") func convertedLayers() throws {
    let linear = try #require(Self.linearProfile)
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let (bright, plain) = (try png([128, 128, 128], profile: linear), try png([188, 188, 188]))
    // The same light in two encodings.
    let first = try edit(script, [bright, plain])
    expectTrue(first.profile == linear && first.notices == [])
    expectTrue(first.pixel(1, 1) == [128, 128, 128] && abs(first.pixel(6, 1)[0] - 128) <= 1)
    let other = try edit(script, [plain, bright])
    expectTrue(other.profile == nil)
    expectTrue(other.pixel(1, 1) == [188, 188, 188] && other.pixel(6, 1) == [188, 188, 188])
  }

  @Test("Profiles that cannot be combined are reported") func incompatible() throws {
    let linear = try #require(Self.linearProfile)
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let result = try edit(script, [png([9, 9, 9], profile: linear), png([7], .gray8)])
    expectEqual(result.notices, [.colorsNotConverted("image 2")])
  }

  // MARK: What the output says

  /// Colorimetry for samples that are linear light.
  private static let light = ImageMetadata.Colorimetry(gamma: 100_000)

  @Test("Numbers in a file describe colors as a profile does") func numbers() throws {
    let script = "canvas 8,4; layer a image $1 at 0,0 size 4,4; layer b image $2 at 4,0 size 4,4"
    let (bright, plain) = (try png([128, 128, 128], numbers: Self.light), try png([188, 188, 188]))
    let first = try edit(script, [bright, plain])
    expectTrue(first.pixel(1, 1) == [128, 128, 128] && abs(first.pixel(6, 1)[0] - 128) <= 1)
    expectTrue(first.metadata.colorimetry == Self.light && first.profile == nil)
    let other = try edit(script, [plain, bright])
    expectTrue(other.pixel(6, 1) == [188, 188, 188] && other.metadata.colorimetry == nil)
    let converted = try edit("", [bright], to: .srgb)
    expectTrue(converted.pixel(0, 0) == [188, 188, 188] && converted.metadata.colorimetry == nil)
  }

  @Test("A format without colorimetry gets a profile, and one without profiles gets sRGB pixels")
  func formatsSayWhatTheyCan() throws {
    let file = try png([128, 128, 128], numbers: Self.light)
    let profile = try #require(try edit("", [file], codec: PlainCodec(profile: true)).profile)
    expectEqual(ColorProfile(profile)?.toneCurve, .formula(ToneCurve.Formula(exponent: 1)))
    // The generated profile contains no time, so its bytes are always the same.
    try expectEqual(edit("", [file], codec: PlainCodec(profile: true)).profile, profile)
    let bare = try edit("", [file], codec: PlainCodec(profile: false))
    expectTrue(bare.profile == nil && bare.pixel(0, 0) == [188, 188, 188])
    expectEqual(bare.notices, [.formatWithoutProfile("image 1", "plain")])
  }

  @Test("Colors that cannot be converted cause a notice if the output cannot describe them")
  func highDynamicRange() throws {
    let file = try png([9, 99, 200], numbers: ImageMetadata.Colorimetry(codePoints: [9, 16, 0, 1]))
    try expectEqual(edit("", [file]).notices, [])
    try expectEqual(
      edit("", [file], codec: PlainCodec(profile: true)).notices, [.colorsNotConverted("image 1")])
  }

  @Test("A gamma close to that of sRGB is kept, and pixels count as sRGB", arguments: [45455, 45000])
  func sRGBInNumbers(gamma: UInt32) throws {
    let numbers = ImageMetadata.Colorimetry(gamma: gamma)
    let result = try edit("rotate 30deg", [png([9, 200, 77], numbers: numbers)])
    expectEqual(result.metadata.colorimetry, numbers)
    try expectEqual(edit("rotate 30deg", [png([9, 200, 77])]).pixel(2, 2), result.pixel(2, 2))
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
    try expectEqual(middle(nil), 188)
    try expectEqual(middle(Self.light), 128)
    try expectEqual(middle(ImageMetadata.Colorimetry(gamma: 55556)), 174)
    // BT.2020 as code points.
    try expectEqual(middle(ImageMetadata.Colorimetry(codePoints: [9, 1, 0, 1])), 180)
  }

  @Test("explain reports the transfer function") func explainedCurve() throws {
    func explained(_ numbers: ImageMetadata.Colorimetry?) throws -> PlanReport {
      let editor = Editor(codecs: CodecList([PNGCodec()]))
      let host = SourceHost(sources: [.bytes(try png([1, 2, 3], numbers: numbers))])
      return PlanReport(
        try editor.prepare(ScriptScene(try editor.parse("rotate 3deg", name: "t")), images: host))
    }
    try expectEqual(explained(ImageMetadata.Colorimetry(gamma: 55556)).toneCurve, "gamma 1.8")
    try expectTrue(
      explained(ImageMetadata.Colorimetry(gamma: 55556)).text().contains(
        "linear light with the output's transfer function"))
    try expectTrue(explained(nil).toneCurve == nil)
  }

  @Test("Colors of the script are sRGB and are converted to the output's profile")
  func colors() throws {
    let linear = try #require(Self.linearProfile)
    let file = try png([10, 10, 10], profile: linear)
    let result = try edit("canvas 8,4; background #808080; layer a image $1 at 0,0 size 4,4", [file])
    expectTrue(result.pixel(0, 0) == [10, 10, 10] && result.pixel(6, 1) == [55, 55, 55])
    let gradient = try edit(
      "canvas 8,4; background linear 0,0 to 4,0 red #808080; layer a image $1 at 0,0 size 4,4", [file])
    expectEqual(gradient.pixel(6, 1), [55, 55, 55])
    let white = try edit("canvas 8,4; background white; layer a image $1 at 0,0 size 4,4", [file])
    expectEqual(white.pixel(6, 1), [255, 255, 255])
    let plain = try edit(
      "canvas 8,4; background #808080; layer a image $1 at 0,0 size 4,4", [png([10, 10, 10])])
    expectEqual(plain.pixel(6, 1), [128, 128, 128])
  }

  // MARK: Color edits in other primaries

  /// From light in Display P3 to light in sRGB: CSS Color 4, 18.
  private static let sRGBFromP3 = ColorMatrix(
    rows: [1.2249401762805598, -0.2249401762805600, 0], [-0.0420569547096882, 1.0420569547096881, 0],
    [-0.0196375545903344, -0.0786360455506319, 1.0982736001409663])

  private static let p3 = ColorProfile(.displayP3, .sRGB, gray: false)?.iccData

  private static func times(_ matrix: ColorMatrix, _ v: [Double]) -> [Double] {
    matrix.rows.map { $0[0] * v[0] + $0[1] * v[1] + $0[2] * v[2] }
  }

  /// The change of light in sRGB's primaries.
  private static func adaptation(_ edit: FramePlan.ColorEdit) -> ColorMatrix {
    for case .matrix(let matrix) in ColorFunction([edit]).stages { return matrix }
    return .identity
  }

  /// Ottosson's formulas with the published digits, and a turn by 40 degrees.
  private static func turned(_ light: [Double]) -> [Double] {
    let cones = times(
      ColorMatrix(
        rows: [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005]), light)
    let lab = times(
      ColorMatrix(
        rows: [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660]), cones.map { root($0) })
    let (sine, cosine) = (0.6427876096865393, 0.766044443118978)
    let (a, b) = (lab[1] * cosine - lab[2] * sine, lab[1] * sine + lab[2] * cosine)
    let roots = times(
      ColorMatrix(
        rows: [1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728],
        [1, -0.0894841775, -1.2914855480]), [lab[0], a, b])
    return times(
      ColorMatrix(
        rows: [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010]), roots.map { $0 * $0 * $0 })
  }

  private static func root(_ x: Double) -> Double {
    x < 0 ? -Exponentials.cubeRoot(-x) : Exponentials.cubeRoot(x)
  }

  /// Returns the samples that an edit of light in sRGB's primaries makes of Display P3's.
  private static func inSRGB(_ samples: [Double], _ edit: ([Double]) -> [Double]) -> [Double] {
    let light = edit(times(sRGBFromP3, samples.map { ToneCurve.sRGB.light($0) }))
    return times(sRGBFromP3.inverse, light).map { $0 < 0 ? $0 : encoded($0) }
  }

  /// IEC 61966-2-1.
  private static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * Exponentials.power(light, 1 / 2.4) - 0.055
  }

  private static func colorized(_ v: [Double]) -> [Double] {
    let color = times(sRGBFromP3.inverse, [0xE0, 0x50, 0x20].map { ToneCurve.sRGB.light($0 / 255) })
    let gray = 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]
    return zip(v, color).map { 0.2 * $0 + 0.8 * gray * encoded($1) }
  }

  /// Edits whose results depend on primaries, and what they make of Display P3's samples.
  private static let primaryEdits: [(text: String, formula: @Sendable ([Double]) -> [Double])] = [
    ("hue 40deg", { inSRGB($0, turned) }),
    ("temperature 30", { inSRGB($0) { times(adaptation(.temperature(mired: 30)), $0) } }),
    ("tint 20", { inSRGB($0) { times(adaptation(.tint(20)), $0) } }),
    ("colorize #e05020 0.8", colorized),
  ]

  /// 4096 colors, evenly spread.
  private func palette() throws -> Bitmap {
    let size = try #require(PixelSize(width: 64, height: 64))
    let colors = (0..<4096).flatMap { (i: Int) -> [UInt8] in
      [UInt8(i / 256 * 17), UInt8(i / 16 % 16 * 17), UInt8(i % 16 * 17)]
    }
    return try #require(Bitmap(size: size, format: .rgb8, bytes: colors))
  }

  @Test("Edits of a Display P3 image are those of its colors in sRGB", arguments: primaryEdits.indices)
  func primaries(index: Int) throws {
    let (text, formula) = Self.primaryEdits[index]
    let image = try palette()
    let result = try edit(text, [png(image, profile: Self.p3)])
    expectTrue(result.profile == Self.p3 && result.notices == [])
    var compared = 0
    for i in 0..<4096 {
      let color = (0..<3).map { Double(image[i % 64, i / 64, $0]) / 255 }
      let wanted = formula(color)
      guard wanted.allSatisfy({ (0...1).contains($0) }) else { continue }
      compared += 1
      let found = result.pixel(i % 64, i / 64)
      for (one, other) in zip(wanted, found) {
        expectTrue(abs(one * 255 - Double(other)) <= 1, "\(text) of \(color): \(wanted), not \(found)")
      }
      // Black, white, and what is between.
      if text.hasPrefix("hue"), Set(color).count == 1 {
        expectTrue(found.allSatisfy { $0 == image[i % 64, i / 64, 0] }, "\(color)")
      }
    }
    expectTrue(compared > 1900)
    let plain = try edit(text, [png(image)])
    expectTrue(plain.image.bytes != result.image.bytes)
  }

  /// Returns what is done with the colors of an image that has a profile.
  private func function(_ text: String, _ profile: [UInt8]?) throws -> (ColorFunction, report: String) {
    let editor = Editor(codecs: CodecList([PNGCodec()]))
    let host = SourceHost(sources: [.bytes(try png([1, 2, 3], profile: profile))])
    let edit = try editor.prepare(ScriptScene(try editor.parse(text, name: "t")), images: host)
    guard case .group(let group)? = edit.plan.items.first else { return (.identity, "") }
    return (group.colors, PlanReport(edit).text())
  }

  @Test("Profiles with sRGB's primaries but for rounding leave color edits as they are")
  func sRGBPrimaries() throws {
    let gamma = ToneCurve.formula(.init(exponent: 2.2))
    let close = try #require(Chromaticities([0.3127, 0.3290, 0.6403, 0.33, 0.3001, 0.6, 0.15, 0.0601]))
    let edits: [FramePlan.ColorEdit] = [.hue(.degrees(40)), .temperature(mired: 30), .tint(20)]
    let text = "hue 40deg; temperature 30; tint 20"
    for primaries in [Chromaticities.bt709, close] {
      let profile = try #require(ColorProfile(primaries, gamma, gray: false)?.iccData)
      try expectEqual(function(text, profile).0, ColorFunction(edits))
    }
    try expectEqual(function(text, nil).0, ColorFunction(edits))
    try expectTrue(function(text, Self.p3).0 != ColorFunction(edits))
  }

  @Test("explain prints the matrix of the output's primaries, and the script's color") func explained() throws
  {
    let report = try function("temperature 30", Self.p3).report
    let line = try #require(report.split(separator: "\n").first { $0.contains("1 color edit as") })
    let text = try #require(line.split(separator: ";").first { $0.contains("matrix ") })
    let numbers = text.split { " ,".contains($0) }.compactMap { Double($0) }
    let change = Self.adaptation(.temperature(mired: 30))
    let wanted = Self.sRGBFromP3.inverse.after(change.after(Self.sRGBFromP3))
    try #require(numbers.count == 15)
    for (one, other) in zip(numbers, wanted.rows.flatMap(\.self)) { expectTrue(abs(one - other) < 1e-3) }
    expectTrue(!numbers.elementsEqual(change.rows.flatMap(\.self)) { abs($0 - $1) < 1e-3 })
    let colorized = try function("colorize #e05020 0.8", Self.p3).0
    expectEqual(colorized.edits.map(\.text), ["colorize #e05020 0.8"])
    expectTrue(colorized.stages != ColorFunction(colorized.edits).stages)
  }
}
