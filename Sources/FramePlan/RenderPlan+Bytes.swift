import FrameGeometry
import FrameImage

extension RenderPlan {
  /// Calls `body` with bytes that represent all that decides the output, for a checksum: equal for equal plans, different for
  /// others. The names of images and the reasons for an encoded output do not count, and losses follow from the rest.
  ///
  /// Numbers have a fixed size, lists and texts begin with their length, and enums with their case. Only a part of
  /// the bytes is held, however many items there are.
  package func forEachPiece(_ body: @escaping ([UInt8]) -> Void) {
    var writer = PlanWriter(body)
    writer.add(self)
    writer.flush()
  }
}

private struct PlanWriter {
  private var bytes: [UInt8] = []
  private let body: ([UInt8]) -> Void

  init(_ body: @escaping ([UInt8]) -> Void) { self.body = body }

  mutating func flush() {
    if !bytes.isEmpty { body(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ word: UInt64) {
    if bytes.count >= 1 << 14 { flush() }
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  private mutating func add(_ number: Double) { add(number.bitPattern) }

  private mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func add<T>(_ list: [T], _ each: (inout PlanWriter, T) -> Void) {
    add(list.count)
    for element in list { each(&self, element) }
  }

  private mutating func add<T>(_ optional: T?, _ each: (inout PlanWriter, T) -> Void) {
    add(optional == nil ? 0 : 1)
    if let optional { each(&self, optional) }
  }

  mutating func add(_ plan: RenderPlan) {
    add(plan.canvas)
    add(plan.window)
    add(plan.style.background)
    for border in [plan.style.border, plan.style.pad] {
      add(border) {
        $0.add($1.width)
        $0.add($1.color)
      }
    }
    add(plan.unpadded) { $0.add($1) }
    add(plan.style.cornerRadius)
    add(plan.matte) { $0.add($1) }
    add(plan.filter.rawValue)
    add(plan.lights.resampling.rawValue)
    add(plan.lights.blending.rawValue)
    add(plan.toneCurve)
    add(plan.images) { $0.add($1) }
    add(plan.items)
    add(plan.output)
    switch plan.writing {
    case .encoded: add(0)
    case .moved(let move):
      add(1)
      add(move.kind.rawValue)
      add(move.orientation.rawValue)
      add(move.source)
    }
  }

  private mutating func add(_ image: SourceImage) {
    add(image.id)
    add(image.size)
    add(image.orientation.rawValue)
    add(image.pixels)
    add(image.reduction.rawValue)
  }

  private mutating func add(_ format: PixelFormat) {
    add(format.channels.rawValue)
    add(format.depth.rawValue)
  }

  private mutating func add(_ curve: ToneCurve) {
    switch curve {
    case .sRGB: add(0)
    case .formula(let formula):
      add(1)
      add(formula.exponent)
      for number in [formula.a, formula.b, formula.c, formula.d, formula.e, formula.f] { add(number) }
    case .table(let light):
      add(2)
      add(light) { $0.add(Int($1)) }
    }
  }

  private mutating func add(_ items: [RenderPlan.Item]) { add(items) { $0.add($1) } }

  private mutating func add(_ item: RenderPlan.Item) {
    switch item {
    case .image(let draw):
      add(0)
      add(draw.layer)
      add(draw.image)
      switch draw.map {
      case .affine(let matrix, let visible):
        add(0)
        add(matrix)
        add(visible)
      case .projective(let perspective):
        add(1)
        add(perspective)
      }
      add(draw.opacity)
      add(draw.part) { $0.add($1) }
      add(draw.edge.rawValue)
    case .shape(let draw):
      add(1)
      add(draw)
    case .group(let draw):
      add(2)
      add(draw)
    case .neighborhood(let draw):
      add(3)
      add(draw.layer)
      add(draw.items)
      // The description of an edit is different for different edits.
      add("\(draw.edit)")
      add(draw.box)
      add(draw.area) { $0.add($1) }
      add(draw.outline) { $0.add($1) }
      add(draw.light.rawValue)
    }
  }

  private mutating func add(_ perspective: RenderPlan.Perspective) {
    add(perspective.map.numbers) { $0.add($1) }
    add(perspective.outline.corners) { writer, corner in
      writer.add(corner.x)
      writer.add(corner.y)
    }
    add(perspective.left)
    add(perspective.top)
  }

  private mutating func add(_ draw: RenderPlan.ShapeDraw) {
    add(draw.layer)
    add(draw.path)
    add(draw.trim.start)
    add(draw.trim.end)
    add(draw.fill) {
      $0.add($1.paint)
      $0.add($1.rule.rawValue)
    }
    add(draw.stroke) {
      $0.add($1.paint)
      $0.add($1.style)
    }
    add(draw.matrix)
    add(draw.opacity)
  }

  private mutating func add(_ draw: RenderPlan.GroupDraw) {
    add(draw.layer)
    add(draw.items)
    add(draw.opacity)
    add(draw.clip) { $0.add($1) }
    add(draw.mask) {
      $0.add($1.items)
      $0.add($1.channel.rawValue)
      $0.add($1.isInverted ? 1 : 0)
    }
    add(draw.shadow) {
      $0.add($1.offset.dx)
      $0.add($1.offset.dy)
      $0.add($1.deviation)
      $0.add($1.color)
    }
    add(draw.blend.rawValue)
    add(draw.light.rawValue)
    add(draw.plane) { $0.add($1) }
    add(draw.colors.edits) { $0.add($1) }
    // What the edits are in the output's primaries.
    for case .matrix(let matrix) in draw.colors.stages { add("\(matrix)") }
  }

  private mutating func add(_ clip: RenderPlan.Clip) {
    add(clip.path)
    add(clip.rule.rawValue)
    add(clip.matrix)
  }

  private mutating func add(_ edit: ColorEdit) {
    let lookup: ColorLookup
    switch edit.kind {
    case .lookup(let table, let amount):
      lookup = table
      add(amount)
    // The words of an edit are different for different edits.
    case .number(let edit, let number): return add("\(edit.word) \(number)")
    default: return add("\(edit.kind)")
    }
    add(lookup.tables) { writer, table in
      switch table {
      case .curves(let curves): writer.add(curves) { $0.add("\($1)") }
      case .cube(let cube):
        writer.add("\(cube.domain)")
        writer.add(Array(cube.colors)) { writer, color in
          for i in 0..<3 { writer.add(UInt64(color[i].bitPattern)) }
        }
      }
    }
  }

  // MARK: Paints and pens

  private mutating func add(_ paint: RenderPlan.Paint) {
    switch paint {
    case .color(let color):
      add(0)
      add(color)
    case .gradient(let gradient):
      switch gradient.geometry {
      case .linear(let start, let end):
        add(1)
        add(start)
        add(end)
      case .radial(let center, let radius):
        add(2)
        add(center)
        add(radius)
      }
      add(gradient.stops) {
        $0.add($1.place)
        $0.add($1.color)
      }
    }
  }

  private mutating func add(_ style: StrokeStyle) {
    add(style.width)
    add(style.join.rawValue)
    add(style.miterLimit)
    add(style.cap.rawValue)
    add(style.dashes) { $0.add($1) }
    add(style.dashOffset)
  }

  private mutating func add(_ color: Color) {
    for number in [color.red, color.green, color.blue, color.alpha] { add(number) }
  }

  // MARK: Geometry

  private mutating func add(_ path: Path) {
    add(path.count)
    path.forEach { element in
      switch element {
      case .move(let p): add(0, p)
      case .line(let p): add(1, p)
      case .quadratic(let c, let p): add(2, c, p)
      case .cubic(let c, let d, let p): add(3, c, d, p)
      case .arc(let arc):
        add(4, arc.center, Point(x: arc.u.dx, y: arc.u.dy), Point(x: arc.v.dx, y: arc.v.dy))
        add(arc.start.degrees)
        add(arc.sweep.degrees)
      case .close: add(5)
      }
    }
  }

  private mutating func add(_ kind: Int, _ points: Point...) {
    add(kind)
    for point in points { add(point) }
  }

  private mutating func add(_ point: Point) {
    add(point.x)
    add(point.y)
  }

  private mutating func add(_ size: PixelSize) {
    add(size.width)
    add(size.height)
  }

  private mutating func add(_ rect: PixelRect) {
    add(rect.x)
    add(rect.y)
    add(rect.size)
  }

  private mutating func add(_ rect: Rect) {
    for number in [rect.minX, rect.minY, rect.size.width, rect.size.height] { add(number) }
  }

  private mutating func add(_ t: AffineTransform) {
    for number in [t.a, t.b, t.c, t.d, t.tx, t.ty] { add(number) }
  }
}
