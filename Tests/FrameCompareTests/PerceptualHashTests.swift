import Foundation
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FrameCompare

/// Tests of the perceptual hash against its definition and its invariants.
@Suite struct PerceptualHashTests {
  private func hash(
    _ image: Bitmap, _ orientation: Orientation = .up, rowsAtOnce: Int = 3
  ) -> PerceptualHash {
    var hasher = PerceptualHasher(size: image.size, format: image.format, orientation: orientation)
    for row in stride(from: 0, to: image.size.height, by: rowsAtOnce) {
      let end = min(image.size.height, row + rowsAtOnce)
      hasher.write(image.bytes.span.extracting(row * image.rowBytes..<end * image.rowBytes))
    }
    return hasher.hash
  }

  /// Draws waves and spots that depend on `seed`.
  private func drawing(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb8, seed: Int = 1) -> Bitmap {
    var image = Bitmap(size: PixelSize(width: width, height: height)!, format: format)
    let white = format.depth.maximum
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (x * 1000 / width, y * 1000 / height)
        for channel in 0..<format.channels.rawValue {
          let value =
            (u * (3 + seed * 7 % 5) + v * (2 + seed % 3) + u * v / (90 + 31 * seed) + channel * 97) % 2000
          image[x, y, channel] = abs(value - 1000) * white / 1000
        }
      }
    }
    return image
  }

  /// Returns the upright image for stored pixels and an orientation. Each pixel moves by the transform that rendering
  /// uses as well.
  private func upright(_ stored: Bitmap, _ orientation: Orientation) -> Bitmap {
    let map = orientation.uprightTransform(stored: stored.size)
    var image = Bitmap(size: orientation.upright(stored.size), format: stored.format)
    for y in 0..<stored.size.height {
      for x in 0..<stored.size.width {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(map)
        for channel in 0..<stored.format.channels.rawValue {
          image[Int(place.x), Int(place.y), channel] = stored[x, y, channel]
        }
      }
    }
    return image
  }

  @Test(
    "The hash matches its definition in floating point",
    arguments: [(64, 64), (100, 37), (33, 250), (31, 32), (5, 70), (1, 1), (2, 3)])
  func definition(width: Int, height: Int) {
    let image = drawing(width, height)
    var cells = [[Double]](repeating: [Double](repeating: 0, count: 32), count: 32)
    for (row, column) in (0..<1024).map({ ($0 / 32, $0 % 32) }) {
      for y in 0..<height {
        for x in 0..<width {
          let wide = Double(min((x + 1) * 32, (column + 1) * width) - max(x * 32, column * width))
          let high = Double(min((y + 1) * 32, (row + 1) * height) - max(y * 32, row * height))
          guard wide > 0, high > 0 else { continue }
          let luma =
            0.299 * Double(image[x, y, 0]) + 0.587 * Double(image[x, y, 1])
            + 0.114 * Double(image[x, y, 2])
          cells[row][column] += luma * wide * high / Double(width * height)
        }
      }
    }
    let coefficients = (0..<64).map { index in
      (0..<1024).reduce(0.0) { sum, cell in
        let (y, x) = (cell / 32, cell % 32)
        return sum + cells[y][x] * cos(Double((2 * x + 1) * (index % 8)) * .pi / 64)
          * cos(Double((2 * y + 1) * (index / 8)) * .pi / 64)
      }
    }
    let sorted = coefficients.sorted()
    let median = (sorted[31] + sorted[32]) / 2
    let bits = hash(image).bits
    for (index, coefficient) in coefficients.enumerated() where abs(coefficient - median) > 0.5 {
      expectEqual((bits >> UInt64(63 - index) & 1 == 1), (coefficient > median), "coefficient \(index)")
    }
  }

  @Test("Band height, depth, and gray stored as color do not change the hash")
  func kinds() {
    let gray = drawing(50, 41, .gray8)
    let expected = hash(gray)
    for rows in [1, 2, 41] { expectEqual(hash(gray, rowsAtOnce: rows), expected) }
    expectEqual(hash(gray.deepened), expected)
    var color = Bitmap(size: gray.size, format: .rgba8)
    for (y, x) in (0..<41 * 50).map({ ($0 / 50, $0 % 50) }) {
      for channel in 0..<4 { color[x, y, channel] = channel < 3 ? gray[x, y, 0] : 255 }
    }
    expectEqual(hash(color), expected)
  }

  @Test("Repeating each pixel, twice across and three times down, keeps the hash", arguments: [1, 2, 3, 4])
  func doubled(seed: Int) {
    let image = drawing(47, 35, seed: seed)
    var large = Bitmap(size: PixelSize(width: 94, height: 105)!, format: .rgb8)
    for (y, x) in (0..<105 * 94).map({ ($0 / 94, $0 % 94) }) {
      for channel in 0..<3 { large[x, y, channel] = image[x / 2, y / 3, channel] }
    }
    expectEqual(hash(large), hash(image))
  }

  @Test("The orientation is applied before hashing", arguments: Orientation.allCases)
  func orientations(orientation: Orientation) {
    let stored = drawing(61, 40)
    expectEqual(hash(stored, orientation), hash(upright(stored, orientation)))
    if orientation != .up { expectTrue(hash(stored, orientation) != hash(stored)) }
  }

  @Test("Images of one color have one hash at any size, and black has another")
  func surfaces() throws {
    for (width, height) in [(1, 1), (31, 7), (32, 32), (100, 3), (333, 200)] {
      let size = try #require(PixelSize(width: width, height: height))
      for value: UInt8 in [1, 77, 255] {
        let bytes = [UInt8](repeating: value, count: size.area)
        let image = try #require(Bitmap(size: size, format: .gray8, bytes: bytes))
        expectEqual(hash(image).text, "8000000000000000")
      }
      expectEqual(hash(Bitmap(size: size, format: .rgb8)).text, "0000000000000000")
      // Transparent pixels count as white.
      expectEqual(hash(Bitmap(size: size, format: .rgba16)).text, "8000000000000000")
    }
  }

  @Test("Brightening or resizing an image changes few bits")
  func distances() {
    for seed in 1...6 {
      let image = drawing(90, 70, seed: seed)
      var brighter = image
      for (y, x) in (0..<70 * 90).map({ ($0 / 90, $0 % 90) }) {
        for channel in 0..<3 { brighter[x, y, channel] = min(255, image[x, y, channel] * 21 / 20 + 4) }
      }
      expectTrue(hash(image).distance(to: hash(brighter)) <= 6)
      expectTrue(hash(image).distance(to: hash(drawing(200, 111, seed: seed))) <= 6)
    }
    expectEqual(PerceptualHash(bits: 0).distance(to: PerceptualHash(bits: .max)), 64)
    expectEqual(PerceptualHash(bits: 0b1010).distance(to: PerceptualHash(bits: 0b0110)), 2)
  }

  @Test("A perceptual hash has sixteen hexadecimal digits") func digits() {
    expectEqual(PerceptualHash(bits: 0xAB).text, "00000000000000ab")
    expectEqual(PerceptualHash(bits: .max).text, "ffffffffffffffff")
  }

  @Test("Images belong to one group if a chain of similar images links them")
  func groups() {
    func groups(_ bits: [UInt64], _ distance: Int) -> [[Int]] {
      PerceptualHash.groups(of: bits.map { PerceptualHash(bits: $0) }, within: distance)
    }
    expectEqual(groups([], 64), [])
    expectEqual(groups([1], 64), [])
    expectEqual(groups([1, 2, 1, 3], 0), [[0, 2]])
    // 0 and 7 differ in three bits, but 1 and 3 link them.
    expectEqual(groups([7, 0xFF00, 0, 3, 1, 0xFF01], 1), [[0, 2, 3, 4], [1, 5]])
    expectEqual(groups([7, 0xFF00, 0, 3], 1), [[0, 3]])
    expectEqual(groups([0, .max, 5], 64), [[0, 1, 2]])
  }
}
