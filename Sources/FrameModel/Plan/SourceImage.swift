/// An image as a scene sees it: its header, and a number to request its pixels.
public struct SourceImage: Hashable, Sendable {
  /// Assigned by the owner of the bytes; the same image has the same number.
  public var id: Int
  /// The name that people know: its file's name.
  public var name: String
  /// As stored, before the orientation is applied.
  public var size: PixelSize
  public var orientation: Orientation
  public var pixels: PixelFormat
  /// The blocks that can be moved without decoding; nil if there are none.
  public var blocks: BlockGrid?
  /// The shrink factors at which it can be decoded.
  public var reductions: [ShrinkFactor]
  /// The shrink factor at which it is decoded, chosen by a plan.
  public var reduction: ShrinkFactor

  public init(
    id: Int, name: String, size: PixelSize, orientation: Orientation = .up, pixels: PixelFormat,
    blocks: BlockGrid? = nil, reductions: [ShrinkFactor] = [.none], reduction: ShrinkFactor = .none
  ) {
    self.id = id
    self.name = name
    self.size = size
    self.orientation = orientation
    self.pixels = pixels
    self.blocks = blocks
    self.reductions = reductions
    self.reduction = reduction
  }

  /// As decoded.
  public var decodedSize: PixelSize { size.reduced(by: reduction) }

  /// As people see it.
  public var uprightSize: PixelSize { orientation.upright(size) }
}

/// The blocks of DCT coefficients of a stored JPEG, which can be turned and cropped without decoding.
public struct BlockGrid: Hashable, Sendable {
  /// The size of an MCU, counted from the stored image's top left corner. Those at the right and bottom edges may be
  /// partial.
  public var mcu: PixelSize
  /// The memory for all blocks.
  public var bytes: Int

  public init(mcu: PixelSize, bytes: Int) {
    self.mcu = mcu
    self.bytes = bytes
  }
}

/// A move of a stored image's blocks to the output: no pixel is decoded and nothing is lost.
public struct LosslessTransform: Hashable, Sendable {
  /// By the words of reports.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The output is exactly what was requested.
    case exact = "dct"
    /// Partial blocks at an edge that moves are dropped.
    case trimmed = "dct+trim"
    /// The blocks stay, and a tag tells viewers to turn the image.
    case tagged = "tag"
  }

  public var kind: Kind
  /// The orientation in which stored rows and columns are written or shown.
  public var orientation: Orientation
  /// The part that is kept, in stored pixels. The edge that becomes the output's left or top edge is between MCUs.
  public var source: PixelRect

  public init(_ kind: Kind, _ orientation: Orientation, source: PixelRect) {
    self.kind = kind
    self.orientation = orientation
    self.source = source
  }

  /// Returns whether all blocks of an image with this size stay where they are.
  public func isStill(stored: PixelSize) -> Bool {
    kind == .tagged || orientation == .up && source == PixelRect(x: 0, y: 0, size: stored)
  }
}

/// Whether to move blocks if possible.
public enum LosslessPolicy: String, Hashable, Sendable, CaseIterable {
  /// Anything else is an error; partial blocks at edges may be dropped.
  case require
  /// If the output is exactly what was requested.
  case prefer
  case never
}

/// The reason why an output has to be encoded from pixels.
public enum LosslessObstacle: Error, Hashable, Sendable {
  case notWanted
  /// The output does not show exactly one image.
  case composed
  /// The image's format is not the output's, or has no blocks.
  case otherFormat
  /// The image's colors are converted.
  case recolored
  /// The matrix does more than turn and mirror by right angles and translate by whole pixels.
  case resampled
  /// The canvas shows something outside the image.
  case beside
  /// This many of the output's columns and rows are partial blocks at an edge that moves.
  case cutBlocks(columns: Int, rows: Int, of: PixelSize)
  /// Without partial blocks, nothing is left.
  case nothingWhole(mcu: PixelSize)
  case limit(LimitExceeded)
}
