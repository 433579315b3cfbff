extension RenderPlan {
  /// What a group's silhouette throws below it: its alpha, blurred, moved and colored.
  public struct Shadow: Hashable, Sendable {
    /// In output pixels.
    public var offset: Vector
    /// The standard deviation of the Gaussian that it is blurred by, in output pixels.
    public var deviation: Double
    public var color: Color

    public init(offset: Vector, deviation: Double, color: Color) {
      self.offset = offset
      self.deviation = deviation
      self.color = color
    }

    /// Further from the silhouette than this it is not seen: three deviations leave out 0.3%.
    public var reach: Double { 3 * deviation }

    /// What the shadow of something in a box may take.
    public func box(of silhouette: Rect) -> Rect {
      silhouette.offsetBy(dx: offset.dx, dy: offset.dy).grown(by: reach)
    }
  }
}

extension RenderPlan.GroupDraw {
  /// Whether something in it throws a shadow of its own.
  public var hasShadowsInside: Bool {
    items.contains { item in
      guard case .group(let group) = item else { return false }
      return group.shadow != nil || group.hasShadowsInside
    }
  }

  /// What throws its shadow: the same items, of which alpha alone counts, where the shadow is before it is blurred.
  ///
  /// - Parameters:
  ///   - transform: output pixels to those that the silhouette is wanted in; it scales both axes alike.
  ///   - isOpaque: whether an image, by its index, has no alpha: then its outline says all.
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
    // How colors mix says nothing of alpha.
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
