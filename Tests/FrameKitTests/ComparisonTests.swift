import FrameKit
import TestSupport
import Testing

/// Comparing and hashing images from any source.
@Suite struct ComparisonTests {
  private let photo: Bitmap

  init() throws { photo = try .pattern(60, 40) }

  @Test("Equal pixels are the same, whatever their source") func same() throws {
    let png = try Edit(script: "").apply(to: .bitmap(photo)).encoded(as: .png)
    let qoi = try Edit(script: "").apply(to: .bitmap(photo)).encoded(as: .qoi)
    for (a, b) in [
      (ImageSource.bitmap(photo), .bitmap(photo)), (.bytes(png), .bitmap(photo)), (.bytes(png), .bytes(qoi)),
      (.bytes(png), .bytes(png)),
    ] as [(ImageSource, ImageSource)] {
      let comparison = try ImageComparison(expected: a, actual: b).run()
      expectTrue(comparison.isSame && comparison.difference.differing == 0, "\(comparison)")
    }
    try expectEqual(ImageSource.bytes(png).pixelHash(), ImageSource.bitmap(photo).pixelHash())
  }

  @Test("A changed pixel is found, and a threshold can excuse it") func changed() throws {
    var other = photo
    other[7, 5, 0] ^= 3
    let comparison = try ImageComparison(expected: .bitmap(photo), actual: .bitmap(other)).run()
    expectTrue(!comparison.isSame && comparison.difference.differing == 1)
    expectEqual(comparison.difference.box, PixelRect(x: 7, y: 5, size: PixelSize(width: 1, height: 1)!))
    try expectTrue(
      ImageComparison(expected: .bitmap(photo), actual: .bitmap(other), tolerance: .init(threshold: 0.1))
        .run().isSame)
    try expectTrue(
      ImageComparison(expected: .bitmap(photo), actual: .bitmap(other), tolerance: .init(limit: .pixels(1)))
        .run().isSame)
    try expectTrue(ImageSource.bitmap(other).pixelHash() != ImageSource.bitmap(photo).pixelHash())
  }

  @Test("Images of different sizes are never the same") func sizes() throws {
    let comparison = try ImageComparison(expected: .bitmap(photo), actual: .bitmap(try .pattern(60, 41)))
      .run()
    expectTrue(!comparison.isSame && comparison.difference.actualSize == PixelSize(width: 60, height: 41))
  }
}
