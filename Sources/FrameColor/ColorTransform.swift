import CLittleCMS
import FrameModel

/// Brings samples from one profile to another: relative colorimetric, with black points brought together, as
/// browsers and cameras' own tools do.
///
/// Unchecked: a transform is only read once it is made, and keeps nothing between calls.
public final class ColorTransform: SampleConversion, @unchecked Sendable {
  private let handle: cmsHTRANSFORM

  /// - Parameters:
  ///   - input, output: samples as they come and go; both may be the same memory where both are as long.
  /// - Returns: nil where the profiles have no way between them, or the samples do not fit them.
  public init?(
    from: ColorProfile, to: ColorProfile, _ input: ColorSamples, _ output: ColorSamples? = nil
  ) {
    let output = output ?? input
    guard from.space.colors == input.colors, to.space.colors == output.colors,
      input.hasAlpha == output.hasAlpha
    else { return nil }
    // Without a cache it may be used by several threads at a time.
    let flags =
      cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION | (input.hasAlpha ? cmsFLAGS_COPY_ALPHA : 0)
    let handle = cmsCreateTransform(
      from.handle, input.layout(from.space), to.handle, output.layout(to.space),
      UInt32(INTENT_RELATIVE_COLORIMETRIC), UInt32(flags))
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { cmsDeleteTransform(handle) }

  public func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int) {
    cmsDoTransform(handle, input, output, UInt32(count))
  }

  /// In place.
  func apply(to samples: inout [UInt8], count: Int) {
    samples.withUnsafeMutableBytes { apply($0.baseAddress!, into: $0.baseAddress!, count: count) }
  }
}

extension ColorProfile.Space {
  var colors: Int {
    switch self {
    case .gray: 1
    case .rgb: 3
    case .cmyk: 4
    }
  }
}
