import Foundation
import FrameGeometry
import FrameImage

/// The project's own type, because Foundation has one with the same name.
typealias AffineTransform = FrameGeometry.AffineTransform

/// A second implementation of the rendering formula, in `Double`, as simple and literal as possible. It shares no
/// code with the renderer, and draws one image over nothing.
struct Oracle {
  let source: Bitmap
  /// The map from stored pixels to output pixels: the rows of a 3 x 3 matrix for columns [x y 1].
  let rows: [[Double]]
  let filter: Filter
  let light: Light
  let output: PixelFormat

  /// Returns red, green, blue and alpha, row by row. Values are encoded, 0...1, not rounded and not premultiplied.
  func render(_ canvas: PixelSize) -> [[Double]] {
    let light = lightOfSource()
    let back = Self.inverse(rows)
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map { u, v in
      Self.image(of: Point(x: Double(u * source.size.width), y: Double(v * source.size.height)), by: rows)
    }
    return (0..<canvas.area).map { i in
      let x = Double(i % canvas.width)
      let y = Double(i / canvas.width)
      let area = Self.area(ofPixelAt: x, y, in: corners)
      guard area > 0 else { return [0, 0, 0, 0] }
      let center = Point(x: x + 0.5, y: y + 0.5)
      let place = Self.image(of: center, by: back)
      let shape = Shape(jacobian: Self.derivative(of: back, at: center), widens: filter != .nearest)
      let mean = filter == .nearest ? nearest(place, light) : weighed(place, shape, light)
      return encoded(mean, area)
    }
  }

  init(
    source: Bitmap, matrix t: AffineTransform, filter: Filter, light: Light, output: PixelFormat
  ) {
    self.init(
      source: source, rows: [[t.a, t.c, t.tx], [t.b, t.d, t.ty], [0, 0, 1]], filter: filter, light: light,
      output: output)
  }

  init(source: Bitmap, rows: [[Double]], filter: Filter, light: Light, output: PixelFormat) {
    (self.source, self.rows, self.filter, self.light, self.output) = (source, rows, filter, light, output)
  }

  // MARK: Maps

  private static func product(_ row: [Double], _ p: Point) -> Double { row[0] * p.x + row[1] * p.y + row[2] }

  private static func image(of p: Point, by m: [[Double]]) -> Point {
    Point(x: product(m[0], p) / product(m[2], p), y: product(m[1], p) / product(m[2], p))
  }

