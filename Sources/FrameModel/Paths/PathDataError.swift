/// An error in SVG path data, with its position.
public struct PathDataError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A coordinate, a radius or an angle is expected.
    case expectedNumber
    /// 0 or 1 is expected: the direction of an arc, or the selection of the longer one.
    case expectedFlag
    /// One of the letters MmLlHhVvCcSsQqTtAaZz is expected.
    case expectedCommand
    /// The first command must be M or m.
    case expectedMoveTo
    /// A number is too large, or a position too far away.
    case notFinite
    /// There are more elements than allowed.
    case tooManyElements(allowed: Int)
  }

  public var kind: Kind
  /// In UTF-8 bytes from the start of the text; the text's length if something is missing at the end.
  public var offset: Int

  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
