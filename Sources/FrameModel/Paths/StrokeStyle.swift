/// How a pen that follows a path draws it, in the words and with the meaning of SVG 2, part 13.5.
public struct StrokeStyle: Hashable, Sendable {
  public enum Join: String, ScriptKeyword {
    case miter, round, bevel
    public static let meaning = "join"
  }

  public enum Cap: String, ScriptKeyword {
    case butt, round, square
    public static let meaning = "cap"
  }

  /// In the path's own units, across it.
  public var width: Double
  public var join: Join
  /// A miter that would be longer than this many widths is a bevel.
  public var miterLimit: Double
  public var cap: Cap
  /// Lengths of what is drawn and of what is left out, in turn; empty for an unbroken line.
  public var dashes: [Double]
  /// How far into the dashes the path begins.
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
