import Foundation
import FrameCodec
import FrameImage
import JPEGCodec
import PNGCodec
import PNMCodec
import Platform
import QOICodec
import Testing

/// `--isolate`: other processes decode and encode, with the same results.
@Suite struct IsolationTests {
  /// Runs a command with and without `--isolate`, each in its own folder with these files.
  private func expectSame(
    _ words: String..., in files: [String: [UInt8]], code: Int32 = 0,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let (plain, isolated) = (try Folder(files), try Folder(files))
    let wanted = try plain.spawn(words).run()
    let found = try isolated.spawn(words + ["--isolate"]).run()
    #expect(wanted.ending == .exit(code), "\(words): \(wanted.err)", sourceLocation: place)
    #expect(found.ending == wanted.ending && found.err == wanted.err, "\(found.err)", sourceLocation: place)
    #expect(found.out == wanted.out, "\(words)", sourceLocation: place)
    #expect(isolated.listing == plain.listing, sourceLocation: place)
    for name in plain.listing {
      #expect(isolated[name] == plain[name], "\(words): \(name)", sourceLocation: place)
    }
  }

  private func encoded(_ codec: any Codec, _ metadata: ImageMetadata) throws -> [UInt8] {
    let (image, output) = (try Images.bitmap(37, 21), ByteOutput())
    var encoder = try codec.encoder(
      output, EncodeRequest(size: image.size, pixels: image.format, metadata: metadata))
    try encoder.write(image.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  /// An animated image whose frames have one size and one color each.
  private func sequence(_ width: Int, _ height: Int, _ delays: [Int]) throws -> [UInt8] {
    let size = try #require(PixelSize(width: width, height: height))
    var request = EncodeRequest(size: size, pixels: .gray8)
    request.animation = Animation(frames: delays.count, loopCount: 3)
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, request)
    for (i, delay) in delays.enumerated() {
      try encoder.beginFrame(milliseconds: delay)
      try encoder.write([UInt8](repeating: UInt8(i * 10), count: size.area).span)
    }
    try encoder.finish()
    return output.bytes
  }

  @Test("--isolate gives the same hash and the same file for every format and depth")
  func formats() throws {
    let files = [
      "a.jpg": try Images.jpeg(40, 30), "deep.png": try Images.png(31, 17, .rgba16),
      "gray.png": try Images.png(31, 17, PixelFormat(.grayAlpha, .eight)),
      "b.qoi": try Images.encode(Images.bitmap(31, 17, .rgba8), QOICodec()),
      "c.ppm": try Images.encode(Images.bitmap(9, 4, .rgb16), PNMCodec(.ppm)),
      "d.pgm": Array("P2 2 2 7 0 1 2 3".utf8),
    ]
    let names = files.keys.sorted()
    let output = ["a.jpg": "qoi", "b.qoi": "jpg", "c.ppm": "png", "deep.png": "pam", "gray.png": "png"]
    for name in names {
      try expectSame(
        "apply", "-e", "rotate 7deg", name, "-o", "out.\(output[name] ?? "pgm")", "--lossless", "never",
        in: files)
    }
    let folder = try Folder(files)
    for command in [["hash"], ["info", "--json"]] {
      let wanted = try folder.spawn(command + names).run().succeeds().text
      #expect(try folder.spawn(command + names + ["--isolate"]).run().succeeds().text == wanted)
    }
  }

  @Test("--isolate keeps lossless transforms, metadata and quality")
  func lossless() throws {
    let said = ImageMetadata(
      resolution: .init(x: 3000, y: 3000), blocks: [MetadataBlock(.comment, Array("hi".utf8))])
    let files = ["odd.jpg": try encoded(JPEGCodec(), said)]
    let turn = "canvas fit; rotate 90deg"
    try expectSame("apply", "-e", turn, "odd.jpg", "-o", "b.jpg", "--lossless", "require", in: files)
    try expectSame("apply", "-e", "crop 8,8 16,13", "odd.jpg", "-o", "b.jpg", in: files)
    try expectSame("apply", "-e", "rotate 3deg", "odd.jpg", "-o", "b.jpg", "--quality", "keep", in: files)
    try expectSame("apply", "-e", "", "odd.jpg", "-o", "b.jpg", "--drop", "all", in: files)
    try expectSame("explain", "-e", turn, "odd.jpg", "--json", in: files)
    try expectSame("apply", "-e", turn, "odd.jpg", "-o", "b.jpg", "--max-memory", "3000", in: files, code: 5)
    // Only JPEG's quality can be kept, in whatever process the codec runs.
    try expectSame(
      "apply", "-e", "rotate 3deg", "a.png", "-o", "b.png", "--quality", "keep", in: ["a.png": Images.png()]
    )
  }

  @Test("--isolate transfers metadata that is larger than one message")
  func metadata() throws {
    let long = String(repeating: "0123456789abcdef", count: 150_000)
    let colors = ImageMetadata.Colorimetry(
      gamma: 45455, chromaticities: [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])
    let said = ImageMetadata(
      resolution: .init(x: 2835, y: 2834), colorimetry: colors,
      blocks: [
        MetadataBlock(.xmp, Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>".utf8)),
        MetadataBlock(.comment, keyword: "Title", Array(long.utf8)),
      ])
    let files = ["a.png": try encoded(PNGCodec(), said)]
    try expectSame("info", "--json", "a.png", in: files)
    try expectSame("apply", "-e", "canvas 5,5", "a.png", "-o", "b.png", in: files)
    try expectSame("apply", "-e", "canvas 5,5", "a.png", "-o", "b.jpg", in: files)
  }

  @Test("--isolate gives the same frames of animations") func animations() throws {
    let files = ["a.png": try sequence(20, 10, [40, 70, 2000])]
    try expectSame("apply", "-e", "rotate 20deg", "a.png", "-o", "b.png", in: files)
    try expectSame("apply", "-e", "", "a.png", "-o", "b.jpg", "--frame", "2", in: files)
    try expectSame("apply", "-e", "", "a.png", "-o", "b.jpg", in: files, code: 2)
    try expectSame("info", "a.png", in: files)
  }

  @Test("--isolate prints the same warnings about CMYK and skipped data")
  func notices() throws {
    try expectSame("apply", "-e", "", "ink.jpg", "-o", "b.png", in: ["ink.jpg": Self.cmyk])
  }

  @Test(
    "--isolate handles damage in the same way under every policy", arguments: ["fail", "warn", "salvage"])
  func damage(policy: String) throws {
    let (jpeg, png) = (try Images.jpeg(64, 64), try Images.png(40, 40))
    // One sample exceeds the maximum.
    let marred = Array("P2 2 2 7 0 1 2 9".utf8)
    for bytes in [Array(jpeg.prefix(jpeg.count / 2)), Array(png.prefix(png.count / 2)), marred] {
      try expectSame(
        "apply", "-e", "rotate 3deg", "x", "-o", "b.png", "--on-damage", policy, in: ["x": bytes],
        code: policy == "salvage" || policy == "warn" && bytes == marred ? 0 : 4)
    }
  }

  @Test("--isolate gives the same results in every command") func commands() throws {
    let files = ["a.png": try Images.png(30, 20), "b.png": try Images.png(30, 20, seed: 2)]
    try expectSame("compare", "a.png", "b.png", "--diff", "d.png", "--json", in: files, code: 1)
    try expectSame("hash", "--perceptual", "a.png", "b.png", in: files)
    try expectSame("map", "-e", "rotate 90deg", "a.png", in: files)
    try expectSame("apply", "-e", "", "a.png", "-o", "-", "--format", "qoi", in: files)
    let folder = try Folder(files)
    folder.write("canvas 100%,100%\nrotate 10deg", to: "case/script.txt")
    folder.write("../a.png", to: "case/inputs.txt")
    folder["case/expected.png"] = files["b.png"]
    let first = try folder.frameit("test", "case")
    let shown = folder["case/difference.png"]
    let again = try folder.frameit("test", "case", "--isolate")
    #expect(first.ending == .exit(1) && again.ending == .exit(1) && again.text == first.text)
    #expect(shown != nil && folder["case/difference.png"] == shown)
    #expect(
      try folder.frameit("apply", "-e", "", "-", "--isolate", stdin: files["a.png"]).out == files["a.png"])
  }

  @Test("A worker that dies fails its own image; the others are done, and no partial file is left")
  func death() throws {
    try expectOneLost(by: SIGKILL, saying: "the codec crashed: the worker process was killed")
  }

  @Test("A hanging worker ends with the program")
  func orphan() throws {
    // Compositing these frames takes a while.
    let folder = try Folder(["slow.png": sequence(2000, 2000, [Int](repeating: 40, count: 20))])
    let spawn = try folder.spawn(["apply", "-e", "rotate 1deg", "slow.png", "--frame", "19", "--isolate"])
    let worker = try ProcessFamily.endParent(of: spawn, by: SIGKILL, stopping: true) { $0 == "exe" }
    #expect(ProcessFamily.isGone(worker), "\(worker)")
  }

  @Test("A hanging worker is ended at its image's time limit, and the next image is done")
  func hang() throws {
    let sequence = try sequence(2000, 2000, [Int](repeating: 40, count: 24))
    let folder = try Folder(["film.png": sequence, "z.png": Images.png(9, 8)])
    var spawn = try folder.spawn([
      "apply", "-e", "canvas inside 20,20", "film.png", "z.png", "--out-dir", "out", "--isolate", "--jobs",
      "1",
      "--max-time", "4s",
    ])
    var stopped: pid_t?
    spawn.watching = { parent in
      for child in ProcessFamily.children(of: parent) where child.ticks >= 8 && stopped == nil {
        kill(child.number, SIGSTOP)
        stopped = child.number
      }
    }
    let outcome = try spawn.run()
    #expect(outcome.ending == .exit(7) && outcome.err.contains("film.png: the time limit is exceeded"))
    #expect(folder["out/film.png"] == nil && folder["out/z.png"] != nil)
    #expect(ProcessFamily.isGone(try #require(stopped)))
  }

  @Test("A worker that dies fails one job of serve, and the next jobs are done")
  func serving() throws {
    let sequence = try sequence(2000, 2000, [Int](repeating: 40, count: 24))
    let folder = try Folder(["a.png": Images.png(9, 8), "film.png": sequence])
    var spawn = try folder.spawn(["serve", "--stdin", "--isolate", "--jobs", "1"])
    spawn.stdin = .bytes(
      Array(
        #"""
        {"id":1,"script":"canvas inside 20,20","input":"film.png","output":"x.png"}
        {"id":2,"script":"canvas inside 20,20","input":"a.png","output":"y.png"}

        """#.utf8))
    var isKilled = false
    spawn.watching = { parent in
      // The decoding worker. The encoding worker uses almost no time.
      for child in ProcessFamily.children(of: parent) where child.ticks >= 8 && !isKilled {
        kill(child.number, SIGSEGV)
        isKilled = true
      }
    }
    let answers = try spawn.run().records()
    #expect(answers.map { $0["code"] as? Int } == [4, 0], "\(answers)")
    #expect(folder["x.png"] == nil && folder["y.png"] != nil)
  }

  /// Sends a signal to the worker that decodes the second of three images.
  private func expectOneLost(by signal: Int32, saying what: String) throws {
    // Compositing these frames takes a while.
    let delays = [Int](repeating: 40, count: 20)
    let slow = try sequence(2000, 2000, delays)
    let folder = try Folder([
      "a.png": sequence(9, 8, delays), "slow.png": slow, "z.png": sequence(8, 9, delays),
    ])
    var spawn = try folder.spawn(
      ["apply", "-e", "rotate 1deg", "a.png", "slow.png", "z.png", "--frame", "19", "--isolate"])
    spawn.seconds = 180
    var status = ""
    spawn.watching = { parent in
      // The child that is working.
      for child in ProcessFamily.children(of: parent) where child.ticks >= 8 {
        // Only the first time: a killed process may be seen again while it ends.
        if status.isEmpty {
          status = (try? String(contentsOfFile: "/proc/\(child.number)/status", encoding: .utf8)) ?? ""
        }
        kill(child.number, signal)
      }
    }
    let outcome = try spawn.run()
    let hasFilter = try !folder.frameit("--version", "--verbose").text.contains("no seccomp")
    #expect(status.contains("NoNewPrivs:\t1") && (status.contains("Seccomp:\t2") || !hasFilter), "\(status)")
    #expect(outcome.ending == .exit(7))
    #expect(outcome.err.contains("slow.png: " + what), "\(outcome.err)")
    #expect(outcome.lines == ["a.framed.png", "z.framed.png"])
    #expect(folder.listing == ["a.framed.png", "a.png", "slow.png", "z.framed.png", "z.png"])
  }

  /// 8 x 8 pixels of one color in CMYK, with Adobe's marker.
  static let cmyk: [UInt8] =
    [
      0xFF, 0xD8, 0xFF, 0xEE, 0x00, 0x0E, 0x41, 0x64, 0x6F, 0x62, 0x65, 0x00, 0x64, 0x00, 0x00, 0x00,
      0x00, 0x00, 0xFF, 0xDB, 0x00, 0x43, 0x00,
    ] + [UInt8](repeating: 8, count: 64) + [
      0xFF, 0xC0, 0x00, 0x14, 0x08, 0x00, 0x08, 0x00, 0x08, 0x04, 0x01, 0x11, 0x00, 0x02, 0x11, 0x00,
      0x03, 0x11, 0x00, 0x04, 0x11, 0x00, 0xFF, 0xC4, 0x00, 0x1F, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x00,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x03, 0x04,
      0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0xFF, 0xC4, 0x00, 0x18, 0x10, 0x00, 0x00, 0x05, 0x00,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x03,
      0xE0, 0xFF, 0xDA, 0x00, 0x0E, 0x04, 0x01, 0x00, 0x02, 0x00, 0x03, 0x00, 0x04, 0x00, 0x00, 0x3F,
      0x00, 0x71, 0x21, 0xC9, 0x87, 0x3A, 0x1D, 0x38, 0xFF, 0xD9,
    ]
}
