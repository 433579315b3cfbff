import FrameFiles
import FrameGeometry
import FrameImage
import FrameScript

/// Opens the inputs of one edit, and the files that its script names.
package final class FileHost: ImageHost {
  private let inputs: [InputSource]
  private let files: InputFiles
  private let script: ScriptSource
  /// All files that were opened. The output must not replace one of them, and it depends on all of them.
  package private(set) var opened: [InputFile] = []
  /// The files and folders that the edit used, also those that it could not open.
  package let used: UsedFiles

  package init(
    inputs: [InputSource], from files: InputFiles, script: ScriptSource, used: UsedFiles = UsedFiles()
  ) {
    self.used = used
    self.inputs = inputs
    self.files = files
    self.script = script
  }

  package var inputCount: Int { inputs.count }

  package func input(_ number: Int) throws(FileError) -> ImageInput? {
    guard number > 0, number <= inputs.count else { return nil }
    used.add(inputs[number - 1])
    return named(try files.open(inputs[number - 1]))
  }

  package func file(_ path: String) throws(FileError) -> ImageInput { named(try script.open(path, used)) }

  package func font(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try script.open(path, used)
    opened.append(file)
    return try file.bytes(limit + 1)
  }

  package func folder(_ path: String) throws(FileError) -> [String] { try script.files(in: path, used) }

  package func boxes(_ path: String, limits: Limits) throws(FileError) -> FocusBoxes {
    let file = try script.open(path, used)
    opened.append(file)
    return try files.boxes(in: file, limits: limits)
  }

  private func named(_ file: InputFile) -> ImageInput {
    opened.append(file)
    return .file(file)
  }
}

/// Opens the inputs of a call. It keeps the contents of pipes, which can be read only once, so that an input can be
/// examined before its edit starts.
package final class InputFiles: Sendable {
  private let limit: InputLimit
  /// The contents of pipes, by the names of their inputs.
  private let pipes = Monitor<[String: InputFile]>([:])
  /// The file of boxes that was read last: usually the one of all jobs of a batch.
  private let lastBoxes = Monitor<(file: InputFile, boxes: FocusBoxes)?>(nil)

  /// - Parameter limit: The limit on the contents of a pipe.
  package init(limit: InputLimit) {
    self.limit = limit
  }

  /// Opens an input.
  ///
  /// - Throws: `FileError` or `limit`.
  package func open(_ source: InputSource) throws(FileError) -> InputFile {
    if let pipe = pipes.read({ $0[source.pathOrDash] }) { return pipe }
    let file = try InputFile(source, limit: limit)
    if file.identity == nil { pipes.change { $0[source.pathOrDash] = file } }
    return file
  }

  /// Returns the boxes in a file. A file that has not changed is read once.
  fileprivate func boxes(in file: InputFile, limits: Limits) throws(FileError) -> FocusBoxes {
    if let last = lastBoxes.read({ $0 }), last.file.isSame(as: file) { return last.boxes }
    let boxes = try file.boxes(limits: limits)
    lastBoxes.change { $0 = (file, boxes) }
    return boxes
  }
}

extension InputFile {
  /// Reads the boxes of a JSON file.
  ///
  /// - Throws: `FileError`, also for a file that is larger than a script may be.
  package func boxes(limits: Limits) throws(FileError) -> FocusBoxes {
    let limit = InputLimit.script(limits)
    let bytes = try bytes(limit.bytes + 1)
    guard bytes.count <= limit.bytes else { throw FileError(name, .tooLarge(limit)) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FileError(name, .boxes(ScriptError(.notUTF8, at: ScriptPosition())))
    }
    return try converting(FocusBoxes(text, nesting: limits.nesting)) { FileError(name, .boxes($0)) }
  }
}
