/// What lies inside of contours that cross themselves and each other.
public enum FillRule: String, ScriptKeyword {
  /// What contours go around more often one way than the other.
  case nonZero = "nonzero"
  /// What a line from outside reaches after an odd number of crossings.
  case evenOdd = "evenodd"

  public static let meaning = "fill rule"
}

/// An area by its edges: closed polygons, and the rule that says what lies inside of them.
public struct Outline: Hashable, Sendable {
  /// Each closed by a line from its last point to its first.
  public var contours: [[Point]]
  public var rule: FillRule

  public init(_ contours: [[Point]] = [], rule: FillRule = .nonZero) {
    self.contours = contours
    self.rule = rule
  }
}
