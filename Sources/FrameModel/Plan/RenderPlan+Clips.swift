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
