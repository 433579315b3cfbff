import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePixels

/// What attracts attention in images with one salient object.
@Suite struct AttentionMapTests {
  /// An image of one color with a square of another.
  private func drawing(
    _ width: Int, _ height: Int, square: (x: Int, y: Int, side: Int)?, _ format: PixelFormat = .rgb8,
    back: [UInt8] = [90, 110, 100], front: [UInt8] = [220, 40, 30]
  ) throws -> Bitmap {
    var bitmap = Bitmap(size: try #require(PixelSize(width: width, height: height)), format: format)
    let (count, bytes) = (format.channels.rawValue, format.depth == .sixteen ? 2 : 1)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        var isInside = false
        if let square {
          isInside =
            (square.x..<square.x + square.side).contains(x) && (square.y..<square.y + square.side).contains(y)
        }
        for channel in 0..<count {
          let isAlpha = format.channels.hasAlpha && channel == count - 1
          let value = isAlpha ? 255 : (isInside ? front : back)[channel]
          for _ in 0..<bytes { pixels.append(value) }
        }
      }
    }
    bitmap.write(pixels.span)
    return bitmap
  }

  private func map(_ bitmap: Bitmap, _ orientation: Orientation = .up) -> AttentionMap {
    var grid = ImageGrid(bitmap.size, bitmap.format)
    grid.write(bitmap.bytes.span)
    return AttentionMap(grid, orientation: orientation)
  }

  private func center(_ map: AttentionMap, window: Size, of size: Size) -> Point {
    map.center(of: window, in: Rect(origin: .zero, size: size), image: size)
  }

  @Test(
    "The window contains the object, in every format",
    arguments: [
      PixelFormat.gray8, .rgb8, PixelFormat(.rgba, .eight), PixelFormat(.rgb, .sixteen),
      PixelFormat(.grayAlpha, .sixteen), PixelFormat(.rgba, .sixteen), PixelFormat(.grayAlpha, .eight),
    ])
  func everyFormat(format: PixelFormat) throws {
    for left in [4, 40, 76, 104] {
      let bitmap = try drawing(120, 60, square: (left, 20, 10), format)
      let found = center(map(bitmap), window: Size(width: 60, height: 60), of: Size(width: 120, height: 60))
      expectTrue((found.x - 30...found.x + 30).contains(Double(left)), "\(left) \(found)")
      expectTrue((found.x - 30...found.x + 30).contains(Double(left + 10)), "\(left) \(found)")
      expectEqual(found.y, 30)
    }
  }

  @Test("The window contains an object in each corner") func corners() throws {
    for (x, y) in [(2, 2), (108, 2), (2, 48), (108, 48)] {
      let bitmap = try drawing(120, 60, square: (x, y, 10))
      let size = Size(width: 120, height: 60)
      // Narrow windows that slide in x, and one that slides in both directions.
      for window in [Size(width: 40, height: 60), Size(width: 30, height: 30)] {
        let found = center(map(bitmap), window: window, of: size)
        expectTrue(abs(found.x - Double(x + 5)) <= window.width / 2)
        expectTrue(abs(found.y - Double(y + 5)) <= window.height / 2)
      }
    }
  }

  @Test("A uniform image is shown in its middle") func uniform() throws {
    for back: [UInt8] in [[0, 0, 0], [255, 255, 255], [13, 200, 77]] {
      let found = center(
        map(try drawing(90, 40, square: nil, back: back)), window: Size(width: 40, height: 40),
        of: Size(width: 90, height: 40))
      expectEqual(found, Point(x: 45, y: 20))
    }
  }

  @Test("Of two equal objects, the left one is shown") func tie() throws {
    var pixels = [UInt8](repeating: 90, count: 120 * 30)
    for y in 10..<20 {
      for x in 5..<15 { (pixels[y * 120 + x], pixels[y * 120 + x + 100]) = (220, 220) }
    }
    var bitmap = Bitmap(size: try #require(PixelSize(width: 120, height: 30)), format: .gray8)
    bitmap.write(pixels.span)
    expectTrue(
      center(map(bitmap), window: Size(width: 30, height: 30), of: Size(width: 120, height: 30)).x < 30)
  }

  @Test("A mirrored image has the mirrored window", arguments: [(120, 60), (700, 300), (301, 97)])
  func mirrored(width: Int, height: Int) throws {
    // A pattern without symmetry.
    func pattern(mirrored: Bool) throws -> Bitmap {
      var bitmap = Bitmap(size: try #require(PixelSize(width: width, height: height)), format: .rgb8)
      var pixels: [UInt8] = []
      for y in 0..<height {
        for column in 0..<width {
          let x = mirrored ? width - 1 - column : column
          pixels += [
            UInt8(truncatingIfNeeded: x * x / 61 + y), UInt8(truncatingIfNeeded: x * y / 97),
            UInt8(x / 3 % 256),
          ]
        }
      }
      bitmap.write(pixels.span)
      return bitmap
    }
    let (plain, mirror) = (map(try pattern(mirrored: false)), map(try pattern(mirrored: true)))
    let size = Size(width: Double(width), height: Double(height))
    for share in [0.2, 0.5, 0.8] {
      let window = Size(width: size.width * share, height: size.height)
      let (a, b) = (center(plain, window: window, of: size), center(mirror, window: window, of: size))
      expectTrue(abs(a.x + b.x - size.width) < 1e-6, "\(a) \(b)")
    }
    for y in 0..<plain.size.height {
      let row = plain.values[y * plain.size.width..<(y + 1) * plain.size.width]
      expectEqual(
        Array(row.reversed()), Array(mirror.values[y * plain.size.width..<(y + 1) * plain.size.width]))
    }
  }

  @Test("The map is that of the upright image", arguments: Orientation.allCases)
  func upright(orientation: Orientation) throws {
    let bitmap = try drawing(40, 24, square: (28, 3, 6))
    let found = map(bitmap, orientation)
    let peak = try #require(found.values.indices.max { found.values[$0] < found.values[$1] })
    let inStored = orientation.uprightTransform(stored: bitmap.size)
    let object = Rect(x: 28, y: 3, width: 6, height: 6).applying(inStored).grown(by: 1)
    expectEqual(found.size, orientation.upright(bitmap.size))
    expectTrue(
      object.contains(
        Point(x: Double(peak % found.size.width) + 0.5, y: Double(peak / found.size.width) + 0.5)))
  }

  @Test("Cells are exact means, whatever the sides") func cells() throws {
    for (width, height) in [(256, 10), (257, 3), (1000, 700), (5, 4), (1, 1), (3000, 1)] {
      let size = try #require(PixelSize(width: width, height: height))
      var grid = ImageGrid(size, .rgb8)
      let pixels = [UInt8](repeating: 77, count: 3 * size.area)
      grid.write(pixels.span)
      expectEqual(grid.cells.count, 4 * grid.size.area)
      expectEqual(Set(grid.cells), Set([77 * 16, 255 * 16]))
      expectTrue(max(grid.size.width, grid.size.height) <= 256)
    }
  }

  @Test("A cell between columns has their weighted mean") func partialColumns() throws {
    // Three columns in two cells of 1.5 columns; large enough to be reduced.
    let size = try #require(PixelSize(width: 384, height: 1))
    var grid = ImageGrid(size, .gray8)
    let row = (0..<384).map { UInt8($0 % 3 * 100) }
    grid.write(row.span)
    expectEqual(grid.size.width, 256)
    // In sixteenths, rounded: (0 + 100 / 2) / 1.5 and (100 / 2 + 200) / 1.5.
    expectEqual([grid.cells[0], grid.cells[4]], [533, 2667])
  }

  @Test("What is transparent attracts no attention") func transparent() throws {
    var bitmap = Bitmap(
      size: try #require(PixelSize(width: 120, height: 40)), format: PixelFormat(.rgba, .eight))
    var pixels: [UInt8] = []
    for _ in 0..<40 {
      for x in 0..<120 {
        // A loud pattern without opacity on the left, and a gray disk on the right.
        let alpha: UInt8 = (80..<100).contains(x) ? 255 : 0
        if x < 60 { pixels += [UInt8(x * 37 % 256), 0, 255, 0] } else { pixels += [128, 128, 128, alpha] }
      }
    }
    bitmap.write(pixels.span)
    let found = center(map(bitmap), window: Size(width: 40, height: 40), of: Size(width: 120, height: 40))
    expectTrue(abs(found.x - 90) <= 3, "\(found)")
  }
}
