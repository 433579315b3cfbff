import FrameEngine
import FrameFiles

/// The script that a studio edits: its document, and its last run.
///
/// The script is the only truth. Every picture is drawn from a run of its text, to which the touches of the fingers that
/// are down are added.
struct EditedScript {
  private(set) var document: Document
  /// The number of the shown picture, from 0.
  private(set) var input = 0
  /// The last run without an error; nil if the shown picture had none yet.
  private(set) var run: FinishedRun?
  /// The text of the last run without an error, of whichever picture.
  private(set) var lastGoodText = ""
  private(set) var problems: [ProblemRecord] = []
  /// The place of what the studio has written last, in UTF-16 units.
  private(set) var written: Range<Int>?
  /// The files that the last run has used.
  private(set) var files: [UsedFile] = []
  private let runner: Runner
  private var versions = TextVersions()

  init(_ document: Document, _ runner: Runner) {
    (self.document, self.runner) = (document, runner)
    rerun()
  }

  // MARK: Runs

  /// The run of the present text; nil if that has errors.
  var validRun: FinishedRun? { problems.isEmpty ? run : nil }

  /// Runs the script. If it has errors, the last run that had none stays, or else the unedited photo.
  ///
  /// - Parameter known: The run of the present text, if it was run.
  mutating func rerun(_ known: FinishedRun? = nil) {
    versions.keep(document.text, document.version)
    let used = known?.job.used ?? UsedFiles()
    if let path = document.path { used.add(path) }
    do throws(EditFailure) {
      run = if let known { known } else { try finishedRun(of: document.text, used: used) }
      (lastGoodText, problems) = (document.text, [])
    } catch {
      problems = ProblemRecord.all(of: error)
      // A script that has never run leaves the photo as it is.
      if run == nil { run = try? finishedRun(of: "") }
    }
    files = used.all
  }

  /// Runs another text in place of the script.
  ///
  /// - Throws: `EditFailure`, also for a failed expectation.
  func finishedRun(of text: String, used: UsedFiles = UsedFiles()) throws(EditFailure) -> FinishedRun {
    try runner.finishedRun(of: text, path: document.path, showing: input, used: used)
  }

  /// Returns the run with a canvas that does not change under fingers; nil if the script then has errors.
  func fixingCanvas(of run: FinishedRun) -> FinishedRun? {
    guard let fixed = run.withFixedCanvas else { return run }
    return try? finishedRun(of: fixed)
  }

  /// Shows an error that only drawing finds, such as damage in an image.
  mutating func drawingFailed(_ failure: EditFailure) { problems = ProblemRecord.all(of: failure) }

  /// Shows another picture.
  mutating func show(_ input: Int) {
    (self.input, run) = (input, nil)
    rerun()
  }

  // MARK: The text

  /// Takes the text that a person has typed.
  ///
  /// - Parameter version: The last version that the page knows; nil to replace the script as it is.
  mutating func write(_ text: String, basedOn version: Int?, by page: Studio.Page) {
    // Meanwhile fingers or other pages have changed the script.
    let merged = version.map {
      versions.merge(text, basedOn: $0, by: page, into: document.text)
    }
    document.change(to: merged ?? text, as: version.map { _ in .typing(page: page.number) })
    versions.keepSent(text, document.version, by: page)
    written = nil
    rerun()
  }

  mutating func undo() { step { $0.undo() } }
  mutating func redo() { step { $0.redo() } }

  private mutating func step(_ body: (inout Document) -> Void) {
    body(&document)
    written = nil
    rerun()
  }

  /// Makes a change of the studio, and notes its place.
  mutating func apply(_ change: ScriptChange) {
    document.change(to: change.text.text, as: change.step)
    written = change.place.map { place in
      let text = change.text.text
      return text.utf16Offset(ofByte: place.lowerBound)..<text.utf16Offset(ofByte: place.upperBound)
    }
    rerun(change.run)
  }

