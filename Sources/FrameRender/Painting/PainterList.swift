import FrameModel

/// Painters in their order, each with the pixels that it may touch: of thousands a tile meets a few.
struct PainterList: Sendable {
  private var painters: [any Painter] = []
  private var places: [Place] = []
  /// True where none of them has to be prepared for the rows that it paints.
  private(set) var isReady = true

  private struct Place {
    var columns: Range<Int>
    var rows: Range<Int>

    static let anywhere = Place(columns: .min..<(.max), rows: .min..<(.max))
  }

  init(_ items: [RenderPlan.Item], _ making: inout PainterMaking) {
    for item in items {
      // What shows nowhere is not painted.
      guard let box = item.reach, let painter = making.painter(for: item) else { continue }
      // A pixel more than it reaches: rounding shall not cut anything.
      let place = Place(
        columns: Range(touching: box.minX, box.maxX).grown(by: 1),
        rows: Range(touching: box.minY, box.maxY).grown(by: 1))
      append(painter, at: place)
    }
  }

  /// Adds one that may touch every pixel.
  mutating func append(_ painter: any Painter) {
    append(painter, at: .anywhere)
  }

  private mutating func append(_ painter: any Painter, at place: Place) {
    painters.append(painter)
    places.append(place)
    isReady = isReady && painter.preparedBytes(rows: 1) == 0
  }

  func sourceRows(of picture: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> {
    painters.map { $0.sourceRows(of: picture, for: rows, columns: columns) }.union
  }

  /// What is lent while all of them paint on a tile that is lent too.
  var needsOnOwnTile: Workspace.Needs {
    var needs = painters.reduce(Workspace.Needs()) { $0.union($1.needs) }
    needs.levels += 1
    return needs
  }

  func preparedBytes(rows: Int) -> Int { painters.reduce(0) { $0 + $1.preparedBytes(rows: rows) } }

  /// As `Painter.prepared`.
  func prepared(
    for rows: Range<Int>, from sources: [SourceRows], in workspace: Workspace
  ) throws(OutOfMemory) -> PainterList {
    if isReady { return self }
    var list = self
    for i in painters.indices where places[i].rows.overlaps(rows) {
      list.painters[i] = try painters[i].prepared(for: rows, from: sources, in: workspace)
    }
    return list
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    for i in places.indices
    where places[i].rows.overlaps(tile.rows) && places[i].columns.overlaps(tile.columns) {
      painters[i].paint(on: tile, from: sources)
    }
  }
}
