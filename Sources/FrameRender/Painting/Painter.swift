import FrameGeometry
import FrameImage
import FramePlan

/// Draws an item into tiles. Everything that does not depend on the tile is computed once.
protocol Painter: Sendable {
  /// Returns the rows of an image that pixels of the output depend on; empty if nothing of it is visible.
  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int>

  /// The images that it draws.
  var images: Set<Int> { get }

  /// The pixels that it covers with opaque color, which hides everything below; nil for none. It may be an
  /// underestimate.
  var opaque: PixelArea? { get }

  /// Returns whether it covers all pixels of an area with opaque color. It may be false although it does.
  func hides(_ area: PixelArea) -> Bool

  /// The working memory beside the current tile.
  var needs: Workspace.Capacity { get }

  /// The most rows that are drawn for a band in addition to its own.
  var rowsBeside: Int { get }

  /// Returns the cost of preparing a number of rows, in addition to `needs`; zero if the painter needs no preparation.
  func cost(rows: Int) -> Cost

  /// Returns a painter for tiles of these rows, with data that does not depend on a single tile.
  ///
  /// - Parameter workspace: not in use at the time.
  /// - Throws: `LimitExceeded.outOfMemory`, and the errors of effects.
  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> any Painter

  /// - Parameter tile: within the rows that this was prepared for.
  func paint(on tile: Tile)
}

extension Painter {
  var needs: Workspace.Capacity { Workspace.Capacity() }

  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int> { 0..<0 }

  var images: Set<Int> { [] }

  var opaque: PixelArea? { nil }

  func hides(_ area: PixelArea) -> Bool { opaque?.contains(area) ?? false }

  var rowsBeside: Int { 0 }

  func cost(rows: Int) -> Cost { Cost() }

  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> any Painter { self }
}

/// Paints the canvas's border, rounded corners and pad, and the matte.
struct CanvasBorderPainter: Painter {
  private let outer: RoundedRect
  private let inner: RoundedRect?
  private let border: WorkingPixel
  private let matte: WorkingPixel?
  /// The color outside the canvas.
  private let pad: WorkingPixel
  /// The part of the window inside the pad.
  private let unpadded: PixelRect
  private let origin: (x: Int, y: Int)

  init(_ plan: RenderPlan, space: WorkingSpace) {
    let canvas = Rect(origin: .zero, size: Size(plan.canvas))
    outer = RoundedRect(canvas, radius: plan.style.cornerRadius)
    let width = plan.style.border?.width ?? 0
    let hole = Rect(
      x: width, y: width, width: canvas.size.width - 2 * width, height: canvas.size.height - 2 * width)
    let hasHole = hole.size.width > 0 && hole.size.height > 0
    inner = hasHole ? RoundedRect(hole, radius: outer.radius - width) : nil
    border = plan.style.border.map { space.pixel($0.color) } ?? .zero
    matte = plan.matte.map { space.pixel($0) }
    pad = plan.style.pad.map { space.pixel($0.color) } ?? .zero
    unpadded = plan.unpadded ?? PixelRect(x: 0, y: 0, size: plan.window.size)
    origin = (plan.window.x, plan.window.y)
  }

  func paint(on tile: Tile) {
    for y in tile.rows {
      let line = tile.row(y)
      frame(line, columns: tile.columns, y: y)
      if let matte {
        for i in 0..<tile.columns.count { line[i] = Tile.over(line[i], matte) }
      }
    }
  }

  private func frame(_ line: UnsafeMutablePointer<WorkingPixel>, columns: Range<Int>, y: Int) {
    let inside = unpadded.rows.contains(y) ? unpadded.columns : 0..<0
    for (i, x) in columns.enumerated() {
      let whole = inside.contains(x) ? outer.area(x + origin.x, y + origin.y) : 0
      let within = inner?.area(x + origin.x, y + origin.y) ?? 0
      guard whole > 0 else {
        line[i] = pad
        continue
      }
      guard within < 1 else { continue }
      let share = Float((whole - within) / whole)
      line[i] = Tile.over(border * share, line[i]) * Float(whole) + pad * Float(1 - whole)
    }
  }
}

/// The exact coverage of each pixel by a rectangle with circular corners, in closed form.
struct RoundedRect {
  let rect: Rect
  let radius: Double

  /// The radius is at most half the shorter side.
  init(_ rect: Rect, radius: Double) {
    self.rect = rect
    self.radius = max(0, min(radius, rect.size.width / 2, rect.size.height / 2))
  }

  /// From 0 to 1.
  func area(_ column: Int, _ row: Int) -> Double {
    let x0 = max(Double(column), rect.minX)
    let x1 = min(Double(column + 1), rect.maxX)
    let y0 = max(Double(row), rect.minY)
    let y1 = min(Double(row + 1), rect.maxY)
    guard x0 < x1, y0 < y1 else { return 0 }
    let area = (x1 - x0) * (y1 - y0)
    // From the centers of the arcs outward, in each corner's square.
    let left = (rect.minX + radius - x1, rect.minX + radius - x0)
    let right = (x0 - rect.maxX + radius, x1 - rect.maxX + radius)
    let top = (rect.minY + radius - y1, rect.minY + radius - y0)
    let bottom = (y0 - rect.maxY + radius, y1 - rect.maxY + radius)
    return max(
      0, area - cutOff(left, top) - cutOff(right, top) - cutOff(left, bottom) - cutOff(right, bottom))
  }

  /// Returns the area of a rectangle in the first quadrant that is outside the circle.
  private func cutOff(_ u: (Double, Double), _ v: (Double, Double)) -> Double {
    guard u.1 > 0, v.1 > 0, u.1 * u.1 + v.1 * v.1 > radius * radius else { return 0 }
    let (u0, u1) = (max(u.0, 0), u.1)
    let (v0, v1) = (max(v.0, 0), v.1)
    let full = (u1 - u0) * (v1 - v0)
    // Left of `whole` the circle is above the rectangle; right of `none` it is below.
    let whole = min(max(height(v1), u0), u1)
    let none = min(max(height(v0), u0), u1)
    let under = (whole - u0) * (v1 - v0) + integral(none) - integral(whole) - v0 * (none - whole)
    return max(0, full - under)
  }

  private func height(_ u: Double) -> Double {
    max(0, radius * radius - u * u).squareRoot()
  }

  /// ∫ √(r² - u²) du = (u √(r² - u²) + r² asin(u / r)) / 2
  private func integral(_ u: Double) -> Double {
    let h = height(u)
    return (u * h + radius * radius * Trigonometry.atan2(u, h)) / 2
  }
}
