/// What becomes of the HDR gain maps of the images.
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
