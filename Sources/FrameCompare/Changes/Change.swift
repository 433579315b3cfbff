import FrameImage

/// A change from the expected to the actual image: differing pixels that are close to each other, and a name for what
/// happened to them.
public struct Change: Hashable, Sendable {
  /// What happened. The first case whose rule applies is the name.
  public enum Kind: Hashable, Sendable {
    /// Something is there that was not. Or rows or columns were added.
    case added
    /// Something is no longer there. Or rows or columns were removed.
    case removed
    /// The same pixels are at another place.
    case moved(PixelShift)
    /// Something on a plain background became larger or smaller, by more than a text edge.
    case resized
    /// The shapes are the same, in other colors.
    case recolored
    /// Only edges differ, by less than their contrast, as in text that was drawn by other rules.
    case textEdge
    /// None of the above, such as another text.
    case content

    /// The name: `added`, `text edge`.
    public var name: String {
      switch self {
      case .added: "added"
      case .removed: "removed"
      case .moved: "moved"
      case .resized: "resized"
      case .recolored: "recolored"
      case .textEdge: "text edge"
      case .content: "content"
      }
    }

    /// The name with the shift: `moved by 3,0`.
    var text: String { if case .moved(let shift) = self { "moved by \(shift.dx),\(shift.dy)" } else { name } }
  }

  /// What happened.
  public var kind: Kind
  /// The place in the expected image; nil if only the actual image has these rows or columns.
  public var expected: PixelRect?
  /// The place in the actual image; nil if only the expected image has these rows or columns.
  public var actual: PixelRect?
  /// The number of differing pixels.
  public var count: Int

  public init(kind: Kind, expected: PixelRect?, actual: PixelRect?, count: Int) {
    (self.kind, self.expected, self.actual, self.count) = (kind, expected, actual, count)
  }

  /// The largest number of changes that are named.
  package static let maxChanges = 100
}
