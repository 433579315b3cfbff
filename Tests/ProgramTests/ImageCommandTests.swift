import Foundation
import FrameImage
import PNGCodec
import Testing

/// `info`, `hash` and `plugins`.
@Suite struct ImageCommandTests {
  @Test("The hash depends on pixels, not on bytes") func hashOfPixels() throws {
    let bitmap = try Images.bitmap(40, 30)
    let png = try Images.encode(bitmap, PNGCodec())
    let folder = try Folder(["a.png": png, "other.png": Images.png(40, 30, seed: 9)])
    try folder.frameit("apply", "-e", "rotate 90deg", "-e", "rotate -90deg", "a.png", "-o", "c.png")
      .succeeds()
    try folder.frameit("apply", "-e", "canvas fit; rotate 180deg", "a.png", "-o", "t.png").succeeds()
    try folder.frameit("apply", "-e", "canvas fit; rotate 180deg", "t.png", "-o", "back.png").succeeds()
    let lines = try folder.frameit("hash", "a.png", "c.png", "back.png", "t.png", "other.png").succeeds()
      .lines
    let hashes = lines.map { $0.prefix(64) }
    #expect(lines.map { $0.dropFirst(64) } == ["  a.png", "  c.png", "  back.png", "  t.png", "  other.png"])
    #expect(hashes[0] == hashes[1] && hashes[0] == hashes[2])
    #expect(Set(hashes).count == 3)
    #expect(hashes[0].allSatisfy { $0.isHexDigit && !$0.isUppercase })
    let record = try folder.frameit("hash", "--json", "a.png").succeeds().records()
    #expect(record[0]["hash"] as? String == String(hashes[0]))
    #expect(record[0]["schema"] as? Int == 1)
  }

  @Test("Sizes and pixel formats change the hash") func hashOfFormats() throws {
    let folder = try Folder()
    let pixels = [UInt8](repeating: 7, count: 48)
    let shapes: [(Int, Int, PixelFormat)] = [
      (4, 4, .rgb8), (8, 2, .rgb8), (6, 8, .gray8), (4, 3, .rgba8), (6, 4, .gray16), (4, 2, .rgb16),
    ]
    for (index, (width, height, format)) in shapes.enumerated() {
      let size = try #require(PixelSize(width: width, height: height))
      let bitmap = try #require(Bitmap(size: size, format: format, bytes: pixels))
      folder["\(index).png"] = try Images.encode(bitmap, PNGCodec())
    }
    let hashes = try folder.spawn(["hash"] + shapes.indices.map { "\($0).png" }).run().succeeds().lines
    #expect(Set(hashes.map { $0.prefix(64) }).count == shapes.count)
  }

  @Test(
    "A damaged image does not stop the others", arguments: ["info", "hash"])
  func damagedAmongOthers(
    command: String
  ) throws {
    let folder = try Folder([
      "a.png": Images.png(), "bad.png": [1, 2, 3], "cut.jpg": Images.jpeg().dropLast(200),
    ])
    let outcome = try folder.frameit(command, "bad.png", "a.png", "nope.png")
    #expect(outcome.ending == .exit(7))
    #expect(outcome.lines.count == 1 && outcome.text.contains("a.png"))
    outcome.says(["bad.png: unknown image format", "nope.png: no such file"])
    try folder.frameit(command, "bad.png").fails(4, naming: "bad.png")
    try folder.frameit(command, "-").fails(4, naming: "stdin")
    try folder.frameit(command).fails(2, saying: "frameit \(command) IMAGE...")
    // The header of a truncated image is still valid; its pixels are missing.
    if command == "hash" {
      try folder.frameit(command, "cut.jpg").fails(4, naming: "'frameit apply --on-damage salvage'")
    }
    // 7 means that some of several inputs failed.
    try folder.frameit(command, "nope.png", "bad.png").fails(4, naming: "bad.png")
    try folder.frameit(command, ".").fails(4, saying: ".: is a folder", "name the files in it: *")
  }
}