  /// By Cramer's rule.
  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ i: Int, _ j: Int) -> Double {
      let (r, s) = ((i + 1) % 3, (i + 2) % 3)
      let (c, d) = ((j + 1) % 3, (j + 2) % 3)
      return m[r][c] * m[s][d] - m[r][d] * m[s][c]
    }
    let determinant = (0..<3).reduce(0.0) { $0 + m[0][$1] * minor(0, $1) }
    return (0..<3).map { i in (0..<3).map { j in minor(j, i) / determinant } }
  }

  /// By the quotient rule.
  private static func derivative(of m: [[Double]], at p: Point) -> AffineTransform {
    let w = product(m[2], p)
    func change(_ row: Int, _ axis: Int) -> Double {
      (m[row][axis] * w - product(m[row], p) * m[2][axis]) / (w * w)
    }
    return AffineTransform(change(0, 0), change(1, 0), change(0, 1), change(1, 1), 0, 0)
  }

  // MARK: Samples

  /// Returns four values per pixel, premultiplied and in the light of resampling.
  private func lightOfSource() -> [Double] {
    let channels = source.format.channels
    let top = Double(source.format.depth.maximum)
    var light: [Double] = []
    light.reserveCapacity(source.size.area * 4)
    for y in 0..<source.size.height {
      for x in 0..<source.size.width {
        let alpha = channels.hasAlpha ? Double(source[x, y, channels.rawValue - 1]) / top : 1
        for c in 0..<3 { light.append(undone(Double(source[x, y, channels.isGray ? 0 : c]) / top) * alpha) }
        light.append(alpha)
      }
    }
    return light
  }

  private func undone(_ v: Double) -> Double {
    if light == .srgb { return v }
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private func done(_ v: Double) -> Double {
    if light == .srgb { return v }
    return v <= 0.04045 / 12.92 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
  }

  private func encoded(_ mean: [Double], _ area: Double) -> [Double] {
    let alpha = min(max(mean[3], 0), 1)
    guard alpha > 0 else { return [0, 0, 0, 0] }
    // The color is divided by alpha before both are clamped.
    return (0..<3).map { done(min(max(mean[$0] / mean[3], 0), 1)) } + [alpha * area]
  }

  // MARK: Weights

  private func nearest(_ p: Point, _ light: [Double]) -> [Double] {
    let x = min(max(Int(p.x.rounded(.down)), 0), source.size.width - 1)
    let y = min(max(Int(p.y.rounded(.down)), 0), source.size.height - 1)
    return Array(light[(y * source.size.width + x) * 4..<(y * source.size.width + x) * 4 + 4])
  }

  private func weighed(_ p: Point, _ shape: Shape, _ light: [Double]) -> [Double] {
    let support = filter.support
    let reachX = support * (abs(shape.xx) + abs(shape.xy))
    let reachY = support * (abs(shape.yy) + abs(shape.xy))
    let (width, height) = (source.size.width, source.size.height)
    var (red, green, blue, alpha, sum) = (0.0, 0.0, 0.0, 0.0, 0.0)
    light.withUnsafeBufferPointer { light in
      for row in Int((p.y - reachY - 1).rounded(.down))...Int((p.y + reachY + 1).rounded(.up)) {
        let dy = Double(row) + 0.5 - p.y
        for column in Int((p.x - reachX - 1).rounded(.down))...Int((p.x + reachX + 1).rounded(.up)) {
          let dx = Double(column) + 0.5 - p.x
          let u = abs(shape.inverseXX * dx + shape.inverseXY * dy)
          let v = abs(shape.inverseXY * dx + shape.inverseYY * dy)
          if u >= support || v >= support { continue }
          let weight = kernel(u) * kernel(v)
          let i = (min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)) * 4
          red += weight * light[i]
          green += weight * light[i + 1]
          blue += weight * light[i + 2]
          alpha += weight * light[i + 3]
          sum += weight
        }
      }
    }
    return [red / sum, green / sum, blue / sum, alpha / sum]
  }

  private func kernel(_ t: Double) -> Double {
    func cubic(_ b: Double, _ c: Double) -> Double {
      // Mitchell and Netravali 1988, equation 8.
      let sixfold =
        t < 1
        ? (12 - 9 * b - 6 * c) * t * t * t + (-18 + 12 * b + 6 * c) * t * t + (6 - 2 * b)
        : (-b - 6 * c) * t * t * t + (6 * b + 30 * c) * t * t + (-12 * b - 48 * c) * t + (8 * b + 24 * c)
      return sixfold / 6
    }
    switch filter {
    case .nearest: return 1
    case .linear: return 1 - t
    case .cubic: return cubic(0, 0.5)
    case .mitchell: return cubic(1.0 / 3, 1.0 / 3)
    case .lanczos3:
      if t == 0 { return 1 }
      let x = Double.pi * t
      return sin(x) / x * sin(x / 3) / (x / 3)
    }
  }

  /// The shape of the footprint, A = U max(S, 1) Uᵀ, and its inverse, from the angle of the first axis.
  private struct Shape {
    var xx = 1.0, xy = 0.0, yy = 1.0
    var inverseXX = 1.0, inverseXY = 0.0, inverseYY = 1.0

    init(jacobian j: AffineTransform, widens: Bool) {
      guard widens else { return }
      // By columns, J = [a c; b d]. The columns of U are the axes of the ellipse that J makes of a circle.
      let angle = 0.5 * atan2(2 * (j.a * j.b + j.c * j.d), j.a * j.a + j.c * j.c - j.b * j.b - j.d * j.d)
      let (s, c) = (sin(angle), cos(angle))
      let large = max(1, hypot(c * j.a + s * j.b, c * j.c + s * j.d))
      let small = max(1, hypot(c * j.b - s * j.a, c * j.d - s * j.c))
      (xx, xy, yy) = (c * c * large + s * s * small, c * s * (large - small), s * s * large + c * c * small)
      (inverseXX, inverseXY, inverseYY) = (
        c * c / large + s * s / small, c * s * (1 / large - 1 / small), s * s / large + c * c / small
      )
    }
  }

  // MARK: Areas

  /// Returns the area of an output pixel inside a convex outline, by clipping the pixel to each of the outline's
  /// edges.
  private static func area(ofPixelAt x: Double, _ y: Double, in outline: [Point]) -> Double {
    var points = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map { Point(x: $0.0, y: $0.1) }
    let turns = shoelace(outline) > 0 ? 1.0 : -1.0
    for i in outline.indices {
      let (p, q) = (outline[i], outline[(i + 1) % outline.count])
      func side(_ r: Point) -> Double { turns * ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) }
      var kept: [Point] = []
      for k in points.indices {
        let (a, b) = (points[k], points[(k + 1) % points.count])
        let (da, db) = (side(a), side(b))
        if da >= 0 { kept.append(a) }
        if (da < 0) != (db < 0) {
          let t = da / (da - db)
          kept.append(Point(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y)))
        }
      }
      points = kept
    }
    return min(abs(shoelace(points)), 1)
  }

  private static func shoelace(_ points: [Point]) -> Double {
    guard let o = points.first else { return 0 }
    return points.indices.reduce(0.0) { sum, i in
      let (p, q) = (points[i], points[(i + 1) % points.count])
      return sum + ((p.x - o.x) * (q.y - o.y) - (q.x - o.x) * (p.y - o.y)) / 2
    }
  }
}
