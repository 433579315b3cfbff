import FrameCodec
import FrameKit
import FrameModel
import FramePlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An image of a call, and where its result lies among others.
struct Input {
  var source: InputSource
  /// The folder below an output folder that its result goes to; "." for the folder itself.
  var folder = "."
  /// It was found in a folder: then it may as well be no image.
  var isFound = false
  /// A folder that cannot be read, in the place of what is in it.
  var isFolder = false
}

extension Input {
  /// Whether nobody said that it is an image: it was found in a folder, and its name is not an image's.
  func mayBeNoImage(to codecs: CodecList) -> Bool {
    guard isFound else { return false }
    guard let word = FilePath.fileExtension(source.word) else { return true }
    return codecs.codec(named: word) == nil && KnownFormat.named(word) == nil
  }
}

/// The images of a call: those that are named, those of lists, and those in folders.
struct InputList {
  private(set) var inputs: [Input] = []
  /// How many lie in the output folder, and are passed over; and the first of them.
  private var passedOver = 0
  private var firstPassedOver = ""
  private var searched: [String] = []

  private let selection: InputSelection
  private let out: OutputFolder?
  /// Of folders of inputs: whether they lie in the output folder.
  private var known: [String: Bool] = [:]

  private let limit: Int
  /// What the inputs take of it.
  private var heldBytes = 0
  /// The list or the folder that names come from.
  private var origin: String?

  /// - Parameters:
  ///   - out: where results go; what lies there is no input.
  ///   - limit: how many bytes of memory the inputs may take.
  /// - Throws: `Failure` for a list that cannot be read, for a folder that is not to be searched, where nothing was
  ///   found, and where there are too many.
  init(
    _ named: [InputSource], _ selection: InputSelection, out: OutputFolder?, limit: Int
  ) throws(Failure) {
    self.selection = selection
    self.out = out
    self.limit = limit
    for source in named { try add(source) }
    for list in selection.lists { try addNames(in: list) }
    if inputs.isEmpty { try checkForNothing() }
  }

  /// That nothing was found is an error, but for a list that names nothing: whoever made it knows.
  private func checkForNothing() throws(Failure) {
    if passedOver > 0 {
      throw Failure(
        .usage, "lies in the output folder, and nothing else is there to edit",
        note: "name another --out-dir, or edit images themselves by --in-place", of: firstPassedOver)
    }
    guard let folder = searched.first else { return }
    throw Failure(
      .input, "no image is in it", note: "hidden files are passed over, and links to folders not followed",
      of: folder)
  }

  /// What was passed over, for people.
  var notes: [String] {
    if inputs.isEmpty, !selection.lists.isEmpty {
      return ["the list names nothing, and nothing is to be done"]
    }
    guard passedOver > 0 else { return [] }
    let others = passedOver > 1 ? " and \(passedOver - 1) more lie" : " lies"
    return [
      "\(firstPassedOver.quoted)\(others) in the output folder, and \(passedOver > 1 ? "are" : "is") no input"
    ]
  }

  private mutating func add(_ source: InputSource) throws(Failure) {
    // What is not there fails by its own name when it is its turn.
    guard let path = source.path, selection.canSearch, FilePath.isFolder(path) else {
      return try append(source)
    }
    guard selection.recursive else {
      throw Failure(.usage, "is a directory", note: "--recursive edits the images in it", of: path)
    }
    searched.append(path)
    if origin == nil { origin = path }
    try walk(path, below: path)
  }

  private mutating func append(
    _ source: InputSource, below root: String? = nil, isFound: Bool = false, isFolder: Bool = false
  ) throws(Failure) {
    var input = Input(source: source, isFound: isFound, isFolder: isFolder)
    if let path = source.path {
      if isInOutput(path) { return passOver(source.word) }
      try count(path)
      input.folder = try out?.folder(for: path, below: root) ?? "."
    }
    inputs.append(input)
  }

  private mutating func passOver(_ path: String) {
    if passedOver == 0 { firstPassedOver = path }
    passedOver += 1
  }

  private mutating func isInOutput(_ path: String) -> Bool {
    guard let out else { return false }
    let folder = FilePath.folder(path)
    if let found = known[folder] { return found }
    let isInside = out.contains(folder)
    known[folder] = isInside
    return isInside
  }

  /// Everything in a folder and below, but what is hidden, by its bytes' order. Links to folders are not followed. What
  /// cannot be looked into fails by its own name when it is its turn, and so does what is no file.
  private mutating func walk(_ folder: String, below root: String) throws(Failure) {
    if let out, out.isFolder(folder) {
      if folder == root { passOver(folder) }
      return
    }
    guard let names = try? FilePath.names(in: folder) else {
      return try append(.file(folder), below: root, isFolder: true)
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      var status = stat()
      let isKnown = lstat(path.systemName, &status) == 0
      switch status.st_mode & S_IFMT {
      case S_IFDIR where isKnown: try walk(path, below: root)
      case S_IFLNK where isKnown && FilePath.isFolder(path): break
      default: try append(.file(path), below: root, isFound: true)
      }
    }
  }

  // MARK: Lists

  /// Adds the names in a list: what stands between separators, literally. The list itself is not held.
  private mutating func addNames(in list: InputSource) throws(Failure) {
    // stdin is taken as it is: opened anew by its name, a socket or a device would be refused.
    let descriptor = try InputFile.descriptor(
      of: list.readsStdin ? .stdin : list, hint: "hand it over as stdin: --files-from -"
    ).descriptor
    defer { close(descriptor) }
    origin = list.name
    var lines = LineReader(
      descriptor, name: list.name, limit: Self.longestName, separator: selection.separator)
    while let line = lines.nextLine() {
      guard let line else {
        throw Failure(
          .limit, "name \(lines.number) has more than \(Self.longestName) bytes",
          note: "is it a list of names?",
          of: list.name)
      }
      guard lines.bytesRead <= Self.longestList else {
        throw Failure(
          .limit, "the list has more than \(LimitExceeded.bytes(Self.longestList))",
          note: "give parts of it, one after the other", of: list.name)
      }
      if selection.separator != 0, line.contains(0) {
        throw Failure(.usage, "has zeros in it", note: "-0 takes names that end with one", of: list.word)
      }
      if !line.isEmpty { try add(.file(RawFileName.text(line))) }
    }
    if let failure = lines.failure { throw failure }
  }

  /// Linux opens no name of more than 4096 bytes; such a name is an error of its own image.
  private static let longestName = 1 << 16
  private static let longestList = 1 << 30

  // MARK: Memory

  /// Counts what an image of the batch takes, here and where its result is planned, before it is added.
  ///
  /// - Throws: `Failure` of status `limit`.
  private mutating func count(_ path: String) throws(Failure) {
    heldBytes += Self.bytesOfInput + Self.copiesOfName * path.utf8.count
    let allowed = max(limit, Self.leastLimit)
    guard heldBytes <= allowed else {
      throw Failure(
        .limit,
        "the names of \(inputs.count + 1) images take more memory than the limit of \(LimitExceeded.bytes(allowed))",
        note: "raise it with --max-memory, or edit fewer at a time", of: origin)
    }
  }

  /// Measured: what a batch holds of each image beside its name, and how often it holds the name.
  private static let bytesOfInput = 200
  private static let copiesOfName = 4
  /// However small the limit on pixels is, so many bytes may be taken by names.
  private static let leastLimit = 16 << 20
}
