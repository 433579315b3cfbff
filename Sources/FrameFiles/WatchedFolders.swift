import Platform

/// The folders whose events tell of changes of watched files.
///
/// The path of a file leads through folders and links, and a change of any of them changes the file at the path. So the
/// folder of each step of a path is watched, for the name of that step.
struct WatchedFolders: Sendable {
  /// A use of an event for a watched file.
  struct Use {
    /// The bytes of the file's path, as it was given.
    var file: [UInt8]
    /// True if the event is about a name on the path; false for a name in a watched folder.
    var isName: Bool
    /// True if the name is that of the file itself.
    var isLast: Bool
  }

  /// A step of a path: a name in a watched folder, by the folder's number; nil for all names.
  private struct Step: Sendable {
    var folder: Int32
    var name: [UInt8]?
  }

  /// The files whose paths lead through a name, and whether the name is that of the file itself.
  private typealias Files = [[UInt8]: Bool]

  /// The files that must be polled, by the bytes of their paths.
  private(set) var polled: Set<[UInt8]> = []
  private(set) var pollingReason: FileWatcher.PollingReason?
  private var events: FolderEvents?
  /// The files of each name in a folder, by the folder's number.
  private var folders: [Int32: [[UInt8]?: Files]] = [:]
  /// The steps of each file's path.
  private var steps: [[UInt8]: [Step]] = [:]

  init(usesEvents: Bool) {
    guard usesEvents else { return }
    events = FolderEvents()
    if events == nil { pollingReason = .system(errno) }
  }

  func close() { events?.close() }

  /// A descriptor that is readable when there are events; -1 if there never are.
  var descriptor: Int32 { events?.descriptor ?? -1 }

  func readEvents() -> [FolderEvents.Event] { events?.read() ?? [] }

  /// Returns the files that an event is about.
  func uses(_ event: FolderEvents.Event) -> [Use] {
    func uses(_ files: Files, isName: Bool = true) -> [Use] {
      files.map { Use(file: $0.key, isName: isName, isLast: $0.value) }
    }
    switch event.kind {
    case .lost: return steps.keys.map { Use(file: $0, isName: true, isLast: false) }
    case .folderGone: return folders[event.folder]?.values.flatMap { uses($0) } ?? []
    default:
      guard let names = folders[event.folder] else { return [] }
      return uses(names[event.name] ?? [:]) + uses(names[nil] ?? [:], isName: false)
    }
  }

  // MARK: Files

  /// Watches the folders of a path.
  ///
  /// - Parameter file: The bytes of the path.
  mutating func add(_ file: [UInt8], _ path: String) {
    guard let events else {
      polled.insert(file)
      return
    }
    var added: [Step] = []
    for step in PathStep.all(of: path) {
      if step.isLast, !FolderEvents.areComplete(in: step.folder) {
        poll(file, because: .fileSystem(step.folder))
      }
      guard let folder = events.add(step.folder, contents: step.isLast) else {
        let number = errno
        // A missing folder has another one where it will appear. One on the way that may not be read is not likely to
        // be moved.
        if [ENOENT, ENOTDIR].contains(number) || number == EACCES && !step.isLast { continue }
        poll(file, because: .system(number))
        continue
      }
      folders[folder, default: [:]][step.name, default: [:]][file] = step.isLast
      added.append(Step(folder: folder, name: step.name))
    }
    steps[file] = added
  }

  private mutating func poll(_ file: [UInt8], because reason: FileWatcher.PollingReason) {
    polled.insert(file)
    if pollingReason == nil { pollingReason = reason }
  }

  /// Ends watching a file.
  mutating func remove(_ file: [UInt8]) { release(forget(file)) }

  /// Watches the folders of a path that may lead elsewhere now.
  mutating func renew(_ file: [UInt8], _ path: String) {
    let old = forget(file)
    add(file, path)
    release(old)
  }

  private mutating func forget(_ file: [UInt8]) -> [Step] {
    polled.remove(file)
    let old = steps.removeValue(forKey: file) ?? []
    for step in old {
      folders[step.folder]?[step.name]?[file] = nil
      if folders[step.folder]?[step.name]?.isEmpty == true { folders[step.folder]?[step.name] = nil }
    }
    return old
  }

  /// Ends the events of folders that no path leads through.
  private mutating func release(_ old: [Step]) {
    for step in old where folders[step.folder]?.isEmpty == true {
      folders[step.folder] = nil
      events?.remove(step.folder)
    }
  }
}

/// A step of a path.
private struct PathStep {
  /// The path of the folder, without links.
  var folder: String
  /// The name; nil for all names in the folder at the end of a path.
  var name: [UInt8]?
  /// True for the file itself, and for the names in a folder.
  var isLast: Bool

  /// The number of links after which Linux gives up (path_resolution(7)).
  private static let mostLinks = 40

  /// Returns the steps of a path, as far as its folders exist.
  static func all(of path: String) -> [PathStep] {
    let slash = UInt8(ascii: "/")
    func parts(_ path: String) -> [[UInt8]] {
      path.systemBytes.split(separator: slash).reversed().map(Array.init)
    }
    var steps: [PathStep] = []
    var folder = FilePath.isAbsolute(path) ? "/" : FilePath.real(".") ?? "/"
    var left = parts(path)
    var links = 0
    while let name = left.popLast() {
      if name == [UInt8(ascii: ".")] { continue }
      if name == Array("..".utf8) {
        folder = FilePath.folder(folder)
        continue
      }
      let full = FilePath.join(folder, RawFileName.text(name))
      if let target = FilePath.linkTarget(full), links < mostLinks {
        steps.append(PathStep(folder: folder, name: name, isLast: false))
        links += 1
        if FilePath.isAbsolute(target) { folder = "/" }
        left += parts(target)
        continue
      }
      steps.append(PathStep(folder: folder, name: name, isLast: left.isEmpty))
      // What is below a missing folder cannot be watched yet.
      guard left.isEmpty || FilePath.isFolder(full) else { return steps }
      folder = full
    }
    if FilePath.isFolder(folder) { steps.append(PathStep(folder: folder, name: nil, isLast: true)) }
    return steps
  }
}
