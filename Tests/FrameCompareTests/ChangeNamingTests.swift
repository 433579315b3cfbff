import FrameCompare
import FrameImage
import TestSupport
import Testing

@Suite struct ChangeNamingTests {
  /// A gray page with a white card.
  private func page(_ draw: (inout Bitmap) -> Void = { _ in }) -> Bitmap {
    var page = Bitmap(size: PixelSize(width: 240, height: 160)!, format: .rgb8)
    fill(&page, PixelRect(0, 0, 240, 160), [200, 200, 205])
    fill(&page, PixelRect(20, 20, 200, 120), [255, 255, 255])
    draw(&page)
    return page
  }

  private func fill(_ image: inout Bitmap, _ rect: PixelRect, _ color: [Int]) {
    for y in rect.y..<rect.y + rect.size.height {
      for x in rect.x..<rect.x + rect.size.width {
        for channel in 0..<3 { image[x, y, channel] = color[channel] }
      }
    }
  }

  /// A button of 120 x 24 with three white marks.
  private func button(
    _ image: inout Bitmap, _ x: Int, _ y: Int, color: [Int] = [30, 90, 200], width: Int = 120
  ) {
    fill(&image, PixelRect(x, y, width, 24), color)
    for mark in 0..<3 { fill(&image, PixelRect(x + width / 2 - 9 + mark * 6, y + 8, 3, 9), [255, 255, 255]) }
  }

  /// Glyphs of 5 x 7 with soft edges; `soft` is the gray of the edges.
  private func text(
    _ image: inout Bitmap, _ x: Int, _ y: Int, _ glyphs: [UInt32], soft: Int = 128, ink: Int = 0
  ) {
    for (index, glyph) in glyphs.enumerated() {
      for row in 0..<7 {
        for column in 0..<5 where glyph >> UInt32(row * 4 + column) & 1 == 1 {
          let gray = (row + column) % 3 == 0 ? soft : ink
          fill(&image, PixelRect(x + index * 7 + column, y + row, 1, 1), [gray, gray, gray])
        }
      }
    }
  }

  private static let hello: [UInt32] = [0x9E3779B9, 0x7F4A7C15, 0xDEADBEEF, 0x1B873593, 0xCC9E2D51]
  private static let world: [UInt32] = [0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F, 0x165667B1, 0x9E3779F1]

  private func changes(_ expected: Bitmap, _ actual: Bitmap, _ alignment: Tolerance.Alignment = .off) throws
    -> [Change]
  {
    var tolerance = Tolerance.exact
    tolerance.alignment = alignment
    let difference = try tolerance.compare(namesChanges: true) { try $0(ComparedImages(expected, actual)) }
    expectEqual(difference.changes.reduce(0) { $0 + $1.count }, difference.differing)
    expectTrue(difference.regions.allSatisfy { $0.kind != nil })
    return difference.changes
  }

  @Test("Changes are named if 64 bytes per pixel are within the memory limit") func memory() throws {
    let (empty, full) = (page(), page { button(&$0, 50, 60) })
    func count(limit: Int) throws -> Int {
      try Tolerance.exact.compare(namesChanges: true, within: MemoryBudget(limit: limit, jobs: 1)) {
        try $0(ComparedImages(empty, full))
      }.changes.count
    }
    try expectEqual(count(limit: 64 * empty.size.area), 1)
    try expectEqual(count(limit: 64 * empty.size.area - 1), 0)
  }

