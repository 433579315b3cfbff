import FrameGeometry
import FramePlan

/// A path that is filled and stroked.
struct ShapePainter: Painter {
  private let edges: ShapeEdges
  private let rule: FillRule
  private let fill: WorkingPaint?
  private let stroke: WorkingPaint?
  let opaque: PixelArea?

  /// - Returns: nil for invalid dashes, which plans do not contain.
  init?(_ draw: RenderPlan.ShapeDraw, window: Rect, space: WorkingSpace, room: inout OutlineRoom) {
    guard let edges = ShapeEdges(draw, window: window, room: &room) else { return nil }
    func working(_ paint: RenderPlan.Paint) -> WorkingPaint {
      WorkingPaint(paint, matrix: draw.matrix, opacity: draw.opacity, space: space)
    }
    self.edges = edges
    rule = draw.fill?.rule ?? .nonZero
    fill = draw.fill.map { working($0.paint) }
    stroke = draw.stroke.map { working($0.paint) }
    let isOpaque = draw.opacity == 1 && (draw.fill?.paint.isOpaque ?? false)
    opaque = isOpaque ? draw.filledRectangle?.wholePixels : nil
  }

  func paint(on tile: Tile) {
    let areas = edges.areas(for: tile)
    if let fill, let area = areas.filled { paint(area, rule, fill, on: tile) }
    if let stroke, let area = areas.stroked { paint(area, .nonZero, stroke, on: tile) }
  }

  private func paint(_ area: OutlineArea, _ rule: FillRule, _ paint: WorkingPaint, on tile: Tile) {
    guard let box = area.box, tile.meets(box) else { return }
    var sweep = AreaSweep(area, rule: rule, columns: tile.columns, rows: tile.rows)
    guard !sweep.isEmpty else { return }
    for y in tile.rows {
      let line = tile.row(y)
      switch paint {
      case .color(let pixel):
        sweep.sweep(y) { i, share in line[i] = Tile.over(pixel * share, line[i]) }
      case .gradient(let gradient):
        sweep.sweep(y) { i, share in
          let pixel = gradient.pixel(at: Double(tile.columns.lowerBound + i) + 0.5, Double(y) + 0.5)
          line[i] = Tile.over(pixel * share, line[i])
        }
      }
    }
  }
}

extension UprightRectangle {
  /// The pixels that it covers entirely; nil for none.
  fileprivate var wholePixels: PixelArea? {
    func whole(_ low: Double, _ high: Double) -> Range<Int>? {
      let bound = 1e9
      let first = max(low.rounded(.up), -bound)
      let end = min(high.rounded(.down), bound)
      return first < end ? Int(first)..<Int(end) : nil
    }
    guard let columns = whole(left, right), let rows = whole(top, bottom) else { return nil }
    return PixelArea(columns: columns, rows: rows)
  }
}

/// Clears what is outside an outline, for each pixel by exact area.
struct ClipMask: Sendable {
  /// nil if the area is empty
  private let edges: ShapeEdges?
  private let rule: FillRule

  init(_ clip: RenderPlan.Clip, of layer: String, window: Rect, room: inout OutlineRoom) {
    edges = ShapeEdges(clip.area(of: layer), window: window, room: &room)
    rule = clip.rule
  }

  private func sweep(of tile: Tile) -> AreaSweep {
    let area = edges?.areas(for: tile).filled ?? .edges(EdgeTable(EdgeList()))
    return AreaSweep(area, rule: rule, columns: tile.columns, rows: tile.rows)
  }

  /// Leaves what is inside the area.
  func cut(_ tile: Tile) {
    var sweep = sweep(of: tile)
    for y in tile.rows {
      let line = tile.row(y)
      var next = 0
      sweep.sweep(y) { i, share in
        (line + next).update(repeating: .zero, count: i - next)
        line[i] *= share
        next = i + 1
      }
      (line + next).update(repeating: .zero, count: tile.columns.count - next)
    }
  }

  /// Leaves what is outside the area.
  func cutOut(_ tile: Tile) {
    var sweep = sweep(of: tile)
    for y in tile.rows {
      let line = tile.row(y)
      sweep.sweep(y) { i, share in line[i] *= 1 - share }
    }
  }
}

/// The paint of an area, in working pixels.
enum WorkingPaint: Sendable {
  case color(WorkingPixel)
  case gradient(WorkingGradient)

  /// - Parameter matrix: from the paint's coordinates to output pixels; invertible.
  init(_ paint: RenderPlan.Paint, matrix: AffineTransform, opacity: Double, space: WorkingSpace) {
    switch paint {
    case .color(let color): self = .color(space.pixel(color) * Float(opacity))
    case .gradient(let gradient):
      self = .gradient(WorkingGradient(gradient, matrix: matrix, opacity: opacity, space: space))
    }
  }
}

/// The colors of a gradient at positions of the output.
struct WorkingGradient: Sendable {
  /// For a linear gradient: place = along. For a radial one: the length of (along, across).
  private let toPlace: AffineTransform
  private let isRadial: Bool
  private let places: [Double]
  private let pixels: [WorkingPixel]

  init(_ gradient: RenderPlan.Gradient, matrix: AffineTransform, opacity: Double, space: WorkingSpace) {
    places = gradient.stops.map(\.place)
    pixels = gradient.stops.map { space.pixel($0.color) * Float(opacity) }
    // Without a length or a radius, everything is after its end.
    var fromPaint = AffineTransform(0, 0, 0, 0, 1, 0)
    switch gradient.geometry {
    case .linear(let start, let end):
      isRadial = false
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      if square > 0 {
        fromPaint = AffineTransform(
          dx / square, 0, dy / square, 0, -(start.x * dx + start.y * dy) / square, 0)
      }
    case .radial(let center, let radius):
      isRadial = true
      let scale = 1 / radius
      if radius > 0 {
        fromPaint = AffineTransform(scale, 0, 0, scale, -center.x * scale, -center.y * scale)
      }
    }
    toPlace = (matrix.inverse ?? .identity).concatenating(fromPaint)
  }

  /// - Parameters x, y: in output pixels.
  func pixel(at x: Double, _ y: Double) -> WorkingPixel {
    let place = Point(x: x, y: y).applying(toPlace)
    return pixel(at: isRadial ? (place.x * place.x + place.y * place.y).squareRoot() : place.x)
  }

  private func pixel(at place: Double) -> WorkingPixel {
    // If two stops share a place, the color at that place is the second one's.
    guard let next = places.firstIndex(where: { $0 > place }) else { return pixels[pixels.count - 1] }
    guard next > 0 else { return pixels[0] }
    let share = (place - places[next - 1]) / (places[next] - places[next - 1])
    return pixels[next - 1] + (pixels[next] - pixels[next - 1]) * Float(share)
  }
}
