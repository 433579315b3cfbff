import CJPEG
import FrameCodec

/// What decoding a picture takes, known from its header.
struct DecodeCost: Hashable {
  /// Bytes that the library holds: beside the rows' buffers, for a picture in several scans, every
  /// coefficient. The rows that come out are not among them: they are their reader's.
  let bytes: Int
  /// How many scans may be decoded.
  let scans: Int

  /// A progressive picture's every scan goes over all of its samples, however short the scan's data:
  /// 500 scans of a file of some kilobytes can take minutes. So scans times samples are bounded too, at
  /// what 500 scans of 16 million samples take: some eight seconds, at a thousandth of one for a million.
  static let sampleScans = 500 * 16_000_000
  /// What is allowed whatever the size: the usual progressive file has 10 scans, few have more than 15.
  static let commonScans = 20

  init(_ header: cjpeg_header) {
    self.init(
      samples: Int(header.samples), bandSamples: Int(header.band_samples),
      isWhole: header.whole_picture != 0)
  }

  /// - Parameters:
  ///   - samples: of all components.
  ///   - bandSamples: those of one row of MCUs.
  ///   - isWhole: all coefficients are held.
  init(samples: Int, bandSamples: Int, isWhole: Bool) {
    // Three rows of MCUs where chroma is interpolated across them, and what is upsampled from one.
    let rows = 4 * bandSamples
    let coefficient = 2
    bytes = rows + (isWhole ? coefficient * samples : 0)
    scans = min(JPEGLimits.scans, max(Self.commonScans, Self.sampleScans / max(samples, 1)))
  }
}
