import FrameModel

/// A rectangle of the output at work: premultiplied, in working light.
///
/// Everything is drawn tile by tile, so that what is worked on stays in a core's cache. How the output is
/// cut into tiles changes no bit.
struct Tile {
  /// In the output.
  let columns: Range<Int>
  let rows: Range<Int>
  let pixels: UnsafeMutablePointer<WorkingPixel>
  let workspace: Workspace

  /// - Parameter workspace: lends the memory, until it lends it again.
  init(columns: Range<Int>, rows: Range<Int>, filledWith pixel: WorkingPixel, in workspace: Workspace) {
    self.columns = columns
    self.rows = rows
    self.workspace = workspace
    pixels = workspace.tile.lend(columns.count * rows.count)
    pixels.update(repeating: pixel, count: columns.count * rows.count)
  }

  /// The pixels of a row of the output, from the tile's first column on.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    pixels + (y - rows.lowerBound) * columns.count
  }

  /// Lays a pixel over one that is there: Porter and Duff's `over` ("Compositing digital images", 1984).
  @inline(__always)
  static func over(_ source: WorkingPixel, _ below: WorkingPixel) -> WorkingPixel {
    source + below * (1 - source.w)
  }
}

extension WorkingPixel {
  /// Filters with negative lobes leave the range of colours; a premultiplied channel lies between 0 and
  /// alpha. Of an opaque pixel's alpha the rounding of weights may leave a little less than 1: it is 1.
  @inline(__always)
  var bounded: WorkingPixel {
    let alpha = w > 1 - 0x1p-20 ? 1 : Swift.max(w, 0)
    var pixel = clamped(lowerBound: .zero, upperBound: WorkingPixel(repeating: alpha))
    pixel.w = alpha
    return pixel
  }
}
