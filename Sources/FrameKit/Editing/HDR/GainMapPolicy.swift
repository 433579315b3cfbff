import FrameCodec
import FrameGeometry

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

  /// The light of SDR white, in nits (ITU-R BT.2408-7, 2.1).
  static let white = 203.0

  /// The code points of the colors: BT.2020's primaries, this function, RGB, full range (ITU-T H.273).
  var colorimetry: ImageMetadata.Colorimetry {
    ImageMetadata.Colorimetry(codePoints: [9, self == .pq ? 16 : 18, 0, 1])
  }

  /// Returns the sample, 0 to 1, of light in which SDR white is 1. For HLG, the light is that of the scene, where white is
  /// its sample of 0.75 (BT.2408-7, table 1).
  func sample(_ light: Double) -> Double {
    switch self {
    case .pq:
      let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
      let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
      let power = Exponentials.power(min(1, light * Self.white / 10_000), m1)
      return Exponentials.power((c1 + c2 * power) / (1 + c3 * power), m2)
    case .hlg:
      let (a, b) = (0.17883277, 1 - 4 * 0.17883277)
      let c = 0.5 - a * Exponentials.logarithm(4 * a)
      let scene = min(1, light)
      return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * Exponentials.logarithm(12 * scene - b) + c
    }
  }
}
