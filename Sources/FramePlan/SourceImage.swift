import FrameGeometry
import FrameImage

/// An image as a scene sees it: its header, and a number to request its pixels.
package struct SourceImage: Hashable, Sendable {
  /// Assigned by the owner of the bytes; the same image has the same number.
  package var id: Int
  /// The name that people know: its file's name.
  package var name: String
  /// As stored, before the orientation is applied.
  package var size: PixelSize
  package var orientation: Orientation
  package var pixels: PixelFormat
  /// The blocks that can be moved without decoding; nil if there are none.
  package var blocks: BlockGrid?
  /// The bytes that its decoder holds besides decoded rows.
  package var decoderBytes: Int
  /// The shrink factors at which it can be decoded.
  package var reductions: [ShrinkFactor]
  /// The shrink factor at which it is decoded, chosen by a plan.
  package var reduction: ShrinkFactor

  package init(
    id: Int, name: String, size: PixelSize, orientation: Orientation = .up, pixels: PixelFormat,
    blocks: BlockGrid? = nil, decoderBytes: Int = 0, reductions: [ShrinkFactor] = [.none],
    reduction: ShrinkFactor = .none
  ) {
    self.id = id
    self.name = name
    self.size = size
    self.orientation = orientation
    self.pixels = pixels
    self.blocks = blocks
    self.decoderBytes = decoderBytes
    self.reductions = reductions
    self.reduction = reduction
  }

  /// As decoded.
  package var decodedSize: PixelSize { size.reduced(by: reduction) }

  /// After the orientation is applied.
  package var uprightSize: PixelSize { orientation.upright(size) }
}

/// Whether to move blocks if possible.
package enum LosslessPolicy: String, Hashable, Sendable, CaseIterable {
  /// Anything else is an error; partial blocks at edges may be dropped.
  case require
  /// If the output is exactly what was requested.
  case prefer
  case never
}

/// The reason why an output has to be encoded from pixels.
package enum LosslessObstacle: Hashable, Sendable {
  case notWanted
  /// The output does not show exactly one image.
  case composed
  /// Color edits, blurs or effects change pixels of the only image.
  case pixelsChanged
  /// The image's format is not the output's, or has no blocks.
  case otherFormat
  /// The image's colors are converted.
  case recolored
  /// The matrix does more than turn and mirror by right angles and translate by whole pixels.
  case resampled
  /// The image is in perspective.
  case perspective
  /// The canvas shows something outside the image.
  case beside
  /// This many of the output's columns and rows are partial blocks at an edge that moves.
  case cutBlocks(columns: Int, rows: Int, of: PixelSize)
  /// Without partial blocks, nothing is left.
  case nothingWhole(mcu: PixelSize)
  case limit(LimitExceeded)
}

extension PixelRect {
  /// Returns the decoded pixels that the rectangle touches, of an image that is decoded at a fraction of its size.
  package func reduced(by factor: ShrinkFactor) -> PixelRect {
    let divisor = factor.rawValue
    func reduced(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound / divisor..<(range.upperBound + divisor - 1) / divisor
    }
    return PixelRect(columns: reduced(columns), rows: reduced(rows))!
  }
}
