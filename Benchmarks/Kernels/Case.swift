import FrameGeometry
import FrameImage
import FramePlan

/// A benchmark case: a transform, a filter, a light and a sample depth.
struct Case {
  /// The name that `--case` matches: transform, filter, light and pixel format, as in `turn cubic srgb rgb8`.
  let name: String
  let plan: RenderPlan

  static let width = 4096
  static let height = 3072

  /// The transform of the image.
  private enum Transform: String, CaseIterable {
    case rotation = "turn", half, fifth, double, tenth, quarterTurn = "quarter-turn", halfTurn = "half-turn"

    var matrix: AffineTransform {
      switch self {
      case .rotation: AffineTransform(rotation: Angle(degrees: 7))
      case .half: AffineTransform(scaleX: 0.5, y: 0.5)
      case .fifth: AffineTransform(scaleX: 0.2, y: 0.2)
      case .double: AffineTransform(scaleX: 2, y: 2)
      case .tenth: AffineTransform(rotation: Angle(degrees: 7)).scaledBy(x: 0.1, y: 0.1)
      case .quarterTurn: AffineTransform(rotation: Angle(degrees: 90))
      case .halfTurn: AffineTransform(rotation: Angle(degrees: 180))
      }
    }

    /// The size of the output.
    var size: PixelSize {
      switch self {
      case .rotation, .double, .halfTurn: PixelSize(width: width, height: height)!
      case .half: PixelSize(width: width / 2, height: height / 2)!
      case .fifth: PixelSize(width: width / 5, height: height / 5)!
      case .tenth: PixelSize(width: width / 10, height: height / 10)!
      case .quarterTurn: PixelSize(width: height, height: width)!
      }
    }

    /// True if pixels are only copied, so that the filter and the light have no effect.
    var isCopy: Bool { self == .quarterTurn || self == .halfTurn }
  }

  static let all: [Case] = Transform.allCases.flatMap { transform -> [Case] in
    let filters: [Filter] = transform.isCopy ? [.cubic] : Filter.allCases
    let spaces: [Light] = transform.isCopy ? [.srgb] : [.srgb, .linear]
    return filters.flatMap { filter in
      spaces.flatMap { space in
        [PixelFormat.rgb8, .rgba8, .rgba16].map { Case(transform, filter, space, $0) }
      }
    }
  }

  private init(_ transform: Transform, _ filter: Filter, _ space: Light, _ format: PixelFormat) {
    let settings = transform.isCopy ? "" : " \(filter.rawValue) \(space.rawValue)"
    name = "\(transform.rawValue)\(settings) \(format.channels)\(format.depth.rawValue)"
    let source = PixelSize(width: Self.width, height: Self.height)!
    let size = transform.size
    // Maps the center of the image to the center of the output.
    let matrix = AffineTransform(translationX: -Double(source.width) / 2, y: -Double(source.height) / 2)
      .concatenating(transform.matrix)
      .concatenating(AffineTransform(translationX: Double(size.width) / 2, y: Double(size.height) / 2))
    plan = RenderPlan(
      canvas: size, window: PixelRect(x: 0, y: 0, size: size), filter: filter, lights: Lights(both: space),
      images: [SourceImage(id: 0, name: "noise", size: source, pixels: format)],
      items: [
        .image(
          .init(
            layer: "photo", image: 0,
            map: .affine(matrix, visible: Rect(origin: .zero, size: Size(source))), opacity: 1))
      ],
      output: format)
  }
}
