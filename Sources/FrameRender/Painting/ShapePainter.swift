import FrameModel

/// A path, filled and stroked.
struct ShapePainter: Painter {
  private let areas: [Area]
  let opaque: (columns: Range<Int>, rows: Range<Int>)?

  /// What is filled with one paint.
  private struct Area: Sendable {
    let edges: EdgeTable
    let rule: FillRule
    let paint: WorkingPaint
  }

  /// - Returns: nil where its dashes cannot be drawn, which no plan has.
  init?(_ draw: RenderPlan.ShapeDraw, window: Rect, space: WorkingSpace) {
    guard let outlines = try? draw.outlines(window: window) else { return nil }
    areas = [(outlines.fill, draw.fill?.paint), (outlines.stroke, draw.stroke?.paint)]
      .compactMap { outline, paint in
        guard let outline, let paint else { return nil }
        return Area(
          edges: EdgeTable(outline), rule: outline.rule,
          paint: WorkingPaint(paint, matrix: draw.matrix, opacity: draw.opacity, space: space))
      }
    let isOpaque = draw.opacity == 1 && (draw.fill?.paint.colours.allSatisfy { $0.alpha == 1 } ?? false)
    opaque = isOpaque ? outlines.fill?.wholePixels : nil
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    for area in areas { paint(area, on: tile) }
  }

  private func paint(_ area: Area, on tile: Tile) {
    guard let box = area.edges.box, tile.meets(box) else { return }
    var sweep = AreaSweep(area.edges, rule: area.rule, columns: tile.columns, rows: tile.rows)
    guard !sweep.isEmpty else { return }
    for y in tile.rows {
      let line = tile.row(y)
      switch area.paint {
      case .colour(let pixel):
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

extension Outline {
  /// The pixels that it covers whole, where it is an upright rectangle; nil for all others.
  fileprivate var wholePixels: (columns: Range<Int>, rows: Range<Int>)? {
    guard contours.count == 1, var corners = contours.first else { return nil }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.count == 4, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    let isLevelFirst = corners[0].y == corners[1].y
    for i in 0..<4 {
      let (p, q) = (corners[i], corners[(i + 1) % 4])
      guard (i % 2 == 0) == isLevelFirst ? p.y == q.y : p.x == q.x else { return nil }
    }
    func whole(_ numbers: [Double]) -> Range<Int>? {
      let bound = 1e9
      let first = max(numbers.min()!.rounded(.up), -bound)
      let end = min(numbers.max()!.rounded(.down), bound)
      return first < end ? Int(first)..<Int(end) : nil
    }
    guard let columns = whole(corners.map(\.x)), let rows = whole(corners.map(\.y)) else { return nil }
    return (columns, rows)
  }
}
