import FrameGeometry
import FrameImage
import FramePlan

/// The inside of an outline, in the form that a sweep needs.
enum OutlineArea: Sendable {
  /// An upright rectangle, which needs no edges.
  case rectangle(UprightRectangle)
  case edges(EdgeTable)

  /// The bounding box; nil if there are no edges.
  var box: Rect? {
    switch self {
    case .edges(let table): table.box
    case .rectangle(let rectangle):
      Rect(
        x: rectangle.left, y: rectangle.top, width: rectangle.right - rectangle.left,
        height: rectangle.bottom - rectangle.top)
    }
  }
}

/// The edges of a shape: kept if there is room for them, otherwise made again for every tile that shows some of it.
/// This does not change any pixel.
struct ShapeEdges: Sendable {
  private let storage: Storage

  private enum Storage: Sendable {
    case kept(filled: OutlineArea?, stroked: OutlineArea?)
    case made(ShapeOutlines)
  }

  /// - Returns: nil for a shape that cannot be drawn, which plans do not contain.
  init?(_ draw: RenderPlan.ShapeDraw, window: Rect, room: inout OutlineRoom) {
    if draw.stroke == nil, let rectangle = draw.filledRectangle {
      storage = .kept(filled: .rectangle(rectangle), stroked: nil)
      return
    }
    guard let outlines = try? ShapeOutlines(draw, window: window) else { return nil }
    var filled = EdgeList()
    var stroked = EdgeList()
    var survey = ShapeOutlines.OutlineCost()
    let most = room.edges
    func add(_ contour: [Point], to edges: inout EdgeList) {
      survey.add(contour)
      if survey.edges <= most { edges.add(contour) }
    }
    guard (try? outlines.forEach(filled: { add($0, to: &filled) }, stroked: { add($0, to: &stroked) })) != nil
    else { return nil }
    guard survey.edges <= most else {
      room.pass(survey.bytes, of: draw.layer)
      storage = .made(outlines)
      return
    }
    let tables = (
      filled: draw.fill.map { _ in EdgeTable(filled) }, stroked: draw.stroke.map { _ in EdgeTable(stroked) }
    )
    room.keep([tables.filled, tables.stroked].compactMap(\.self), of: draw.layer)
    storage = .kept(
      filled: tables.filled.map(OutlineArea.edges), stroked: tables.stroked.map(OutlineArea.edges))
  }

  /// Returns the areas with the edges that a tile may show, and perhaps others.
  func areas(for tile: Tile) -> (filled: OutlineArea?, stroked: OutlineArea?) {
    switch storage {
    case .kept(let filled, let stroked): return (filled, stroked)
    case .made(let outlines):
      let part = tile.area.rect
      var filled = EdgeList(in: part)
      var stroked = EdgeList(in: part)
      // No contour is too long, because all were followed before.
      try? outlines.forEach(in: part, filled: { filled.add($0) }, stroked: { stroked.add($0) })
      return (.edges(EdgeTable(filled)), .edges(EdgeTable(stroked)))
    }
  }
}

/// The memory for kept outlines, and the temporary memory for drawing the others.
struct OutlineRoom: Sendable {
  /// Independent of the memory limit: the limit that an error message asks for is then always enough.
  static let usual = 32 << 20

  private let most: Int
  /// Kept outlines, and the temporary memory of the largest shape.
  private(set) var cost = Cost()
  /// The layer of the shape whose outlines have the most bytes, kept or not.
  private(set) var largest: (layer: String, bytes: Int)?

  init(_ most: Int = usual) {
    self.most = most
  }

  /// The number of edges that can still be kept.
  var edges: Int { max(0, most - cost.shared) / (2 * MemoryLayout<EdgeTable.Edge>.stride + 16) }

  mutating func keep(_ tables: [EdgeTable], of layer: String) {
    for table in tables {
      cost.shared += table.heldBytes
      // A tile takes the edges that cross it, and of those the ones that cross a row, in two orders.
      pass(table.count * (4 * MemoryLayout<EdgeTable.Edge>.stride + MemoryLayout<Double>.stride), of: layer)
    }
  }

  mutating func pass(_ bytes: Int, of layer: String) {
    cost.peak = max(cost.peak, bytes)
    if bytes > largest?.bytes ?? 0 { largest = (layer, bytes) }
  }
}
