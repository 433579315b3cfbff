import FrameGeometry

/// A rectangle of the output while it is drawn: premultiplied, in one light.
///
/// Drawing proceeds tile by tile, so that the working set stays in a core's cache. The division into tiles does not
/// change any bit.
struct Tile {
  /// In the output.
  let area: PixelArea
  let pixels: UnsafeMutablePointer<WorkingPixel>
  let workspace: Workspace
  private let level: Int

  /// - Parameters:
  ///   - workspace: lends the memory until another tile of this level is requested.
  ///   - level: the number of tiles below this one.
  init(_ area: PixelArea, filledWith pixel: WorkingPixel, in workspace: Workspace, level: Int = 0) {
    self.area = area
    self.workspace = workspace
    self.level = level
    pixels = workspace.tile(level: level).lend(area.count)
    pixels.update(repeating: pixel, count: area.count)
  }

  var columns: Range<Int> { area.columns }
  var rows: Range<Int> { area.rows }

  /// An empty tile with the same position, to draw something separately and then blend it over this one.
  var above: Tile { above(area) }

  /// An empty tile with another position, to draw something there and bring it into this one.
  func above(_ area: PixelArea) -> Tile {
    Tile(area, filledWith: .zero, in: workspace, level: level + 1)
  }

  /// Returns the pixels of a row of the output, from the tile's first column on.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    pixels + (y - rows.lowerBound) * columns.count
  }

  /// Returns the pixels of a row of the output, from a column on.
  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    row(y) + (x - columns.lowerBound)
  }

  /// Returns whether it intersects a rectangle of the output.
  func meets(_ box: Rect) -> Bool {
    box.minX < Double(columns.upperBound) && box.maxX > Double(columns.lowerBound)
      && box.minY < Double(rows.upperBound) && box.maxY > Double(rows.lowerBound)
  }

  /// Blends a pixel over another one: Porter and Duff's `over` ("Compositing digital images", 1984).
  @inline(__always)
  static func over(_ source: WorkingPixel, _ below: WorkingPixel) -> WorkingPixel {
    source + below * (1 - source.w)
  }
}

extension WorkingPixel {
  /// The nearest valid premultiplied pixel: alpha from 0 to 1, and each color from 0 to alpha.
  ///
  /// Filters with negative lobes leave these ranges. Where alpha is above 1, the color is divided by it before alpha becomes 1, so
  /// that a constant color stays constant beside transparency. Rounded weights may leave an opaque pixel's alpha slightly off 1:
  /// it becomes 1, and the color stays.
  @inline(__always)
  var bounded: WorkingPixel {
    let alpha = w > 1 - 0x1p-20 ? 1 : Swift.max(w, 0)
    let color = w > 1 + 0x1p-20 ? self / w : self
    var pixel = color.within(WorkingPixel(repeating: alpha))
    pixel.w = alpha
    return pixel
  }

  /// Clamps each channel from 0 to a bound. `clamped` would be a call for each of them.
  @inline(__always)
  func within(_ bound: WorkingPixel) -> WorkingPixel {
    let none = WorkingPixel(repeating: 0)
    let positive = replacing(with: none, where: self .<= none)
    return positive.replacing(with: bound, where: positive .> bound)
  }
}
