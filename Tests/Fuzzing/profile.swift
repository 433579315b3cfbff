import CLittleCMS
import FrameCodec
import FrameImage
import FrameScript

/// A harness that reads arbitrary bytes as an ICC profile, compares it with sRGB, and converts a few colors in both
/// directions.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    let curve = cmsBuildGamma(nil, 2.2)
    defer { cmsFreeToneCurve(curve) }
    return [cmsCreate_sRGBProfile(), cmsCreateGrayProfile(&white, curve), cmsCreateLab4Profile(nil)].map(
      saved)
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    guard let profile = ColorProfile(bytes) else { return }
    _ = (profile.name, profile.isSRGB)
    let depth: PixelFormat.Depth = choice.bit(0) ? .sixteen : .eight
    let counts: [ColorProfile.Space: Int] = [.gray: 1, .rgb: 3, .cmyk: 4]
    let own = ColorSamples(colors: counts[profile.space]!, hasAlpha: choice.bit(1), depth: depth)
    let rgb = ColorSamples(colors: 3, hasAlpha: choice.bit(1), depth: depth)
    convert(profile, own, .sRGB(), rgb)
    convert(.sRGB(), rgb, profile, own)
  }

  private static func convert(
    _ from: ColorProfile, _ input: ColorSamples, _ to: ColorProfile, _ output: ColorSamples
  ) {
    let pixels = 16
    let source = (0..<input.bytes * pixels).map { UInt8(truncatingIfNeeded: $0 * 37) }
    var result = [UInt8](repeating: 0, count: output.bytes * pixels)
    ColorTransform(from: from, to: to, input, output)?.apply(source, into: &result, count: pixels)
  }

  private static func saved(_ profile: cmsHPROFILE?) -> [UInt8] {
    defer { cmsCloseProfile(profile) }
    var count: UInt32 = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }
}

extension ColorSamples {
  fileprivate var bytes: Int { (colors + (hasAlpha ? 1 : 0)) * (depth == .sixteen ? 2 : 1) }
}
