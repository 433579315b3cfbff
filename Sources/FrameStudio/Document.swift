import FrameFiles
import FrameGeometry
import FrameKit
import Platform

/// The script of a studio: its text, the steps back and forth, and its file.
struct Document {
  /// An answer to a request to save.
  enum Saving: Equatable {
    case saved
    /// There is no name yet.
    case unnamed
    /// The file was changed by another program.
    case conflict
    /// There is another file of this name.
    case exists
    case failed(String)
  }

  private(set) var text: String
  /// Rises with each change.
  private(set) var version = 1
  private(set) var path: String?
  private var undone: [String] = []
  private var done: [String] = []
  private var savedText: String?
  /// Of the file when it was read or saved; nil without a file.
  private var stamp: FileStamp?
  /// The kind of change that extends the last step; nil if the next change starts a new one.
  private var openStep: Step?

  /// What consecutive changes that are one step have in common.
  enum Step: Hashable {
    case typing(page: Int)
    /// Steps of one kind on one layer.
    case nudge(layer: String, kind: String)
    case handle(String)
  }

  /// The steps that can be undone take at most this many bytes.
  private static let undoBytes = 64 << 20

  /// True if the lines of the file end in CRLF. Here they end in LF, as in pages.
  private var usesCRLF: Bool

  /// The text of a new script.
  private let start: String

  init(text: String, path: String?, stamp: FileStamp?) {
    start = text
    (self.path, self.stamp, usesCRLF) = (path, stamp, text.utf8.contains(UInt8(ascii: "\r")))
    self.text = text.withLF
    savedText = stamp == nil ? nil : self.text
  }

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }
  var isSaved: Bool { savedText == text && !isFileChanged }
  /// True for a new script that nobody has changed: it is nothing to lose.
  var isNew: Bool { stamp == nil && (text == start || text.isEmpty) }

  /// The name of the file without its folder.
  var name: String? { path.map(FilePath.name) }

  // MARK: Steps

  /// Changes the text.
  ///
  /// - Parameter step: Merges the change with the one before, if that was of the same kind; nil for a step of its own.
  mutating func change(to new: String, as step: Step? = nil) {
    let continues = step != nil && step == openStep
    openStep = step
    guard new != text else { return }
    if !continues {
      done.append(text)
      var bytes = done.reduce(0) { $0 + $1.utf8.count }
      while bytes > Self.undoBytes, done.count > 1 { bytes -= done.removeFirst().utf8.count }
    }
    undone = []
    text = new
    version += 1
    // Changes that cancel out are nothing to undo.
    if done.last == text {
      done.removeLast()
      openStep = nil
    }
  }

  /// Ends the step: the next change is another one.
  mutating func endStep() { openStep = nil }

  mutating func undo() { step(from: \.done, to: \.undone) }
  mutating func redo() { step(from: \.undone, to: \.done) }

  private mutating func step(
    from source: WritableKeyPath<Document, [String]>, to target: WritableKeyPath<Document, [String]>
  ) {
    guard let other = self[keyPath: source].popLast() else { return }
    self[keyPath: target].append(text)
    (text, openStep) = (other, nil)
    version += 1
  }

  // MARK: The file

  /// True if the file is not as it was read or saved, or if there was none and now there is.
  var isFileChanged: Bool { path.map { FileStamp(following: $0) != stamp } ?? false }

  /// True if another program has changed the file, and the text was changed here as well.
  var hasConflict: Bool {
    isFileChanged && savedText != text && path.flatMap { FileStamp(following: $0) } != nil
  }

  /// Writes the text to the file.
  ///
  /// - Parameters:
  ///   - new: Another path; nil for the present one.
  ///   - overwrites: True to replace a file that another program has changed or made.
  mutating func save(as new: String?, overwrites: Bool) -> Saving {
    guard let target = new ?? path else { return .unnamed }
    guard !FilePath.isFolder(target) else {
      return .failed("\(FilePath.name(target)) is a folder; choose another name")
    }
    if !overwrites, FileStamp(following: target) != nil {
      if target != path { return .exists }
      if isFileChanged { return .conflict }
    }
    // Replacing a file needs no permission of the file's own.
    if FilePath.isReadOnly(target) {
      return .failed("\(FilePath.name(target)) is read-only; save the script under another name")
    }
    let written = usesCRLF ? text.withCRLF : text
    // A link stays, and its target is replaced.
    let result = Result { () throws(FileError) in
      try OutputFile.write(Array(written.utf8), at: FilePath.real(target) ?? target)
    }
    if case .failure(let error) = result { return .failed(EditError(error, at: .encode).description) }
    (path, stamp, savedText, openStep) = (target, FileStamp(following: target), text, nil)
    return .saved
  }

  /// Takes the text that another program has written to the file.
  ///
  /// - Parameter keepsEdits: True to keep a text that was changed here, too.
  /// - Returns: False if nothing was taken.
  mutating func reload(_ limits: Limits, keepsEdits: Bool) -> Bool {
    guard let path, let stamp = FileStamp(following: path),
      let newText = try? ScriptSource.read(.file(path), limits)
    else { return false }
    let fileText = newText.withLF
    usesCRLF = newText.utf8.contains(UInt8(ascii: "\r"))
    if fileText == text {
      (self.stamp, savedText) = (stamp, text)
      return true
    }
    guard !keepsEdits || savedText == text else { return false }
    change(to: fileText)
    (self.stamp, savedText) = (stamp, fileText)
    return true
  }
}

extension Document {
  /// Reads a script.
  ///
  /// - Parameter start: The text of one that does not exist yet.
  init(reading path: String?, startingWith start: String = "", limits: Limits) throws(EditError) {
    guard let path, let stamp = FileStamp(following: path) else {
      self.init(text: start, path: path, stamp: nil)
      return
    }
    let text = try converting(ScriptSource.read(.file(path), limits)) { (error: FileError) in
      EditError(error, at: .open)
    }
    self.init(text: text, path: path, stamp: stamp)
  }
}

extension FilePath {
  /// True for a file that nobody may write to, not even its owner.
  fileprivate static func isReadOnly(_ path: String) -> Bool {
    stat(of: path).map { $0.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) == 0 } ?? false
  }
}

extension FileStamp {
  /// Reads the stamp of the file that a path leads to; nil if there is none.
  init?(following path: String) {
    guard let real = FilePath.real(path) else { return nil }
    self.init(of: real)
  }
}

extension String {
  /// The text with line ends of LF.
  fileprivate var withLF: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with line ends of CRLF.
  fileprivate var withCRLF: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}
