import Foundation
import FrameImage
import TestSupport
import Testing

@testable import FrameFiles
@testable import FrameEngine

/// Each test runs with the events of the system, and without.
@Suite struct FileWatcherTests {
  /// A temporary folder. It is removed when the object is released.
  private final class Place: Sendable {
    let path: String

    init() throws {
      var template = Array((NSTemporaryDirectory() + "/frameit-watcher-XXXXXX").utf8CString)
      path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Truncates and writes, as `echo >` does.
    func write(_ text: String, to name: String) throws {
      let file = try #require(fopen(self(name), "w"))
      fputs(text, file)
      fclose(file)
    }

    func move(_ name: String, to other: String) throws { try #require(rename(self(name), self(other)) == 0) }

    func makeFolder(_ name: String) throws { try #require(mkdir(self(name), 0o755) == 0) }

    func link(_ name: String, to target: String) throws {
      unlink(self(name + ".new"))
      try #require(symlink(target, self(name + ".new")) == 0)
      try move(name + ".new", to: name)
    }
  }

  /// A change is reported much earlier, except on a machine that does nothing else for seconds.
  private static let patience = Duration.seconds(30)
  /// The time after which nothing is expected any more.
  private static let silence = Duration.milliseconds(400)

  private func watch(_ paths: String..., with watcher: FileWatcher) {
    watcher.watch(paths.map { UsedFile(path: $0, state: PathState(of: $0)) })
  }

  /// Waits until a file has a state, and returns the states in which it was reported.
  private func states(_ watcher: FileWatcher, of path: String, until wanted: PathState) -> [PathState] {
    var states: [PathState] = []
    while states.last != wanted {
      guard watcher.wait(timeout: Self.patience) == [path] else { return states }
      states.append(PathState(of: path))
    }
    return states
  }

  /// The ways in which programs save a file.
  enum Saving: CaseIterable {
    case truncating, renaming, backingUp, linking, inParts, keepingOpen
  }

  @Test(
    "Every way to save a file is reported, and its last state is seen", arguments: Saving.allCases,
    [true, false])
  func saving(_ saving: Saving, usesEvents: Bool) throws {
    let place = try Place()
    let path = place("script")
    try place.write("old", to: "script")
    let watcher = FileWatcher(usesEvents: usesEvents)
    watch(path, with: watcher)
    var open: UnsafeMutablePointer<FILE>?
    defer { if let open { fclose(open) } }
    switch saving {
    case .truncating: try place.write("new text", to: "script")
    case .renaming:
      try place.write("new text", to: ".script.tmp")
      try place.move(".script.tmp", to: "script")
    case .backingUp:
      try place.move("script", to: "script~")
      try place.write("new text", to: "script")
      unlink(place("script~"))
    case .linking:
      try place.write("new text", to: "other")
      unlink(path)
      try #require(Glibc.link(place("other"), path) == 0)
    case .inParts: for text in ["", "new", "new te", "new text"] { try place.write(text, to: "script") }
    case .keepingOpen:
      open = try #require(fopen(path, "w"))
      fputs("new text", open)
      fflush(open)
    }
    let states = states(watcher, of: path, until: PathState(of: path))
    expectEqual(states.last, PathState(of: path))
    expectTrue(!states.contains(.missing), "the file is not gone for long")
  }

  @Test("A file that goes is reported, and so is its return", arguments: [true, false])
  func comingBack(usesEvents: Bool) throws {
    let place = try Place()
    let path = place("script")
    try place.write("a", to: "script")
    let watcher = FileWatcher(usesEvents: usesEvents)
    watch(path, with: watcher)
    unlink(path)
    expectEqual(states(watcher, of: path, until: .missing), [.missing])
    try place.write("b", to: "script")
    expectEqual(states(watcher, of: path, until: PathState(of: path)).count, 1)
  }

  @Test("A file in a folder that does not exist yet is reported", arguments: [true, false])
  func missingFolder(usesEvents: Bool) throws {
    let place = try Place()
    let path = place("a/b/script")
    let watcher = FileWatcher(usesEvents: usesEvents)
    watch(path, with: watcher)
    try place.makeFolder("a")
    try place.makeFolder("a/b")
    try place.write("a", to: "a/b/script")
    expectEqual(states(watcher, of: path, until: PathState(of: path)).count, 1)
    try place.write("b", to: "a/b/script")
    expectEqual(watcher.wait(timeout: Self.patience), [path])
  }

  @Test("A folder that is moved away and replaced changes the file in it", arguments: [true, false])
  func movedFolder(usesEvents: Bool) throws {
    let place = try Place()
    let path = place("a/b/script")
    for folder in ["a", "a/b", "c", "c/b"] { try place.makeFolder(folder) }
    try place.write("a", to: "a/b/script")
    try place.write("other", to: "c/b/script")
    let watcher = FileWatcher(usesEvents: usesEvents)
    watch(path, with: watcher)
    try place.move("a", to: "old")
    expectEqual(states(watcher, of: path, until: .missing), [.missing])
    try place.move("c", to: "a")
    expectEqual(states(watcher, of: path, until: PathState(of: path)).count, 1)
    // The folder that was moved away does not matter any more; the new one does.
    try place.write("b", to: "old/b/script")
    expectEqual(watcher.wait(timeout: Self.silence), [])
    try place.write("c", to: "a/b/script")
    expectEqual(watcher.wait(timeout: Self.patience), [path])
  }

  @Test("A link that leads to another file or folder changes the file", arguments: [true, false])
  func links(usesEvents: Bool) throws {
    let place = try Place()
    let path = place("current/script")
    for folder in ["v1", "v2"] { try place.makeFolder(folder) }
    try place.write("one", to: "v1/text")
    try place.write("two!", to: "v2/script")
    try place.link("v1/script", to: "text")
    try place.link("current", to: "v1")
    let watcher = FileWatcher(usesEvents: usesEvents)
    watch(path, with: watcher)
    try place.write("one, changed", to: "v1/text")
    expectEqual(watcher.wait(timeout: Self.patience), [path])
    try place.link("current", to: "v2")
    expectEqual(states(watcher, of: path, until: PathState(of: place("v2/script"))).count, 1)
    try place.write("two, changed", to: "v2/script")
    expectEqual(watcher.wait(timeout: Self.patience), [path])
  }

  @Test("A watched folder changes with the names in it", arguments: [true, false])
  func folder(usesEvents: Bool) throws {
    let place = try Place()
    try place.write("a", to: "a.png")
    let watcher = FileWatcher(usesEvents: usesEvents)
    watch(place.path, with: watcher)
    try place.write("b", to: "a.png")
    try place.write("hidden", to: ".b.png")
    expectEqual(watcher.wait(timeout: Self.silence), [])
    try place.write("b", to: "b.png")
    expectEqual(watcher.wait(timeout: Self.patience), [place.path])
    expectEqual(PathState(of: place.path), .folder(["a.png", "b.png"]))
  }

  @Test("A change between its use and the watch is reported", arguments: [true, false])
  func earlyChange(usesEvents: Bool) throws {
    let place = try Place()
    let path = place("script")
    let used = UsedFiles()
    used.add(path)
    try place.write("a", to: "script")
    used.add(path)
    expectEqual(used.all, [UsedFile(path: path, state: .missing)], "the first state counts")
    let watcher = FileWatcher(usesEvents: usesEvents)
    watcher.watch(used.all)
    expectEqual(watcher.wait(timeout: Self.patience), [path])
  }

  @Test("Other files are not reported, and removed ones no longer", arguments: [true, false])
  func otherFiles(usesEvents: Bool) throws {
    let place = try Place()
    let watcher = FileWatcher(usesEvents: usesEvents)
    watch(place("a"), place("b"), with: watcher)
    try place.write("1", to: "c")
    expectEqual(watcher.wait(timeout: Self.silence), [])
    watch(place("b"), with: watcher)
    try place.write("1", to: "a")
    expectEqual(watcher.wait(timeout: Self.silence), [])
    try place.write("1", to: "b")
    expectEqual(watcher.wait(timeout: Self.patience), [place("b")])
  }

  @Test("A new watch ends the wait of another thread") func newWatch() throws {
    let place = try Place()
    let path = place("script")
    let watcher = FileWatcher()
    let reported = Monitor([String]?.none)
    Workers.detach {
      let paths = watcher.wait(timeout: Self.patience)
      reported.change { $0 = paths }
    }
    usleep(50_000)
    try place.write("1", to: "script")
    watcher.watch([UsedFile(path: path, state: .missing)])
    expectEqual(reported.wait { $0 }, [path])
  }

  /// Linux keeps 16,384 events by default.
  @Test("Lost events lose no change") func manyEvents() throws {
    let place = try Place()
    let path = place("script")
    try place.write("a", to: "script")
    let watcher = FileWatcher()
    watch(path, with: watcher)
    for i in 0..<9000 { try place.write("x", to: "\(i)") }
    try place.write("new", to: "script")
    expectEqual(states(watcher, of: path, until: PathState(of: path)).last, PathState(of: path))
    try place.write("newer", to: "script")
    expectEqual(watcher.wait(timeout: Self.patience), [path])
  }
}
