@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

extension RenderPlan {
  /// Creates a plan for bitmaps in memory, with one light for all uses.
  init(
    _ images: [Bitmap], canvas: PixelSize, _ items: [Item], background: Color = .clear,
    filter: Filter = .cubic, light: Light = .linear, output: PixelFormat
  ) {
    self.init(
      images, canvas: canvas, items, background: background, filter: filter, lights: Lights(both: light),
      output: output)
  }

  init(
    _ images: [Bitmap], canvas: PixelSize, _ items: [Item], background: Color = .clear,
    filter: Filter = .cubic, lights: Lights, output: PixelFormat
  ) {
    self.init(
      canvas: canvas, window: PixelRect(x: 0, y: 0, size: canvas),
      style: CanvasStyle(background: .color(background)), filter: filter,
      lights: lights,
      images: images.enumerated().map { i, bitmap in
        SourceImage(id: i, name: "\(i)", size: bitmap.size, pixels: bitmap.format)
      },
      items: items, output: output)
  }

  /// Creates a plan of one image over nothing.
  init(
    _ image: Bitmap, by matrix: AffineTransform, canvas: PixelSize, filter: Filter = .cubic,
    light: Light = .linear, output: PixelFormat? = nil
  ) {
    self.init(
      [image], canvas: canvas, [.draw(image, by: matrix)], filter: filter, light: light,
      output: output ?? image.format)
  }

  /// Renders with every instruction set of this processor and expects the same pixels from all. (`make test` uses
  /// only the fastest; `KernelTests` and `make test-release` use all.)
  func rendered(_ images: [Bitmap]) throws -> Bitmap {
    let specified = try rendered(images, by: .scalar)
    #if !THOROUGH
      let versions = [InstructionSet.fastest]
    #else
      let versions = InstructionSet.available.dropFirst()
    #endif
    for kernels in versions {
      let result = try rendered(images, by: kernels)
      expectEqual(result, specified, "\(kernels.name) differs from the specification")
    }
    return specified
  }

  func rendered(_ images: [Bitmap], by kernels: InstructionSet) throws -> Bitmap {
    var sink: any PixelSink = Bitmap(size: window.size, format: output)
    try Renderer(self, kernels: kernels).render(images, into: &sink)
    return try #require(sink as? Bitmap)
  }

  func rendered(_ image: Bitmap) throws -> Bitmap { try rendered([image]) }

  /// Expects that windows of a plan of 100 x 310 pixels have the pixels of the whole, and that neither threads nor reading the
  /// image row by row change any.
  func expectSameInWindowsAndThreads(_ image: Bitmap) throws {
    let whole = try rendered([image], by: .fastest)
    for (x, y, part) in [(0, 0, size(11, 9)), (37, 129, size(33, 90)), (89, 300, size(11, 10))] {
      try expectEqual(
        windowed(x, y, part).rendered([image], by: .fastest), whole.cut(x, y, part), "\(x),\(y)")
    }
    var sink: any PixelSink = Bitmap(size: window.size, format: output)
    try Renderer(self, jobs: 3).render([CheckedSource(image)], into: &sink)
    try expectEqual(#require(sink as? Bitmap), whole)
  }

  /// Returns the plan for a part of its output.
  func windowed(_ x: Int, _ y: Int, _ size: PixelSize) -> RenderPlan {
    var plan = self
    plan.window = PixelRect(x: window.x + x, y: window.y + y, size: size)
    let back = AffineTransform(translationX: Double(-x), y: Double(-y))
    plan.items = items.map { $0.concatenating(back) }
    return plan
  }
}

extension RenderPlan.ImageDraw {
  /// The transform of an image that is not in perspective.
  var matrix: AffineTransform {
    get { affine!.matrix }
    set { map = .affine(newValue, visible: visible) }
  }

