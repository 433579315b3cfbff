import FrameGeometry
import FrameImage

extension RenderPlan {
  /// A path that is filled and then stroked through a matrix, drawn as geometry.
  package struct ShapeDraw: Hashable, Sendable {
    package var layer: String
    /// In the layer's own coordinates.
    package var path: Path
    package var trim: Trim
    package var fill: Fill?
    package var stroke: Stroke?
    /// From the layer's coordinates to output pixels.
    package var matrix: AffineTransform
    package var opacity: Double

    package init(
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

  package struct Fill: Hashable, Sendable {
    package var paint: Paint
    package var rule: FillRule

    package init(_ paint: Paint, rule: FillRule = .nonZero) {
      self.paint = paint
      self.rule = rule
    }
  }

  package struct Stroke: Hashable, Sendable {
    package var paint: Paint
    package var style: StrokeStyle

    package init(_ paint: Paint, _ style: StrokeStyle) {
      self.paint = paint
      self.style = style
    }
  }

  /// The part of a path that is drawn, as shares of its length from 0 to 1.
  package struct Trim: Hashable, Sendable {
    package var start: Double
    package var end: Double

    package init(_ start: Double, _ end: Double) {
      self.start = start
      self.end = end
    }

    package static let all = Trim(0, 1)
  }

  /// The paint of an area.
  package enum Paint: Hashable, Sendable {
    case color(Color)
    case gradient(Gradient)
  }

  /// Colors that change along a line or outward from a point, interpolated in the plan's light of blending with
  /// premultiplied alpha. Beyond both ends the last colors continue.
  package struct Gradient: Hashable, Sendable {
    package enum Geometry: Hashable, Sendable {
      case linear(from: Point, to: Point)
      case radial(center: Point, radius: Double)
    }

    package struct Stop: Hashable, Sendable {
      /// From 0 at the start to 1 at the end.
      package var place: Double
      package var color: Color

      package init(_ place: Double, _ color: Color) {
        self.place = place
        self.color = color
      }
    }

    /// In the layer's own coordinates.
    package var geometry: Geometry
    /// In order; places never decrease.
    package var stops: [Stop]

    package init(_ geometry: Geometry, stops: [Stop]) {
      self.geometry = geometry
      self.stops = stops
    }
  }
}

extension RenderPlan.ShapeDraw {
  func applying(_ t: AffineTransform) -> Self {
    var draw = self
    draw.matrix = matrix.concatenating(t)
    return draw
  }

  func mappingColors(_ change: (Color) -> Color) -> Self {
    var draw = self
    if let fill { draw.fill?.paint = fill.paint.mappingColors(change) }
    if let stroke { draw.stroke?.paint = stroke.paint.mappingColors(change) }
    return draw
  }
}

extension RenderPlan.Paint {
  package var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .gradient(let gradient): gradient.stops.map(\.color)
    }
  }

  package var isVisible: Bool { colors.contains { $0.alpha > 0 } }

  package var isOpaque: Bool { colors.allSatisfy { $0.alpha == 1 } }

  package var isGray: Bool { colors.allSatisfy(\.isGray) }
}
