import Platform

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

  /// Returns true for the name of a file without a folder and control characters.
  package static func isPlainName(_ name: String) -> Bool {
    name.contains(where: { $0 != " " }) && name != "." && name != ".."
      && name.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
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

extension FilePath {
  /// Returns true for the names of stdout.
  package static func isStdout(_ path: String) -> Bool { ["-", "/dev/stdout"].contains(path) }

  /// Returns the absolute path without links and `..`; nil if it does not exist.
  package static func real(_ path: String) -> String? {
    guard let found = realpath(path.systemName, nil) else { return nil }
    defer { free(found) }
    return RawFileName.text(
      UnsafeBufferPointer(start: found, count: strlen(found)).map { UInt8(bitPattern: $0) })
  }

  /// Returns the target of a symbolic link, as it is stored; nil for other files.
  package static func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.systemName, &target, target.count)
    return count < 0 ? nil : RawFileName.text(target[..<count].map { UInt8(bitPattern: $0) })
  }

  /// Returns true for a folder or a link to one.
  package static func isFolder(_ path: String) -> Bool { stat(of: path)?.kind == S_IFDIR }

  /// Returns true for a regular file or a link to one.
  package static func isFile(_ path: String) -> Bool { stat(of: path)?.kind == S_IFREG }

  /// Returns true for a pipe.
  package static func isPipe(_ path: String) -> Bool { stat(of: path)?.kind == S_IFIFO }

  /// Returns the names in a folder, except hidden ones, in the order of their bytes.
  ///
  /// - Throws: `FileError` if the folder cannot be read.
  package static func names(in path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path.systemName) else { throw FileError(path, .system(errno)) }
    defer { closedir(folder) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      defer { errno = 0 }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self)
        return RawFileName.text(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    // Callers would take files that an incomplete list lacks for missing ones.
    guard errno == 0 else { throw FileError(path, .system(errno)) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Visits the files in a folder and its subfolders, except hidden ones. Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - folder: The subfolder of the root to begin with.
  ///   - visit: Called with the path of each file below the root. For a folder that cannot be read, and for a name that cannot be
  ///     examined, it is called with the path and the error.
  package static func walk(_ root: String, _ folder: String = "", visit: (String, FileError?) -> Void) {
    let names = Result { () throws(FileError) in
      try self.names(in: folder.isEmpty ? root : join(root, folder))
    }
    if case .failure(let error) = names { return visit(folder, error) }
    for name in (try? names.get()) ?? [] {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let full = join(root, path)
      switch stat(of: full, followsLinks: false)?.kind {
      case S_IFDIR: walk(root, path, visit: visit)
      case S_IFLNK where isFolder(full): break
      case nil where errno != ENOENT: visit(path, FileError(full, .system(errno)))
      default: visit(path, nil)
      }
    }
  }

  /// Returns true if a resolved path is that of a folder or is below it.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: join(folder, "").utf8)
  }
}

/// File names as strings.
///
/// On Linux, names are any bytes except zero, but Swift's strings hold Unicode. Each byte that is not part of valid UTF-8
/// becomes one of 128 characters at the end of private plane 16, and is converted back for the system. A name that
/// really contains such a character is escaped byte by byte, too, so that different names remain different strings.
package enum RawFileName {
  /// The character for byte 0x00. Only those for 0x80 to 0xFF are in use.
  private static let first: UInt32 = 0x10FF00

  /// Converts a name to a string.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.containsEscapedBytes { return text }
    let all = Array(bytes)
    var scalars = String.UnicodeScalarView()
    var at = 0
    while at < all.count {
      let end = min(at + Self.length(all[at]), all.count)
      if let character = String(validating: all[at..<end], as: UTF8.self), !character.containsEscapedBytes {
        scalars.append(contentsOf: character.unicodeScalars)
        at = end
      } else {
        scalars.append(Unicode.Scalar(first + UInt32(all[at]))!)
        at += 1
      }
    }
    return String(scalars)
  }

  /// Returns the length of a UTF-8 sequence in bytes, from its first byte.
  private static func length(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  fileprivate static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (first + 0x80...first + 0xFF).contains(scalar.value) ? UInt8(scalar.value - first) : nil
  }
}

extension String {
  /// The bytes of a file name, with a terminating zero.
  package var systemName: [CChar] {
    systemBytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// The bytes of a file name.
  package var systemBytes: [UInt8] {
    guard containsEscapedBytes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      RawFileName.byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// True if some characters stand for bytes that are not UTF-8.
  var containsEscapedBytes: Bool {
    // In UTF-8, such characters begin with this byte, which few others do.
    utf8.contains(0xF4) && unicodeScalars.contains { RawFileName.byte($0) != nil }
  }
}
