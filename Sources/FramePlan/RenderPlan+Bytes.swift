import FrameGeometry
import FrameImage

extension RenderPlan {
  /// Calls `body` with bytes that represent all that decides the output, for a checksum: equal for equal plans, different for
  /// others. The names of images and the reasons for an encoded output do not count, and losses follow from the rest.
  ///
  /// Numbers have a fixed size, lists and texts begin with their length, and enums with their case. Only a part of
  /// the bytes is held, however many items there are.
  package func forEachPiece(_ body: @escaping ([UInt8]) -> Void) {
    var writer = PlanWriter(body: body)
    writer.add(self)
    writer.flush()
  }
}

private struct PlanWriter {
  private var bytes: [UInt8] = []
  private let body: ([UInt8]) -> Void

  init(body: @escaping ([UInt8]) -> Void) { self.body = body }

  mutating func flush() {
    if !bytes.isEmpty { body(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func add(word: UInt64) {
    if bytes.count >= 1 << 14 { flush() }
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(characters: String.UTF8View) { bytes.append(contentsOf: characters) }

  mutating func add<each Part: PlanPart>(_ part: repeat each Part) { repeat (each part).write(to: &self) }
}

/// A value that is written as a part of a plan's bytes.
private protocol PlanPart {
  func write(to writer: inout PlanWriter)
}

// MARK: Numbers, texts, lists

extension UInt64: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(word: self) }
}

extension Int: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(word: UInt64(bitPattern: Int64(self))) }
}

extension Double: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(word: bitPattern) }
}

extension String: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(utf8.count)
    writer.add(characters: utf8)
  }
}

extension Array: PlanPart where Element: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(count)
    for element in self { writer.add(element) }
  }
}

extension Optional: PlanPart where Wrapped: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(self == nil ? 0 : 1)
    if let self { writer.add(self) }
  }
}

// MARK: The plan and its items

extension RenderPlan: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(canvas, window, style.background, style.border, style.pad, unpadded, style.cornerRadius, matte)
    writer.add(filter.rawValue, lights.resampling.rawValue, lights.blending.rawValue, toneCurve)
    writer.add(images, items, output)
    switch writing {
    case .encoded: writer.add(0)
    case .moved(let move): writer.add(1, move.kind.rawValue, move.orientation.rawValue, move.source)
    }
  }
}

extension SourceImage: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(id, size, orientation.rawValue, pixels, reduction.rawValue)
  }
}

extension PixelFormat: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(channels.rawValue, depth.rawValue) }
}

extension ToneCurve: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    switch self {
    case .sRGB: writer.add(0)
    case .formula(let formula):
      writer.add(1, formula.exponent, formula.a, formula.b, formula.c, formula.d, formula.e, formula.f)
    case .table(let light): writer.add(2, light.map { Int($0) })
    }
  }
}

extension RenderPlan.Item: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    switch self {
    case .image(let draw):
      writer.add(0, draw.layer, draw.image, draw.map, draw.opacity, draw.part, draw.edge.rawValue)
    case .shape(let draw): writer.add(1, draw)
    case .group(let draw): writer.add(2, draw)
    case .neighborhood(let draw):
      // The description of an edit is different for different edits.
      writer.add(
        3, draw.layer, draw.items, "\(draw.edit)", draw.box, draw.area, draw.outline, draw.light.rawValue)
    }
  }
}

extension RenderPlan.ImageMap: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    switch self {
    case .affine(let matrix, let visible): writer.add(0, matrix, visible)
    case .projective(let perspective): writer.add(1, perspective)
    }
  }
}

extension RenderPlan.Perspective: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(map.numbers, outline.corners, left, top) }
}

extension RenderPlan.ShapeDraw: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(layer, path, trim.start, trim.end, fill, stroke, matrix, opacity)
  }
}

extension RenderPlan.GroupDraw: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(layer, items, opacity, clip, mask, shadow, blend.rawValue, light.rawValue, plane, colors.edits)
    // The matrices of edits depend on the primaries of the output.
    for case .matrix(let matrix) in colors.stages { writer.add("\(matrix)") }
  }
}

extension RenderPlan.Clip: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(path, rule.rawValue, matrix) }
}

extension RenderPlan.Mask: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(items, channel.rawValue, isInverted ? 1 : 0)
  }
}

extension RenderPlan.Shadow: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(offset.dx, offset.dy, deviation, color) }
}

// MARK: Colors, paints and pens

extension ColorEdit: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    // The words of an edit are different for different edits.
    switch kind {
    case .lookup(let lookup, let amount): writer.add(amount, lookup.tables)
    case .number(let edit, let number): writer.add("\(edit.word) \(number)")
    default: writer.add("\(kind)")
    }
  }
}

extension ColorLookup.Table: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    switch self {
    case .curves(let curves): writer.add(curves.map { "\($0)" })
    case .cube(let cube):
      writer.add("\(cube.domain)", cube.colors.count)
      for color in cube.colors {
        for i in 0..<3 { writer.add(UInt64(color[i].bitPattern)) }
      }
    }
  }
}

extension CanvasStyle.Border: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(width, color) }
}

extension RenderPlan.Fill: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(paint, rule.rawValue) }
}

extension RenderPlan.Stroke: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(paint, style) }
}

extension RenderPlan.Paint: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    switch self {
    case .color(let color): writer.add(0, color)
    case .gradient(let gradient):
      switch gradient.geometry {
      case .linear(let start, let end): writer.add(1, start, end)
      case .radial(let center, let radius): writer.add(2, center, radius)
      }
      writer.add(gradient.stops)
    }
  }
}

extension RenderPlan.Gradient.Stop: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(place, color) }
}

extension StrokeStyle: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(width, join.rawValue, miterLimit, cap.rawValue, dashes, dashOffset)
  }
}

extension Color: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(red, green, blue, alpha) }
}

// MARK: Geometry

extension Path: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) {
    writer.add(count)
    forEach { element in
      switch element {
      case .move(let p): writer.add(0, p)
      case .line(let p): writer.add(1, p)
      case .quadratic(let c, let p): writer.add(2, c, p)
      case .cubic(let c, let d, let p): writer.add(3, c, d, p)
      case .arc(let arc): writer.add(4, arc.center, arc.u, arc.v, arc.start.degrees, arc.sweep.degrees)
      case .close: writer.add(5)
      }
    }
  }
}

extension Point: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(x, y) }
}

extension Vector: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(dx, dy) }
}

extension PixelSize: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(width, height) }
}

extension PixelRect: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(x, y, size) }
}

extension Rect: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(minX, minY, size.width, size.height) }
}

extension AffineTransform: PlanPart {
  fileprivate func write(to writer: inout PlanWriter) { writer.add(a, b, c, d, tx, ty) }
}
