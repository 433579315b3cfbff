extension RenderPlan {
  /// A path that is filled and then stroked through a matrix, drawn as geometry.
  public struct ShapeDraw: Hashable, Sendable {
    public var layer: String
    /// In the layer's own coordinates.
    public var path: Path
    public var trim: Trim
    public var fill: Fill?
    public var stroke: Stroke?
    /// From the layer's coordinates to output pixels.
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

  /// The part of a path that is drawn, as shares of its length from 0 to 1.
  public struct Trim: Hashable, Sendable {
    public var start: Double
    public var end: Double

    public init(_ start: Double, _ end: Double) {
      self.start = start
      self.end = end
    }

    public static let all = Trim(0, 1)
  }

  /// The paint of an area.
  public enum Paint: Hashable, Sendable {
    case color(Color)
    case gradient(Gradient)
  }

  /// Colors that change along a line or outward from a point, interpolated in the plan's blending space with
  /// premultiplied alpha. Beyond both ends the last colors continue.
  public struct Gradient: Hashable, Sendable {
    public enum Geometry: Hashable, Sendable {
      case linear(from: Point, to: Point)
      case radial(center: Point, radius: Double)
    }

    public struct Stop: Hashable, Sendable {
      /// From 0 at the start to 1 at the end.
      public var place: Double
      public var color: Color

      public init(_ place: Double, _ color: Color) {
        self.place = place
        self.color = color
      }
    }

    /// In the layer's own coordinates.
    public var geometry: Geometry
    /// In order; places never decrease.
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
