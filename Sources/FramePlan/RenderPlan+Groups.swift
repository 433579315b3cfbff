import FrameGeometry
import FrameImage

extension RenderPlan {
  /// The shadow of a group: its alpha, blurred, translated and colored.
  package struct Shadow: Hashable, Sendable {
    /// In output pixels.
    package var offset: Vector
    /// The standard deviation of the Gaussian, in output pixels.
    package var deviation: Double
    package var color: Color

    package init(offset: Vector, deviation: Double, color: Color) {
      self.offset = offset
      self.deviation = deviation
      self.color = color
    }

    /// The distance at which the shadow ends.
    package var reach: Double { CellGaussian.deviations * deviation }

    func applying(_ t: AffineTransform) -> Shadow {
      Shadow(offset: offset.applying(t), deviation: deviation * t.meanScale, color: color)
    }

    /// Returns a box that contains the shadow of something in another box.
    package func box(of silhouette: Rect) -> Rect {
      silhouette.offsetBy(dx: offset.dx, dy: offset.dy).grown(by: reach)
    }
  }
}

extension RenderPlan.GroupDraw {
  /// True if a shadow of the group is made from its pixels, and not from its outlines: pixels of a shadow, of neighborhoods or
  /// under a mask depend on more than outlines, or would be drawn twice.
  package var isTakenForShadow: Bool { mask != nil || plane != nil || items.contains(where: \.isPrepared) }

  /// Returns the items that cast the shadow, of which only alpha counts, at the position of the unblurred shadow.
  ///
  /// - Parameters:
  ///   - transform: from output pixels to the silhouette's; it scales both axes equally.
  ///   - isOpaque: whether an image, by its index, has no alpha; its outline is then enough.
  package func silhouette(
    under shadow: RenderPlan.Shadow, applying transform: AffineTransform, isOpaque: (Int) -> Bool
  ) -> RenderPlan.GroupDraw {
    let offset = AffineTransform(translationX: shadow.offset.dx, y: shadow.offset.dy)
    let toSilhouette = offset.concatenating(transform)
    return RenderPlan.GroupDraw(
      layer: layer, items: items.map { $0.silhouette(toSilhouette, isOpaque) },
      clip: clip?.applying(toSilhouette), colors: colors)
  }

  func applying(_ t: AffineTransform) -> Self {
    var draw = self
    draw.plane = plane?.applying(t)
    // The items are on the plane, whose coordinates change in the same way.
    if let plane = draw.plane, let inverse = t.inverse {
      draw.plane?.map = Projection(inverse).concatenating(plane.map)
    }
    draw.clip = clip?.applying(t)
    draw.shadow = shadow?.applying(t)
    return draw
  }
}

extension RenderPlan.Item {
  fileprivate var isPrepared: Bool {
    switch self {
    case .image, .shape: false
    case .group(let group): group.shadow != nil || group.isTakenForShadow
    case .neighborhood: true
    }
  }

  fileprivate func silhouette(_ t: AffineTransform, _ isOpaque: (Int) -> Bool) -> Self {
    switch self {
    case .image(let draw) where isOpaque(draw.image): return .shape(draw.area(filledWith: .white).applying(t))
    case .group(var draw):
      // Blend modes do not affect alpha.
      draw.blend = .normal
      draw.items = draw.items.map { $0.silhouette(t, isOpaque) }
      return .group(draw.applying(t))
    case .neighborhood: preconditionFailure("its silhouette is made from its pixels")
    default: return applying(t)
    }
  }
}

extension RenderPlan {
  /// An area outside of which a group is not drawn.
  package struct Clip: Hashable, Sendable {
    package var path: Path
    package var rule: FillRule
    /// From the path's coordinates to output pixels.
    package var matrix: AffineTransform

    package init(_ path: Path, rule: FillRule = .nonZero, matrix: AffineTransform = .identity) {
      self.path = path
      self.rule = rule
      self.matrix = matrix
    }

    /// - Parameter map: from the path's coordinates to output pixels. In perspective, curves become lines, the error of which is not
    ///   visible.
    package init(_ path: Path, rule: FillRule = .nonZero, map: PlaneMap) {
      switch map {
      case .affine(let matrix): self.init(path, rule: rule, matrix: matrix)
      case .projective(let projection): self.init(path.applying(projection), rule: rule)
      }
    }
  }

  /// Items that say how much of a group is visible.
  package struct Mask: Hashable, Sendable {
    package var items: [Item] { didSet { facts = Facts(items) } }
    package var channel: MaskChannel
    package var isInverted: Bool
    /// The name of the layer that is the mask; nil for an image or a gradient.
    package var layer: String?
    private var facts: Facts

    package init(_ items: [Item], _ channel: MaskChannel, isInverted: Bool = false, layer: String? = nil) {
      (self.items, self.channel, self.isInverted) = (items, channel, isInverted)
      (self.layer, facts) = (layer, Facts(items))
    }

    /// The bytes of the items, wherever they are contained.
    package var bytes: Int { facts.bytes }
    /// The bounding box and the reach of the items.
    var boundingBox: Rect? { facts.boundingBox }
    var reach: Rect? { facts.reach }
    /// The images that the items draw, without repetitions.
    var draws: [ImageDraw] { facts.draws }

    /// What follows from the items, computed once: walks over masks of masks that share their masks would take exponential
    /// time.
    private final class Facts: Hashable, Sendable {
      let bytes: Int
      let boundingBox, reach: Rect?
      let draws: [ImageDraw]

      init(_ items: [Item]) {
        bytes = RenderPlan.bytes(of: items)
        boundingBox = items.boundingBox
        reach = items.reach
        draws = RenderPlan.draws(of: items)
      }

      // They follow from the items.
      static func == (a: Facts, b: Facts) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }
  }
}

extension RenderPlan.Clip {
  /// Returns the area as a filled shape.
  package func area(of layer: String) -> RenderPlan.ShapeDraw {
    RenderPlan.ShapeDraw(
      layer: layer, path: path, fill: RenderPlan.Fill(.color(.white), rule: rule), matrix: matrix)
  }

  func applying(_ t: AffineTransform) -> RenderPlan.Clip {
    RenderPlan.Clip(path, rule: rule, matrix: matrix.concatenating(t))
  }

  /// The bounding box in output pixels; nil if the area is empty.
  package var boundingBox: Rect? { path.applying(matrix).boundingBox }
}
