import FrameCompare
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@Suite struct ClusterTests {
  /// Compares a white image with a drawing in which "#" marks the pixels that differ.
  private func clusters(_ rows: [String]) -> ImageDifference {
    let points = rows.enumerated().flatMap { y, row in
      row.enumerated().filter { $0.element == "#" }.map { (x: $0.offset, y: y) }
    }
    return difference(.white(rows[0].count, rows.count), .white(rows[0].count, rows.count, points))
  }

  @Test("Pixels that touch at corners, or through arms that meet further down, are one region")
  func shapes() {
    let found = clusters([
      "#...#....#",
      "#...#...#.",
      "#####.....",
      ".......##.",
      "..#....#.#",
      "..........",
    ])
    expectEqual(found.differing, 16)
    expectEqual(found.box, PixelRect(0, 0, 10, 5))
    expectEqual(found.regionCount, 4)
    expectEqual(
      found.regions,
      [
        .init(box: PixelRect(0, 0, 5, 3), count: 9), .init(box: PixelRect(7, 3, 3, 2), count: 4),
        .init(box: PixelRect(8, 0, 2, 2), count: 2), .init(box: PixelRect(2, 4, 1, 1), count: 1),
      ])
  }

  @Test("A spiral is one region")
  func spiral() {
    let found = clusters([
      "#######",
      "......#",
      "#####.#",
      "#...#.#",
      "#.#.#.#",
      "#.###.#",
      "#.....#",
      "#######",
    ])
    expectEqual(found.regionCount, 1)
    expectEqual(found.regions.map(\.count), [found.differing])
  }

  @Test("One run of pixels may join several runs above or below it")
  func comb() {
    expectEqual(clusters(["#########", "#.#.#.#.#"]).regionCount, 1)
    expectEqual(clusters(["#.#.#.#.#", "#########"]).regionCount, 1)
    expectEqual(clusters(["#.#.#", ".#.#."]).regionCount, 1)
    expectEqual(clusters(["#..#", "...."]).regionCount, 2)
  }

  @Test("At most 100 regions are listed, the largest first, but all are counted")
  func many() {
    let points = (0..<300).map { (x: $0 % 20 * 3, y: $0 / 20 * 3) } + [(x: 40, y: 43)]
    let found = difference(.white(60, 45), .white(60, 45, points))
    expectEqual(found.regionCount, 300)
    expectEqual(found.regions.count, ImageDifference.maxRegions)
    expectEqual(found.regions[0], .init(box: PixelRect(39, 42, 2, 2), count: 2))
    expectEqual(found.regions[1], .init(box: PixelRect(0, 0, 1, 1), count: 1))
    expectEqual(found.regions[99], .init(box: PixelRect(54, 12, 1, 1), count: 1))
  }

  @Test("Regions of noise equal those of a flood fill", arguments: 1...20)
  func noise(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var points: Set<[Int]> = []
    for y in 0..<19 { for x in 0..<17 where random.next() % 3 == 0 { points.insert([x, y]) } }
    let found = difference(.white(17, 19), .white(17, 19, points.map { ($0[0], $0[1]) }))
    expectEqual(found.differing, points.count)
    var counts: [Int] = []
    while let first = points.popFirst() {
      var (stack, count) = ([first], 1)
      while let point = stack.popLast() {
        for dy in -1...1 {
          for dx in -1...1 {
            guard let next = points.remove([point[0] + dx, point[1] + dy]) else { continue }
            stack.append(next)
            count += 1
          }
        }
      }
      counts.append(count)
    }
    expectEqual(found.regions.map(\.count), counts.sorted(by: >))
    expectEqual(found.regionCount, counts.count)
  }
}
