import FrameCodec
import FrameEngine
import FrameFiles
import Platform

/// An input, and the place of its output below the output folder.
package struct Input {
  package var source: InputSource
  /// The folder of its output, relative to the output folder; "." for the output folder itself.
  package var folder = "."
  /// True for a file that was found in a folder, so that it is possibly not an image.
  var isFromFolder = false
  /// True for a folder that cannot be read. It stands for its contents.
  var isUnreadableFolder = false
}

extension Input {
  /// Returns true for a file that was found in a folder and whose extension is not that of an image format.
  package func mightNotBeImage(to codecs: CodecList) -> Bool {
    guard isFromFolder else { return false }
    guard let ext = FilePath.fileExtension(source.pathOrDash) else { return true }
    return codecs.codec(named: ext) == nil && KnownFormat.named(ext) == nil
  }
}

/// The inputs of a call: images named by arguments and lists, and images in folders.
package struct InputList {
  package private(set) var inputs: [Input] = []
  /// The number of files skipped because they are in the output folder, and the first of them.
  private var skipped = 0
  private var firstSkipped = ""
  private var searchedFolders: [String] = []

  private let selection: InputSelection
  private let out: OutputFolder?
  /// True for each known folder of inputs that is in the output folder.
  private var isInOutputByFolder: [String: Bool] = [:]

  private let limit: Int
  /// The bytes that the inputs take of the limit.
  private var heldBytes = 0
  /// The first list or folder that names come from, for messages.
  private var origin: String?

  /// Collects the inputs.
  ///
  /// - Parameters:
  ///   - named: The arguments of the command line.
  ///   - selection: Lists and folders.
  ///   - out: The output folder. Files in it are not inputs.
  ///   - limit: The memory that the inputs may take, in bytes.
  /// - Throws: `BatchError` for an unreadable list, a folder that is not searched, no input at all, or too many.
  package init(
    _ named: [InputSource], _ selection: InputSelection, out: OutputFolder?, limit: Int
  ) throws(BatchError) {
    self.selection = selection
    self.out = out
    self.limit = limit
    for source in named { try add(source) }
    for list in selection.lists { try addNames(in: list) }
    if inputs.isEmpty { try checkForEmptyBatch() }
  }

  /// Reports that nothing was found. An empty list is not an error: its author knows that it is empty.
  private func checkForEmptyBatch() throws(BatchError) {
    if skipped > 0 {
      throw BatchError(.list(.allInOutputFolder), of: firstSkipped)
    }
    guard let folder = searchedFolders.first else { return }
    throw BatchError(.list(.noImages), of: folder)
  }

  /// Notes about skipped files.
  package var notes: [BatchNote] {
    if inputs.isEmpty, !selection.lists.isEmpty { return [.emptyList] }
    return skipped > 0 ? [.inOutputFolder(first: firstSkipped, count: skipped)] : []
  }

  private mutating func add(_ source: InputSource) throws(BatchError) {
    // A missing file fails with its own name in its own job.
    guard let path = source.path, selection.handlesFolders, FilePath.isFolder(path) else {
      return try append(source)
    }
    guard selection.recursive else {
      throw BatchError(.list(.folder), of: path)
    }
    searchedFolders.append(path)
    if origin == nil { origin = path }
    try walk(path, below: path)
  }

  private mutating func append(
    _ source: InputSource, below root: String? = nil, isFromFolder: Bool = false,
    isUnreadableFolder: Bool = false
  ) throws(BatchError) {
    var input = Input(source: source, isFromFolder: isFromFolder, isUnreadableFolder: isUnreadableFolder)
    if let path = source.path {
      if isInOutput(path) { return skip(source.pathOrDash) }
      try count(path)
      input.folder = try out?.folder(for: path, below: root) ?? "."
    }
    inputs.append(input)
  }

  private mutating func skip(_ path: String) {
    if skipped == 0 { firstSkipped = path }
    skipped += 1
  }

  private mutating func isInOutput(_ path: String) -> Bool {
    guard let out else { return false }
    let folder = FilePath.folder(path)
    if let found = isInOutputByFolder[folder] { return found }
    let isInside = out.contains(folder)
    isInOutputByFolder[folder] = isInside
    return isInside
  }

  /// Adds all files in a folder and its subfolders, except hidden ones, in the order of their names' bytes.
  ///
  /// Links to folders are not followed. A subfolder that cannot be read, and a name that is not a file, fail with their
  /// own names in their own jobs.
  private mutating func walk(_ folder: String, below root: String) throws(BatchError) {
    if let out, out.isFolder(folder) {
      if folder == root { skip(folder) }
      return
    }
    selection.used?.add(folder)
    guard let names = try? FilePath.names(in: folder) else {
      return try append(.file(folder), below: root, isUnreadableFolder: true)
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      var status = stat()
      let isKnown = lstat(path.systemName, &status) == 0
      switch status.st_mode & S_IFMT {
      case S_IFDIR where isKnown: try walk(path, below: root)
      case S_IFLNK where isKnown && FilePath.isFolder(path): break
      default: try append(.file(path), below: root, isFromFolder: true)
      }
    }
  }

  // MARK: Lists

  /// Adds the names in a list. Names are the bytes between separators, unchanged. The list itself is not kept in memory.
  private mutating func addNames(in list: InputSource) throws(BatchError) {
    if let path = list.path { selection.used?.add(path) }
    // stdin is used as it is: opened by a name such as /dev/stdin, a socket or a device would be refused.
    let descriptor = try BatchError.reading(
      InputFile.descriptor(of: list.readsStdin ? .stdin : list, role: .list).descriptor)
    defer { close(descriptor) }
    origin = list.name
    var lines = LineReader(
      descriptor, name: list.name, limit: Self.longestName, separator: selection.separator)
    while let line = lines.nextLine() {
      guard let line else {
        throw BatchError(
          .list(.nameTooLong(number: lines.number, limit: Self.longestName)), of: list.name)
      }
      guard lines.bytesRead <= Self.longestList else {
        throw BatchError(.list(.tooLarge(limit: Self.longestList)), of: list.name)
      }
      if selection.separator != 0, line.contains(0) {
        throw BatchError(.list(.zeroBytes), of: list.pathOrDash)
      }
      if !line.isEmpty { try add(.file(RawFileName.text(line))) }
    }
    if let failure = lines.failure { throw failure }
  }

  /// The longest name that is read. Linux opens no name longer than 4096 bytes, so shorter ones fail in their own jobs.
  private static let longestName = 1 << 16
  private static let longestList = 1 << 30

  // MARK: Memory

  /// Counts the memory that an input takes, here and where its job is planned, before it is added.
  ///
  /// - Throws: `BatchError`.
  private mutating func count(_ path: String) throws(BatchError) {
    heldBytes += Self.bytesOfInput + Self.copiesOfName * path.utf8.count
    let allowed = max(limit, Self.minimumLimit)
    guard heldBytes <= allowed else {
      throw BatchError(.list(.tooManyNames(inputs.count + 1, allowed: allowed)), of: origin)
    }
  }

  /// The memory that a batch holds for each input besides its name, and the number of copies of the name (measured).
  private static let bytesOfInput = 200
  private static let copiesOfName = 4
  /// The memory that names may always take, however low the limit is.
  private static let minimumLimit = 16 << 20
}

/// A problem of the names of inputs.
package enum ListProblem: Equatable, Sendable {
  /// Every input is in the output folder.
  case allInOutputFolder
  /// A folder contains no images.
  case noImages
  /// A folder is named without a search for images in folders.
  case folder
  case nameTooLong(number: Int, limit: Int)
  case tooLarge(limit: Int)
  /// Names contain zero bytes, but another byte separates them.
  case zeroBytes
  case tooManyNames(Int, allowed: Int)
}
