import CJPEG
import FrameCodec
import FrameModel

/// The cost of decoding an image, from its header.
struct DecodeCost: Hashable {
  /// The bytes that the library holds besides row buffers: for an image with several scans, all coefficients. Decoded
  /// rows are not included; they belong to the caller.
  let bytes: Int
  /// The number of scans that may be decoded.
  let scans: Int

  /// The number of scans that is always allowed. Usual progressive files have 10 scans, few have more than 15.
  private static let commonScans = 20

  /// Every scan of a progressive image visits all pixels, even if the scan's data is short: 500 scans in a file of a
  /// few kilobytes can take minutes. So `Limits.work` also bounds scans times pixels.
  init(_ header: cjpeg_header, _ limits: Limits) {
    // Three rows of MCUs if chroma is interpolated across them, and the upsampled rows of one.
    let rows = 4 * Int(header.band_samples)
    let coefficient = 2
    bytes = rows + (header.whole_image != 0 ? coefficient * Int(header.samples) : 0)
    let pixels = max(1, Int(header.width) * Int(header.height))
    scans = min(JPEGLimits.scans, max(Self.commonScans, limits.work / pixels))
  }
}
