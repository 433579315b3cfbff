import FrameGeometry
import FrameImage

/// An opaque image that is being drawn. Colors are `Double`, so that hundreds of thin coats cause no banding.
struct Painting {
  let width: Int
  let height: Int
  var pixels: [Color]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [Color](repeating: .zero, count: width * height)
  }

  subscript(x: Int, y: Int) -> Color {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Blends a color over a pixel. Pixels outside the image are ignored.
  mutating func blend(_ color: Color, _ alpha: Double, _ x: Int, _ y: Int) {
    guard alpha > 0, x >= 0, y >= 0, x < width, y < height else { return }
    self[x, y] = mix(self[x, y], color, min(alpha, 1))
  }

  /// Returns the color at a point, with bilinear interpolation. Beyond the edge, it is the color of the edge.
  func sample(_ x: Double, _ y: Double) -> Color {
    let x = clamp(x - 0.5, 0, Double(width - 1))
    let y = clamp(y - 0.5, 0, Double(height - 1))
    let (ix, iy) = (Int(x), Int(y))
    let (jx, jy) = (min(ix + 1, width - 1), min(iy + 1, height - 1))
    let (u, v) = (x - Double(ix), y - Double(iy))
    return mix(mix(self[ix, iy], self[jx, iy], u), mix(self[ix, jy], self[jx, jy], u), v)
  }

  /// Fills a shape. Its distance function antialiases the edge.
  ///
  /// - Parameters:
  ///   - box: the pixels to visit.
  ///   - distance: signed, in pixels, negative inside.
  mutating func fill(
    _ box: Rect, _ color: Color, alpha: Double = 1, softness: Double = 1,
    _ distance: (Point) -> Double
  ) {
    shade(box, distance, softness: softness) { _ in (color, alpha) }
  }

  /// Fills a shape with a color and an alpha that depend on the pixel.
  mutating func shade(
    _ box: Rect, _ distance: (Point) -> Double, softness: Double = 1,
    _ paint: (Point) -> (Color, Double)
  ) {
    let columns = max(Int(box.minX), 0)..<max(min(Int(box.maxX) + 1, width), max(Int(box.minX), 0))
    let rows = max(Int(box.minY), 0)..<max(min(Int(box.maxY) + 1, height), max(Int(box.minY), 0))
    for y in rows {
      for x in columns {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let cover = clamp(0.5 - distance(place) / softness)
        if cover > 0 {
          let (color, alpha) = paint(place)
          blend(color, cover * alpha, x, y)
        }
      }
    }
  }

  /// Draws a line with round ends. Where it is thinner than a pixel, it fades instead.
  mutating func stroke(
    _ a: Point, _ b: Point, _ ra: Double, _ rb: Double, _ color: Color, alpha: Double = 1
  ) {
    let box = Shape.bounds([a, b], margin: max(ra, rb) + 1)
    fill(box, color, alpha: alpha) { Shape.stroke($0, a, b, ra, rb) }
  }

  /// Returns the image with each square of `n` by `n` pixels reduced to their mean, which antialiases it.
  func reduced(by n: Int) -> Painting {
    var small = Painting(width: width / n, height: height / n)
    for y in 0..<small.height * n {
      for x in 0..<small.width * n { small[x / n, y / n] += self[x, y] / Double(n * n) }
    }
    return small
  }

  /// The image in 8 bits. A little noise before rounding prevents banding in smooth skies.
  func bitmap() -> Bitmap {
    var bytes = [UInt8]()
    bytes.reserveCapacity(pixels.count * 3)
    for (i, pixel) in pixels.enumerated() {
      let dither = Noise.unit(i % width, i / width, seed: 99)
      for channel in 0..<3 {
        bytes.append(UInt8(clamp(pixel[channel]) * 254.999 + dither * 0.9))
      }
    }
    return Bitmap(size: PixelSize(width: width, height: height)!, format: .rgb8, bytes: bytes)!
  }
}