  /// Ends the step: the next change is another one.
  mutating func endStep() { document.endStep() }

  /// Forgets what a page has typed: it is gone.
  mutating func forget(_ page: Studio.Page) { versions.forget(page) }

  // MARK: Files

  /// Saves the script, and after another name runs it again: other files are relative to the new one.
  ///
  /// - Parameter name: The name of a file in the script's folder; nil for the script's own.
  mutating func save(as name: String?, overwrites: Bool) -> Document.Saving {
    var path = document.path
    if let name {
      if let reason = reason(against: name) { return .failed(reason) }
      if name != document.name { path = FilePath.join(path.map(FilePath.folder) ?? ".", name) }
    }
    if let path, let reason = runner.settings.reasonToKeep(path) { return .failed(reason) }
    let result = document.save(as: path, overwrites: overwrites)
    if name != nil, result == .saved { rerun() }
    return result
  }

  /// Returns an export of a run of this script.
  func export(
    _ request: Request.Export, of run: FinishedRun
  ) throws(PictureExport.Obstacle) -> PictureExport {
    try PictureExport(request, of: run, by: runner, script: document.path)
  }

  /// The formats of exports.
  var formats: [FormatRecord] { PictureExport.Format.all(runner.editor.codecs).map(\.record) }

  /// Returns why a script cannot have a name; nil if it can.
  private func reason(against name: String) -> String? {
    guard FilePath.isPlainName(name) else {
      return "write a file name without a folder, such as frame.txt"
    }
    // A slip of the fingers must not replace a photo by a script.
    if let ext = FilePath.fileExtension(name), runner.editor.codecs.codec(named: ext) != nil {
      return "\(name) is the name of an image; choose another one, such as frame.txt"
    }
    return nil
  }

  /// Takes the text of the file.
  ///
  /// - Returns: False if the file cannot be read.
  mutating func reload() -> Bool {
    guard document.reload(runner.editor.limits, keepsEdits: false) else { return false }
    written = nil
    rerun()
    return true
  }

  /// Takes the script's file if it was changed and the text was not, and runs the script with the other files.
  ///
  /// - Returns: False if there was nothing to do.
  mutating func filesChanged(_ paths: [String]) -> Bool {
    // What the studio itself has saved is not new.
    guard document.isFileChanged || paths.contains(where: { $0 != document.path }) else { return false }
    if document.isFileChanged { _ = document.reload(runner.editor.limits, keepsEdits: true) }
    rerun()
    return true
  }
}

/// The texts of the last versions of a script, to merge changes of older ones.
private struct TextVersions {
  private var texts: [Int: String] = [:]
  /// The last text that each page has sent, and the version that it has become.
  private var sent: [Studio.Page: (text: String, version: Int)] = [:]
  private static let keptBytes = 32 << 20

  /// Keeps the text for pages that have not seen the next one, and drops the oldest ones.
  mutating func keep(_ text: String, _ version: Int) {
    texts[version] = text
    var bytes = 0
    for known in texts.keys.sorted(by: >) {
      bytes += texts[known]?.utf8.count ?? 0
      if known < version, bytes > Self.keptBytes { texts[known] = nil }
    }
  }

  /// Keeps a text that a page has sent.
  mutating func keepSent(_ text: String, _ version: Int, by page: Studio.Page) {
    sent[page] = (text, version)
  }

  mutating func forget(_ page: Studio.Page) { sent[page] = nil }

  /// Returns the present text with the change that a page has made.
  ///
  /// - Parameter version: The last version that the page knows.
  func merge(_ text: String, basedOn version: Int, by page: Studio.Page, into present: String) -> String {
    // A page that has not seen the answer to its last text has typed on from that.
    let typed = sent[page].flatMap { version < $0.version ? $0.text : nil }
    return (typed ?? texts[version]).map { LineMerge.merge($0, text, present) } ?? text
  }
}
