/// A round badge with a bar of progress across it, in whole-number arithmetic: the same pixels on every machine.
public struct Badge {
  public var side: Int
  /// 0 to 100.
  public var progress: Int

  public init(side: Int, progress: Int) {
    self.side = side
    self.progress = progress
  }

  /// The pixels, row by row: red, green, blue, alpha.
  public func rgba() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(side * side * 4)
    for y in 0..<side {
      for x in 0..<side { bytes += pixel(x, y) }
    }
    return bytes
  }

  private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let isInBar = (side * 2 / 5..<side * 3 / 5).contains(y) && (side / 5..<side * 4 / 5).contains(x)
    let isDone = (x - side / 5) * 100 < progress * (side * 4 / 5 - side / 5)
    let color: [UInt8] =
      isInBar ? (isDone ? [255, 196, 0] : [255, 255, 255]) : [0, UInt8(90 + 80 * y / side), 150]
    return color + [UInt8(255 * pointsInside(x, y) / 16)]
  }

  /// Returns the number of a pixel's 16 sample points that lie in the circle.
  private func pointsInside(_ x: Int, _ y: Int) -> Int {
    (0..<16).count { point in
      let dx = 8 * x + 2 * (point % 4) + 1 - 4 * side
      let dy = 8 * y + 2 * (point / 4) + 1 - 4 * side
      return dx * dx + dy * dy < 16 * side * side
    }
  }
}
