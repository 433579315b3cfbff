import Foundation
import Platform
import Testing

/// The journal of a batch: no record is lost, and it does not grow without bound.
@Suite struct JournalTests {
  private static let names = (0..<12).map { "in/\($0 < 10 ? "0" : "")\($0).png" }
  private static let words = [
    "apply", "-e", "rotate 10deg", "-r", "in", "--out-dir", "out", "--journal", "j",
  ]

  /// A folder with a finished batch.
  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    try folder.spawn(Self.words).run().succeeds()
    return folder
  }

  private func lines(_ folder: Folder) throws -> [String] {
    String(decoding: try #require(folder["j"]), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func line(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// Adds lines that repeat the finished outputs, and lines for 600 outputs that no longer exist.
  private func addStaleLines(to folder: Folder) throws -> (lines: [String], used: [String]) {
    let used = try lines(folder)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(used[0].utf8)) as? [String: Any])
    let stale = try (0..<600).map { i in
      // One half was replaced, and the other one removed.
      try line(
        object.merging(["key": "\(i)"]) { $1 }.merging(i < 300 ? [:] : ["output": folder.path("out/\(i)")]) {
          $1
        }
        .merging(["mark": (object["mark"] as! [String: Any]).merging(["time": i]) { $1 }]) { $1 })
    }
    let all = stale[..<300] + used + stale[300...]
    folder.write(all.map { $0 + "\n" }.joined(), to: "j")
    return (Array(all), used)
  }

  private func expectAllDone(_ folder: Folder) throws {
    let outcome = try folder.spawn(Self.words + ["--resume"]).run().succeeds(
      printing: Self.names.map { "out/\($0)\n" }.joined())
    #expect(outcome.doneBefore == 12)
  }

  @Test("The journal stores absolute paths, so runs from several folders can share it")
  func sharedByFolders() throws {
    let folder = try folder()
    let outputs = try lines(folder).map {
      (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["output"] as? String
    }
    #expect(Set(outputs) == Set(Self.names.map { folder.path("out/" + $0) }))
    let other = try Folder(["in/00.png": Images.png(9, 9), "in/01.png": Images.png(8, 8)])
    let words = Self.words.dropLast() + [folder.path("j")]
    try other.spawn(Array(words)).run().succeeds()
    try expectAllDone(folder)
    #expect(try other.spawn(words + ["--resume"]).run().succeeds().doneBefore == 2)
  }

  @Test("Compaction removes lines of replaced, deleted and retried outputs")
  func tidying() throws {
    let folder = try folder()
    var (all, used) = try addStaleLines(to: folder)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(used[1].utf8)) as? [String: Any])
    let mark = object["mark"] as! [String: Any]
    // Lines for outputs on a disk that is not mounted, of another version, and of an unknown kind.
    let elsewhere = try (1...2).map { i in
      try line(
        object.merging(["key": "\(i)", "mark": mark.merging(["device": 4_000_000_000]) { $1 }]) { $1 })
    }
    let failed = try [("in/00.png", 1), ("in/x.png", 2), ("in/x.png", 3)].map { name, code in
      try line(["status": "failed", "inputs": [name], "code": code])
    }
    let others = [#"{"inputs":[],"status":"someday"}"#, "# mine"]
    all = elsewhere + failed + others + all
    folder.write(all.map { $0 + "\n" }.joined() + "{\"cut", to: "j")
    chmod(folder.path("j"), 0o640)
    rename(folder.path("j"), folder.path("real"))
    symlink("real", folder.path("j"))
    try expectAllDone(folder)
    // An output that failed and was done later is not a failure.
    #expect(try lines(folder) == [elsewhere[1], failed[2]] + others + used)
    #expect(folder.listing.filter { $0.contains("frameit") } == [])
    var status = stat()
    #expect(lstat(folder.path("j"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(folder.path("j"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test(
    "The journal is not compacted if it is small, mostly needed, or cannot be written")
  func leftAlone() throws {
    let folder = try folder()
    let (all, used) = try addStaleLines(to: folder)
    let elsewhere = try #require(try JSONSerialization.jsonObject(with: Data(used[1].utf8)) as? [String: Any])
    let many = try (0..<700).map { i in
      try line(
        elsewhere.merging([
          "output": folder.path("out/else/\(i)"),
          "mark": (elsewhere["mark"] as! [String: Any]).merging(["device": 4_000_000_000]) { $1 },
        ]) { $1 })
    }
    for lines in [all + many, Array(all.suffix(50)) + used] {
      folder.write(lines.map { $0 + "\n" }.joined(), to: "j")
      try expectAllDone(folder)
      #expect(try self.lines(folder) == lines)
    }
    folder.write(all.map { $0 + "\n" }.joined(), to: "j")
    var spawn = try folder.spawn(Self.words + ["--resume"])
    // Too few blocks for the lines that are needed.
    spawn.fileBlocks = 4
    try spawn.run().succeeds()
    #expect(try lines(folder) == all)
    #expect(folder.listing.filter { $0.contains("frameit") } == [])
  }

  @Test("A run killed during compaction loses no line that is needed")
  func killed() throws {
    let folder = try folder()
    let (all, used) = try addStaleLines(to: folder)
    let clock = ContinuousClock()
    let start = clock.now
    try expectAllDone(folder)
    let usual = clock.now - start
    var killed = 0
    // Repeats until a compaction runs to its end.
    for step in 0..<1000 {
      folder.write(all.map { $0 + "\n" }.joined(), to: "j")
      var spawn = try folder.spawn(Self.words + ["--resume"])
      spawn.interruption = (SIGKILL, usual * step / 25)
      let ending = try spawn.run().ending
      let lines = try lines(folder)
      #expect(lines == all || lines == used, "\(step)")
      if ending == .exit(0) { break }
      killed += 1
    }
    // The number depends on the machine. The first process is killed as it begins.
    #expect(killed > 0)
    #expect(try lines(folder) == used)
    try expectAllDone(folder)
  }

  @Test("Concurrent runs share the journal, and none loses a line")
  func manyRuns() throws {
    let folder = try folder()
    let (all, used) = try addStaleLines(to: folder)
    for _ in 0..<5 {
      folder.write(all.map { $0 + "\n" }.joined(), to: "j")
      var spawn = try folder.spawn(Self.words + ["--resume"])
      spawn.arguments =
        [
          "-c", #"for i in 1 2 3 4 5 6; do "$0" "$@" >told.$i 2>said.$i || echo $? >>told.$i & done; wait"#,
          spawn.path,
        ] + spawn.arguments
      spawn.path = "/bin/sh"
      try spawn.run().succeeds()
      for i in 1...6 {
        let told = String(decoding: try #require(folder["told.\(i)"]), as: UTF8.self)
        let said = String(decoding: try #require(folder["said.\(i)"]), as: UTF8.self)
        #expect(
          told == Self.names.map { "out/\($0)\n" }.joined() && said.contains(", 12 done before"), "\(said)")
      }
      // The journal is unchanged if no run ever had it alone.
      let lines = try lines(folder)
      #expect(lines == used || lines == all)
    }
  }

  @Test("Concurrent serve processes share the journal, and none is refused")
  func manyWorkers() throws {
    let folder = try folder()
    _ = try addStaleLines(to: folder)
    folder.write(
      Self.names.map {
        #"{"script": "rotate 10deg", "input": "\#($0)", "output": "out-\#($0.dropFirst(3))"}"# + "\n"
      }
      .joined(), to: "jobs")
    var spawn = try folder.spawn(["serve", "--stdin", "--resume", "--journal", "j"])
    spawn.arguments =
      [
        "-c", #"for i in 1 2 3 4 5 6; do "$0" "$@" <jobs >told.$i || echo $? & done; wait"#, spawn.path,
      ] + spawn.arguments
    spawn.path = "/bin/sh"
    try spawn.run().succeeds(printing: "")
    var done = 0
    for i in 1...6 {
      let told = String(decoding: try #require(folder["told.\(i)"]), as: UTF8.self).split(separator: "\n")
      #expect(told.count == 12)
      done += told.count { $0.contains(#""status":"done""#) }
    }
    #expect(done == 12)
    try expectAllDone(folder)
  }

  // MARK: Of all batches

  private static let day = 24 * 60 * 60

  /// File systems in memory store any time. Others round it.
  @Test(
    "An output may have any modification time", .enabled(if: access("/dev/shm", W_OK) == 0),
    arguments: [Int.max, Int.min, 1 << 62])
  func times(seconds: Int) throws {
    let folder = try Folder(["a.png": Images.png()])
    var template = Array("/dev/shm/frameit-tests-XXXXXX".utf8CString)
    let out = String(cString: try #require(mkdtemp(&template)))
    defer { try? FileManager.default.removeItem(atPath: out) }
    let words = ["apply", "-e", "", "a.png", "--out-dir", out]
    try folder.spawn(words).run().succeeds()
    let times = [
      timespec(tv_sec: seconds, tv_nsec: 999_999_999), timespec(tv_sec: seconds, tv_nsec: 999_999_999),
    ]
    #expect(utimensat(AT_FDCWD, out + "/a.png", times, 0) == 0)
    #expect(try folder.spawn(words + ["--resume"]).run().succeeds().text == out + "/a.png\n")
  }

  @Test("Old journals without existing outputs are removed from the state folder, once a day")
  func oldOnes() throws {
    let folder = try folder()
    let used = try #require(folder["j"])
    let batches = folder.state + "/frameit/batches"
    func place(_ name: Character) -> String { batches + "/" + String(repeating: name, count: 32) }
    func add(_ name: Character, _ bytes: [UInt8], days: Int) throws {
      try FileManager.default.createDirectory(atPath: place(name), withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: place(name) + "/whole.jsonl"))
      try setAge(place(name) + "/whole.jsonl", days: days)
    }
    func setAge(_ path: String, days: Int) throws {
      let date = Date(timeIntervalSinceNow: TimeInterval(-days * Self.day))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    let gone = Array(
      #"{"inputs":[],"key":"k","mark":{"device":1,"number":1,"size":1,"time":1},"output":"/n","status":"done"}"#
        .utf8)
    try add("a", gone, days: 100)
    try add("b", [], days: 100)
    try add("c", gone, days: 80)
    try add("d", used, days: 1000)
    try add("e", gone, days: 100)
    // This journal belongs to no known batch.
    try add("x", gone, days: 100)
    let held = open(place("e") + "/whole.jsonl", O_RDONLY)
    defer { close(held) }
    #expect(flock(held, LOCK_SH) == 0)
    func run(_ angle: Int) throws -> Set<Character> {
      let words = ["apply", "-e", "rotate \(angle)deg", "-r", "in", "--out-dir", "out-\(angle)"]
      try folder.spawn(words).run().succeeds()
      return Set("abcdex".filter { access(place($0) + "/whole.jsonl", F_OK) == 0 })
    }
    #expect(try run(1) == ["c", "d", "e", "x"])
    #expect(access(place("a"), F_OK) != 0)
    // Not again on the same day.
    flock(held, LOCK_UN)
    #expect(try run(2) == ["c", "d", "e", "x"])
    try setAge(batches + "/.swept", days: 2)
    #expect(try run(3) == ["c", "d", "x"])
    // Journals of today stay and can be continued.
    let words = ["apply", "-e", "rotate 1deg", "-r", "in", "--out-dir", "out-1", "--resume"]
    #expect(try folder.spawn(words).run().succeeds().doneBefore == 12)
  }
}
