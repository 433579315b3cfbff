import CSystem
import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that appears whole or not at all: written without a name beside its place, synced, and only
/// then given its name. A killed run leaves nothing behind.
final class OutputFile {
  /// Where the image is written.
  let output: ByteOutput
  private let path: String
  private let folder: String
  private let descriptor: Int32
  /// The temporary name, where the file system knows no files without one.
  private var temporary: String?
  private let replaces: Bool
  private let option: String
  private let temporaries: TemporaryFiles

  /// Linux's O_TMPFILE with O_DIRECTORY, which Swift does not import.
  private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

  /// - Parameters:
  ///   - replaces: whether a file of this name may be replaced.
  ///   - option: the one that named it.
  ///   - isSure: whether it will be committed; else a file of this name is no failure before it is.
  ///   - temporaries: those of the call, for whoever ends the program meanwhile.
  /// - Throws: `Failure` of status `output`.
  init(
    _ path: String, replaces: Bool, option: String = "-o", isSure: Bool = true,
    temporaries: TemporaryFiles = TemporaryFiles()
  ) throws(Failure) {
    try Self.check(path, replaces: replaces || !isSure, option: option)
    self.path = path
    self.replaces = replaces
    self.option = option
    self.temporaries = temporaries
    folder = FilePath.folder(path)
    var opened = open(folder.systemName, Self.unnamed | O_RDWR | O_CLOEXEC, 0o600)
    var number = errno  // before anything else can set it
    if opened < 0, [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(number) {
      let name = Self.temporaryName(for: path)
      number = temporaries.name(name) {
        opened = open(name.systemName, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        return opened < 0 ? errno : 0
      }
      if opened >= 0 { temporary = name }
    }
    descriptor = opened
    output = ByteOutput(descriptor: opened)
    guard opened >= 0 else {
      throw [EACCES, EROFS].contains(number) && access(folder.systemName, W_OK) != 0
        ? Failure(folder: folder, "cannot be written to", number) : Self.failure(path, number, option)
    }
  }

  deinit {
    close(descriptor)
    if let temporary {
      unlink(temporary.systemName)
      temporaries.forget(temporary)
    }
  }

  /// Gives the file its name. Nothing of it can be seen before.
  ///
  /// - Parameter announce: is told by which mark it will be known, and its bytes, when it is whole and synced and has
  ///   no name yet.
  func commit(announcing announce: (FileStamp, ByteInput) throws(Failure) -> Void) throws(Failure) {
    setPermissions()
    guard fsync(descriptor) == 0 else { throw Self.failure(path, errno, option) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, errno, option) }
    try announce(FileStamp(status), ByteInput(descriptor: descriptor, length: Int(status.st_size)))
    if replaces { try replace() } else { try place() }
    // The name itself shall survive a crash too; a folder that cannot be synced is no reason to fail.
    let folderDescriptor = open(folder.systemName, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folderDescriptor >= 0 {
      fsync(folderDescriptor)
      close(folderDescriptor)
    }
  }

  /// Gives the file the permissions, owner and group of the one that it replaces, as far as the system lets it; else
  /// those of a new file.
  private func setPermissions() {
    var old = stat()
    guard replaces, lstat(path.systemName, &old) == 0, old.st_mode & S_IFMT == S_IFREG else {
      let mask = umask(0)
      umask(mask)
      fchmod(descriptor, 0o666 & ~mask)
      return
    }
    var own = stat()
    let isKnown = fstat(descriptor, &own) == 0
    // Only root may give a file to somebody; its owner may give it to a group of theirs.
    if !isKnown || own.st_uid != old.st_uid { _ = fchown(descriptor, old.st_uid, gid_t.max) }
    let keepsGroup =
      isKnown && own.st_gid == old.st_gid || fchown(descriptor, uid_t.max, old.st_gid) == 0
    // The new bytes are another program: no setuid or setgid bit is for them.
    var mode = old.st_mode & 0o777
    // What the old group may do is not for another group: that may do what everybody may.
    if !keepsGroup { mode &= 0o707 | (mode & 0o007) << 3 }
    fchmod(descriptor, mode)
  }

  /// Takes its name; fails where something has it already.
  private func place() throws(Failure) {
    let number = temporary.map(moveAnew) ?? nameUnnamed(path)
    guard number == 0 else { throw Self.failure(path, number, option) }
    forgetTemporary()
  }

  /// - Returns: 0, or the system's error number.
  private func moveAnew(_ temporary: String) -> Int32 {
    let number = frameit_rename_new(temporary.systemName, path.systemName)
    guard [EINVAL, ENOSYS].contains(number) else { return number }
    // Some file systems have links alone, and others no links.
    guard link(temporary.systemName, path.systemName) == 0 else { return errno }
    unlink(temporary.systemName)
    return 0
  }

  /// Takes the place of what is there, in one step.
  private func replace() throws(Failure) {
    if temporary == nil {
      let name = Self.temporaryName(for: path)
      let number = temporaries.name(name) { nameUnnamed(name) }
      guard number == 0 else { throw Self.failure(path, number, option) }
      temporary = name
    }
    guard rename(temporary!.systemName, path.systemName) == 0 else { throw Self.failure(path, errno, option) }
    forgetTemporary()
  }

  /// - Returns: 0, or the system's error number.
  private func nameUnnamed(_ name: String) -> Int32 {
    let unnamed = "/proc/self/fd/\(descriptor)"
    return linkat(AT_FDCWD, unnamed, AT_FDCWD, name.systemName, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  private func forgetTemporary() {
    if let temporary { temporaries.forget(temporary) }
    temporary = nil
  }

  /// - Throws: `Failure` for a place where no file can be put, or none may.
  static func check(_ path: String, replaces: Bool, option: String = "-o") throws(Failure) {
    var status = stat()
    guard lstat(path.systemName, &status) == 0 else {
      var folder = stat()
      guard stat(FilePath.folder(path).systemName, &folder) == 0 else {
        throw Failure(.output, "there is no such folder", note: "make it first", of: FilePath.folder(path))
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw Failure(.output, "is a directory", note: "name a file in it", of: path)
    case S_IFREG: break
    case S_IFLNK:
      throw Failure(.output, "is a link", note: "name the file that it leads to", of: path)
    default:
      throw Failure(
        .output, "is not a file that an image can be put in",
        note: option == "-o" ? "'-o -' writes to stdout" : nil, of: path)
    }
    guard replaces else { throw failure(path, EEXIST, option) }
  }

  func commit() throws(Failure) { try commit { _, _ in } }

  /// A file of these bytes, in the place of what is there.
  static func put(_ bytes: [UInt8], at path: String) throws(Failure) {
    let file = try OutputFile(path, replaces: true)
    do throws(CodecError) {
      try file.output.write(bytes)
    } catch {
      throw Failure(.output, error.message, of: path)
    }
    try file.commit()
  }

  /// What is not there is no matter.
  static func remove(_ path: String) { unlink(path.systemName) }

  /// Takes the place of what is there, in one step.
  static func move(_ path: String, to other: String) throws(Failure) {
    guard rename(path.systemName, other.systemName) == 0 else { throw failure(other, errno, "-o") }
  }

  /// Whether it is a file, and no link to one.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether anything has this name.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemName, &status) == 0
  }

  /// The file that has this name now, if one does.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    return stat(path.systemName, &status) == 0 ? FileIdentity(status) : nil
  }

  private static func temporaryName(for path: String) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let tail = String((0..<8).map { _ in letters.randomElement()! })
    // A name may have 255 bytes; its start is enough to tell whose this is.
    let start = String(String.UnicodeScalarView(FilePath.name(path).unicodeScalars.prefix(50)))
    return FilePath.join(FilePath.folder(path), ".\(start).frameit-\(tail)")
  }

  private static func failure(_ path: String, _ number: Int32, _ option: String) -> Failure {
    if number == EEXIST {
      return Failure(occupied: path, nil, .none, elsewhere: option)
    }
    return Failure(output: path, number)
  }
}
