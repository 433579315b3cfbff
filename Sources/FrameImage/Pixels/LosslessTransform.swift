import FrameGeometry

/// The blocks of DCT coefficients of a stored JPEG, which can be turned and cropped without decoding.
package struct BlockGrid: Hashable, Sendable {
  /// The size of an MCU, counted from the stored image's top left corner. Those at the right and bottom edges may be
  /// partial.
  package var mcu: PixelSize
  /// The memory for all blocks.
  package var bytes: Int

  package init(mcu: PixelSize, bytes: Int) {
    self.mcu = mcu
    self.bytes = bytes
  }

  /// How much coarser chroma is in one direction than in the other: 2 for 4:2:2. libjpeg does not undo that when it decodes at a
  /// fraction of the size, because it enlarges blocks of chroma only in both directions.
  package var chromaStep: Int { max(mcu.width, mcu.height) / min(mcu.width, mcu.height) }
}

/// A move of a stored image's blocks to the output: no pixel is decoded and nothing is lost.
package struct LosslessTransform: Hashable, Sendable {
  /// By the words of reports.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The output is exactly what was requested.
    case exact = "dct"
    /// Partial blocks at an edge that moves are dropped.
    case trimmed = "dct+trim"
    /// The blocks stay, and a tag tells viewers to turn the image.
    case tagged = "tag"
  }

  package var kind: Kind
  /// The orientation in which stored rows and columns are written or shown.
  package var orientation: Orientation
  /// The part that is kept, in stored pixels. The edge that becomes the output's left or top edge is between MCUs.
  package var source: PixelRect

  package init(_ kind: Kind, _ orientation: Orientation, source: PixelRect) {
    self.kind = kind
    self.orientation = orientation
    self.source = source
  }

  /// Returns whether all blocks of an image with this size stay where they are.
  package func isStill(stored: PixelSize) -> Bool {
    kind == .tagged || orientation == .up && source == PixelRect(x: 0, y: 0, size: stored)
  }
}
