/// The rule for the inside of contours that cross themselves and each other.
public enum FillRule: String, ScriptKeyword {
  /// The points with a winding number other than 0.
  case nonZero = "nonzero"
  /// The points that a line from outside reaches after an odd number of crossings.
  case evenOdd = "evenodd"

  public static let meaning = "fill rule"
}

/// An area given by closed polygons and a fill rule.
public struct Outline: Hashable, Sendable {
  /// Each is closed by a line from its last point to its first.
  public var contours: [[Point]]
  public var rule: FillRule

  public init(_ contours: [[Point]] = [], rule: FillRule = .nonZero) {
    self.contours = contours
    self.rule = rule
  }
}
