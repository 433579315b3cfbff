import FrameGeometry
import FrameImage
import FramePlan

/// Composites items and draws the result as one.
struct GroupPainter: Painter {
  private let content: GroupContent
  /// The group's own pixels; a prepared painter may have drawn them already.
  private var bare: GroupPixels
  private let opacity: Float
  private let shadow: ShadowPainter?
  private let blend: BlendMode
  /// The pixels that it may touch; nil for none.
  private let place: PixelArea?
  /// True if nothing has to be prepared for rows.
  private let isReady: Bool
  /// The columns that are needed.
  private let columns: Range<Int>
  /// The area whose pixels a prepared painter keeps, in the rows of a band; nil if its shadow does not use them, or
  /// if a band of the usual height has too many.
  private let kept: PixelArea?
  /// The shadow in the current band.
  private var band: ShadowBand?

  init(_ draw: RenderPlan.GroupDraw, _ making: inout PainterFactory) {
    let shadow = draw.shadow.flatMap { ShadowPainter($0, of: draw, &making) }
    // If the shadow is made from its pixels, all of those that the shadow shows are needed.
    var wider = making
    if let place = shadow?.takenPlace {
      wider = making.seeing(making.area.union(place))
    }
    content = GroupContent(draw, &wider)
    columns = wider.area.columns
    opacity = Float(draw.opacity)
    bare = .drawn(content)
    making.room = wider.room
    self.shadow = shadow
    blend = draw.blend
    place = RenderPlan.Item.group(draw).reach.map { PixelArea(around: $0) }
    isReady = shadow == nil && content.isReady
    kept = shadow.flatMap { shadow in
      guard shadow.takenPlace != nil else { return nil }
      let place = shadow.group
      let columns = place.columns.clamped(to: wider.area.columns)
      let rows = min(place.rows.count, Workspace.mostTileRows + shadow.mostTakenRows)
      let bytes = columns.count.times(rows).times(MemoryLayout<WorkingPixel>.stride)
      return bytes <= Self.mostKeptBytes ? PixelArea(columns: columns, rows: place.rows) : nil
    }
  }

  var images: Set<Int> { content.images }

  func hides(_ area: PixelArea) -> Bool { opacity == 1 && blend == .normal && content.hides(area) }

  private static let mostKeptBytes = 64 << 20

  var needs: Workspace.Capacity {
    let own = content.needsOnOwnTile
    guard let shadow else { return own }
    // A silhouette from pixels is on a tile of its own.
    return own.union(shadow.needs(of: own))
  }

  func sourceRows(of image: Int, for area: PixelArea) -> Range<Int> {
    if let taken = shadow?.takenRows(for: area.rows) {
      return content.sourceRows(of: image, for: area.union(PixelArea(columns: columns, rows: taken)))
    }
    return [
      content.sourceRows(of: image, for: area),
      shadow?.sourceRows(of: image, for: area.rows) ?? 0..<0,
    ].union
  }

  var rowsBeside: Int { content.rowsBeside.adding(shadow?.mostTakenRows ?? 0) }

  func cost(rows: Int) -> Cost {
    guard let shadow else { return content.cost(rows: rows) }
    let all = rows + shadow.mostTakenRows
    var inner = content.cost(rows: all)
    if let kept {
      let pixels = kept.columns.count * min(all, kept.rows.count) * MemoryLayout<WorkingPixel>.stride
      // The painters inside are released once the pixels are drawn.
      inner = Cost(held: pixels, peak: max(inner.peak, inner.held.adding(pixels)))
    }
    return inner.then(shadow.cost(rows: rows))
  }

  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> any Painter {
    if isReady { return self }
    var painter = self
    // The group and its shadow share one preparation; two would double the work with each level of nesting.
    let all = [rows, shadow?.takenRows(for: rows) ?? 0..<0].union
    painter.bare = .drawn(try content.prepared(for: all, in: workspace))
    if let kept {
      let pixels = try PixelField.undefined(
        PixelArea(columns: kept.columns, rows: all.clamped(to: kept.rows)), in: workspace)
      pixels.area.forEachTile(in: workspace) { tile in
        painter.bare.paint(on: tile)
        pixels.copy(from: tile)
      }
      painter.bare = .kept(pixels)
    }
    painter.band = try shadow?.band(rows, of: painter.bare, in: workspace)
    return painter
  }

  func paint(on tile: Tile) {
    guard let part = place?.common(with: tile.area), !part.isEmpty else { return }
    if case .drawn(let content) = bare, part == tile.area, hides(part) { return content.paint(on: tile) }
    let own = tile.above(part)
    bare.paint(on: own)
    band?.lie(under: own)
    for y in own.rows {
      let line = tile.row(y) + (own.columns.lowerBound - tile.columns.lowerBound)
      let ownLine = own.row(y)
      guard blend != .normal else {
        for i in 0..<own.columns.count { line[i] = Tile.over(ownLine[i] * opacity, line[i]) }
        continue
      }
      for i in 0..<own.columns.count where ownLine[i].w > 0 {
        line[i] = blend.over(ownLine[i] * opacity, line[i])
      }
    }
  }
}

/// The pixels of a group, without its shadow, opacity and blend mode.
enum GroupPixels: Sendable {
  case drawn(GroupContent)
  /// Drawn once in a band, for the group and its shadow.
  case kept(PixelField)

  /// - Parameter tile: empty.
  func paint(on tile: Tile) {
    switch self {
    case .drawn(let content): content.paint(on: tile)
    case .kept(let pixels): pixels.copy(to: tile)
    }
  }
}
