import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A fresh folder in which the program runs; it goes when nobody holds it any more.
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

  /// The user's state folder, beside it: nothing of it is a change in here.
  var state: String { path + ".state" }

  func path(_ name: String) -> String { path + "/" + name }

  /// A file's bytes; nil where there is none. Setting makes the folders on the way.
  subscript(name: String) -> [UInt8]? {
    get { FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) } }
    set {
      let url = URL(fileURLWithPath: path(name))
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      if let newValue {
        let isWritten = FileManager.default.createFile(atPath: url.path, contents: Data(newValue))
        #expect(isWritten, "\(name)")
      } else {
        try? FileManager.default.removeItem(at: url)
      }
    }
  }

  func write(_ text: String, to name: String) {
    self[name] = Array(text.utf8)
  }

  /// Everything in it, hidden files too, by name.
  var listing: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).sorted()
  }

  /// What `body` adds to or takes from the folder.
  func expectChanges(
    _ wanted: Set<String>, _ place: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) rethrows {
    let before = Set(listing)
    try body()
    #expect(Set(listing).symmetricDifference(before) == wanted, sourceLocation: place)
  }

  // MARK: The program

  func frameit(words: [String]) throws -> Outcome { try spawn(words).run() }

  /// `frameit` with these words, in this folder.
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

  /// For more than words: change it, then run it.
  func spawn(_ words: [String]) throws -> Spawn {
    Spawn(
      path: try Built.program, arguments: words, folder: self,
      // A crash shall end at once, without a report that takes its time.
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
