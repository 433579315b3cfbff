import CLittleCMS
import FrameImage

/// Converts samples from one profile to another: relative colorimetric with black point compensation, as
/// browsers and camera software do.
///
/// `@unchecked`, because a transform is immutable and keeps no state between calls.
package final class ColorTransform: SampleConversion, @unchecked Sendable {
  private let handle: cmsHTRANSFORM

  /// - Parameters:
  ///   - input, output: The layouts of the samples. If both have the same size, a conversion may work in
  ///     place.
  /// - Returns: nil if the profiles cannot be connected, or if the samples do not fit them.
  package init?(
    from: ColorProfile, to: ColorProfile, _ input: ColorSamples, _ output: ColorSamples? = nil
  ) {
    let output = output ?? input
    guard from.space.rawValue == input.colors, to.space.rawValue == output.colors,
      input.hasAlpha == output.hasAlpha
    else { return nil }
    // Without a cache, several threads can use the transform at the same time.
    let flags =
      cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION | (input.hasAlpha ? cmsFLAGS_COPY_ALPHA : 0)
    let handle = cmsCreateTransform(
      from.handle, input.layout(from.space), to.handle, output.layout(to.space),
      UInt32(INTENT_RELATIVE_COLORIMETRIC), UInt32(flags))
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { cmsDeleteTransform(handle) }

  package func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int) {
    cmsDoTransform(handle, input, output, UInt32(count))
  }

  /// Converts samples in place.
  func apply(to samples: inout [UInt8], count: Int) {
    samples.withUnsafeMutableBytes { apply($0.baseAddress!, into: $0.baseAddress!, count: count) }
  }
}

/// The layout of samples in memory.
package struct ColorSamples: Equatable, Sendable {
  package var colors: Int
  package var hasAlpha: Bool
  package var depth: PixelFormat.Depth

  package init(colors: Int, hasAlpha: Bool, depth: PixelFormat.Depth) {
    (self.colors, self.hasAlpha, self.depth) = (colors, hasAlpha, depth)
  }

  package init(_ format: PixelFormat) {
    self.init(
      colors: format.channels.isGray ? 1 : 3, hasAlpha: format.channels.hasAlpha, depth: format.depth)
  }

  /// Returns the layout of CMYK samples.
  package static func cmyk(_ depth: PixelFormat.Depth) -> ColorSamples {
    ColorSamples(colors: 4, hasAlpha: false, depth: depth)
  }

  static let rgb8Samples = ColorSamples(colors: 3, hasAlpha: false, depth: .eight)

  /// Returns Little CMS's format number: the pixel type, and the numbers of bytes, channels and extra
  /// channels.
  func layout(_ space: ColorProfile.Space) -> UInt32 {
    let pixelTypes: [ColorProfile.Space: Int32] = [.gray: PT_GRAY, .rgb: PT_RGB, .cmyk: PT_CMYK]
    return UInt32(pixelTypes[space]!) << 16 | (hasAlpha ? 1 << 7 : 0) | UInt32(colors) << 3
      | UInt32(depth.bytes)
  }
}

/// Conversions from CMYK to sRGB. A CMYK sample of 0 means no ink.
package enum CMYKConversion {
  /// Returns the conversion for a CMYK profile.
  ///
  /// - Returns: nil if the bytes are not a CMYK profile.
  package static func usingProfile(_ bytes: [UInt8], depth: PixelFormat.Depth) -> ColorTransform? {
    guard let profile = ColorProfile(bytes), profile.space == .cmyk else { return nil }
    let colors = ColorSamples(colors: 3, hasAlpha: false, depth: depth)
    return ColorTransform(from: profile, to: .sRGB(), .cmyk(depth), colors)
  }

  /// Returns the conversion for images without a profile: red = (1 - cyan) (1 - black), and so on, rounded to
  /// nearest.
  package static func withoutProfile(depth: PixelFormat.Depth) -> any SampleConversion {
    depth == .eight ? ProfilelessCMYK<UInt8>() : ProfilelessCMYK<UInt16>()
  }
}

private struct ProfilelessCMYK<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: SampleConversion {
  func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int) {
    let cmyk = input.assumingMemoryBound(to: Sample.self)
    let colors = output.assumingMemoryBound(to: Sample.self)
    let full = UInt64(Sample.max)
    for x in 0..<count {
      let white = full - UInt64(cmyk[4 * x + 3])
      for i in 0..<3 {
        colors[3 * x + i] = Sample(((full - UInt64(cmyk[4 * x + i])) * white + full / 2) / full)
      }
    }
  }
}
