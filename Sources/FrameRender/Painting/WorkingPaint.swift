import FrameGeometry
import FramePlan

/// The paint of an area, in working pixels.
enum WorkingPaint: Sendable {
  case color(WorkingPixel)
  case gradient(WorkingGradient)

  /// - Parameter matrix: from the paint's coordinates to output pixels; invertible.
  init(_ paint: RenderPlan.Paint, matrix: AffineTransform, opacity: Double, space: WorkingSpace) {
    switch paint {
    case .color(let color): self = .color(space.pixel(color) * Float(opacity))
    case .gradient(let gradient):
      self = .gradient(WorkingGradient(gradient, matrix: matrix, opacity: opacity, space: space))
    }
  }
}

/// The colors of a gradient at positions of the output.
struct WorkingGradient: Sendable {
  /// For a linear gradient: place = along. For a radial one: the length of (along, across).
  private let toPlace: AffineTransform
  private let isRadial: Bool
  private let places: [Double]
  private let pixels: [WorkingPixel]

  init(_ gradient: RenderPlan.Gradient, matrix: AffineTransform, opacity: Double, space: WorkingSpace) {
    places = gradient.stops.map(\.place)
    pixels = gradient.stops.map { space.pixel($0.color) * Float(opacity) }
    // Without a length or a radius, everything is after its end.
    var fromPaint = AffineTransform(0, 0, 0, 0, 1, 0)
    switch gradient.geometry {
    case .linear(let start, let end):
      isRadial = false
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      if square > 0 {
        fromPaint = AffineTransform(
          dx / square, 0, dy / square, 0, -(start.x * dx + start.y * dy) / square, 0)
      }
    case .radial(let center, let radius):
      isRadial = true
      let scale = 1 / radius
      if radius > 0 {
        fromPaint = AffineTransform(scale, 0, 0, scale, -center.x * scale, -center.y * scale)
      }
    }
    toPlace = (matrix.inverse ?? .identity).concatenating(fromPaint)
  }

  /// - Parameters x, y: in output pixels.
  func pixel(at x: Double, _ y: Double) -> WorkingPixel {
    let place = Point(x: x, y: y).applying(toPlace)
    return pixel(at: isRadial ? (place.x * place.x + place.y * place.y).squareRoot() : place.x)
  }

  private func pixel(at place: Double) -> WorkingPixel {
    // If two stops share a place, the color at that place is the second one's.
    guard let next = places.firstIndex(where: { $0 > place }) else { return pixels[pixels.count - 1] }
    guard next > 0 else { return pixels[0] }
    let share = (place - places[next - 1]) / (places[next] - places[next - 1])
    return pixels[next - 1] + (pixels[next] - pixels[next - 1]) * Float(share)
  }
}
