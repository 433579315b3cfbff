import FrameGeometry
import CFrameSystem
import FrameCodec
import FrameImage
import Platform

/// A file that appears complete or not at all.
///
/// It is written without a name in its folder, synced, and only then linked to its name. A killed run leaves nothing
/// behind.
package final class OutputFile {
  /// The bytes of the file.
  package let output: ByteOutput
  private let path: String
  private let folder: String
  private let descriptor: Int32
  /// The temporary name, for file systems without unnamed files.
  private var temporary: String?
  private let replaces: Bool
  /// True if the file is synced after it has got its name.
  private let syncsLate: Bool
  private let temporaries: TemporaryFiles
  /// Receives the folder if it is synced later; nil if it is synced with the file.
  private let folders: UnsyncedFolders?

  /// Linux's `O_TMPFILE`, which Swift does not import; it includes `O_DIRECTORY`.
  private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

  /// Opens a file without a name in the folder of its path.
  ///
  /// - Parameters:
  ///   - path: The path that `commit` gives to the file.
  ///   - replaces: True if an existing file may be replaced.
  ///   - syncsLate: True to give the file its name before it is synced, where the file system reports errors of writing
  ///     at once. It appears some ten milliseconds earlier, but if the power fails within this time, it may be damaged.
  ///   - isSure: True if the file will be committed. Else an existing file is an error only when it is committed.
  ///   - temporaries: The temporary files of the call, which a signal removes.
  ///   - folders: Receives the folder, so that it is synced later; nil to sync it with the file.
  package init(
    _ path: String, replaces: Bool, isSure: Bool = true, syncsLate: Bool = false,
    temporaries: TemporaryFiles = TemporaryFiles(), folders: UnsyncedFolders? = nil
  ) throws(FileError) {
    try Self.check(path, replaces: replaces || !isSure)
    self.path = path
    self.replaces = replaces
    self.temporaries = temporaries
    self.folders = folders
    folder = FilePath.folder(path)
    self.syncsLate = syncsLate && FolderEvents.areComplete(in: folder)
    // A new file gets the default permissions. One that replaces a file may hold what others must not read.
    let mode: mode_t = replaces && Self.exists(path) ? 0o600 : 0o666
    var opened = Platform.open(folder.systemName, Self.unnamed | O_RDWR | O_CLOEXEC, mode)
    var number = errno  // before anything else can set it
    if opened < 0, [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(number) {
      let name = Self.temporaryName(for: path)
      number = temporaries.name(name) {
        opened = Platform.open(name.systemName, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        return opened < 0 ? errno : 0
      }
      if opened >= 0 { temporary = name }
    }
    descriptor = opened
    output = ByteOutput(descriptor: opened)
    guard opened >= 0 else {
      throw [EACCES, EROFS].contains(number) && access(folder.systemName, W_OK) != 0
        ? FileError(folder, .output(.cannotWriteToFolder(number))) : Self.failure(path, number)
    }
  }

  deinit {
    close(descriptor)
    if let temporary {
      unlink(temporary.systemName)
      temporaries.forget(temporary)
    }
  }

  /// Syncs the complete file, which does not have its name yet, unless it is synced later.
  ///
  /// - Returns: The stamp and the bytes of the file.
  package func complete() throws(FileError) -> (stamp: FileStamp, bytes: ByteInput) {
    copyPermissions()
    guard syncsLate || fsync(descriptor) == 0 else { throw Self.failure(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, errno) }
    return (FileStamp(status), ByteInput(descriptor: descriptor, length: Int(status.st_size), isImage: false))
  }

  /// Gives the completed file its name. It is invisible before.
  package func publish() throws(FileError) {
    // A file that replaces another one needs a name first.
    if replaces, temporary == nil { try nameTemporarily() }
    try temporaries.publish { () throws(FileError) in
      if replaces { try replace() } else { try claimName() }
    }
    guard !syncsLate || fsync(descriptor) == 0 else { throw Self.failure(path, errno) }
    // The name should survive a crash, too.
    if let folders { folders.add(folder) } else { UnsyncedFolders.sync(folder) }
  }

  /// Copies permissions, owner and group of the replaced file, as far as the system allows it. A new file has the default
  /// permissions, which the system gave it when it was opened.
  private func copyPermissions() {
    guard replaces, let old = stat(of: path, followsLinks: false), old.kind == S_IFREG else { return }
    var own = stat()
    let isKnown = fstat(descriptor, &own) == 0
    // Only root may change the owner. The owner may change the group to another one of theirs.
    if !isKnown || own.st_uid != old.st_uid { _ = fchown(descriptor, old.st_uid, gid_t.max) }
    let keepsGroup =
      isKnown && own.st_gid == old.st_gid || fchown(descriptor, uid_t.max, old.st_gid) == 0
    // The setuid and setgid bits were granted to other contents, so they are removed.
    var mode = old.st_mode & 0o777
    // If the group changes, the new group gets the permissions of all users instead of those of the old group.
    if !keepsGroup { mode &= 0o707 | (mode & 0o007) << 3 }
    fchmod(descriptor, mode)
  }

  /// Gives the file its name; fails if the name exists.
  private func claimName() throws(FileError) {
    let number = temporary.map(renameWithoutReplacing) ?? linkUnnamed(path)
    guard number == 0 else { throw Self.failure(path, number) }
    forgetTemporary()
  }

  /// Renames the temporary file, unless the new name exists.
  ///
  /// - Returns: 0, or the system's error number.
  private func renameWithoutReplacing(_ temporary: String) -> Int32 {
    let number = frameit_rename_new(temporary.systemName, path.systemName)
    guard [EINVAL, ENOSYS].contains(number) else { return number }
    // Some file systems support only links here, and others no links.
    guard link(temporary.systemName, path.systemName) == 0 else { return errno }
    unlink(temporary.systemName)
    return 0
  }

  private func nameTemporarily() throws(FileError) {
    let name = Self.temporaryName(for: path)
    let number = temporaries.name(name) { linkUnnamed(name) }
    guard number == 0 else { throw Self.failure(path, number) }
    temporary = name
  }

  /// Replaces the existing file atomically.
  private func replace() throws(FileError) {
    guard rename(temporary!.systemName, path.systemName) == 0 else { throw Self.failure(path, errno) }
    forgetTemporary()
  }

  /// Gives the unnamed file a name.
  ///
  /// - Returns: 0, or the system's error number.
  private func linkUnnamed(_ name: String) -> Int32 {
    let unnamed = "/proc/self/fd/\(descriptor)"
    return linkat(AT_FDCWD, unnamed, AT_FDCWD, name.systemName, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  private func forgetTemporary() {
    if let temporary { temporaries.forget(temporary) }
    temporary = nil
  }

  /// Checks that a file can be written to a path.
  ///
  /// - Throws: `FileError` if it cannot, or must not be replaced.
  package static func check(_ path: String, replaces: Bool) throws(FileError) {
    guard let status = stat(of: path, followsLinks: false) else {
      let folder = FilePath.folder(path)
      guard stat(of: folder) != nil else { throw FileError(folder, .output(.noFolder)) }
      return
    }
    switch status.kind {
    case S_IFDIR: throw FileError(path, .output(.isFolder))
    case S_IFREG: break
    case S_IFLNK: throw FileError(path, .output(.isLink))
    default: throw FileError(path, .output(.isNotRegular))
    }
    guard replaces else { throw failure(path, EEXIST) }
  }

  /// Completes the file and gives it its name.
  package func commit() throws(FileError) {
    _ = try complete()
    try publish()
  }

  /// Writes a file, and replaces an existing one.
  package static func write(_ bytes: [UInt8], at path: String) throws(FileError) {
    let file = try OutputFile(path, replaces: true)
    try converting(file.output.write(bytes)) { FileError(path, .output(.codec($0))) }
    try file.commit()
  }

  /// Removes a file if it exists.
  package static func remove(_ path: String) { unlink(path.systemName) }

  /// Moves a file, and replaces an existing one atomically.
  package static func move(_ path: String, to other: String) throws(FileError) {
    guard rename(path.systemName, other.systemName) == 0 else { throw failure(other, errno) }
  }

  /// Returns true for a regular file, and false for a link to one.
  package static func isRegular(_ path: String) -> Bool {
    stat(of: path, followsLinks: false)?.kind == S_IFREG
  }

  /// Returns true if a file, a folder or a link has this path.
  package static func exists(_ path: String) -> Bool { stat(of: path, followsLinks: false) != nil }

  /// Returns the identity of the file at a path; nil if there is none. Follows links.
  package static func identity(of path: String) -> FileIdentity? { stat(of: path).map(FileIdentity.init) }

  private static func temporaryName(for path: String) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let tail = String((0..<8).map { _ in letters.randomElement()! })
    // A name can have at most 255 bytes. The start of the final name is enough to recognize the file.
    let start = String(String.UnicodeScalarView(FilePath.name(path).unicodeScalars.prefix(50)))
    return FilePath.join(FilePath.folder(path), ".\(start).frameit-\(tail)")
  }

  private static func failure(_ path: String, _ number: Int32) -> FileError {
    FileError(path, .output(number == EEXIST ? .exists : .system(number)))
  }
}

/// Folders in which files got their names. The names survive a crash of the system once the folders are synced, which a batch
/// does once at its end: each time takes as long as syncing a file.
package final class UnsyncedFolders: Sendable {
  /// By the bytes of their paths.
  private let folders = Monitor<[[UInt8]: String]>([:])

  package init() {}

  func add(_ folder: String) { folders.change { $0[folder.systemBytes] = folder } }

  /// Syncs them. A folder that cannot be synced is not an error.
  package func sync() {
    let unsynced = folders.change { folders in
      defer { folders = [:] }
      return folders
    }
    for folder in unsynced.values { Self.sync(folder) }
  }

  static func sync(_ folder: String) {
    let descriptor = Platform.open(folder.systemName, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
