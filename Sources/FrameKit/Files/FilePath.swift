/// Operations on paths as the system sees them: bytes, in which only `/` and the last `.` have a meaning.
///
/// A combining accent after a `/` does not hide it, and two Unicode forms of a letter are two names.
package enum FilePath {
  /// Returns the path of the folder that contains a file; "." for a name without a folder.
  package static func folder(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : text(path.utf8[..<slash])
  }

  /// Returns the last component of a path.
  package static func name(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return text(path.utf8[slash...].dropFirst())
  }

  /// Returns the name without its extension. A leading dot does not start an extension.
  package static func stem(_ path: String) -> String {
    let name = name(path)
    return dot(in: name).map { text(name.utf8[..<$0]) } ?? name
  }

  /// Returns the extension of the name, without its dot; nil if it has none.
  package static func fileExtension(_ path: String) -> String? {
    let name = name(path)
    return dot(in: name).map { text(name.utf8[$0...].dropFirst()) }
  }

  private static func dot(in name: String) -> String.Index? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
    return dot
  }

  private static func text(_ bytes: Substring.UTF8View) -> String {
    String(Substring(bytes))
  }

  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// Returns a path relative to a folder; an absolute path is unchanged.
  package static func join(_ folder: String, _ path: String) -> String {
    if isAbsolute(path) || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}
