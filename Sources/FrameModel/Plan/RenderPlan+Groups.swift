extension RenderPlan {
  /// The shadow of a group: its alpha, blurred, translated and colored.
  public struct Shadow: Hashable, Sendable {
    /// In output pixels.
    public var offset: Vector
    /// The standard deviation of the Gaussian, in output pixels.
    public var deviation: Double
    public var color: Color

    public init(offset: Vector, deviation: Double, color: Color) {
      self.offset = offset
      self.deviation = deviation
      self.color = color
    }

    /// The distance at which the shadow ends: three deviations omit 0.3%.
    public var reach: Double { 3 * deviation }

    /// Returns a box that contains the shadow of something in another box.
    public func box(of silhouette: Rect) -> Rect {
      silhouette.offsetBy(dx: offset.dx, dy: offset.dy).grown(by: reach)
    }
  }
}

extension RenderPlan.GroupDraw {
  /// True if something in the group has a shadow of its own.
  public var hasShadowsInside: Bool {
    items.contains { item in
      guard case .group(let group) = item else { return false }
      return group.shadow != nil || group.hasShadowsInside
    }
  }

  /// Returns the items that cast the shadow, of which only alpha counts, at the position of the unblurred shadow.
  ///
  /// - Parameters:
  ///   - transform: from output pixels to the silhouette's; it scales both axes equally.
  ///   - isOpaque: whether an image, by its index, has no alpha; its outline is then enough.
  public func silhouette(
    under shadow: RenderPlan.Shadow, applying transform: AffineTransform, isOpaque: (Int) -> Bool
  ) -> RenderPlan.GroupDraw {
    let offset = AffineTransform(translationX: shadow.offset.dx, y: shadow.offset.dy)
    var silhouette = applying(offset.concatenating(transform), isOpaque)
    (silhouette.shadow, silhouette.opacity) = (nil, 1)
    return silhouette
  }

  fileprivate func applying(_ t: AffineTransform, _ isOpaque: (Int) -> Bool) -> Self {
    var group = self
    // Blend modes do not affect alpha.
    group.blend = .normal
    group.items = items.map { $0.applying(t, isOpaque) }
    if let clip { group.clip?.matrix = clip.matrix.concatenating(t) }
    if let shadow {
      group.shadow?.offset = shadow.offset.applying(t)
      group.shadow?.deviation = shadow.deviation * abs(t.determinant).squareRoot()
    }
    return group
  }
}

extension RenderPlan.Item {
  fileprivate func applying(_ t: AffineTransform, _ isOpaque: (Int) -> Bool) -> Self {
    switch self {
    case .image(let draw) where isOpaque(draw.image):
      let white = RenderPlan.Fill(.color(.white))
      return .shape(
        RenderPlan.ShapeDraw(
          layer: draw.layer, path: Path(draw.visible), fill: white, matrix: draw.matrix.concatenating(t),
          opacity: draw.opacity))
    case .image(var draw):
      draw.matrix = draw.matrix.concatenating(t)
      draw.path = RenderPlan.PixelPath(draw.matrix)
      return .image(draw)
    case .shape(var draw):
      draw.matrix = draw.matrix.concatenating(t)
      return .shape(draw)
    case .group(let draw): return .group(draw.applying(t, isOpaque))
    }
  }
}

extension RenderPlan {
  /// An area outside of which a group is not drawn.
  public struct Clip: Hashable, Sendable {
    public var path: Path
    public var rule: FillRule
    /// From the path's coordinates to output pixels.
    public var matrix: AffineTransform

    public init(_ path: Path, rule: FillRule = .nonZero, matrix: AffineTransform = .identity) {
      self.path = path
      self.rule = rule
      self.matrix = matrix
    }
  }
}

extension RenderPlan.Clip {
  /// Returns the area as a filled shape.
  public func area(of layer: String) -> RenderPlan.ShapeDraw {
    RenderPlan.ShapeDraw(
      layer: layer, path: path, fill: RenderPlan.Fill(.color(.white), rule: rule), matrix: matrix)
  }

  /// The bounding box in output pixels; nil if the area is empty.
  public var boundingBox: Rect? { path.applying(matrix).boundingBox }
}

/// The modes of mixing a layer with what is below: the separable modes of "Compositing and Blending Level 1" (W3C),
/// part 10.1, by their names there.
public enum BlendMode: String, ScriptKeyword {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion

  public static let meaning = "blend mode"
}
