import FrameCodec
import FrameGeometry
import FrameGesture
import FrameImage
import FrameKit
import FrameScene
import FrameScript
import PNGCodec

/// What a studio knows: the script and its last run, the fingers that are down, and the pages.
///
/// The script is the only truth. Every picture is drawn from a run of its text, to which the touches of the fingers that
/// are down are added.
struct StudioState {
  var document: Document
  let runner: Runner
  let maker: PictureMaker
  let settings: StudioSettings
  var pages: [Studio.Page: PageState] = [:]
  var style = WritingStyle.words
  /// True to write distances in percent of the canvas.
  var isRelative = false
  /// The number of the shown picture, from 0.
  var input = 0
  /// The last run without an error.
  var run: FinishedRun?
  var problems: [ProblemRecord] = []
  /// The place of what the studio has written last, in UTF-16 units.
  var written: Range<Int>?
  var hands: Hands?
  var nudging: Nudging?
  /// Watches the files that the last run has used.
  private let watch: ([UsedFile]) -> Void
  /// The texts of the last versions, for pages that edit an older one.
  private var texts: [Int: String] = [:]
  private static let keptBytes = 32 << 20

  init(
    _ document: Document, _ settings: StudioSettings, _ codecs: CodecList,
    watch: @escaping ([UsedFile]) -> Void
  ) {
    (self.document, self.settings, self.watch) = (document, settings, watch)
    var metadata = MetadataPolicy.all
    metadata.keeps = [.icc]
    let editor = Editor(codecs: codecs, limits: settings.limits, metadata: metadata, frames: .one(0))
    runner = Runner(editor, settings.inputs.map { .file($0) }, settings)
    maker = PictureMaker(runner: runner, threads: Processors.available)
    rerun()
  }

  // MARK: Events

  mutating func handle(_ event: Studio.Event, now: Double) {
    switch event {
    case .opened(let page, let send):
      pages[page] = PageState(send: send)
      var first = state
      first.inputs.names = settings.inputs.map(FilePath.name)
      send(.text(JSON.bytes(of: first)))
    case .closed(let page):
      if hands?.page == page { liftFingers(now: now) }
      pages[page] = nil
    case .message(let page, let bytes, let time):
      guard pages[page] != nil, let request = Request(bytes) else { return }
      handle(request, of: page, time: time)
    case .filesChanged(let paths):
      finishGesture(now: now, isWaiting: false)
      filesChanged(paths)
    }
  }

  private mutating func handle(_ request: Request, of page: Studio.Page, time: Double) {
    switch request {
    case .touch, .shown, .view, .strip, .before, .scrub: break
    // What is written next must come after what the fingers have done.
    default: finishGesture(now: time, isWaiting: false)
    }
    switch request {
    case .view(let view): pages[page]?.show(view)
    case .shown(let seq): pages[page]?.acknowledge(seq)
    case .strip(let range, let height): pages[page]?.showThumbnails(range, height: height)
    case .before(let isOn): pages[page]?.showBefore(isOn)
    case .scrub(let moment): pages[page]?.scrub(to: moment)
    case .touch(let fingers, let clock): touch(fingers, clock: clock, now: time, of: page)
    case .write(let text, let version): write(text, version: version, of: page)
    case .undo: step { $0.undo() }
    case .redo: step { $0.redo() }
    case .save(let name, let overwrites): save(as: name, overwrites: overwrites, for: page)
    case .reload: reload(for: page)
    case .style(let style, let isRelative):
      (self.style, self.isRelative) = (style, isRelative)
      announce()
    case .set, .nudge, .reset:
      guard problems.isEmpty, let run else { return refuse("set", to: page) }
      switch request {
      case .set(let setting): set(setting, in: run)
      case .nudge(let nudge, let place): self.nudge(by: nudge, about: place, in: run, of: page)
      default: append(["reset"])
      }
    case .input(let number):
      guard (1...max(1, settings.inputs.count)).contains(number) else { return }
      input = number - 1
      rerun()
      announce()
    }
  }

  /// Writes what the fingers have done, and tells the pages that the program ends.
  ///
  /// - Returns: True if the script is saved, or empty.
  mutating func end(now: Double) -> Bool {
    finishGesture(now: now, isWaiting: false)
    let isSaved = document.isSaved || document.text.isEmpty
    for page in pages.values { page.send(JSON.bytes(of: EndedMessage(saved: isSaved))) }
    return isSaved
  }

  // MARK: The text

  private mutating func step(_ body: (inout Document) -> Void) {
    body(&document)
    (nudging, written) = (nil, nil)
    textChanged()
  }

  /// Takes the text that a person has typed.
  private mutating func write(_ text: String, version: Int, of page: Studio.Page) {
    // A page that has not seen the answer to its last text has typed on from that.
    let last = pages[page]?.lastWritten
    let base = last.flatMap { version < $0.version ? $0.text : nil } ?? texts[version]
    // Meanwhile fingers or other pages have changed the script.
    let merged = base.map { LineMerge.merge($0, text, document.text) } ?? text
    document.change(to: merged, as: .typing(page: page.number))
    pages[page]?.lastWritten = (text, document.version)
    (nudging, written) = (nil, nil)
    textChanged()
  }

