import Foundation
import Platform
import Testing

/// `serve`: a process that runs jobs of other programs.
@Suite struct ServeTests {
  /// - Parameter jobs: Lines, or JSON objects.
  private func serve(_ folder: Folder, _ jobs: [Any], _ options: String...) throws -> Outcome {
    var spawn = try folder.spawn(["serve", "--stdin"] + options)
    spawn.stdin = .bytes(try Self.lines(jobs))
    return try spawn.run()
  }

  private static func lines(_ jobs: [Any]) throws -> [UInt8] {
    try jobs.flatMap { job in
      let text =
        try job as? String
        ?? String(
          decoding: JSONSerialization.data(withJSONObject: job), as: UTF8.self)
      return Array(text.utf8) + [UInt8(ascii: "\n")]
    }
  }

  private static func job(_ id: Any, _ input: String, _ output: String, _ script: String = "rotate 10deg")
    -> [String: Any]
  {
    ["id": id, "script": script, "input": input, "output": output]
  }

  @Test(
    "Answers have the order and ids of the jobs, and outputs equal those of apply",
    arguments: ["1", "4"])
  func order(_ threads: String) throws {
    let folder = try Folder()
    // The first jobs take longest.
    for i in 0..<12 { folder["\(i).png"] = try Images.png(400 / (i + 1), 300 / (i + 1), seed: i) }
    let ids: [Any] = [0, "one", NSNull(), 3.5, ["four": [4]], true, 18_446_744_073_709_551_615 as UInt64]
    let jobs = (0..<12).map { Self.job($0 < ids.count ? ids[$0] : $0, "\($0).png", "out-\($0).png") }
    let answers = try serve(folder, jobs, "--jobs", threads).succeeds().records()
    #expect(answers.map { $0["output"] as? String } == (0..<12).map { "out-\($0).png" })
    #expect(answers.map { $0["line"] as? Int } == Array(1...12))
    #expect(answers.allSatisfy { $0["status"] as? String == "done" && $0["code"] as? Int == 0 })
    for (job, answer) in zip(jobs, answers) {
      #expect((job["id"] as? NSObject)?.isEqual(answer["id"]) == true, "\(answer)")
    }
    try folder.frameit("apply", "-e", "rotate 10deg", "3.png", "-o", "one.png").succeeds()
    #expect(folder["one.png"] == folder["out-3.png"])
  }

