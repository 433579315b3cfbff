import FrameCodec
import FrameImage
import FrameKit

/// An input, and the place of its output below the output folder.
struct Input {
  var source: InputSource
  /// The folder of its output, relative to the output folder; "." for the output folder itself.
  var folder = "."
  /// True for a file that was found in a folder, so that it is possibly not an image.
  var isFromFolder = false
  /// True for a folder that cannot be read. It stands for its contents.
  var isUnreadableFolder = false
}

extension Input {
  /// Returns true for a file that was found in a folder and whose extension is not that of an image format.
  func mightNotBeImage(to codecs: CodecList) -> Bool {
    guard isFromFolder else { return false }
    guard let ext = FilePath.fileExtension(source.pathOrDash) else { return true }
    return codecs.codec(named: ext) == nil && KnownFormat.named(ext) == nil
  }
}

/// The inputs of a call: images named by arguments and lists, and images in folders.
struct InputList {
  private(set) var inputs: [Input] = []
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
  /// - Throws: `Failure` for an unreadable list, a folder without `--recursive`, no input at all, or too many.
  init(
    _ named: [InputSource], _ selection: InputSelection, out: OutputFolder?, limit: Int
  ) throws(Failure) {
    self.selection = selection
    self.out = out
    self.limit = limit
    for source in named { try add(source) }
    for list in selection.lists { try addNames(in: list) }
    if inputs.isEmpty { try checkForEmptyBatch() }
  }

  /// Reports that nothing was found. An empty list is not an error: its author knows that it is empty.
  private func checkForEmptyBatch() throws(Failure) {
    if skipped > 0 {
      throw Failure(
        .usage, "is in the output folder, and there are no other images",
        hint: "name another --out-dir, or use --in-place to replace the images", of: firstSkipped)
    }
    guard let folder = searchedFolders.first else { return }
    throw Failure(
      .input, "contains no images", hint: "hidden files and links to folders are skipped", of: folder)
  }

  /// Notes for the user about skipped files.
  var notes: [String] {
    if inputs.isEmpty, !selection.lists.isEmpty {
      return ["the list is empty, so there is nothing to do"]
    }
    guard skipped > 0 else { return [] }
    let others = skipped > 1 ? " and \(skipped - 1) more are" : " is"
    return ["\(firstSkipped.quoted)\(others) in the output folder and skipped"]
  }

  private mutating func add(_ source: InputSource) throws(Failure) {
    // A missing file fails with its own name in its own job.
    guard let path = source.path, selection.handlesFolders, FilePath.isFolder(path) else {
      return try append(source)
    }
    guard selection.recursive else {
      throw Failure(.usage, "is a folder", hint: "use --recursive to edit the images in it", of: path)
    }
    searchedFolders.append(path)
    if origin == nil { origin = path }
    try walk(path, below: path)
  }

  private mutating func append(
    _ source: InputSource, below root: String? = nil, isFromFolder: Bool = false,
    isUnreadableFolder: Bool = false
  ) throws(Failure) {
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
  private mutating func walk(_ folder: String, below root: String) throws(Failure) {
    if let out, out.isFolder(folder) {
      if folder == root { skip(folder) }
      return
    }
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
  private mutating func addNames(in list: InputSource) throws(Failure) {
    // stdin is used as it is: opened by a name such as /dev/stdin, a socket or a device would be refused.
    let descriptor = try InputFile.descriptor(
      of: list.readsStdin ? .stdin : list, hint: "pass it as stdin: --files-from -"
    ).descriptor
    defer { close(descriptor) }
    origin = list.name
    var lines = LineReader(
      descriptor, name: list.name, limit: Self.longestName, separator: selection.separator)
    while let line = lines.nextLine() {
      guard let line else {
        throw Failure(
          .limit, "name \(lines.number) is longer than \(Self.longestName) bytes",
          hint: "check that the file is a list of names", of: list.name)
      }
      guard lines.bytesRead <= Self.longestList else {
        throw Failure(
          .limit, "the list is larger than \(LimitExceeded.bytes(Self.longestList))",
          hint: "split it into several lists, and run frameit once for each", of: list.name)
      }
      if selection.separator != 0, line.contains(0) {
        throw Failure(
          .usage, "contains NUL bytes", hint: "use -0 for names that are separated by NUL bytes",
          of: list.pathOrDash)
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
  /// - Throws: `Failure` of status `limit`.
  private mutating func count(_ path: String) throws(Failure) {
    heldBytes += Self.bytesOfInput + Self.copiesOfName * path.utf8.count
    let allowed = max(limit, Self.minimumLimit)
    guard heldBytes <= allowed else {
      throw Failure(
        .limit,
        "the names of \(inputs.count + 1) images exceed the memory limit of \(LimitExceeded.bytes(allowed))",
        hint: "raise the limit with --max-memory, or edit fewer images at a time", of: origin)
    }
  }

  /// The memory that a batch holds for each input besides its name, and the number of copies of the name (measured).
  private static let bytesOfInput = 200
  private static let copiesOfName = 4
  /// The memory that names may always take, however low `--max-memory` is.
  private static let minimumLimit = 16 << 20
}
