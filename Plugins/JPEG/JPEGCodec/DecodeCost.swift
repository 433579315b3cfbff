import CJPEG
import FrameCodec
import FrameModel

/// What decoding an image takes, known from its header.
struct DecodeCost: Hashable {
  /// Bytes that the library holds: beside the rows' buffers, for an image in several scans, every
  /// coefficient. The rows that come out are not among them: they are their reader's.
  let bytes: Int
  /// How many scans may be decoded.
  let scans: Int

  /// What is allowed whatever the size: the usual progressive file has 10 scans, few have more than 15.
  private static let commonScans = 20

  /// Every scan of a progressive image goes over all of its pixels, however short the scan's data: 500 scans of a
  /// file of some kilobytes can take minutes. So scans times pixels are bounded by `Limits.work`, too.
  init(_ header: cjpeg_header, _ limits: Limits) {
    // Three rows of MCUs where chroma is interpolated across them, and what is upsampled from one.
    let rows = 4 * Int(header.band_samples)
    let coefficient = 2
    bytes = rows + (header.whole_image != 0 ? coefficient * Int(header.samples) : 0)
    let pixels = max(1, Int(header.width) * Int(header.height))
    scans = min(JPEGLimits.scans, max(Self.commonScans, limits.work / pixels))
  }
}
