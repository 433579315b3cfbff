import FrameGeometry
import FrameImage

/// A lake below mountains on a summer evening: sky, terrain, water, then the near bank over them.
enum Landscape {
  static let width = 1600
  static let height = 1067
  /// The row of the horizon.
  static let horizon = 590.0
  /// The pixels of one meter at a distance of one meter.
  static let focal = 1500.0
  /// The height of the eye above the lake, in meters.
  static let eye = 14.0
  /// The direction of the sun: low, on the right, and slightly behind the viewer, so that slopes are lit.
  static let light = SIMD3<Double>(0.800, 0.424, -0.424)
  /// The center of the glow in the sky.
  static let sun = Point(x: 1210, y: 395)

  static func draw() -> Bitmap {
    // Drawn at twice the size. Otherwise, crests against the sky would be jagged.
    var far = Painting(width: width * 2, height: height * 2)
    Sky.paint(on: &far, scale: 2)
    Mountains.paint(on: &far, scale: 2)
    var image = far.reduced(by: 2)
    Lake.paint(on: &image)
    Boat.paint(on: &image)
    Meadow.paint(on: &image)
    Spruces.paint(on: &image)
    Grass.paint(on: &image)
    return image.bitmap()
  }

  /// Returns a color after a distance in meters of air, which adds pale blue, or a warm tint toward the sun.
  static func haze(_ surface: Color, x: Double, distance: Double) -> Color {
    let warmth = bell(x - sun.x, 520)
    let air = mix(hex(0x9DB6D2), hex(0xF6D3AE), warmth)
    return mix(air, surface, decay(distance / 10_500))
  }
}
