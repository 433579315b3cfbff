import FrameGeometry
import FrameImage

extension RenderPlan {
  /// An image drawn through a map.
  package struct ImageDraw: Hashable, Sendable {
    /// The layer's name.
    package var layer: String
    /// The index in `RenderPlan.images`.
    package var image: Int
    package var map: ImageMap
    package var opacity: Double
    /// The stored pixels that are sampled; nil for all. Beyond them, the edge continues.
    package var part: PixelRect?
    package var edge: EdgeMode

    package init(
      layer: String, image: Int, map: ImageMap, opacity: Double, part: PixelRect? = nil,
      edge: EdgeMode = .transparent
    ) {
      (self.layer, self.image, self.map, self.opacity) = (layer, image, map, opacity)
      (self.part, self.edge) = (part, edge)
    }
  }

  /// Where the stored pixels of an image lie in the output.
  package enum ImageMap: Hashable, Sendable {
    /// From stored pixels to output pixels.
    ///
    /// - Parameter visible: The visible part of the image in stored pixels: all of it, or what is inside its layer's bounds.
    case affine(AffineTransform, visible: Rect)
    case projective(Perspective)
  }

  /// The place of pixels that are seen in perspective.
  ///
  /// It is given on the canvas, so that no number depends on the part of it that is written.
  package struct Perspective: Hashable, Sendable {
    /// From pixels of an image, or of a group's own plane, to those of the canvas.
    package var map: Projection
    /// Everything visible, on the canvas: ahead of the horizon.
    package var outline: ConvexPolygon
    /// The first column of the output on the canvas.
    package var left: Int
    /// The first row.
    package var top: Int

    package init(_ map: Projection, outline: ConvexPolygon, left: Int = 0, top: Int = 0) {
      (self.map, self.outline, self.left, self.top) = (map, outline, left, top)
    }
  }

  /// The way from an image's pixels to the output's.
  package enum PixelPath: Hashable, Sendable {
    /// Pixel by pixel, not turned.
    case copy
    /// Pixel by pixel, turned or mirrored, with the orientation in which stored rows and columns are written.
    case rightAngleCopy(Orientation)
    /// Resampled along each axis separately.
    case axisAligned
    case affine
    case projective
  }
}

extension RenderPlan.PixelPath {
  /// The pixel path for a matrix.
  package init(_ matrix: AffineTransform) {
    if let form = matrix.rightAngleForm {
      self = form.orientation == .up ? .copy : .rightAngleCopy(form.orientation)
    } else {
      self = matrix.keepsAxes ? .axisAligned : .affine
    }
  }

  /// True if every output pixel is one pixel of the image.
  package var isCopy: Bool {
    switch self {
    case .copy, .rightAngleCopy: true
    case .axisAligned, .affine, .projective: false
    }
  }
}

extension RenderPlan.Perspective {
  /// From the pixels that it places to output pixels.
  package var toOutput: Projection { map.concatenating(Projection(fromCanvas)) }

  private var fromCanvas: AffineTransform { AffineTransform(translationX: -Double(left), y: -Double(top)) }

  /// Everything visible, in output pixels.
  package var outlineInOutput: ConvexPolygon { outline.applying(.affine(fromCanvas)) }

  /// Returns it in coordinates to which a transform leads from output pixels.
  func applying(_ t: AffineTransform) -> Self {
    let toNew = fromCanvas.concatenating(t)
    return Self(map.concatenating(Projection(toNew)), outline: outline.applying(.affine(toNew)))
  }

  /// The largest and the smallest factors by which it stretches what is visible.
  package var stretch: (large: Double, small: Double) {
    guard let inverse = map.inverse else { return (.infinity, 0) }
    let values = outline.corners.map { map.linearized(at: $0.applying(inverse)).singularValues }
    return (values.map(\.large).max() ?? 0, values.map(\.small).min() ?? 0)
  }
}

extension RenderPlan.ImageDraw {
  /// The affine transform from stored pixels to output pixels, with the visible part of the image; nil for an image in perspective.
  package var affine: (matrix: AffineTransform, visible: Rect)? {
    if case .affine(let matrix, let visible) = map { (matrix, visible) } else { nil }
  }

  package var path: RenderPlan.PixelPath { affine.map { RenderPlan.PixelPath($0.matrix) } ?? .projective }

  /// Everything visible, in output pixels.
  package var outline: ConvexPolygon {
    switch map {
    case .affine(let matrix, let visible): ConvexPolygon(visible, applying: matrix)
    case .projective(let perspective): perspective.outlineInOutput
    }
  }

  package var box: Rect {
    switch map {
    case .affine(let matrix, let visible): visible.applying(matrix)
    case .projective: outline.boundingBox ?? .zero
    }
  }

  /// The largest and the smallest factors by which it stretches the image.
  package var stretch: (large: Double, small: Double) {
    switch map {
    case .affine(let matrix, _): matrix.singularValues
    case .projective(let perspective): perspective.stretch
    }
  }

  /// The transform from stored pixels to output pixels; in perspective, what it is in the middle of what is visible.
  package var middle: AffineTransform {
    switch map {
    case .affine(let matrix, _): return matrix
    case .projective(let perspective):
      guard let box = perspective.outline.boundingBox, let inverse = perspective.map.inverse else {
        return .identity
      }
      return perspective.map.linearized(at: Point(x: box.midX, y: box.midY).applying(inverse))
    }
  }

  /// True if rows of the image become columns of the output, or come nearer to columns than to rows.
  package var swapsAxes: Bool { abs(middle.b) > abs(middle.a) }

  func applying(_ t: AffineTransform) -> Self {
    var draw = self
    switch map {
    case .affine(let matrix, let visible):
      draw.map = .affine(matrix.concatenating(t), visible: visible)
    case .projective(let perspective): draw.map = .projective(perspective.applying(t))
    }
    return draw
  }

  /// Returns the visible part of the image as a shape in one color.
  func area(filledWith color: Color) -> RenderPlan.ShapeDraw {
    let fill = RenderPlan.Fill(.color(color))
    switch map {
    case .affine(let matrix, let visible):
      return RenderPlan.ShapeDraw(
        layer: layer, path: Path(visible), fill: fill, matrix: matrix, opacity: opacity)
    case .projective:
      return RenderPlan.ShapeDraw(
        layer: layer, path: Path(polygon: outline.corners), fill: fill, matrix: .identity, opacity: opacity)
    }
  }

  /// Returns whether the visible part of the image covers every pixel of an output with this size.
  package func covers(_ size: PixelSize) -> Bool { covers(Rect(origin: .zero, size: Size(size))) }

  /// Returns whether the visible part of the image covers every pixel of a rectangle of the output.
  package func covers(_ area: Rect) -> Bool {
    let slack = 1e-9 * max(area.size.width, area.size.height, 1)
    guard let (matrix, visible) = affine else {
      return outline.contains(area.corners, slack: slack)
    }
    guard let inverse = matrix.inverse else { return false }
    return area.corners.allSatisfy { corner in
      let p = corner.applying(inverse)
      return p.x >= visible.minX - slack && p.x <= visible.maxX + slack
        && p.y >= visible.minY - slack && p.y <= visible.maxY + slack
    }
  }

  /// True if each pixel of the output is a pixel of the image, or outside of it.
  package var isCopiedInWholePixels: Bool {
    guard path.isCopy, let visible = affine?.visible else { return false }
    return visible.corners.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() }
  }
}
