import FrameCodec
import FramePixels

/// What an edit should do with the HDR gain maps of its images.
public enum GainMapPolicy: Hashable, Sendable {
  /// The output has a gain map, if its format can store one.
  case keep
  /// The output has the images as SDR screens show them.
  case drop
  /// The output is an HDR image, if its format can store one: 16 bits per channel, with BT.2020's primaries. In other formats, it
  /// is the HDR image, compressed to the range of SDR.
  case apply(HDRSettings)
}

/// How gain maps are applied.
public struct HDRSettings: Hashable, Sendable {
  /// The binary logarithm of the headroom of the screen, by which it exceeds SDR white; nil for that of the whole gain.
  public var headroom: Double?
  /// The transfer function of an HDR image.
  public var transfer: HDRTransfer

  public init(headroom: Double? = nil, transfer: HDRTransfer = .pq) {
    (self.headroom, self.transfer) = (headroom, transfer)
  }
}

/// How the samples of an HDR image stand for light.
public enum HDRTransfer: String, Hashable, Sendable, CaseIterable {
  /// Perceptual quantizer (SMPTE ST 2084): absolute light up to 10,000 nits.
  case pq
  /// Hybrid log-gamma (ITU-R BT.2100-2): relative light, for screens of 1,000 nits.
  case hlg

  /// The code points of the colors: BT.2020's primaries, this function, RGB, full range (ITU-T H.273).
  var colorimetry: ImageMetadata.Colorimetry {
    ImageMetadata.Colorimetry(codePoints: [9, self == .pq ? 16 : 18, 0, 1])
  }

  var output: HDRConversion.Output { self == .pq ? .pq : .hlg }
}
