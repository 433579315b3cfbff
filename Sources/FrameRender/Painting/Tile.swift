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
  private let level: Int

  /// - Parameters:
  ///   - workspace: lends the memory, until it is asked for another tile of this level.
  ///   - level: how many tiles lie below this one.
  init(
    columns: Range<Int>, rows: Range<Int>, filledWith pixel: WorkingPixel, in workspace: Workspace,
    level: Int = 0
  ) {
    self.columns = columns
    self.rows = rows
    self.workspace = workspace
    self.level = level
    pixels = workspace.tile(level: level).lend(columns.count * rows.count)
    pixels.update(repeating: pixel, count: columns.count * rows.count)
  }

  /// An empty one of the same place, for what is drawn by itself first and then laid over this one.
  var above: Tile {
    Tile(columns: columns, rows: rows, filledWith: .zero, in: workspace, level: level + 1)
  }

  /// An empty one of another place, for what is drawn there and then brought into this one.
  func above(_ columns: Range<Int>, _ rows: Range<Int>) -> Tile {
    Tile(columns: columns, rows: rows, filledWith: .zero, in: workspace, level: level + 1)
  }

  /// The pixels of a row of the output, from the tile's first column on.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    pixels + (y - rows.lowerBound) * columns.count
  }

  /// True where a rectangle of the output has a part in it.
  func meets(_ box: Rect) -> Bool {
    box.minX < Double(columns.upperBound) && box.maxX > Double(columns.lowerBound)
      && box.minY < Double(rows.upperBound) && box.maxY > Double(rows.lowerBound)
  }

  /// Lays a pixel over one that is there: Porter and Duff's `over` ("Compositing digital images", 1984).
  @inline(__always)
  static func over(_ source: WorkingPixel, _ below: WorkingPixel) -> WorkingPixel {
    source + below * (1 - source.w)
  }
}

extension WorkingPixel {
  /// Filters with negative lobes leave the range of colors; a premultiplied channel lies between 0 and
  /// alpha. Of an opaque pixel's alpha the rounding of weights may leave a little less than 1: it is 1.
  @inline(__always)
  var bounded: WorkingPixel {
    let alpha = w > 1 - 0x1p-20 ? 1 : Swift.max(w, 0)
    var pixel = within(WorkingPixel(repeating: alpha))
    pixel.w = alpha
    return pixel
  }

  /// From 0 to a bound, channel by channel. `clamped` is a call for each of them.
  @inline(__always)
  func within(_ bound: WorkingPixel) -> WorkingPixel {
    let none = WorkingPixel(repeating: 0)
    let positive = replacing(with: none, where: self .<= none)
    return positive.replacing(with: bound, where: positive .> bound)
  }
}
