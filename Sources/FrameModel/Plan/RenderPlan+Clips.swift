extension RenderPlan {
  /// An area beyond which nothing of a group is shown.
  public struct Clip: Hashable, Sendable {
    public var path: Path
    public var rule: FillRule
    /// The path's coordinates to output pixels.
    public var matrix: AffineTransform

    public init(_ path: Path, rule: FillRule = .nonZero, matrix: AffineTransform = .identity) {
      self.path = path
      self.rule = rule
      self.matrix = matrix
    }
  }
}

extension RenderPlan.Clip {
  /// The area that it leaves, as a shape that is filled.
  public func area(of layer: String) -> RenderPlan.ShapeDraw {
    RenderPlan.ShapeDraw(
      layer: layer, path: path, fill: RenderPlan.Fill(.color(.white), rule: rule), matrix: matrix)
  }

  /// The smallest upright rectangle around it, in output pixels; nil where it leaves nothing.
  public var boundingBox: Rect? { path.applying(matrix).boundingBox }
}
