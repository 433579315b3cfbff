import FrameGeometry
import FrameImage
import FramePlan

/// Painters in order, each with the pixels that it may touch: a tile meets only a few of thousands.
struct PainterList: Sendable {
  private var painters: [any Painter] = []
  private var places: [PixelArea] = []
  /// The painters that hide what is below them, and where, in order.
  private var covers: [(index: Int, place: PixelArea)] = []
  /// The visible images, and the indices of the painters that draw any.
  private(set) var images: Set<Int> = []
  private var imaged: [Int] = []
  /// True if no painter has to be prepared for rows.
  private(set) var isReady = true
  /// Once it is set, nothing more is painted; the pipeline discards the tile.
  private let cancellation: Cancellation?

  init(_ items: [RenderPlan.Item], _ making: inout PainterFactory) {
    cancellation = making.cancellation
    for item in items {
      if cancellation?.isCancelled == true { return }
      // Invisible items are not painted.
      guard let box = item.reach, let painter = making.painter(for: item) else { continue }
      append(painter, at: PixelArea(around: box))
    }
  }

  /// - Parameter painter: may touch every pixel; nil for no painter.
  init(_ painter: (any Painter)?) {
    cancellation = nil
    if let painter { append(painter) }
  }

  /// Appends a painter that may touch every pixel.
  mutating func append(_ painter: any Painter) {
    append(painter, at: .anywhere)
  }

  private mutating func append(_ painter: any Painter, at place: PixelArea) {
    painters.append(painter)
    places.append(place)
    if let opaque = painter.opaque {
      covers.append((painters.count - 1, opaque))
    }
    let shown = painter.images
    if !shown.isEmpty { imaged.append(painters.count - 1) }
    images.formUnion(shown)
    isReady = isReady && painter.cost(rows: 1).peak == 0
  }

  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int> {
    imaged.map { painters[$0].sourceRows(of: image, for: area) }.union
  }

  /// Indexed by image, in one pass over the painters.
  func sourceRows(ofEach count: Int, for area: PixelArea) -> [Range<Int>] {
    var needs = [Range<Int>](repeating: 0..<0, count: count)
    for index in imaged {
      for image in painters[index].images {
        needs[image] = needs[image].union(painters[index].sourceRows(of: image, for: area))
      }
    }
    return needs
  }

  /// The working memory while all of them paint on a tile that is borrowed, too.
  var needsOnOwnTile: Workspace.Capacity {
    var needs = painters.reduce(Workspace.Capacity()) { $0.union($1.needs) }
    needs.levels += 1
    return needs
  }

  var rowsBeside: Int { painters.reduce(0) { max($0, $1.rowsBeside) } }

  /// Painters are prepared one after the other, so only one at a time is at its peak.
  func cost(rows: Int) -> Cost { painters.reduce(Cost()) { $0.then($1.cost(rows: rows)) } }

  /// As `Painter.prepared`.
  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> PainterList {
    if isReady { return self }
    var list = self
    for i in painters.indices where places[i].rows.overlaps(rows) {
      list.painters[i] = try painters[i].prepared(for: rows, in: workspace)
    }
    return list
  }

  /// Returns the indices of painters that may touch these rows, for all tiles in them.
  func band(_ rows: Range<Int>) -> [Int] { places.indices.filter { places[$0].rows.overlaps(rows) } }

  func paint(on tile: Tile) { paint(on: tile, among: painters.indices) }

  /// Divides a tile into parts that are painted separately: around the last painter that hides some of the tile, if
  /// it hides many others there.
  ///
  /// - Parameter band: the result of `band` for the tile's rows, or more.
  func parts(of tile: PixelArea, among band: [Int]) -> [PixelArea] {
    guard band.count > Self.mostHidden, let cover = covers.last(where: { $0.place.meets(tile) }),
      !cover.place.contains(tile)
    else { return [tile] }
    let hidden = cover.place.common(with: tile)
    let count = band.count { $0 < cover.index && places[$0].meets(hidden) }
    guard count > Self.mostHidden else { return [tile] }
    let (columns, rows) = (hidden.columns, hidden.rows)
    return [
      PixelArea(columns: tile.columns, rows: tile.rows.lowerBound..<rows.lowerBound),
      PixelArea(columns: tile.columns.lowerBound..<columns.lowerBound, rows: rows),
      hidden,
      PixelArea(columns: columns.upperBound..<tile.columns.upperBound, rows: rows),
      PixelArea(columns: tile.columns, rows: rows.upperBound..<tile.rows.upperBound),
    ].filter { !$0.isEmpty }
  }

  /// Painting this many hidden items costs less than painting a tile in parts.
  private static let mostHidden = 64

  /// - Parameter band: the result of `band` for the tile's rows, or more.
  func paint(on tile: Tile, among band: some Sequence<Int>) {
    let first = first(on: tile)
    for i in band where i >= first && places[i].meets(tile.area) {
      if cancellation?.isCancelled == true { return }
      painters[i].paint(on: tile)
    }
  }

  /// Returns whether a painter that is alone, as the image of a layer, hides everything below it in an area.
  func hides(_ area: PixelArea) -> Bool { painters.count == 1 && painters[0].hides(area) }

  /// Returns the last painter that hides everything below it on a tile: an opaque pixel replaces what is below, bit
  /// for bit.
  private func first(on tile: Tile) -> Int {
    covers.last { $0.place.contains(tile.area) }?.index ?? 0
  }
}
