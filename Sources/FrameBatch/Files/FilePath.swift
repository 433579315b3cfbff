import FrameCodec
import FrameKit

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
  static func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.systemName, &target, target.count)
    return count < 0 ? nil : RawFileName.text(target[..<count].map { UInt8(bitPattern: $0) })
  }

  /// Returns true for a folder or a link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns true for a regular file or a link to one.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the names in a folder, except hidden ones, in the order of their bytes.
  ///
  /// - Throws: `BatchError` if the folder cannot be read.
  package static func names(in path: String) throws(BatchError) -> [String] {
    guard let folder = opendir(path.systemName) else {
      throw BatchError(.input(.system(errno)), of: path)
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

  /// Returns true if a resolved path is that of a folder or is below it.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: join(folder, "").utf8)
  }
}
