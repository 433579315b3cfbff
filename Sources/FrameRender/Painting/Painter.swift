import FrameModel

/// What draws an item into bands. Everything that does not depend on the band is worked out once.
protocol Painter {
  func paint(on band: Band)
}

extension PicturePainter: Painter {}

/// An area of one colour.
struct CardPainter: Painter {
  private let coverage: Coverage
  private let pixel: WorkingPixel

  init(_ draw: RenderPlan.CardDraw, space: WorkingSpace) {
    coverage = Coverage(ConvexPolygon(draw.rect, applying: draw.matrix))
    pixel = space.pixel(draw.colour) * Float(draw.opacity)
  }

  func paint(on band: Band) {
    for y in coverage.rows(within: band.rows) {
      let line = band.row(y)
      for x in coverage.columns(within: 0..<band.width) {
        line[x] = Band.over(pixel * Float(coverage.area(x, y)), line[x])
      }
    }
  }
}

/// Items that are laid over each other first, and then as one over what is below.
struct GroupPainter: Painter {
  let painters: [any Painter]
  let opacity: Float
  let clip: Coverage?

  func paint(on band: Band) {
    let own = Band(width: band.width, rows: band.rows, filledWith: .zero)
    for painter in painters { painter.paint(on: own) }
    for y in band.rows {
      let line = band.row(y)
      let ownLine = own.row(y)
      for x in 0..<band.width where ownLine[x].w > 0 {
        let share = clip.map { Float($0.area(x, y)) } ?? 1
        line[x] = Band.over(ownLine[x] * (opacity * share), line[x])
      }
    }
  }
}

/// The canvas's border and rounded corners, and what lies under everything.
struct FinishPainter: Painter {
  private let outer: RoundedRect
  private let inner: RoundedRect?
  private let border: WorkingPixel
  private let matte: WorkingPixel?
  private let origin: (x: Int, y: Int)
  /// True where nothing but the matte is left to do.
  private let isPlain: Bool

  init(_ plan: RenderPlan, space: WorkingSpace) {
    let canvas = Rect(origin: .zero, size: Size(plan.canvas))
    outer = RoundedRect(canvas, radius: plan.cornerRadius)
    let width = plan.border?.width ?? 0
    let hole = Rect(
      x: width, y: width, width: canvas.size.width - 2 * width, height: canvas.size.height - 2 * width)
    let hasHole = hole.size.width > 0 && hole.size.height > 0
    inner = hasHole ? RoundedRect(hole, radius: outer.radius - width) : nil
    border = plan.border.map { space.pixel($0.colour) } ?? .zero
    matte = plan.matte.map { space.pixel($0) }
    origin = (plan.window.x, plan.window.y)
    isPlain = width == 0 && plan.cornerRadius == 0
  }

  func paint(on band: Band) {
    for y in band.rows {
      let line = band.row(y)
      if !isPlain { frame(line, width: band.width, y: y) }
      if let matte {
        for x in 0..<band.width { line[x] = Band.over(line[x], matte) }
      }
    }
  }

  private func frame(_ line: UnsafeMutablePointer<WorkingPixel>, width: Int, y: Int) {
    for x in 0..<width {
      let whole = outer.area(x + origin.x, y + origin.y)
      let within = inner?.area(x + origin.x, y + origin.y) ?? 0
      guard within < 1 else { continue }
      guard whole > 0 else {
        line[x] = .zero
        continue
      }
      let share = Float((whole - within) / whole)
      line[x] = Band.over(border * share, line[x]) * Float(whole)
    }
  }
}
