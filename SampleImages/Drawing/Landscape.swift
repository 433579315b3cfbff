import FrameGeometry
import FrameImage

/// A lake below mountains on a summer evening: sky, terrain, water, then the near bank over them.
enum Landscape {
  static let width = 1600
  static let height = 1067
  /// The row in which a level view ends.
  static let horizon = 590.0
  /// Pixels that one meter takes at a distance of one meter.
  static let focal = 1500.0
  /// Metres above the lake.
  static let eye = 14.0
  /// Towards the sun: low, from the right, a little from behind us so that slopes are lit.
  static let light = SIMD3<Double>(0.800, 0.424, -0.424)
  /// Where the glow in the sky is.
  static let sun = Point(x: 1210, y: 395)

  static func draw() -> Bitmap {
    // Twice the size, as crests against the sky would be jagged otherwise.
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

  /// What air does over a distance in meters: pale blue, and warm where one looks towards the sun.
  static func haze(_ surface: Color, x: Double, distance: Double) -> Color {
    let warmth = bell(x - sun.x, 520)
    let air = mix(hex(0x9DB6D2), hex(0xF6D3AE), warmth)
    return mix(air, surface, decay(distance / 10_500))
  }
}
