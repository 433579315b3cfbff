import FrameKit
import TestSupport
import Testing

/// Comparing and hashing images from any source.
@Suite struct ComparisonTests {
  private let photo: Bitmap

  init() throws { photo = try .pattern(60, 40) }

  @Test("Equal pixels are the same, whatever their source") func same() throws {
    let png = try Edit(script: "").encode(.bitmap(photo), as: "png")
    let qoi = try Edit(script: "").encode(.bitmap(photo), as: "qoi")
    for (a, b) in [
      (ImageSource.bitmap(photo), .bitmap(photo)), (.bytes(png), .bitmap(photo)), (.bytes(png), .bytes(qoi)),
      (.bytes(png), .bytes(png)),
    ] as [(ImageSource, ImageSource)] {
      let comparison = try compare(a, b)
      expectTrue(comparison.isSame && comparison.difference.differing == 0, "\(comparison)")
    }
    try expectEqual(pixelHash(of: .bytes(png)), pixelHash(of: .bitmap(photo)))
  }

  @Test("A changed pixel is found, and a threshold can excuse it") func changed() throws {
    var other = photo
    other[7, 5, 0] ^= 3
    let comparison = try compare(.bitmap(photo), .bitmap(other))
    expectTrue(!comparison.isSame && comparison.difference.differing == 1)
    expectEqual(comparison.difference.box, PixelRect(x: 7, y: 5, size: PixelSize(width: 1, height: 1)!))
    try expectTrue(compare(.bitmap(photo), .bitmap(other), options: .init(threshold: 0.1)).isSame)
    try expectTrue(compare(.bitmap(photo), .bitmap(other), options: .init(limit: .pixels(1))).isSame)
    try expectTrue(pixelHash(of: .bitmap(other)) != pixelHash(of: .bitmap(photo)))
  }

  @Test("Images of different sizes are never the same") func sizes() throws {
    let comparison = try compare(.bitmap(photo), .bitmap(try .pattern(60, 41)))
    expectTrue(!comparison.isSame && comparison.difference.actualSize == PixelSize(width: 60, height: 41))
  }
}
