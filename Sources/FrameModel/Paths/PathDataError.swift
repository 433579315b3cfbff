/// What is wrong with a text of SVG path data, and where.
public struct PathDataError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A coordinate, a radius or an angle should stand here.
    case expectedNumber
    /// 0 or 1: which way round an arc goes, or whether the longer one.
    case expectedFlag
    /// One of the letters MmLlHhVvCcSsQqTtAaZz.
    case expectedCommand
    /// The first command must be M or m.
    case expectedMoveTo
    /// A number that is too large, or leads to a place too far away.
    case notFinite
    /// More elements than there is room for.
    case tooManyElements(allowed: Int)
  }

  public var kind: Kind
  /// In bytes of UTF-8 from the text's beginning; its length where something is missing at the end.
  public var offset: Int

  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
