/// The style of a stroke, in the terms of SVG 2, part 13.5.
public struct StrokeStyle: Hashable, Sendable {
  public enum Join: String, ScriptKeyword {
    case miter, round, bevel
    public static let meaning = "join"
  }

  public enum Cap: String, ScriptKeyword {
    case butt, round, square
    public static let meaning = "cap"
  }

  /// Across the path, in its own units.
  public var width: Double
  public var join: Join
  /// A miter longer than this many widths becomes a bevel.
  public var miterLimit: Double
  public var cap: Cap
  /// Drawn and skipped lengths, alternating; empty for a solid line.
  public var dashes: [Double]
  /// The position in the dashes where the path begins.
  public var dashOffset: Double

  public init(
    width: Double, join: Join = .miter, miterLimit: Double = 4, cap: Cap = .butt, dashes: [Double] = [],
    dashOffset: Double = 0
  ) {
    self.width = width
    self.join = join
    self.miterLimit = miterLimit
    self.cap = cap
    self.dashes = dashes
    self.dashOffset = dashOffset
  }
}
