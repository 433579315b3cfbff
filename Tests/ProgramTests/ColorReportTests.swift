import FrameCodec
import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// Colors in the reports of `explain` and `info`.
@Suite struct ColorReportTests {
  private static let wide = ColorProfile(.displayP3, .sRGB, gray: false)!
  private static let profile = wide.iccData!

  private func folder() throws -> Folder {
    let colors = ImageMetadata(profile: Self.profile)
    return try Folder([
      "plain.jpg": Images.jpeg(),
      "wide.jpg": Images.encode(Images.bitmap(16, 16), JPEGCodec(), metadata: colors),
      "wide.png": Images.encode(Images.bitmap(8, 8), PNGCodec(), metadata: colors),
      "ink.jpg": IsolationTests.cmyk,
    ])
  }

  @Test("Converting colors requires decoding") func conversionDecodes() throws {
    let folder = try folder()
    let text = try folder.frameit("explain", "-e", "", "wide.jpg", "--to", "srgb").succeeds().text
    for part in [
      "no: the image's colors are converted to sRGB",
      "copy: pixels are copied and colors are converted",
      "colors      sRGB\n",
      "profile \(Self.wide.name), \(Self.profile.count) bytes, colors converted to sRGB",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    let record = try folder.frameit("explain", "-e", "", "wide.jpg", "--to", "srgb", "--json").succeeds()
      .records()[0]
    #expect(record["colors"] as? String == "sRGB" && record["lossless"] == nil)
    let source = try #require((record["sources"] as? [[String: Any]])?.first)
    #expect(source["colors"] as? String == Self.wide.name && source["convertedTo"] as? String == "sRGB")
    try folder.frameit("apply", "-e", "", "wide.jpg", "--to", "srgb", "--lossless", "require")
      .fails(2, naming: "--lossless")
  }

  @Test("explain reports profiles that are kept") func keptProfiles() throws {
    let folder = try folder()
    let kept = try folder.frameit("explain", "-e", "", "wide.jpg").succeeds().text
    #expect(kept.contains("colors      \(Self.wide.name)\n") && kept.contains("copied without change"))
    #expect(!kept.contains("brought"))
    // Nothing is converted, and no profile is removed.
    let plain = try folder.frameit("explain", "-e", "", "plain.jpg", "--to", "srgb").succeeds().text
    #expect(plain.contains("dct: ") && plain.contains("colors      sRGB\n"))
    try folder.frameit("apply", "-e", "", "plain.jpg", "--to", "srgb", "-o", "same.jpg").succeeds()
    #expect(folder["same.jpg"] == folder["plain.jpg"])
  }

  @Test("A lossless turn of a CMYK image keeps it CMYK") func losslessCMYK() throws {
    let folder = try folder()
    let moved = try folder.frameit("explain", "-e", "", "ink.jpg").succeeds().text
    #expect(moved.contains("dct: ") && moved.contains("colors      CMYK\n") && !moved.contains("RGB"))
    let drawn = try folder.frameit("explain", "-e", "rotate 3deg", "ink.jpg").succeeds().text
    #expect(drawn.contains("cmyk, 8 bits") && drawn.contains("colors converted to sRGB"))
    #expect(drawn.contains("CMYK is converted to RGB without a profile"))
    try folder.frameit("info", "ink.jpg").succeeds(printing: "ink.jpg: 8 x 8 jpeg, cmyk, 8 bits\n")
  }

  @Test("info reports the color information of a file") func infoColors() throws {
    let folder = try folder()
    let name = Self.wide.name
    try folder.frameit("info", "wide.png").succeeds(
      printing: "wide.png: 8 x 8 png, rgb, 8 bits, profile \(name), \(Self.profile.count) bytes\n")
    let record = try folder.frameit("info", "wide.png", "--json").succeeds().records()[0]
    #expect(record["profileName"] as? String == name && record["profile"] as? Int == Self.profile.count)
    let numbers = ImageMetadata.Colorimetry(gamma: 100_000, codePoints: [9, 16, 0, 1])
    folder["hdr.png"] = try Images.encode(
      Images.bitmap(8, 8), PNGCodec(), metadata: ImageMetadata(colorimetry: numbers))
    try folder.frameit("info", "hdr.png").succeeds(
      printing: "hdr.png: 8 x 8 png, rgb, 8 bits, cICP 9 16 0 1, gamma 1\n")
  }

  @Test("A gray profile with sRGB's curve counts as sRGB in metadata")
  func grayProfiles() throws {
    let folder = try folder()
    let gray = try Images.bitmap(8, 8, .gray8)
    let light = ColorProfile(.bt709, .formula(ToneCurve.Formula(exponent: 1)), gray: true)
    for (file, profile) in [("same.png", ColorProfile.sRGBGray()), ("other.png", try #require(light))] {
      folder[file] = try Images.encode(gray, PNGCodec(), metadata: ImageMetadata(profile: profile.iccData))
      let outcome = try folder.frameit("apply", "-e", "", file, "--drop", "icc", "-o", "x" + file)
      #expect(outcome.ending == .exit(0))
      #expect(outcome.err.contains("colors will look different") == (file == "other.png"))
    }
  }
}
