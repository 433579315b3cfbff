import Badge
import FrameTesting
import XCTest

final class SmallBadgeTests: XCTestCase {
  func testIcon() throws {
    let badge = Badge(side: 16, progress: 50)
    let image = try XCTUnwrap(Bitmap(width: 16, height: 16, format: .rgba8, bytes: badge.rgba()))
    expectImage(image, matches: "icon", tolerance: Tolerance(threshold: 0.1, limit: .percent(1)))
  }
}
