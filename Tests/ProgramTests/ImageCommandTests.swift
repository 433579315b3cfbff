import Foundation
import FrameImage
import PNGCodec
import Testing

/// `info`, `hash` and `plugins`.
@Suite struct ImageCommandTests {
  @Test("info prints the properties in the header") func infoHeader() throws {
    let folder = try Folder(["a.png": Images.png(20, 10), "b.jpg": Images.jpeg(16, 12)])
    try folder.frameit("info", "a.png").succeeds(printing: "a.png: 20 x 10 png, rgb, 8 bits\n")
    let records = try folder.frameit("info", "--json", "a.png", "b.jpg").succeeds().records()
    try #require(records.count == 2)
    #expect(records.map { $0["format"] as? String } == ["png", "jpeg"])
    #expect(records.map { $0["width"] as? Int } == [20, 16])
    #expect(records.map { $0["upright"] as? [Int] } == [[20, 10], [16, 12]])
    #expect(records.allSatisfy { $0["schema"] as? Int == 1 })
    let stdin = try folder.frameit("info", "-", stdin: folder["a.png"]).succeeds()
    #expect(stdin.text.hasPrefix("stdin: 20 x 10 png"))
  }

  @Test("info prints the orientation") func infoOrientation() throws {
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../SampleImages")
    let outcome = try Folder().frameit("info", samples.path + "/portrait-6.jpg").succeeds()
    #expect(
      outcome.text.hasSuffix(
        "portrait-6.jpg: 320 x 240 jpeg, rgb, 8 bits, orientation 6, upright 240 x 320, EXIF of 26 bytes\n"))
  }

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

  @Test("hash warns about frames that are not hashed") func skippedFrames() throws {
    let folder = try Folder(["a.png": Images.png(), "b.png": Images.png(seed: 2)])
    _ = try folder.frameit("compare", "a.png", "b.png", "--diff", "both.png", "--diff-as", "flicker")
    for options in [[], ["--perceptual"], ["--json"]] {
      try folder.frameit(words: ["hash", "both.png"] + options).succeeds(
        warning: "both.png: only the first of 2 frames is used")
    }
  }

  @Test("plugins list prints all codecs") func pluginList() throws {
    let folder = try Folder()
    let lines = try folder.frameit("plugins").succeeds().lines
    #expect(lines.count == 7)
    #expect(lines[0].hasPrefix("jpeg: ") && lines[0].contains("libjpeg"))
    #expect(lines[1].hasPrefix("png: ") && lines[1].contains("libpng"))
    #expect(try folder.frameit("plugins", "list").succeeds().lines == lines)
    let records = try folder.frameit("plugins", "list", "--json").succeeds().records()
    #expect(records.map { $0["name"] as? String } == ["jpeg", "png", "qoi", "ppm", "pgm", "pam", "pnm"])
    #expect(records.allSatisfy { $0["schema"] as? Int == 1 && $0["origin"] as? String == "built-in" })
  }
}
