import FrameModel

/// What a pixel of the compared part was found to be.
public enum PixelVerdict: UInt8, Sendable {
  case same
  case ignored
  /// It differs, but looks antialiased, so it does not count.
  case antialiased
  /// It differs and counts.
  case differs
}

/// How two images differ.
public struct ImageDifference: Hashable, Sendable {
  /// What was compared: the part that both images have, from the top left corner.
  public var size: PixelSize
  public var expectedSize: PixelSize
  public var actualSize: PixelSize
  /// How the actual image was laid beside the expected one.
  public var shift = PixelShift.none
  /// Pixels that count.
  public var differing = 0
  /// Pixels that differ and were excused.
  public var antialiased = 0
  /// Pixels that were not looked at.
  public var ignored = 0
  /// Pixels over the hard threshold; all of them are among `differing`.
  public var hard = 0
  /// Pixels that count and are wholly transparent in both: their colors differ, and nobody sees it.
  public var unseen = 0
  /// The largest difference of any sample of a pixel looked at, as a part of the range, 0 to 1.
  public var maxDifference = 0.0
  /// What the pixels that count lie in; nil where there are none.
  public var box: PixelRect?
  /// Regions of pixels that count and touch each other by side or corner: the largest first, equal ones
  /// from the top down, at most `ImageDifference.mostClusters`.
  public var clusters: [Cluster] = []
  /// How many such regions there are.
  public var clusterCount = 0
  /// Those that were asked for.
  public var metrics: [ComparisonMetric: Double] = [:]

  /// Pixels that were looked at.
  public var looked: Int { size.area - ignored }

  public static let mostClusters = 100

  public struct Cluster: Hashable, Sendable {
    public var box: PixelRect
    /// Its pixels.
    public var count: Int

    public init(box: PixelRect, count: Int) {
      self.box = box
      self.count = count
    }
  }

  /// Nothing found yet.
  public init(expectedSize: PixelSize, actualSize: PixelSize) {
    self.expectedSize = expectedSize
    self.actualSize = actualSize
    size = PixelSize(
      width: min(expectedSize.width, actualSize.width),
      height: min(expectedSize.height, actualSize.height))!
  }
}
