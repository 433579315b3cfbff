import FrameCompare
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@Suite struct LineAlignmentTests {
  /// A page of 120 x 90 with lines of black marks on white, between white rows.
  private static let page: Bitmap = {
    var page = Bitmap.white(120, 90)
    var random = SplitMix64(seed: 7)
    for y in 4..<86 where y % 9 < 5 {
      for x in 6..<110 where random.next() % 3 == 0 { page[x, y, 0] = 0 }
    }
    return page
  }()

  /// Returns a page with these rows of an image, in this order; nil is a row of gray marks that no image has.
  private func page(_ image: Bitmap, _ rows: [Int?]) -> Bitmap {
    let size = PixelSize(width: image.size.width, height: rows.count)!
    var page = Bitmap(size: size, format: image.format)
    for (y, row) in rows.enumerated() {
      for x in 0..<size.width { page[x, y, 0] = row.map { image[x, $0, 0] } ?? 100 + (x * 7 + y) % 50 }
    }
    return page
  }

  private func transposed(_ image: Bitmap) -> Bitmap {
    var result = Bitmap(size: image.size.transposed, format: image.format)
    for y in 0..<image.size.height {
      for x in 0..<image.size.width { result[y, x, 0] = image[x, y, 0] }
    }
    return result
  }

  private func compare(
    _ expected: Bitmap, _ actual: Bitmap, _ lines: AlignedLines?, ignored: [PixelRect] = []
  ) throws -> ImageDifference {
    var tolerance = Tolerance(ignored: ignored)
    tolerance.alignment = lines.map { .lines($0) } ?? .off
    return try tolerance.compare { try $0(ComparedImages(expected, actual)) }
  }

  @Test("An added row is one difference of its pixels, and so is an added column") func added() throws {
    let rows = Array(0..<40) + [nil] + Array(40..<90)
    let taller = page(Self.page, rows)
    let found = try compare(Self.page, taller, .rows)
    expectEqual(found.differing, 120)
    expectEqual(found.regions, [.init(box: PixelRect(0, 40, 120, 1), count: 120)])
    expectEqual(found.size, PixelSize(width: 120, height: 91))
    expectEqual(
      found.alignment?.rows.segments,
      [
        .both(expected: 0, actual: 0, count: 40), .added(actual: 40, count: 1),
        .both(expected: 40, actual: 41, count: 50),
      ])
    let wider = try compare(transposed(Self.page), transposed(taller), .columns)
    expectEqual(wider.differing, 120)
    expectEqual(wider.regions, [.init(box: PixelRect(40, 0, 1, 120), count: 120)])
  }

  @Test(
    "A page pushed down by added rows, with its end cut off, differs in the added and the removed rows only")
  func pushed() throws {
    let rows = Array(0..<23) + [nil, nil, nil] + Array(23..<87)
    for lines in [AlignedLines.rows, .both] {
      let found = try compare(Self.page, page(Self.page, rows), lines)
      expectEqual(found.differing, 6 * 120)
      // Row 86 is white, too, so that rows 86 to 88 can count as removed as well as the last three.
      expectEqual(found.regions.map(\.box), [PixelRect(0, 23, 120, 3), PixelRect(0, 86, 120, 3)])
    }
    try expectTrue(compare(Self.page, page(Self.page, rows), .columns).differing > 6 * 120)
  }

  @Test("Changes beside added rows are compared in place") func changesBeside() throws {
    var actual = page(Self.page, Array(0..<40) + [nil, nil] + Array(40..<90))
    let changes = [(20, 10), (21, 10), (50, 38), (51, 44), (100, 70)]
    for (x, y) in changes { actual[x, y, 0] = 255 - actual[x, y, 0] }
    let found = try compare(Self.page, actual, .rows)
    expectEqual(found.differing, 2 * 120 + changes.count)
    expectEqual(found.regions.first?.box, PixelRect(0, 40, 120, 2))
    // A region below the added rows is where the expected image has it.
    expectTrue(found.regions.contains(.init(box: PixelRect(100, 68, 1, 1), count: 1)))
  }

  @Test("Rows and columns can be added at the same time") func both() throws {
    let rows = page(Self.page, Array(0..<40) + [nil, nil] + Array(40..<90))
    let all = transposed(page(transposed(rows), Array(0..<70) + [nil] + Array(70..<120)))
    let found = try compare(Self.page, all, .both)
    expectEqual(found.differing, 2 * 121 + 90)
    expectEqual(found.size, PixelSize(width: 121, height: 92))
  }

  @Test("Of images without added lines, the same pixels differ as without alignment") func unchanged() throws
  {
    for kind in [DrawnImage.noise, .bars, .line, .disc] {
      let (l, r) = (kind.draw(40, 70, 50), kind.draw(40, 70, 50, changed: 9))
      let plain = try compare(l, r, nil)
      try expectEqual(compare(l, r, .both), plain)
      expectTrue(plain.alignment == nil)
    }
  }

  @Test("Ignored rectangles move with the rows of the expected image") func ignored() throws {
    var actual = page(Self.page, Array(0..<40) + [nil, nil] + Array(40..<90))
    actual[100, 70, 0] = 128
    let clock = [PixelRect(98, 66, 6, 6)]
    try expectEqual(compare(Self.page, actual, .rows, ignored: clock).differing, 2 * 120)
    try expectEqual(compare(Self.page, actual, .rows, ignored: clock).ignored, 36)
    // One that spans the added rows covers them, too.
    try expectEqual(compare(Self.page, actual, .rows, ignored: [PixelRect(98, 30, 6, 60)]).differing, 2 * 114)
  }

  @Test("Each line occurs once and in order, whatever is added, removed and changed", arguments: 0..<40)
  func laws(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var rows = (0..<90).map(Int?.some)
    for _ in 0..<Int(random.next() % 5) {
      let at = Int(random.next() % UInt64(rows.count))
      if random.next() % 2 == 0 {
        rows.insert(contentsOf: [Int?](repeating: nil, count: Int(random.next() % 8)), at: at)
      } else {
        rows.removeSubrange(at..<min(rows.count, at + Int(random.next() % 8)))
      }
    }
    let found = try compare(Self.page, page(Self.page, rows), .rows)
    let plain = ImageComparison(options: .init()).difference(Self.page, page(Self.page, rows))
    expectTrue(found.differing <= plain.differing + abs(rows.count - 90) * 120)
    guard let segments = found.alignment?.rows.segments else { return }
    var (expected, actual) = (0, 0)
    for segment in segments {
      switch segment {
      case .both(let e, let a, let count):
        expectTrue(e == expected && a == actual)
        expected += count
        actual += count
      case .removed(let e, let count):
        expectEqual(e, expected)
        expected += count
      case .added(let a, let count):
        expectEqual(a, actual)
        actual += count
      }
    }
    expectEqual(expected, 90)
    expectEqual(actual, rows.count)
  }
}
