import Foundation
import FrameCodec
import FrameImage
import PNGCodec
import Platform
import Testing

/// `--isolate`: processes that decode and encode, and die or hang.
@Suite struct IsolationTests {
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
}
