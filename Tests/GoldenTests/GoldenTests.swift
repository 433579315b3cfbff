import FrameModel
import Foundation
import Testing

/// Whole edits, from the script to the picture, against pictures that people have looked at. The pixels
/// are compared, exactly; how libpng packs them is its own affair.
///
/// What an edit gave and should not have stays beside its case as `actual.png`. To accept it, look at it,
/// and rename it to `expected.png`.
@Suite struct GoldenTests {
  @Test("There are cases")
  func discovery() {
    #expect(GoldenCase.all.count >= 20)
  }

  @Test("The picture is the one that was accepted", arguments: GoldenCase.all)
  func golden(_ test: GoldenCase) throws {
    let actualFile = test.folder.appending(path: "actual.png")
    try? FileManager.default.removeItem(at: actualFile)
    let png = try test.actual()
    guard let accepted = try? Data(contentsOf: test.folder.appending(path: "expected.png")) else {
      try Data(png).write(to: actualFile)
      Issue.record("no expected.png yet: look at actual.png")
      return
    }
    let expected = try Bitmap(png: [UInt8](accepted))
    let actual = try Bitmap(png: png)
    guard actual != expected else { return }
    try Data(png).write(to: actualFile)
    Issue.record("\(Self.difference(expected, actual)): see actual.png")
  }

  @Test("All eight EXIF orientations look the same")
  func orientations() throws {
    let test = try #require(GoldenCase.all.first { $0.testDescription == "eight-portraits" })
    let sheet = try Bitmap(png: test.actual())
    for number in 1..<8 {
      let (x0, y0) = (8 + 68 * (number % 4), 6 + 88 * (number / 4))
      for y in 0..<80 {
        for x in 0..<60 {
          // Turned blocks of a JPEG are not rounded alike.
          let apart = (0..<3).map { abs(sheet[x0 + x, y0 + y, $0] - sheet[8 + x, 6 + y, $0]) }
          #expect(apart.max()! <= 2, "portrait \(number + 1) at \(x),\(y)")
        }
      }
    }
  }

  /// In words.
  private static func difference(_ expected: Bitmap, _ actual: Bitmap) -> String {
    guard expected.size == actual.size else {
      let (e, a) = (expected.size, actual.size)
      return "\(a.width) x \(a.height) pixels instead of \(e.width) x \(e.height)"
    }
    guard expected.format == actual.format else {
      return "\(actual.format) instead of \(expected.format)"
    }
    var count = 0
    var first: (Int, Int)?
    var largest = 0
    for y in 0..<expected.size.height {
      for x in 0..<expected.size.width {
        let apart = (0..<expected.format.channels.rawValue).map {
          abs(expected[x, y, $0] - actual[x, y, $0])
        }.max()!
        guard apart > 0 else { continue }
        count += 1
        first = first ?? (x, y)
        largest = max(largest, apart)
      }
    }
    return "\(count) pixels differ by up to \(largest), the first at \(first!.0),\(first!.1)"
  }
}
