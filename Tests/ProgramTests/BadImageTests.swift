import Foundation
import FrameImage
import Platform
import Testing

/// Images that cannot be read completely: nothing is written, and existing files stay.
@Suite struct BadImageTests {
  private let old = Array("the old output".utf8)

  private func folder(_ name: String = "in.jpg", _ bytes: [UInt8]? = nil) throws -> Folder {
    let folder = try Folder(["old.png": old])
    folder[name] = bytes
    return folder
  }

  private func expectRefused(
    _ name: String, in folder: Folder, _ code: Int32 = 4, saying: String..., options: [String] = []
  ) throws {
    let words = ["apply", "-e", "rotate 3deg", "--force", "-o", "old.png"] + options + ["--", name]
    try folder.expectChanges([]) {
      let outcome = try folder.spawn(words).run().fails(code, saying: name)
      outcome.says(saying)
    }
    #expect(folder["old.png"] == old, "\(name)")
  }

  @Test("An animated PNG with a second IHDR fails without affecting other images")
  func secondHeader() throws {
    // 4 x 4 RGB with two frames. The second IHDR declares gray, and so does the second frame.
    let base64 = """
      iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAAEAAAABAAAAAAAAAAA\
      AAEACgAAV3ID4QAAAA5JREFUeJxjaEACDMRxAHBSGAGDxvAZAAAADUlIRFIAAAAEAAAABAgAAAAAjJrBogAAABpmY1RMAAAAAQAAAAQAAAAE\
      AAAAAAAAAAAAAQAKAADMAek1AAAAEmZkQVQAAAACeJxjAAACBlQCAFAUCAFZ72sJAAAAAElFTkSuQmCC
      """
    let folder = try folder("in.png", Array(try #require(Data(base64Encoded: base64))))
    try expectRefused("in.png", in: folder, saying: "damaged image: IHDR")
    try folder.frameit("hash", "in.png").fails(4, saying: "IHDR")
    folder["good.jpg"] = try Images.jpeg()
    let batch = ["apply", "-e", "canvas 9,9", "in.png", "good.jpg", "--out-dir", "out", "--jobs", "1"]
    let outcome = try folder.frameit(words: batch)
    #expect(outcome.ending == .exit(7) && outcome.err.contains("in.png: "))
    #expect(folder["out/good.jpg"] != nil && folder["out/in.png"] == nil)
  }

  @Test("A missing input, or one that is not a file, is an error that names it") func missingInputs() throws {
    let folder = try folder("sub/x", [])
    try expectRefused("nope.png", in: folder, saying: "no such file or directory")
    try expectRefused("sub", in: folder, 2, saying: "sub: is a folder", "--recursive")
    try expectRefused("sub/x/y.png", in: folder, saying: "not a directory")
    symlink("loop", folder.path("loop"))
    try expectRefused("loop", in: folder, saying: "too many levels of symbolic links")
    try folder.frameit("apply", "-e", "", "").fails(4, saying: "'': no such file")
  }

  @Test(
    "An input without read permission is an error", .enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableInput() throws {
    let folder = try folder("in.jpg", Images.jpeg())
    chmod(folder.path("in.jpg"), 0)
    try expectRefused("in.jpg", in: folder, saying: "permission denied")
  }

  @Test("A file that is not an image is an error with a hint") func notAnImage() throws {
    try expectRefused("in.jpg", in: folder("in.jpg", []), saying: "the file is empty")
    for bytes in [
      Array("canvas 10,10\n".utf8), [0], [UInt8](repeating: 0, count: 5000), Array("%PDF-1.7".utf8),
    ] {
      try expectRefused(
        "in.jpg", in: folder("in.jpg", bytes), saying: "unknown image format", "hint: ")
    }
  }

  @Test(
    "A file truncated at any byte is an error and leaves the old output", arguments: [false, true])
  func truncations(isJPEG: Bool) throws {
    let whole = try isJPEG ? Images.jpeg(40, 40) : Images.png(30, 20)
    let step = max(1, whole.count / 25)
    let lengths = [1, 2, 3, 7, 8, 9, whole.count - 1] + stride(from: 16, to: whole.count, by: step)
    let folder = try folder()
    for length in lengths {
      folder["in.jpg"] = Array(whole.prefix(length))
      try expectRefused("in.jpg", in: folder)
    }
  }

  @Test("A PNG with a damaged byte is an error and leaves the old output") func damagedPNG() throws {
    let whole = try Images.png(30, 20)
    let folder = try folder()
    for position in stride(from: 0, to: whole.count - 12, by: whole.count / 20) {
      var bytes = whole
      bytes[position] ^= 0x55
      folder["in.png"] = bytes
      try expectRefused("in.png", in: folder)
    }
  }

  // MARK: Damage

  /// A run that already salvages gets no hint to do so.
  @Test("The hint to salvage appears only if that is possible") func salvageHint() throws {
    let folder = try folder("in.jpg", Array(Images.jpeg().prefix(30)))
    try expectRefused("in.jpg", in: folder, saying: "truncated image", "--on-damage salvage")
    let outcome = try folder.frameit("apply", "-e", "", "in.jpg", "-o", "x.png", "--on-damage", "salvage")
    #expect(outcome.ending == .exit(4) && !outcome.err.contains("--on-damage"), "\(outcome.err)")
  }

  @Test("--on-damage salvage keeps the readable part and warns") func salvage() throws {
    let whole = try Images.jpeg(64, 64)
    let folder = try folder("in.jpg", Array(whole.prefix(whole.count / 2)))
    try expectRefused("in.jpg", in: folder, saying: "truncated", "--on-damage salvage")
    try expectRefused("in.jpg", in: folder, saying: "truncated", options: ["--on-damage", "warn"])
    try folder.frameit("apply", "-e", "", "--on-damage", "salvage", "in.jpg", "-o", "out.png")
      .succeeds(printing: "out.png\n", warning: "in.jpg: damaged in ")
    let saved = try Images.decode(folder["out.png"])
    let original = try Images.decode(whole)
    #expect(saved.size == original.size)
    #expect(saved.bytes.prefix(64 * 3 * 8) == original.bytes.prefix(64 * 3 * 8))
    #expect(folder.listing == ["in.jpg", "old.png", "out.png"])
  }

  // MARK: Limits

  /// A PNG whose header declares 60,000 x 60,000 pixels.
  private var bomb: [UInt8] {
    get throws {
      var bytes = try Images.png()
      for side in [16, 20] { bytes.replaceSubrange(side..<side + 4, with: [0, 0, 0xEA, 0x60]) }
      bytes.replaceSubrange(29..<33, with: crc32(bytes[12..<29]))
      return bytes
    }
  }

  @Test("A header that declares too many pixels exceeds a limit") func hugeHeader() throws {
    let folder = try folder("in.png", bomb)
    try expectRefused(
      "in.png", in: folder, 5, saying: "3600000000 pixels", "268402689", "--max-pixels 3600000000")
    try expectRefused(
      "in.png", in: folder, 5, saying: "of memory", "--max-memory",
      options: ["--max-pixels", "4000000000", "--max-memory", "400M"])
    for command in ["info", "hash"] {
      try folder.frameit(command, "in.png").fails(5, saying: "in.png: 3600000000 pixels")
    }
  }

  @Test("Limits can be set by options") func limitOptions() throws {
    let folder = try folder("in.png", Images.png(20, 10))
    try expectRefused(
      "in.png", in: folder, 5, saying: "200 pixels exceed the limit of 199", "--max-pixels 200",
      options: ["--max-pixels", "199"])
    try expectRefused("in.png", in: folder, 5, saying: "of memory", options: ["--max-memory", "100"])
    try folder.frameit("apply", "-e", "", "--max-pixels", "200", "--max-memory", "1M", "in.png").succeeds()
    for amount in ["1MiB", "1MB", "1T", "1TiB", "900KB", "900K", "1G"] {
      try folder.frameit("info", "--max-memory", amount, "in.png").succeeds()
    }
    try folder.frameit("info", "--max-pixels", "1K", "in.png").succeeds()
    try expectRefused("in.png", in: folder, 5, saying: "limit of 2 KiB", options: ["--max-memory", "2K"])
    try expectRefused("in.png", in: folder, 5, saying: "limit of 2 KiB", options: ["--max-memory", "2KiB"])
    try expectRefused("in.png", in: folder, 5, saying: "limit of 1.0 KiB", options: ["--max-memory", "1030"])
    try expectRefused("in.png", in: folder, 5, saying: "limit of 2.0 KiB", options: ["--max-memory", "2KB"])
    for option in ["--max-pixels", "--max-memory"] {
      for value in [
        "0", "x", "", "1.5", "K", "1Q", "1KX", "1KiBs", "-1K", "99999999999999999999", "9999999999G",
      ] {
        try folder.frameit("apply", "-e", "", "in.png", option, value).fails(2, saying: option)
      }
    }
  }

  /// The checksum of PNG chunks: ISO 3309, as in annex D of the PNG specification.
  private func crc32(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: ~crc >> $0) }
  }
}
