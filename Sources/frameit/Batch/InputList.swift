import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A picture of a call, and where its result lies among others.
struct Input {
  /// As it is opened; `-` is stdin.
  var path: String
  /// The folder below an output folder that its result goes to; "." for the folder itself.
  var folder: String
  /// Whether it was found in a folder: then it may as well be no picture.
  var isFound = false
}

/// The pictures of a call: those that are named, those of lists, and those in folders.
struct InputList {
  private(set) var inputs: [Input] = []
  /// How many lie in the output folder, and are passed over; and the first of them.
  private var passedOver = 0
  private var firstPassedOver = ""

  private let selection: InputSelection
  private let out: OutputFolder?
  /// Of folders of inputs: whether they lie in the output folder.
  private var known: [String: Bool] = [:]

  /// - Parameter out: where results go; what lies there is no input.
  /// - Throws: `Failure` for a list that cannot be read, or for what can be no picture of a batch.
  init(_ named: [String], _ selection: InputSelection, out: OutputFolder?) throws(Failure) {
    self.selection = selection
    self.out = out
    for path in named { try add(path, fromList: false) }
    for list in selection.lists {
      for path in try Self.paths(in: list, separator: selection.separator) {
        try add(path, fromList: true)
      }
    }
  }

  /// What was passed over, for people.
  var notes: [String] {
    guard passedOver > 0 else { return [] }
    let others = passedOver > 1 ? " and \(passedOver - 1) more lie" : " lies"
    return [
      "\(firstPassedOver.printable)\(others) in the output folder, and \(passedOver > 1 ? "are" : "is") no input"
    ]
  }

  private mutating func add(_ path: String, fromList: Bool) throws(Failure) {
    var status = stat()
    // What is not there fails by its own name when it is its turn.
    guard path != "-" || fromList, stat(path.systemName, &status) == 0 else {
      return append(path, below: nil)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR where selection.recursive: try walk(path, below: path)
    case S_IFDIR where selection.canSearch:
      throw Failure(.usage, "is a directory", note: "--recursive edits the pictures in it", of: path)
    case S_IFREG: append(path, below: nil)
    default:
      // Whoever reads a pipe of a list may wait for ever.
      guard !fromList else { throw Failure(.usage, "is no file, and cannot be in a list", of: path) }
      append(path, below: nil)
    }
  }

  private mutating func append(_ path: String, below root: String?) {
    if path != "-", isInOutput(path) {
      if passedOver == 0 { firstPassedOver = path }
      passedOver += 1
      return
    }
    let folder = out?.folder(for: path, below: root) ?? "."
    inputs.append(Input(path: path, folder: folder, isFound: root != nil))
  }

  private mutating func isInOutput(_ path: String) -> Bool {
    guard let out else { return false }
    let folder = Path.folder(path)
    if let found = known[folder] { return found }
    let isInside = out.holds(folder)
    known[folder] = isInside
    return isInside
  }

  /// Everything in a folder and below, but what is hidden, by its bytes' order. Links to folders are not followed.
  private mutating func walk(_ folder: String, below root: String) throws(Failure) {
    if let out, out.isFolder(folder) { return }
    for name in try Path.names(in: folder) {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      var status = stat()
      guard lstat(path.systemName, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try walk(path, below: root)
      case S_IFREG: append(path, below: root)
      case S_IFLNK where stat(path.systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFREG:
        append(path, below: root)
      default: break
      }
    }
  }

  // MARK: Lists

  /// The names in a list: what stands between separators, literally.
  private static func paths(in list: String, separator: UInt8) throws(Failure) -> [String] {
    let descriptor = try InputFile.descriptor(of: list)
    defer { close(descriptor) }
    let bytes = try InputFile.readAll(descriptor, name: list == "-" ? "stdin" : list, limit: longestList)
    if separator != 0, bytes.contains(0) {
      throw Failure(.usage, "has zeros in it", note: "-0 takes names that end with one", of: list)
    }
    return bytes.split(separator: separator).map { SystemName.text($0) }
  }

  private static let longestList = 1 << 30
}
