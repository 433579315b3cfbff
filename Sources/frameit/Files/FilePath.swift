import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// File names as the system sees them: only `/` and the last `.` mean anything in them. They are bytes, so
/// an accent after a `/` does not hide it, and two spellings of a letter are two names.
enum FilePath {
  static func folder(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : text(path.utf8[..<slash])
  }

  static func name(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return text(path.utf8[slash...].dropFirst())
  }

  /// The name without its extension; a leading dot begins a name, not an extension.
  static func stem(_ path: String) -> String {
    let name = name(path)
    return dot(in: name).map { text(name.utf8[..<$0]) } ?? name
  }

  /// What follows the last dot of the name, or nil.
  static func fileExtension(_ path: String) -> String? {
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

  /// Whether it is stdout, by one of the names that it has.
  static func isStdout(_ path: String) -> Bool { ["-", "/dev/stdout"].contains(path) }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  static func join(_ folder: String, _ path: String) -> String {
    if isAbsolute(path) || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// Where a path really leads, with links and `..` followed; nil where there is nothing.
  static func real(_ path: String) -> String? {
    guard let found = realpath(path.systemName, nil) else { return nil }
    defer { free(found) }
    return RawFileName.text(
      UnsafeBufferPointer(start: found, count: strlen(found)).map { UInt8(bitPattern: $0) })
  }

  /// Where a link leads, by its own word; nil for what is none.
  static func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.systemName, &target, target.count)
    return count < 0 ? nil : RawFileName.text(target[..<count].map { UInt8(bitPattern: $0) })
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether it is a regular file, or a link to one.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// What lies in a folder, but for what is hidden, by its bytes' order.
  ///
  /// - Throws: `Failure` of status `input`.
  static func names(in path: String) throws(Failure) -> [String] {
    guard let folder = opendir(path.systemName) else {
      throw Failure(.input, CodecError.sentence(errno), of: path)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
        return RawFileName.text(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// True where one real path is the other or lies below it.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: join(folder, "").utf8)
  }
}
