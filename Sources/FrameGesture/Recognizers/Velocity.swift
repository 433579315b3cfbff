import FrameModel

extension Point {
  static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
}

extension Vector {
  static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }

  var length: Double { Trigonometry.hypot(dx, dy) }
}

extension Array<Finger> {
  /// The middle of the fingers, of which there is at least one.
  var center: Point {
    var x = self[0].location.x
    var y = self[0].location.y
    for finger in dropFirst() {
      x += finger.location.x
      y += finger.location.y
    }
    return count == 1 ? Point(x: x, y: y) : Point(x: x / Double(count), y: y / Double(count))
  }
}

/// How fast something changes, a second, smoothed: a share of the velocity before is kept.
struct Velocity: Sendable {
  private(set) var value = 0.0

  /// Below this many seconds, two samples tell nothing of a velocity.
  private static let leastInterval = 0.001

  mutating func add(_ change: Double, over interval: Double, mix: Double) {
    let raw = interval >= Self.leastInterval - Timer.sameInstant ? change / interval : 0
    value = raw * (1 - mix) + value * mix
  }
}
