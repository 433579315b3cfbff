import FrameGeometry
import FrameImage
import FrameRender

/// A case: the matrix of an image, its filter, its light and its depth.
struct Case {
  /// The name for `--case`: movement, filter, light, bits.
  let name: String
  let plan: RenderPlan

  static let width = 4096
  static let height = 3072

  /// The transform of the image.
  private enum Movement: String, CaseIterable {
    case turn, half, double, tenth, quarterTurn = "quarter-turn", halfTurn = "half-turn"

    var matrix: AffineTransform {
      switch self {
      case .turn: AffineTransform(rotation: Angle(degrees: 7))
      case .half: AffineTransform(scaleX: 0.5, y: 0.5)
      case .double: AffineTransform(scaleX: 2, y: 2)
      case .tenth: AffineTransform(rotation: Angle(degrees: 7)).scaledBy(x: 0.1, y: 0.1)
      case .quarterTurn: AffineTransform(rotation: Angle(degrees: 90))
      case .halfTurn: AffineTransform(rotation: Angle(degrees: 180))
      }
    }

    /// The size of the output.
    var size: PixelSize {
      switch self {
      case .turn, .double, .halfTurn: PixelSize(width: width, height: height)!
      case .half: PixelSize(width: width / 2, height: height / 2)!
      case .tenth: PixelSize(width: width / 10, height: height / 10)!
      case .quarterTurn: PixelSize(width: height, height: width)!
      }
    }

    var path: RenderPlan.PixelPath {
      switch self {
      case .turn, .tenth: .affine
      case .half, .double: .axisAligned
      case .quarterTurn: .rightAngleCopy(.right)
      case .halfTurn: .rightAngleCopy(.down)
      }
    }

    /// True if pixels are copied, so that the filter and the light do not matter.
    var isCopy: Bool { self == .quarterTurn || self == .halfTurn }
  }

  static let all: [Case] = Movement.allCases.flatMap { movement -> [Case] in
    let filters: [Filter] = movement.isCopy ? [.cubic] : Filter.allCases
    let lights: [BlendingSpace] = movement.isCopy ? [.srgb] : [.srgb, .linear]
    return filters.flatMap { filter in
      lights.flatMap { light in
        [PixelFormat.rgba8, .rgba16].map { Case(movement, filter, light, $0) }
      }
    }
  }

  private init(_ movement: Movement, _ filter: Filter, _ light: BlendingSpace, _ format: PixelFormat) {
    let look = movement.isCopy ? "" : " \(filter.rawValue) \(light.rawValue)"
    name = "\(movement.rawValue)\(look) \(format.depth.rawValue)"
    let source = PixelSize(width: Self.width, height: Self.height)!
    let size = movement.size
    // About the centers of the image and the output.
    let matrix = AffineTransform(translationX: -Double(source.width) / 2, y: -Double(source.height) / 2)
      .concatenating(movement.matrix)
      .concatenating(AffineTransform(translationX: Double(size.width) / 2, y: Double(size.height) / 2))
    plan = RenderPlan(
      canvas: size, window: PixelRect(x: 0, y: 0, size: size), filter: filter, light: light,
      images: [SourceImage(id: 0, name: "noise", size: source, pixels: format)],
      items: [
        .image(
          .init(
            layer: "photo", image: 0, matrix: matrix,
            visible: Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height)),
            opacity: 1, path: movement.path))
      ],
      output: format)
  }
}