  @Test("Images of many colors are recolored if each channel is in 99% of the pixels", arguments: [120, 60])
  func manyColors(exceptionEvery period: Int) throws {
    var state: UInt32 = 1
    var (old, new) = ([UInt8](), [UInt8]())
    for pixel in 0..<80 * 80 {
      for channel in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        // Half of the pixels have colors of their own.
        let sample = pixel % 2 == 0 ? UInt8(state >> 24) : 100
        old.append(sample)
        new.append(pixel % period == 2 * channel + 1 ? 7 : 255 - sample)
      }
    }
    let images = [old, new].map {
      Bitmap(size: PixelSize(width: 80, height: 80)!, format: .rgb8, bytes: $0)!
    }
    try expectEqual(changes(images[0], images[1]).map(\.kind), [period == 120 ? .recolored : .content])
  }

  @Test("Something that appears is added, and the other way around removed") func added() throws {
    let (empty, full) = (page(), page { button(&$0, 50, 60) })
    let box = PixelRect(50, 60, 120, 24)
    // The marks are as white as the card.
    try expectEqual(
      changes(empty, full), [Change(kind: .added, expected: box, actual: box, count: 2880 - 81)])
    try expectEqual(
      changes(full, empty), [Change(kind: .removed, expected: box, actual: box, count: 2880 - 81)])
  }

  @Test("The boxes are those of each image, also after a shift", arguments: [(2, 3), (-2, 1), (3, -3)])
  func shifted(_ dx: Int, _ dy: Int) throws {
    func drawn(_ dx: Int, _ dy: Int, hasButton: Bool) -> Bitmap {
      var page = Bitmap(size: PixelSize(width: 240, height: 160)!, format: .rgb8)
      fill(&page, PixelRect(0, 0, 240, 160), [255, 255, 255])
      // Marks everywhere, so that there is one best shift.
      for mark in 0..<40 {
        fill(&page, PixelRect(20 + mark * 53 % 197 + dx, 90 + mark * 31 % 61 + dy, 3, 2), [mark * 5, 90, 30])
      }
      if hasButton { fill(&page, PixelRect(50 + dx, 40 + dy, 30, 12), [30, 90, 200]) }
      return page
    }
    let found = try changes(
      drawn(0, 0, hasButton: false), drawn(dx, dy, hasButton: true), .shift(upTo: 3))
    expectEqual(
      found,
      [
        Change(
          kind: .added, expected: PixelRect(50, 40, 30, 12), actual: PixelRect(50 + dx, 40 + dy, 30, 12),
          count: 360)
      ])
  }

  @Test(
    "A moved button is one change, even if only its edges differ",
    arguments: [(1, 0), (3, 0), (-2, 5), (0, -4), (0, 40), (30, 30)])
  func moved(_ dx: Int, _ dy: Int) throws {
    let found = try changes(page { button(&$0, 50, 60) }, page { button(&$0, 50 + dx, 60 + dy) })
    expectEqual(found.map(\.kind), [.moved(PixelShift(dx: dx, dy: dy))])
    expectEqual(found.first?.expected, PixelRect(50, 60, 120, 24))
    expectEqual(found.first?.actual, PixelRect(50 + dx, 60 + dy, 120, 24))
  }

  @Test("Moved text is moved, and other text is content") func text() throws {
    let expected = page { text(&$0, 60, 70, Self.hello) }
    let moved = try changes(expected, page { text(&$0, 62, 71, Self.hello) })
    expectEqual(moved.map(\.kind), [.moved(PixelShift(dx: 2, dy: 1))])
    try expectEqual(changes(expected, page { text(&$0, 60, 70, Self.world) }).map(\.kind), [.content])
  }

  @Test("Other colors of the same shapes are a recoloring") func recolored() throws {
    let expected = page { button(&$0, 50, 60) }
    let green = try changes(expected, page { button(&$0, 50, 60, color: [20, 140, 60]) })
    expectEqual(green.map(\.kind), [.recolored])
    let black = page { text(&$0, 60, 70, Self.hello) }
    let gray = page { text(&$0, 60, 70, Self.hello, soft: 180, ink: 90) }
    try expectEqual(changes(black, gray).map(\.kind), [.recolored])
  }

  @Test("A wider button is resized") func resized() throws {
    let found = try changes(page { button(&$0, 50, 60) }, page { button(&$0, 50, 60, width: 140) })
    expectEqual(found.map(\.kind), [.resized])
    expectEqual(found.first?.actual, PixelRect(50, 60, 140, 24))
  }

  @Test("Softer edges of the same text are a text edge") func textEdge() throws {
    let found = try changes(
      page { text(&$0, 60, 70, Self.hello) }, page { text(&$0, 60, 70, Self.hello, soft: 90) })
    expectEqual(found.map(\.kind), [.textEdge])
  }

  @Test("Changes far apart have names of their own") func several() throws {
    let found = try changes(
      page {
        button(&$0, 50, 30)
        text(&$0, 60, 120, Self.hello)
      },
      page {
        button(&$0, 50, 30, color: [200, 30, 30])
        text(&$0, 60, 120, Self.world)
      })
    expectEqual(found.map(\.kind), [.recolored, .content])
  }

  @Test("With aligned rows, added rows are a change, and changes below them have both places") func aligned()
    throws
  {
    let expected = page { button(&$0, 50, 100) }
    var actual = Bitmap(size: PixelSize(width: 240, height: 170)!, format: .rgb8)
    let drawn = page { button(&$0, 50, 100, color: [200, 30, 30]) }
    for y in 0..<170 {
      for x in 0..<240 {
        for channel in 0..<3 {
          actual[x, y, channel] = y < 60 ? drawn[x, y, channel] : y < 70 ? x % 100 : drawn[x, y - 10, channel]
        }
      }
    }
    let found = try changes(expected, actual, .lines(.rows))
    expectEqual(
      found,
      [
        Change(
          kind: .recolored, expected: PixelRect(50, 100, 120, 24), actual: PixelRect(50, 110, 120, 24),
          count: 120 * 24 - 81),
        Change(kind: .added, expected: nil, actual: PixelRect(0, 60, 240, 10), count: 2400),
      ])
  }
}
