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
  /// What it leaves, in output pixels, as an area that is filled.
  ///
  /// - Parameter window: what of the output is seen.
  public func outline(window: Rect) -> Outline {
    let white = RenderPlan.Paint.colour(.white)
    let area = RenderPlan.ShapeDraw(layer: "", path: path, fill: .init(white, rule: rule), matrix: matrix)
    // Only dashes can fail.
    return (try? area.outlines(window: window))?.fill ?? Outline()
  }

  /// The smallest upright rectangle around it, in output pixels; nil where it leaves nothing.
  public var boundingBox: Rect? { path.applying(matrix).boundingBox }
}
