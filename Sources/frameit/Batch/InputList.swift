import FrameCodec
import FrameKit
import FramePlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A picture of a call, and where its result lies among others.
struct Input {
  var source: Source
  /// The folder below an output folder that its result goes to; "." for the folder itself.
  var folder = "."
  /// It was found in a folder: then it may as well be no picture.
  var isFound = false
  /// A folder that cannot be read, in the place of what is in it.
  var isFolder = false
}

extension Input {
  /// Whether nobody said that it is a picture: it was found in a folder, and its name is not a picture's.
  func mayBeNoPicture(to codecs: CodecList) -> Bool {
    guard isFound else { return false }
    guard let word = Path.fileExtension(source.word) else { return true }
    return codecs.codec(named: word) == nil && KnownFormat.named(word) == nil
  }
}

/// The pictures of a call: those that are named, those of lists, and those in folders.
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

  /// - Parameter out: where results go; what lies there is no input.
  /// - Throws: `Failure` for a list that cannot be read, for a folder that is not to be searched, and where nothing was
  ///   found.
  init(_ named: [Source], _ selection: InputSelection, out: OutputFolder?) throws(Failure) {
    self.selection = selection
    self.out = out
    for source in named { try add(source) }
    for list in selection.lists {
      for path in try Self.paths(in: list, separator: selection.separator) { try add(.file(path)) }
    }
    if inputs.isEmpty { try checkForNothing() }
  }

  /// That nothing was found is an error, but for a list that names nothing: whoever made it knows.
  private func checkForNothing() throws(Failure) {
    if passedOver > 0 {
      throw Failure(
        .usage, "lies in the output folder, and nothing else is there to edit",
        note: "name another --out-dir, or edit pictures themselves by --in-place", of: firstPassedOver)
    }
    guard let folder = searched.first else { return }
    throw Failure(
      .input, "no picture is in it", note: "hidden files are passed over, and links to folders not followed",
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

  private mutating func add(_ source: Source) throws(Failure) {
    // What is not there fails by its own name when it is its turn.
    guard let path = source.path, selection.canSearch, Path.isFolder(path) else {
      return try append(source)
    }
    guard selection.recursive else {
      throw Failure(.usage, "is a directory", note: "--recursive edits the pictures in it", of: path)
    }
    searched.append(path)
    try walk(path, below: path)
  }

  private mutating func append(
    _ source: Source, below root: String? = nil, isFound: Bool = false, isFolder: Bool = false
  ) throws(Failure) {
    var input = Input(source: source, isFound: isFound, isFolder: isFolder)
    if let path = source.path {
      if isInOutput(path) { return passOver(source.word) }
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
    let folder = Path.folder(path)
    if let found = known[folder] { return found }
    let isInside = out.holds(folder)
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
    guard let names = try? Path.names(in: folder) else {
      return try append(.file(folder), below: root, isFolder: true)
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      var status = stat()
      let isKnown = lstat(path.systemName, &status) == 0
      switch status.st_mode & S_IFMT {
      case S_IFDIR where isKnown: try walk(path, below: root)
      case S_IFLNK where isKnown && Path.isFolder(path): break
      default: try append(.file(path), below: root, isFound: true)
      }
    }
  }

  // MARK: Lists

  /// The names in a list: what stands between separators, literally.
  private static func paths(in list: Source, separator: UInt8) throws(Failure) -> [String] {
    let descriptor = try InputFile.descriptor(of: list)
    defer { close(descriptor) }
    let bytes = try InputFile.readAll(descriptor, name: list.name, limit: longestList)
    if separator != 0, bytes.contains(0) {
      throw Failure(.usage, "has zeros in it", note: "-0 takes names that end with one", of: list.word)
    }
    return bytes.split(separator: separator).map { SystemName.text($0) }
  }

  private static let longestList = 1 << 30
}
