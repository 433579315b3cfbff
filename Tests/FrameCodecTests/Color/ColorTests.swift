import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

@Suite struct ColorTests {
  @Test("Converting sRGB to sRGB changes nothing") func identity() {
    let sRGB = ColorProfile.sRGB()
    expectTrue(sRGB.isSRGB && sRGB.space == .rgb)
    expectTrue(sRGB.name.contains("sRGB"))
  }

  @Test("Invalid profiles are refused") func invalidProfiles() {
    expectTrue(ColorProfile([]) == nil)
    expectTrue(ColorProfile([UInt8](repeating: 0, count: 200)) == nil)
    expectTrue(
      ColorProfile(Array("no profile at all, but some text that is long enough to be looked at".utf8)) == nil)
  }

  @Test("Converting from gamma 1 to sRGB maps half of full scale to 188")
  func gamma() throws {
    let bytes = try #require(LinearProfile.bytes)
    let linear = try #require(ColorProfile(bytes))
    expectTrue(!linear.isSRGB)
    let transform = try #require(ColorTransform(from: linear, to: .sRGB(), .rgb8Samples))
    var pixels: [UInt8] = [0, 0, 0, 255, 255, 255, 128, 128, 128, 255, 0, 0]
    transform.apply(to: &pixels, count: 4)
    expectEqual(pixels, [0, 0, 0, 255, 255, 255, 188, 188, 188, 255, 0, 0])
  }

  @Test("Alpha is not converted") func alpha() throws {
    let linear = try #require(LinearProfile.bytes.flatMap { ColorProfile($0) })
    let samples = ColorSamples(PixelFormat.rgba8)
    let transform = try #require(ColorTransform(from: linear, to: .sRGB(), samples))
    var pixels: [UInt8] = [128, 128, 128, 77, 0, 255, 0, 0]
    transform.apply(to: &pixels, count: 2)
    expectEqual(pixels, [188, 188, 188, 77, 0, 255, 0, 0])
  }

  @Test("16-bit samples keep their precision") func sixteenBits() throws {
    let linear = try #require(LinearProfile.bytes.flatMap { ColorProfile($0) })
    let transform = try #require(ColorTransform(from: linear, to: .sRGB(), ColorSamples(PixelFormat.rgb16)))
    var pixels: [UInt16] = [0, 32768, 65535]
    pixels.withUnsafeMutableBytes { transform.apply($0.baseAddress!, into: $0.baseAddress!, count: 1) }
    // IEC 61966-2-1: 1.055 * 0.5^(1/2.4) - 0.055, times 65535.
    expectTrue(abs(Int(pixels[1]) - 48192) < 16, "\(pixels)")
  }

  @Test("A profile for other channels is refused") func channels() {
    expectTrue(ColorTransform(from: .sRGB(), to: .sRGB(), ColorSamples(.gray8)) == nil)
  }

  @Test("Converting rows in bands gives the same result") func bands() throws {
    let linear = try #require(LinearProfile.bytes.flatMap { ColorProfile($0) })
    let size = PixelSize(width: 3, height: 50)!
    let image = Bitmap(
      size: size, format: .rgb8, bytes: (0..<450).map { UInt8(truncatingIfNeeded: $0 &* 7) })!
    let transform = try #require(ColorTransform(from: linear, to: .sRGB(), .rgb8Samples))
    var source = ConvertedSource(image, transform, format: .rgb8)
    var out: [UInt8] = []
    try source.forEachBand { band in for i in band.indices { out.append(band[i]) } }
    var whole = image.bytes
    transform.apply(to: &whole, count: 150)
    expectEqual(out, whole)
  }

  @Test("A profile of red, green and blue light has colorants that are D50 together") func colorants() throws
  {
    for primaries in [Chromaticities.bt709, .displayP3, .bt2020] {
      let profile = try #require(ColorProfile(primaries, .sRGB, gray: false)?.iccData)
      let white = try #require(ColorProfile(profile)?.colorants).reduce(.zero, +)
      // ICC.1:2022, 7.2.16.
      let difference = white - SIMD3(0.9642, 1, 0.8249)
      expectTrue(max(difference.max(), -difference.min()) < 5e-4, "\(white)")
    }
  }

  @Test("Profiles that are gray or use tables have no colorants") func noColorants() throws {
    expectTrue(ColorProfile.sRGBGray().colorants == nil)
    var bytes = try #require(ColorProfile(.displayP3, .sRGB, gray: false)?.iccData)
    // The table of tags is before their data. Only the presence of a table counts.
    let tag = Array("chad".utf8)
    let place = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == tag })
    bytes.replaceSubrange(place..<place + 4, with: "A2B0".utf8)
    let profile = try #require(ColorProfile(bytes))
    expectTrue(profile.space == .rgb && profile.colorants == nil)
  }
}
