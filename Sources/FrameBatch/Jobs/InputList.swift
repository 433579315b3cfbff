import FrameCodec
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

  package init(source: InputSource) { self.source = source }

  /// The name without folder and extension, as scripts and templates read it.
  package var stem: String { source.path.map(FilePath.stem) ?? "stdin" }

  /// Returns true for a file that was found in a folder and whose extension is not that of an image format.
  package func mightNotBeImage(to codecs: CodecList) -> Bool {
    isFromFolder && FilePath.fileExtension(source.pathOrDash).flatMap(codecs.title) == nil
  }
}

extension CodecList {
  /// Returns the title of the image format with a file extension, also of one without a codec; nil for other extensions.
  package func title(ofExtension ext: String) -> String? {
    codec(named: ext)?.format.title ?? KnownFormat.named(ext)?.title
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
      selection.used?.add(path)
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
    var input = Input(source: source)
    (input.isFromFolder, input.isUnreadableFolder) = (isFromFolder, isUnreadableFolder)
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
      switch stat(of: path, followsLinks: false)?.kind {
      case S_IFDIR: try walk(path, below: root)
      case S_IFLNK where FilePath.isFolder(path): break
      case _
      where !selection.written.isEmpty
        && OutputFile.identity(of: path).map(selection.written.contains) == true:
        break
      default: try append(.file(path), below: root, isFromFolder: true)
      }
    }
  }

  // MARK: Lists

  /// Adds the names in a list. Names are the bytes between separators, unchanged. The list itself is not kept in memory.
  private mutating func addNames(in list: InputSource) throws(BatchError) {
    if let path = list.path { selection.used?.add(path) }
    // stdin is used as it is: opened by a name such as /dev/stdin, a socket or a device would be refused.
    let descriptor = try BatchError.converting(
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

/// The lists and folders that inputs come from.
package struct InputSelection {
  package var lists: [InputSource] = []
  /// The byte between names in lists.
  package var separator = UInt8(ascii: "\n")
  /// True if folders are searched.
  package var recursive = false
  /// True if a folder is searched or refused as invalid usage. Else it counts as a file and fails later.
  package var handlesFolders = false
  /// Records the lists and folders that are read.
  package var used: UsedFiles?
  /// The files that earlier runs of the call wrote into folders. They are not inputs.
  package var written: Set<FileIdentity> = []

  package init(
    lists: [InputSource] = [], separator: UInt8 = UInt8(ascii: "\n"), recursive: Bool = false,
    handlesFolders: Bool = false
  ) {
    (self.lists, self.separator) = (lists, separator)
    (self.recursive, self.handlesFolders) = (recursive, handlesFolders)
  }
}

/// One part of a batch that is divided among several machines.
package struct Shard: Equatable {
  /// The number of this shard, from 1.
  package let number: Int
  package let count: Int

  /// Parses a shard such as `2/3`; nil for invalid text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { NumberRange.shards.number($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number <= count else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Returns true if the job at this index, from 0, belongs to this shard.
  ///
  /// Jobs are dealt out in turn, so that neighboring inputs, which often have similar sizes, go to different shards.
  package func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
