import FoundationEssentials
import FrameCodec
import FrameImage
import FrameEngine
import FrameScript
import Loopback
import PNGCodec
import Platform
import Synchronization

@testable import FrameStudio

/// A harness that sends arbitrary messages to a studio, one per line, and arbitrary requests to the part of its server that
/// admits browsers. SwiftNIO parses the bytes of requests and web sockets; it is not tested here.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let view = #"{"do":"view","width":90,"height":70,"zoom":null,"center":[30,20]}"# + "\n"
    let drag = (0..<8).map { step in
      let phase = step == 0 ? "down" : step == 7 ? "up" : "move"
      return
        #"{"do":"touch","t":\#(1000 + 16 * step),"touches":[[1,"\#(phase)",\#(20 + 3 * step),\#(9 + step)]]}"#
        + "\n"
    }.joined()
    let twist = (0..<8).map { step in
      let phase = step == 0 ? "down" : step == 7 ? "up" : "move"
      return
        #"{"do":"touch","t":\#(16 * step),"touches":[[1,"\#(phase)",\#(20 + step),10],[2,"\#(phase)",40,\#(30 - step)]]}"#
        + "\n"
    }.joined()
    let styles = ["words", "edits", "touches"].map { #"{"do":"style","as":"\#($0)","relative":true}"# + "\n" }
    let gestures = styles.flatMap { style -> [String] in
      [view + style + drag + "\n" + twist, style + twist + "\n" + drag]
    }
    let others: [String] = [
      """
      {"do":"set","what":"preset","value":"uikit"}
      {"do":"set","what":"mode","value":"fill"}
      {"do":"set","what":"straighten","value":-3.25}
      {"do":"set","what":"crop","value":[1,2,30,20]}
      {"do":"set","what":"cover","value":true}
      {"do":"set","what":"scale","value":[0.5,2]}
      {"do":"set","what":"select","value":"a"}
      {"do":"set","what":"straighten","value":null}
      {"do":"set","what":"crop","value":null}
      {"do":"set","what":"cover","value":false}
      {"do":"turn","what":"left"}
      {"do":"turn","what":"mirror"}
      {"do":"set","what":"frame","value":null}
      """,
      """
      {"do":"nudge","what":"pan","value":[1,-2.5]}
      {"do":"nudge","what":"twist","value":15,"at":[3,4]}
      {"do":"nudge","what":"pinch","value":1.1,"at":[30,20]}

      {"do":"reset"}
      {"do":"undo"}
      {"do":"redo"}
      """,
      #"""
      {"do":"write","text":"layer a rect 1,1 9,9 fill red\nrotate 9deg\n","version":1}
      {"do":"write","text":"canvas 40,40\n","version":1}
      {"do":"write","text":"","version":2}
      {"do":"write","text":"é🙂","version":-1}
      """#,
      #"""
      {"do":"save"}
      {"do":"save","name":"b.txt","overwrite":true}
      {"do":"write","text":"include \"b.txt\"","version":1}
      {"do":"reload"}
      {"do":"save","name":"../c"}
      """#,
      """
      \(view)\
      {"do":"strip","from":1,"to":3,"height":32}
      {"do":"scrub","time":0.35}
      {"do":"before","on":true}
      {"do":"input","number":2}
      {"do":"view","width":90,"height":70,"zoom":2,"center":[30,20],"whole":true}
      {"do":"choose","text":"Ok"}
      {"do":"set","what":"exposure","value":0.5}
      {"do":"view","width":1e9,"height":-1,"zoom":0.001,"center":[-1e5,1e5]}
      {"do":"shown","seq":1}
      {"do":"touch","t":-1e11,"touches":[[9223372036854775807,"down",999999,-999999]]}
      """,
      "GET /?token=0123456789abcdef\nhost: 127.0.0.1:80\norigin: http://127.0.0.1:80\ncookie: a=b; frameit-80=0",
      "GET /socket\nhost: localhost:80\norigin: null", "POST /\nhost: frameit.example", "GET ?",
    ]
    return (gestures + others).map { Array($0.utf8) }
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    if bytes.starts(with: "GET ".utf8) || bytes.starts(with: "POST ".utf8) { return admit(bytes) }
    var conversation = Conversation(choice)
    for message in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      conversation.send(Array(message))
    }
    conversation.end()
  }

  /// Nobody is admitted without a secret, and a browser that has the cookie is, whatever else is in its request.
  private static func admit(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
    }
    var headers = Dictionary(fields) { "\($0), \($1)" }
    let admission = Admission(port: 80)
    func answer(_ target: String) -> Admission.Answer {
      admission.answer(LoopbackRequest(method: words[0], target: target, headers: headers))
    }
    guard case .refused = answer(words[1]) else { return hold(false, "\(words) \(headers)") }
    (headers["host"], headers["origin"]) = ("localhost:80", nil)
    guard words[0] == "GET" else { return }
    let address = "/" + admission.address.drop { $0 != "?" }
    guard case .welcome(let cookie) = answer(address) else { return hold(false, "not welcome") }
    headers["cookie"] = (headers["cookie"] ?? "") + "; " + cookie.prefix { $0 != ";" }
    hold(answer(words[1]) == .admitted, "\(headers)")
  }
}

/// Two pages of a studio. Their messages take turns, or all come from one.
private struct Conversation {
  private var state: StudioState
  private let pages: [Studio.Page]
  private let inboxes: [Inbox]
  private let draws: Bool
  private var count = 0
  /// In milliseconds.
  private var now = 1000.0
  private var hasSaved = false

  private static let folder = "/dev/shm/frameit-fuzz-studio-\(getpid())"
  private static let photos = ["1.png", "2.png"]
  private static let codecs = CodecList([PNGCodec()])

  private static let settings: StudioSettings = {
    // A script without a name is saved in the current folder.
    mkdir(folder, 0o700)
    guard chdir(folder) == 0 else { fatalError("cannot create \(folder)") }
    for (name, image) in zip(photos, [drawn(60, 40, .rgb8), drawn(30, 50, .rgba8)]) {
      let file = Data(encoded(image, by: PNGCodec()))
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: file)
    }
    var settings = StudioSettings(maximumPixels: 1 << 14, maximumMemory: 16 << 20, worker: "")
    settings.inputs = photos.map { "\(folder)/\($0)" }
    return settings
  }()

  private static let scripts = [
    "", "canvas 60,40\nlayer photo image\n",
    "layer a rect 5,5 30,20 fill red # a\nset pan.slop 0;rotate 9deg",
    "canvas 50%,90%\nlimit cover 0,0 100%,100% elastic\ncrop 3,3 30,20\n",
  ]

  /// The messages to a page, which must be valid.
  private final class Inbox: Sendable {
    let pictures = Mutex(0)

    func take(_ output: Studio.Output) {
      switch output {
      case .text(let bytes): check(bytes)
      case .bytes(let bytes):
        let length = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        check(Array(bytes[4..<4 + length]))
        pictures.withLock { $0 += 1 }
      }
    }

    private func check(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      guard case .object? = try? JSONValue(line: text, nesting: 512).kind else {
        return hold(false, "no JSON: \(text)")
      }
    }
  }

  init(_ choice: Choice) {
    var settings = Self.settings
    if choice.bit(2) { settings.inputs.removeLast() }
    draws = choice.bit(3)
    let path = "\(Self.folder)/script.txt"
    let document = Document(text: choice.pick(Self.scripts), path: choice.bit(4) ? path : nil, stamp: nil)
    state = StudioState(document, settings, Self.codecs) { _ in }
    pages = (1...(choice.bit(5) ? 2 : 1)).map { Studio.Page(number: $0) }
    inboxes = pages.map { _ in Inbox() }
    for (page, inbox) in zip(pages, inboxes) { state.handle(.opened(page) { inbox.take($0) }, now: now) }
  }

  private var text: String { state.script.document.text }

  /// Sends a message, and draws the next picture. An empty message lets time pass.
  mutating func send(_ message: [UInt8]) {
    now += message.isEmpty ? 450 : 16
    let wasValid = state.script.problems.isEmpty
    let page = pages[count % pages.count]
    count += 1
    if !message.isEmpty { state.handle(.message(page, message, time: now), now: now) }
    state.meetDeadlines(now: now)
    if let range = state.script.written { hold(range.upperBound <= text.utf16.count, "\(range) of \(text)") }
    switch Request(message) {
    case .write, .undo, .redo, .reload, .input: break
    case .save: hasSaved = true
    default: if wasValid { checkSyntax() }
    }
    if draws { draw() }
  }

  /// What the studio itself writes must not have syntax errors.
  private func checkSyntax() {
    if state.script.problems.isEmpty { return }
    do throws(EditFailure) {
      _ = try Editor(codecs: Self.codecs).parse(text, name: "a") {
        path, _ throws(ScriptError) in
        throw ScriptError(.includeFailed(path, reason: "none"))
      }
    } catch {
      hold(text.contains("include"), "\(text): \(error)")
    }
  }

  private mutating func draw() {
    guard let task = state.nextTask(now: now) else { return }
    state.draw(task, now: now, Cancellation())
    for (page, inbox) in zip(pages, inboxes) {
      let message = #"{"do":"shown","seq":\#(inbox.pictures.withLock { $0 })}"#
      state.handle(.message(page, Array(message.utf8), time: now), now: now)
    }
  }

  mutating func end() {
    _ = state.end(now: now)
    let text = text
    if state.script.document.canUndo {
      for word in ["undo", "redo"] { send(Array(#"{"do":"\#(word)"}"#.utf8)) }
      hold(self.text == text, "\(self.text) after undo and redo in place of \(text)")
    }
    guard hasSaved, let names = try? FileManager.default.contentsOfDirectory(atPath: Self.folder) else {
      return
    }
    for name in names where !Self.photos.contains(name) {
      try? FileManager.default.removeItem(atPath: "\(Self.folder)/\(name)")
    }
  }
}
