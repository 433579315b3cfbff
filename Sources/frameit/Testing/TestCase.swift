#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder with a script and the image that it shall come to.
struct TestCase: Sendable {
  /// As it was named, or found below what was named.
  let folder: String

  var script: String { FilePath.join(folder, "script.txt") }
  /// Names of images, one a line, from `inputs` on.
  var inputList: String { FilePath.join(folder, "inputs.txt") }
  var tolerance: String { FilePath.join(folder, "tolerance.txt") }
  var expected: String { FilePath.join(folder, "expected.png") }
  /// What a failing run leaves behind: the image, and where it differs.
  var actual: String { FilePath.join(folder, "actual.png") }
  var difference: String { FilePath.join(folder, "difference.png") }

  var files: [String] { [script, inputList, tolerance, expected, actual, difference] }

  /// Every folder with a script or a golden at or below these, in the order of their names.
  static func all(in paths: [String]) -> [TestCase] {
    var seen: Set<String> = []
    return paths.flatMap { find($0) }.filter { seen.insert(FilePath.real($0) ?? $0).inserted }.map(
      TestCase.init)
  }

  private static func find(_ path: String) -> [String] {
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    return (TestCase(folder: folder).isThere ? [folder] : [])
      + folders(in: folder).flatMap { find(FilePath.join(folder, $0)) }
  }

  /// A golden without a script is a case whose script is missing.
  private var isThere: Bool { Self.exists(script) || Self.exists(expected) }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemName, &status) == 0
  }

  /// Hidden ones are left out. Links are not followed: they could lead round in a circle.
  private static func folders(in path: String) -> [String] {
    ((try? FilePath.names(in: path)) ?? []).filter { name in
      var status = stat()
      return lstat(FilePath.join(path, name).systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }
}
