extension RenderPlan {
  /// A path, filled and then stroked through a matrix. It is drawn as geometry: no image of it is scaled.
  public struct ShapeDraw: Hashable, Sendable {
    public var layer: String
    /// In the layer's own coordinates.
    public var path: Path
    public var trim: Trim
    public var fill: Fill?
    public var stroke: Stroke?
    /// The layer's coordinates to output pixels.
    public var matrix: AffineTransform
    public var opacity: Double

    public init(
      layer: String, path: Path, trim: Trim = .all, fill: Fill? = nil, stroke: Stroke? = nil,
      matrix: AffineTransform, opacity: Double = 1
    ) {
      self.layer = layer
      self.path = path
      self.trim = trim
      self.fill = fill
      self.stroke = stroke
      self.matrix = matrix
      self.opacity = opacity
    }
  }

  public struct Fill: Hashable, Sendable {
    public var paint: Paint
    public var rule: FillRule

    public init(_ paint: Paint, rule: FillRule = .nonZero) {
      self.paint = paint
      self.rule = rule
    }
  }

  public struct Stroke: Hashable, Sendable {
    public var paint: Paint
    public var style: StrokeStyle

    public init(_ paint: Paint, _ style: StrokeStyle) {
      self.paint = paint
      self.style = style
    }
  }

  /// The part of a path, by its length, that is drawn: from 0 to 1.
  public struct Trim: Hashable, Sendable {
    public var start: Double
    public var end: Double

    public init(_ start: Double, _ end: Double) {
      self.start = start
      self.end = end
    }

    public static let all = Trim(0, 1)
  }

  /// What an area is filled with.
  public enum Paint: Hashable, Sendable {
    case color(Color)
    case gradient(Gradient)
  }

  /// Colors that become others along a line or outward from a point, in the light that the plan works in, with
  /// alpha multiplied in. Beyond both ends the last colors go on.
  public struct Gradient: Hashable, Sendable {
    public enum Geometry: Hashable, Sendable {
      case linear(from: Point, to: Point)
      case radial(center: Point, radius: Double)
    }

    public struct Stop: Hashable, Sendable {
      /// 0 where the gradient begins, 1 where it ends.
      public var place: Double
      public var color: Color

      public init(_ place: Double, _ color: Color) {
        self.place = place
        self.color = color
      }
    }

    /// In the layer's own coordinates.
    public var geometry: Geometry
    /// Their places never go back.
    public var stops: [Stop]

    public init(_ geometry: Geometry, stops: [Stop]) {
      self.geometry = geometry
      self.stops = stops
    }
  }
}

extension RenderPlan.Paint {
  public var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .gradient(let gradient): gradient.stops.map(\.color)
    }
  }

  public var isVisible: Bool { colors.contains { $0.alpha > 0 } }

  public func mappingColors(_ change: (Color) -> Color) -> Self {
    switch self {
    case .color(let color): return .color(change(color))
    case .gradient(var gradient):
      gradient.stops = gradient.stops.map { .init($0.place, change($0.color)) }
      return .gradient(gradient)
    }
  }
}