  /// Adds lines to the script as one step.
  mutating func append(_ lines: [String], as step: Document.Step? = nil) {
    guard !lines.isEmpty else { return }
    var text = ScriptText(document.text)
    let place = text.append(lines)
    change(to: text, place, as: step)
  }

  /// Changes the script as the studio does, and shows the place.
  ///
  /// - Parameter run: The run of the new text, if it was run.
  mutating func change(
    to text: ScriptText, _ place: ScriptText.Place?, as step: Document.Step? = nil, run: FinishedRun? = nil
  ) {
    document.change(to: text.text, as: step)
    written = place.map {
      text.text.utf16Offset(ofByte: $0.lowerBound)..<text.text.utf16Offset(ofByte: $0.upperBound)
    }
    textChanged(run)
  }

  /// Runs the new text, unless it was run already, and tells the pages.
  mutating func textChanged(_ run: FinishedRun? = nil) {
    keepText()
    rerun(run)
    announce()
  }

  /// Keeps the text for pages that have not seen the next one, and drops the oldest ones.
  private mutating func keepText() {
    texts[document.version] = document.text
    var bytes = 0
    for version in texts.keys.sorted(by: >) {
      bytes += texts[version]?.utf8.count ?? 0
      if version < document.version, bytes > Self.keptBytes { texts[version] = nil }
    }
  }

  /// Runs the script. If it has errors, the last run that had none stays.
  mutating func rerun(_ known: FinishedRun? = nil) {
    keepText()
    let used = known?.job.source.used ?? UsedFiles()
    if let path = document.path { used.add(path) }
    do throws(Runner.Failure) {
      run = if let known { known } else { try finishedRun(of: document.text, used: used) }
      problems = []
    } catch {
      problems = ProblemRecord.all(of: error)
    }
    watch(used.all)
    for page in pages.keys { pages[page]?.contentChanged() }
  }

  /// - Throws: `Runner.Failure`, also for a failed expectation.
  func finishedRun(of text: String, used: UsedFiles = UsedFiles()) throws(Runner.Failure) -> FinishedRun {
    let job = try runner.job(text, path: document.path, showing: input, used: used)
    let edit = try runner.plan(job, Runner.Target(codec: PNGCodec()))
    guard edit.failedExpectations.isEmpty else {
      throw .edit(.expectations(edit.failedExpectations), in: job.script.files)
    }
    // A text that runs has no errors.
    let layout = try? ScriptParser(limits: runner.editor.limits).layout(of: job.script.files[0])
    let outline = ScriptOutline(text, layout ?? ScriptLayout())
    return FinishedRun(
      text: text, job: job, edit: edit, outline: outline,
      report: RunReport(edit, statements: outline, preset: outline.preset))
  }

  // MARK: Files

  private mutating func save(as name: String?, overwrites: Bool, for page: Studio.Page) {
    var path: String?
    if let name {
      let isPlain = name.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
      guard !name.isEmpty, isPlain, name != ".", name != ".." else {
        return pages[page]?.refuse("the name must be that of a file in the folder, such as frame.txt", "save")
          ?? ()
      }
      path = FilePath.join(document.path.map(FilePath.folder) ?? ".", name)
      // A slip of the fingers must not replace a photo by a script.
      if let ext = FilePath.fileExtension(name), runner.editor.codecs.codec(named: ext) != nil {
        return pages[page]?.refuse(
          "\(name) is the name of an image; choose another one, such as frame.txt", "save") ?? ()
      }
      if path.map(FilePath.name) == document.name { path = document.path }
    }
    if let target = path ?? document.path, let file = OutputFile.identity(of: target),
      settings.inputs.contains(where: { OutputFile.identity(of: $0) == file })
    {
      return pages[page]?.refuse("\(FilePath.name(target)) is one of the images; choose another name", "save")
        ?? ()
    }
    switch document.save(as: path, overwrites: overwrites) {
    case .saved:
      pages[page]?.send(JSON.bytes(of: SavingMessage(is: .saved, name: document.name ?? "")))
      // Other files are relative to the new one, and it is watched from now on.
      if path != nil { rerun() }
      announce()
    case .unnamed: pages[page]?.refuse("the script has no name yet", "name")
    case .exists:
      pages[page]?.send(JSON.bytes(of: SavingMessage(is: .exists, name: name ?? document.name ?? "")))
    case .conflict: announce()
    case .failed(let reason): pages[page]?.refuse(reason, "save")
    }
  }

  private mutating func reload(for page: Studio.Page) {
    guard takeFile(keepsEdits: false) else {
      return pages[page]?.refuse("the file cannot be read", "reload") ?? ()
    }
    (nudging, written) = (nil, nil)
    textChanged()
  }

  /// Takes the script's file if it was changed and the text was not, and draws all pictures again.
  private mutating func filesChanged(_ paths: [String]) {
    // What the studio itself has saved is not new.
    guard document.isFileChanged || paths.contains(where: { $0 != document.path }) else { return }
    if document.isFileChanged { _ = takeFile(keepsEdits: true) }
    textChanged()
  }

  private mutating func takeFile(keepsEdits: Bool) -> Bool {
    guard let path = document.path, let stamp = FileStamp(following: path),
      let text = try? ScriptSource.read(.file(path), runner.editor.limits)
    else { return false }
    return document.take(text, stamp: stamp, keepsEdits: keepsEdits)
  }
}