  var visible: Rect {
    get { affine!.visible }
    set { map = .affine(matrix, visible: newValue) }
  }
}

extension RenderPlan.Perspective {
  init(_ size: PixelSize, corners: Quad) {
    let whole = Rect(origin: .zero, size: Size(size))
    self.init(Projection(whole, to: corners)!, outline: ConvexPolygon(corners: corners.corners))
  }

  /// - Parameter way: a translation by whole pixels.
  fileprivate func moved(_ way: AffineTransform) -> Self {
    RenderPlan.Perspective(map, outline: outline, left: left - Int(way.tx), top: top - Int(way.ty))
  }
}

extension RenderPlan.Item {
  /// Draws an image with its corners at these places.
  static func draw(_ bitmap: Bitmap, corners: Quad) -> RenderPlan.Item {
    .image(
      RenderPlan.ImageDraw(
        layer: "photo", image: 0, map: .projective(.init(bitmap.size, corners: corners)), opacity: 1))
  }

  static func draw(
    _ bitmap: Bitmap, _ number: Int = 0, by matrix: AffineTransform, visible: Rect? = nil,
    opacity: Double = 1
  ) -> RenderPlan.Item {
    .image(
      RenderPlan.ImageDraw(
        layer: "layer\(number)", image: number,
        map: .affine(
          matrix,
          visible: visible ?? Rect(origin: .zero, size: Size(bitmap.size))), opacity: opacity))
  }

  static func card(
    _ rect: Rect, _ color: Color, by matrix: AffineTransform = .identity, opacity: Double = 1
  ) -> RenderPlan.Item {
    .shape(
      RenderPlan.ShapeDraw(
        layer: "card", path: Path(rect), fill: .init(.color(color)), matrix: matrix, opacity: opacity)
    )
  }

  static func group(
    _ items: [RenderPlan.Item], opacity: Double = 1, clip: RenderPlan.Clip? = nil
  ) -> RenderPlan.Item {
    .group(RenderPlan.GroupDraw(layer: "group", items: items, opacity: opacity, clip: clip))
  }

  fileprivate func concatenating(_ next: AffineTransform) -> RenderPlan.Item {
    switch self {
    case .image(var draw):
      if case .projective(let perspective) = draw.map {
        draw.map = .projective(perspective.moved(next))
      } else {
        draw.matrix = draw.matrix.concatenating(next)
      }
      return .image(draw)
    case .shape(var draw):
      draw.matrix = draw.matrix.concatenating(next)
      return .shape(draw)
    case .group(var draw):
      if let plane = draw.plane {
        draw.plane = plane.moved(next)
      } else {
        draw.items = draw.items.map { $0.concatenating(next) }
      }
      if let clip = draw.clip { draw.clip?.matrix = clip.matrix.concatenating(next) }
      if let mask = draw.mask { draw.mask?.items = mask.items.map { $0.concatenating(next) } }
      return .group(draw)
    case .neighborhood(var draw):
      draw.items = draw.items.map { $0.concatenating(next) }
      draw.box = draw.box.applying(next)
      if let area = draw.area { draw.area?.matrix = area.matrix.concatenating(next) }
      if let outline = draw.outline { draw.outline?.matrix = outline.matrix.concatenating(next) }
      return .neighborhood(draw)
    }
  }
}

extension AffineTransform {
  static func turned(_ degrees: Double) -> AffineTransform {
    AffineTransform(rotation: Angle(degrees: degrees))
  }

  static func scaled(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y)
  }

  static func moved(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y)
  }

  /// Returns this transform followed by the next, in reading order.
  func then(_ next: AffineTransform) -> AffineTransform { concatenating(next) }

  /// Returns the transform, moved so that the center of one size maps to the center of another.
  func centered(_ from: PixelSize, in to: PixelSize) -> AffineTransform {
    AffineTransform.moved(-Double(from.width) / 2, -Double(from.height) / 2)
      .then(self).then(.moved(Double(to.width) / 2, Double(to.height) / 2))
  }
}