  @Test("A line that is not a job gets an error as answer, and the next job runs")
  func badLines() throws {
    let folder = try Folder(["a.png": Images.png(), "bad.png": [1, 2, 3]])
    let good = Self.job(1, "a.png", "b.png")
    let long = String(repeating: "x", count: 5000)
    let wrong: [(line: Any, code: Int, part: String)] = [
      ("not json", 2, "line 4 is not JSON: column 1: expected a value, found 'not'"),
      ("[1, 2]", 2, "line 5 is not a JSON object"),
      (#"{"id": 1, "script": "#, 2, "line 6 is not JSON"), (long, 5, "line 7 is longer than the 4000 bytes"),
      (["id": 8, "scrpt": ""], 2, "'scrpt' (did you mean 'script'?)"),
      (["script": "", "output": "c.png", "input": 5], 2, "'input' is not a string"),
      (["script": "", "input": "a.png"], 2, "no output given"), (["output": "c.png"], 2, "no script given"),
      (Self.job(12, "-", "c.png"), 2, "stdin"),
      (Self.job(13, "bad.png", "c.png"), 4, "bad.png: unknown image format"),
      (Self.job(14, "a.png", "c.png", "canvas 9,9\n rotate 30"), 3, "script:2:9"),
      (Self.job(15, "a.png", "no/c.png"), 6, "no such folder"), (Self.job(16, "a.png", "b.png"), 6, "exists"),
      (["script": "", "inputs": ["a.png", "a.png"], "output": "c.png"], 2, "takes 1 image, but 2"),
      (["script": "", "inputBase64": "?", "output": "c.png"], 2, "is not base64"),
      (Self.job(19, "a.png", "c.png").merging(["define": ["a": 1]]) { $1 }, 2, "'a'"),
      (Self.job(20, "a.png", "c.png").merging(["quality": 0]) { $1 }, 2, "'quality'"),
      (Self.job(22, "a.png", "-"), 2, "'output' cannot be stdout, which is used for answers"),
      (
        #"{"script": "", "input": "a.png", "\u0069nput": "b.png", "output": "c.png"}"#, 2,
        "line 22, column 34: the key 'input' occurs twice"
      ),
      (#"{"script": "", "define": {"a": "}\"", "b": [{"a": 1}], "a": 2}}"#, 2, "the key 'a' occurs twice"),
      (
        Self.job(21, "a.png", "c.png").merging(["format": "jpeg"]) { $1 }, 2,
        "c.png: the extension is that of PNG, but"
      ),
    ]
    let jobs = ["", good, "  \r"] + wrong.map(\.line) + [Self.job(2, "a.png", "d.png")]
    let outcome = try serve(folder, jobs, "--max-line", "4000", "--jobs", "1")
    #expect(outcome.ending == .exit(7) && outcome.err == "")
    let answers = try outcome.records()
    try #require(answers.count == wrong.count + 2)
    for (answer, (line, code, part)) in zip(answers.dropFirst(), wrong) {
      #expect(answer["status"] as? String == "failed" && answer["code"] as? Int == code, "\(answer)")
      #expect((answer["errors"] as? [String])?.first?.contains(part) == true, "\(answer)")
      #expect(answer["id"] as? Int == (line as? [String: Any])?["id"] as? Int, "\(answer)")
    }
    let place = try #require(answers[11]["place"] as? [String: Any])
    #expect(
      place["line"] as? Int == 2 && place["column"] as? Int == 9 && place["file"] as? String == "script")
    #expect(answers.last?["status"] as? String == "done")
    #expect(Set(folder.listing) == ["a.png", "bad.png", "b.png", "d.png"])
  }

  @Test(
    "Invalid base64 in a job is an error",
    arguments: [
      ("data:image/png;base64,iVBO", "data URL"), ("iVBO\nRw0K", "line breaks"), ("iVB_", "base64url"),
      ("iVBOR", "5 characters, not a multiple of 4"),
    ])
  func badBase64(_ text: String, _ reason: String) throws {
    let outcome = try serve(Folder(), [["script": "", "inputBase64": text, "outputBase64": true]])
    let answer = try #require(outcome.records().first)
    #expect(answer["errors"] as? [String] == ["'inputBase64' is not base64"])
    #expect((answer["hints"] as? [String])?.first?.contains(reason) == true, "\(answer)")
  }

  @Test("Images are transferred as base64, and a job's fields override the options")
  func base64() throws {
    let image = try Images.png(40, 30)
    let folder = try Folder([
      "a.png": image, "s.txt": Array("param side = 9; canvas inside $side,$side".utf8),
    ])
    let inside: [String: Any] = [
      "scriptFile": "s.txt", "inputBase64": Data(image).base64EncodedString(), "outputBase64": true,
    ]
    let answers = try serve(
      folder,
      [
        inside, inside.merging(["define": ["side": 20], "format": "qoi"]) { $1 },
        ["script": "", "input": "a.png", "outputBase64": true],
        Self.job(1, "a.png", "a.jpg", ""),
      ]
    ).succeeds().records()
    func bytes(_ i: Int) -> [UInt8]? {
      (answers[i]["outputBase64"] as? String).flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
    }
    #expect(try Images.decode(bytes(0)).size.width == 9)
    #expect(answers[1]["width"] as? Int == 20 && bytes(1)?.starts(with: Array("qoif".utf8)) == true)
    #expect(try Images.decode(bytes(2)).bytes == Images.decode(image).bytes)
    #expect(Images.isJPEG(folder["a.jpg"]) && answers[3]["outputBase64"] == nil)
  }

  @Test("A job can compare two images, and its answer has the fields of compare --json") func compare() throws
  {
    let folder = try Folder([
      "a.png": Images.png(40, 30), "b.png": Images.png(40, 30, seed: 2), "c.png": Images.png(41, 30),
    ])
    func job(_ actual: String, _ settings: [String: Any] = [:]) -> [String: Any] {
      ["id": actual, "compare": ["expected": "a.png", "actual": actual].merging(settings) { $1 }]
    }
    let settings: [String: Any] = [
      "threshold": 0.1, "antialiasing": true, "maxDiff": "100%", "ignore": ["0,0,5,5"], "min": ["ssim": 0.01],
      "metric": ["psnr"], "align": "off", "background": "white",
    ]
    let base64 = Data(try #require(folder["a.png"])).base64EncodedString()
    let answers = try serve(
      folder,
      [
        job("a.png"), job("b.png"), job("c.png"), job("b.png", settings),
        ["compare": ["expected": "a.png", "actualBase64": base64]],
      ]
    ).succeeds().records()
    #expect(answers.map { $0["code"] as? Int } == [0, 1, 1, 0, 0])
    #expect(answers.map { $0["status"] as? String } == ["same", "differs", "sizes", "same", "same"])
    #expect(answers.map { $0["line"] as? Int } == Array(1...5))
    #expect(answers[1]["id"] as? String == "b.png")
    let record = try folder.frameit("compare", "a.png", "b.png", "--json").records()[0]
    for (key, value) in record {
      #expect((value as? NSObject)?.isEqual(answers[1][key]) == true, "\(key)")
    }
    #expect((answers[3]["metrics"] as? [String: Any])?.keys.sorted() == ["psnr", "ssim"])
    #expect(answers[3]["ignored"] as? Int == 25 && answers[3]["within"] as? Bool == true)
  }

  @Test("A repeated job is skipped, and a different job does not replace its output")
  func retries() throws {
    let folder = try Folder()
    for i in 0..<4 { folder["\(i).png"] = try Images.png(30, 20, seed: i) }
    let jobs = (0..<4).map { Self.job($0, "\($0).png", "out-\($0).png") }
    func statuses(_ jobs: [Any], _ options: String...) throws -> [String?] {
      var spawn = try folder.spawn(["serve", "--stdin", "--resume", "--journal", "j"] + options)
      spawn.stdin = .bytes(try Self.lines(jobs))
      return try spawn.run().records().map { $0["status"] as? String }
    }
    // Another process with the same journal may do some of the jobs meanwhile.
    let other = open(folder.path("j"), O_RDWR | O_CREAT, 0o666)
    defer { close(other) }
    #expect(flock(other, LOCK_SH | LOCK_NB) == 0)
    #expect(try statuses(Array(jobs[..<2])) == ["done", "done"])
    let before = folder["out-0.png"]
    let second = try statuses(jobs + [jobs[3]])
    #expect(second.prefix(3) == ["skipped", "skipped", "done"])
    // Two identical jobs may run at the same time: one writes the output, the other skips it.
    #expect(Set(second.suffix(2)) == ["done", "skipped"])
    // Another script, and another image.
    folder["1.png"] = try Images.png(50, 50, seed: 9)
    let others = [Self.job(0, "0.png", "out-0.png", "rotate 11deg"), jobs[1]]
    #expect(try statuses(others) == ["failed", "failed"])
    #expect(folder["out-0.png"] == before)
    #expect(try statuses(others + [jobs[2]], "--force") == ["done", "done", "skipped"])
    // Without the option, an existing file is an error, also if this program wrote it.
    #expect(try serve(folder, [jobs[2]]).ending == .exit(7))
  }

  @Test("Unread answers hold back further jobs, and closing them ends the process")
  func backPressure() throws {
    let folder = try Folder(["a.png": Images.png()])
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    // F_SETPIPE_SZ, which Swift does not import: the smallest pipe.
    try #require(fcntl(ends[1], 1031, 4096) >= 4096)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var spawn = try folder.spawn(["serve", "--stdin", "--jobs", "2"])
    spawn.stdin = .bytes(try Self.lines((0..<2000).map { Self.job($0, "a.png", "\($0).png", "") }))
    spawn.stdout = .descriptor(ends[1])
    // Waits until no further job is done.
    var (count, since) = (0, ContinuousClock.now)
    spawn.watching = { child in
      let now = (folder.listing.count, ContinuousClock.now)
      if now.0 != count { (count, since) = now }
      if count > 1, now.1 - since > .milliseconds(500) { kill(child, SIGTERM) }
    }
    let outcome = try spawn.run()
    #expect(outcome.ending == .signal(SIGTERM), "\(outcome.err)")
    #expect(outcome.err.contains("answered"))
    let done = folder.listing.count - 1
    // As many answers as fit into the pipe, and a few jobs per thread.
    #expect((1...40).contains(done), "\(done)")
  }
}
