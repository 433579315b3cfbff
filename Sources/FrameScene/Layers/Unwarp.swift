import FrameGeometry
import FrameImage
import FramePlan

/// A quadrilateral of an upright photo that becomes a rectangle: a page, a facade or a screen, seen from the front. The layer treats
/// the rectangle as its image.
package struct Unwarp: Hashable, Sendable {
  /// Clockwise, from the corner that becomes the top left one; in pixels of the photo.
  package let quad: Quad
  /// Of the rectangle.
  package let size: PixelSize

  /// From the pixels of the photo to those of the rectangle.
  package var map: PlaneMap {
    PlaneMap(Rect(origin: .zero, size: Size(size)), to: quad)?.inverse ?? .identity
  }

  /// - Parameters:
  ///   - quad: in pixels of the photo.
  ///   - size: of the rectangle; nil for the ratio of its sides in space, without losing detail.
  ///   - layer: for errors.
  /// - Throws: `SceneError` without an origin.
  init(_ quad: Quad, to size: Size?, of photo: PixelSize, layer: String, _ limits: Limits) throws(SceneError)
  {
    if let fault = quad.fault { throw SceneError(.corners(fault, layer: layer)) }
    let slack = 1e-9 * Double(max(photo.width, photo.height))
    let whole = ConvexPolygon(corners: Rect(origin: .zero, size: Size(photo)).corners)
    guard whole.contains(quad.corners, slack: slack) else {
      throw SceneError(.outside("a corner", image: photo))
    }
    self.quad = quad
    let wanted =
      size ?? quad.sizeInSpace(seenFrom: Point(x: Double(photo.width) / 2, y: Double(photo.height) / 2))
    let (width, height) = (
      max(1, min(wanted.width.rounded(), 1e9)), max(1, min(wanted.height.rounded(), 1e9))
    )
    self.size = try limited(limits.check(width: Int(width), height: Int(height)), at: Origin())
  }
}

extension Unwarp {
  /// The bounding box of the quadrilateral, in whole pixels of the photo.
  var box: Rect {
    let box = Rect(enclosing: quad.corners)
    let (left, top) = (box.minX.rounded(.down), box.minY.rounded(.down))
    return Rect(x: left, y: top, width: box.maxX.rounded(.up) - left, height: box.maxY.rounded(.up) - top)
  }
}

extension SceneEditor {
  /// - Parameters:
  ///   - corners: none for the whole photo.
  ///   - size: of the rectangle; nil for the size that follows from the corners.
  package static func unwarp<Place: ErrorPlace>(
    _ corners: [(x: Length, y: Length)], to size: Size?, of image: SourceImage, in layer: String,
    _ limits: Limits, at place: Place
  ) throws(Place.Failure) -> Unwarp? {
    guard !corners.isEmpty else { return nil }
    let photo = image.uprightSize
    let points = corners.map {
      Point(x: $0.x.pixels(of: Double(photo.width)), y: $0.y.pixels(of: Double(photo.height)))
    }
    let quad = Quad(points[0], points[1], points[2], points[3])
    return try placed(Unwarp(quad, to: size, of: photo, layer: layer, limits), at: place)
  }
}

extension ImageStyle {
  /// From the pixels of an upright photo to those of the image that the layer shows.
  package var fromPhoto: PlaneMap { unwarp?.map ?? .identity }

  /// - Throws: an error if the image does not have the parts that the layer shows.
  func checkPart(of image: SourceImage, at origin: Origin) throws(SceneError) {
    func check(_ part: Rect, _ what: String, in size: PixelSize) throws(SceneError) {
      guard part.intersection(Rect(origin: .zero, size: Size(size))) == part else {
        throw SceneError(.outside(what, image: size), at: origin)
      }
    }
    if let unwarp { try check(unwarp.box, "a corner", in: image.uprightSize) }
    if let part { try check(part, "the part", in: size(of: image)) }
  }
}

extension Quad {
  /// Returns the size of a rectangle in space that a camera sees as this quadrilateral: its aspect ratio follows from the perspective
  /// (Zhang and He, "Whiteboard scanning and image enhancement", 2007, 4.2), and it is as large as the longer of opposite sides. If
  /// opposite sides are parallel, the perspective says nothing, and the ratio is that of their mean lengths.
  ///
  /// - Parameter center: what the camera looks at.
  func sizeInSpace(seenFrom center: Point) -> Size {
    func length(_ a: Point, _ b: Point) -> Double { Vector(from: a, to: b).length }
    let (top, bottom) = (length(topLeft, topRight), length(bottomLeft, bottomRight))
    let (left, right) = (length(topLeft, bottomLeft), length(topRight, bottomRight))
    let ratio = ratioInSpace(seenFrom: center) ?? (top + bottom) / (left + right)
    let (width, height) = (max(top, bottom), max(left, right))
    return width / height < ratio
      ? Size(width: height * ratio, height: height) : Size(width: width, height: width / ratio)
  }

  /// - Returns: nil if a pair of sides is nearly parallel, or no camera can see a rectangle so.
  private func ratioInSpace(seenFrom center: Point) -> Double? {
    // In units of the quadrilateral's size.
    let unit = corners.map { Vector(from: center, to: $0).length }.max() ?? 1
    func ray(_ p: Point) -> Ray { Ray(x: (p.x - center.x) / unit, y: (p.y - center.y) / unit, z: 1) }
    let (a, b, c, d) = (ray(topLeft), ray(topRight), ray(bottomLeft), ray(bottomRight))
    let across = a.cross(d)
    let (k, l) = (across.dot(c) / b.cross(d).dot(c), across.dot(b) / c.cross(d).dot(b))
    // The sides in space, up to a common factor, with the focal length as the unit of depth.
    let (u, v) = (b * k - a, c * l - a)
    guard abs(u.z) > 1e-3, abs(v.z) > 1e-3 else { return nil }
    let square = -(u.x * v.x + u.y * v.y) / (u.z * v.z)
    guard square > 1e-4, square.isFinite else { return nil }
    let ratio =
      ((u.x * u.x + u.y * u.y) / square + u.z * u.z) / ((v.x * v.x + v.y * v.y) / square + v.z * v.z)
    return ratio > 0 && ratio.isFinite ? ratio.squareRoot() : nil
  }
}

/// A direction in space.
private struct Ray {
  let x, y, z: Double

  func dot(_ other: Ray) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Ray) -> Ray {
    Ray(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  static func * (ray: Ray, factor: Double) -> Ray {
    Ray(x: ray.x * factor, y: ray.y * factor, z: ray.z * factor)
  }
  static func - (a: Ray, b: Ray) -> Ray { Ray(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }
}
