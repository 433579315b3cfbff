import FrameModel

/// Cyan, magenta, yellow and black, 0 for no ink, to sRGB.
public enum CMYKConversion {
  /// By a profile of a press.
  ///
  /// - Returns: nil for bytes that are no profile of CMYK.
  public static func byProfile(_ bytes: [UInt8], depth: PixelFormat.Depth) -> ColorTransform? {
    guard let profile = ColorProfile(bytes), profile.space == .cmyk else { return nil }
    let colors = ColorSamples(colors: 3, hasAlpha: false, depth: depth)
    return ColorTransform(from: profile, to: .sRGB(), .inks(depth), colors)
  }

  /// Where there is no profile: red = (1 - cyan) (1 - black) and so on, rounded to the nearest.
  public static func plain(depth: PixelFormat.Depth) -> any SampleConversion {
    depth == .eight ? ProfilelessCMYK<UInt8>() : ProfilelessCMYK<UInt16>()
  }
}

private struct ProfilelessCMYK<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: SampleConversion {
  func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int) {
    let inks = input.assumingMemoryBound(to: Sample.self)
    let colors = output.assumingMemoryBound(to: Sample.self)
    let full = UInt64(Sample.max)
    for x in 0..<count {
      let paper = full - UInt64(inks[4 * x + 3])
      for i in 0..<3 {
        colors[3 * x + i] = Sample(((full - UInt64(inks[4 * x + i])) * paper + full / 2) / full)
      }
    }
  }
}
