/// What an image is stored as, where it need not be decoded to be turned or cut: JPEG's blocks of DCT
/// coefficients.
public struct BlockGrid: Hashable, Sendable {
  /// The smallest pieces that can be moved, counted from the stored image's top left corner; those at its
  /// right and lower edges may be cut.
  public var piece: PixelSize
  /// What all of them take in memory.
  public var bytes: Int

  public init(piece: PixelSize, bytes: Int) {
    self.piece = piece
    self.bytes = bytes
  }
}

/// A stored image's blocks to their places in the output: no pixel is decoded and nothing is lost.
public struct LosslessTransform: Hashable, Sendable {
  /// By the words of reports.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The output is exactly what was asked for.
    case exact = "dct"
    /// Pieces that are not whole at an edge that moves are left out.
    case trimmed = "dct+trim"
    /// The blocks stay where they are, and viewers are told to turn them.
    case tagged = "tag"
  }

  public var kind: Kind
  /// How stored rows and columns come out, or are to be shown.
  public var orientation: Orientation
  /// What is kept, in stored pixels. The edge that becomes the output's left or upper one lies between pieces.
  public var source: PixelRect

  public init(_ kind: Kind, _ orientation: Orientation, source: PixelRect) {
    self.kind = kind
    self.orientation = orientation
    self.source = source
  }

  /// True where all blocks of an image of this size stay where they are.
  public func isStill(stored: PixelSize) -> Bool {
    kind == .tagged || orientation == .up && source == PixelRect(x: 0, y: 0, size: stored)
  }
}

/// Whether blocks are moved where that is possible.
public enum LosslessPolicy: String, Hashable, Sendable, CaseIterable {
  /// What cannot be done so is an error; edges may lose what is no whole block.
  case require
  /// Where the output is exactly what was asked for.
  case prefer
  case never
}

/// Why an output has to be encoded from pixels.
public enum LosslessObstacle: Error, Hashable, Sendable {
  case notWanted
  /// There is more, or less, to be seen than one image.
  case composed
  /// The image's format is another than the output's, or knows no blocks.
  case otherFormat
  /// The image's colors become others.
  case recolored
  /// The matrix does not only turn and mirror by right angles and move by whole pixels.
  case resampled
  /// The canvas shows what lies beside the image.
  case beside
  /// So many of the output's columns and rows are no whole blocks at an edge that moves.
  case cutBlocks(columns: Int, rows: Int, of: PixelSize)
  /// Without cut blocks nothing is left.
  case nothingWhole(piece: PixelSize)
  case limit(LimitExceeded)
}
