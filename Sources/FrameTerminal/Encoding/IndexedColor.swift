/// xterm's 256 colors: 16 that users choose, a cube of six levels a channel, and 24 grays (256colres.h).
enum IndexedColor {
  /// The nearest, by the sum of squares, of the cube and the grays; of two as near the one in the cube.
  ///
  /// - Parameters: 0 to 255.
  /// - Returns: 16 to 255.
  static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    func square(_ value: Int) -> Int { value * value }
    let channels = [red, green, blue]
    let steps = channels.map { value in
      levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) }!
    }
    let inCube = zip(channels, steps).map { square($0 - levels[$1]) }.reduce(0, +)
    // The nearest gray is the one nearest to the mean: grays lie 10 apart, from 8 to 238.
    let gray = min(23, max(0, (channels.reduce(0, +) / 3 - 3) / 10))
    let inGrays = channels.map { square($0 - (8 + 10 * gray)) }.reduce(0, +)
    return inGrays < inCube ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  private static let levels = [0, 95, 135, 175, 215, 255]
}
