import FrameCompare
import FrameImage
import TestSupport
import Testing

@Suite struct ShiftSearchTests {
  /// Returns the part of an image inside a rectangle.
  private func part(_ image: Bitmap, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bitmap {
    var part = Bitmap(size: PixelSize(width: width, height: height)!, format: image.format)
    for row in 0..<height {
      for column in 0..<width {
        for channel in 0..<image.format.channels.rawValue {
          part[column, row, channel] = image[x + column, y + row, channel]
        }
      }
    }
    return part
  }

  private func shift(_ expected: Bitmap, _ actual: Bitmap, reach: Int) throws -> PixelShift {
    try ShiftSearch(maxShift: reach).shift(ComparedImages(expected, actual))
  }

  static let shifts = [(0, 0), (1, 0), (0, -1), (-3, 2), (4, 4), (-4, -4), (4, -3)]

  @Test("Alignment finds the shift of a moved image, and then nothing differs", arguments: shifts)
  func moved(_ dx: Int, _ dy: Int) throws {
    for kind in [DrawnImage.noise, .disc, .ghost] {
      let all = kind.draw(40, 50, 44)
      let (l, r) = (part(all, 6, 6, 38, 30), part(all, 6 - dx, 6 - dy, 38, 30))
      let found = try shift(l, r, reach: 4)
      expectEqual(found, PixelShift(dx: dx, dy: dy))
      try expectEqual(shift(l.deepened, r, reach: 4), found)
      let difference = try ImageComparison(options: .init()).run(
        ComparedImages(l, r), placement: .shifted(found))
      expectEqual(difference.differing, 0)
      expectEqual(difference.shift, found)
      expectEqual(difference.size, PixelSize(width: 38 - abs(dx), height: 30 - abs(dy)))
    }
  }

  @Test("Of equally good shifts the shortest wins, so images of one color are not shifted")
  func plain() throws {
    try expectEqual(shift(.white(9, 9), .white(9, 9), reach: 3), .none)
    try expectEqual(shift(.white(9, 9), .white(9, 9, [], gray: 3), reach: 3), .none)
  }

  @Test("A search range beyond the image is limited to the image", arguments: [(1, 1), (1, 9), (3, 2)])
  func small(_ width: Int, _ height: Int) throws {
    let (l, r) = (DrawnImage.noise.draw(1, width, height), DrawnImage.noise.draw(2, width, height))
    let found = try shift(l, r, reach: 32)
    expectTrue(abs(found.dx) < width && abs(found.dy) < height)
  }

  @Test("The shift has the smallest mean difference", arguments: 1...6)
  func definition(_ seed: Int) throws {
    let (l, r) = (DrawnImage.ramp.draw(seed, 13, 11), DrawnImage.noise.draw(seed, 13, 11))
    var best = (PixelShift.none, Double.infinity)
    for dy in -3...3 {
      for dx in -3...3 {
        var (sum, count) = (0, 0)
        for y in max(0, -dy)..<min(11, 11 - dy) {
          for x in max(0, -dx)..<min(13, 13 - dx) {
            for channel in 0..<4 { sum += abs(l[x, y, channel] - r[x + dx, y + dy, channel]) }
            count += 1
          }
        }
        if Double(sum) / Double(count) < best.1 {
          best = (PixelShift(dx: dx, dy: dy), Double(sum) / Double(count))
        }
      }
    }
    try expectEqual(shift(l, r, reach: 3), best.0)
  }

  @Test("Positions, the mask and ignored areas refer to the expected image")
  func places() throws {
    let (dx, dy) = (2, -1)
    let l = Bitmap.white(20, 12, [(5, 5), (9, 9), (12, 4)])
    let r = Bitmap.white(20, 12, [(5 + dx, 5 + dy)])
    let mask = Bitmap.white(20, 12, [(9, 9)])
    var options = ComparisonOptions()
    let shift = PixelShift(dx: dx, dy: dy)
    var found = try ImageComparison(options: options).run(
      ComparedImages(l, r, mask: mask), placement: .shifted(shift))
    expectTrue((found.differing, found.ignored) == (1, 1))
    expectEqual(found.box, PixelRect(12, 4, 1, 1))
    expectEqual(found.regions.map(\.box), [PixelRect(12, 4, 1, 1)])
    options.ignored = [PixelRect(12, 4, 1, 1)]
    found = try ImageComparison(options: options).run(ComparedImages(l, r), placement: .shifted(shift))
    expectEqual(found.box, PixelRect(9, 9, 1, 1))
  }
}
