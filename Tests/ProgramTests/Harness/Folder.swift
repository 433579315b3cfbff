import Foundation
import Platform
import Testing

/// A temporary folder in which the program runs. It is removed when the object is released.
final class Folder {
  let path: String

  init(_ files: [String: [UInt8]] = [:]) throws {
    var template = Array((NSTemporaryDirectory() + "/frameit-tests-XXXXXX").utf8CString)
    let made = try #require(mkdtemp(&template))
    path = try #require(realpath(made, nil).map { String(cString: $0) })
    for (name, bytes) in files { self[name] = bytes }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: state)
  }

  /// The user's state folder, outside this folder.
  var state: String { path + ".state" }

  func path(_ name: String) -> String { path + "/" + name }

  /// The bytes of a file; nil if it does not exist. Setting creates missing folders.
  subscript(name: String) -> [UInt8]? {
    get { FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) } }
    set {
      let url = URL(fileURLWithPath: path(name))
      let folder = url.deletingLastPathComponent()
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if let newValue {
        #expect(replaceFile(at: url.path, newValue, in: folder.path), "\(name)")
      } else {
        try? FileManager.default.removeItem(at: url)
      }
    }
  }

  /// Writes a file and moves it to its name. Returns true if that succeeds.
  ///
  /// Programs that other tests start do not inherit the descriptor, as they do from `FileManager.createFile`. When such
  /// a program ended, the file would be closed once more, and a watch would report it as written.
  private func replaceFile(at path: String, _ bytes: [UInt8], in folder: String) -> Bool {
    let temporary = "\(folder)/.\(UUID().uuidString)"
    guard let file = fopen(temporary, "wxe") else { return false }
    let isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isWhole && rename(temporary, path) == 0
  }

  func write(_ text: String, to name: String) {
    self[name] = Array(text.utf8)
  }

  /// The paths of all files and folders, including hidden ones, sorted by name.
  var listing: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).sorted()
  }

  /// Expects the files that `body` adds to or removes from the folder.
  func expectChanges(
    _ wanted: Set<String>, _ place: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) rethrows {
    let before = Set(listing)
    try body()
    #expect(Set(listing).symmetricDifference(before) == wanted, sourceLocation: place)
  }

  // MARK: The program

  func frameit(words: [String]) throws -> Outcome { try spawn(words).run() }

  /// Runs `frameit` with these arguments in this folder.
  @discardableResult
  func frameit(
    _ words: String..., stdin: [UInt8]? = nil, to stdout: Spawn.Output = .pipe,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    var spawn = try spawn(words)
    if let stdin { spawn.stdin = .bytes(stdin) }
    spawn.stdout = stdout
    spawn.environment.merge(environment) { $1 }
    return try spawn.run()
  }

  /// Returns a run of `frameit` that can be configured before it starts.
  func spawn(_ words: [String]) throws -> Spawn {
    Spawn(
      path: try Built.program, arguments: words, folder: self,
      // A crash should end at once, without a backtrace.
      environment: ["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"])
  }
}

/// The program under test: that of `FRAMEIT_TEST_PROGRAM`, or the one beside the test bundle.
enum Built {
  static var program: String {
    get throws {
      let path: String
      if let other = ProcessInfo.processInfo.environment["FRAMEIT_TEST_PROGRAM"] {
        path = URL(filePath: other).resolvingSymlinksInPath().path
      } else {
        let runner = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        path = runner.deletingLastPathComponent().appending(path: "frameit").path
      }
      try #require(access(path, X_OK) == 0, "\(path) is not built")
      return path
    }
  }
}
