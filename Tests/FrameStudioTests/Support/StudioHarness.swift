import Foundation
import FrameImage
import FrameKit
import Synchronization

@testable import FrameStudio

/// A studio without a browser: messages go in with their times, and the answers are kept.
final class StudioHarness {
  let folder: URL
  private(set) var state: StudioState
  private let page = FrameStudio.Studio.Page(number: 1)
  private let sent = Sent()
  /// How much of the exports was done, in percent, as far as `exportAnswers` has received it.
  private(set) var percents: [Int] = []
  /// In milliseconds, for the studio and the page.
  private(set) var now = 1000.0

  private final class Sent: Sendable {
    let texts = Mutex<[[UInt8]]>([])
    let pictures = Mutex<[[UInt8]]>([])
  }

  /// Creates a studio with photos of one color with a white corner.
  init(
    script: String? = nil, photos: [PixelSize] = [PixelSize(width: 600, height: 400)!],
    _ change: (inout StudioSettings) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "frameit-studio-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var paths: [String] = []
    for (index, size) in photos.enumerated() {
      let path = folder.appending(path: "photo\(index + 1).png").path
      try Data(Self.photo(size)).write(to: URL(filePath: path))
      paths.append(path)
    }
    var settings = StudioSettings(maximumPixels: 100_000_000, maximumMemory: 1 << 30, worker: "")
    settings.inputs = paths
    if let script {
      let path = folder.appending(path: "script.txt").path
      try Data(script.utf8).write(to: URL(filePath: path))
      settings.script = path
    }
    change(&settings)
    let document = try Document(reading: settings.script, limits: settings.limits)
    state = StudioState(document, settings, settings.codecs) { _ in }
    open(page)
  }

  /// Files of photos by their sizes: making one takes longer than most tests.
  private static let photos = Mutex<[PixelSize: [UInt8]]>([:])

  private static func photo(_ size: PixelSize) throws -> [UInt8] {
    try photos.withLock { photos in
      if let known = photos[size] { return known }
      var bytes: [UInt8] = []
      for y in 0..<size.height {
        for x in 0..<size.width {
          let isCorner = x < 40 && y < 40
          bytes += [UInt8(x * 255 / size.width), UInt8(y * 255 / size.height), isCorner ? 255 : 60]
        }
      }
      let bitmap = Bitmap(size: size, format: .rgb8, bytes: bytes)!
      let file = try Edit(script: "").apply(to: .bitmap(bitmap)).encoded(as: .png)
      photos[size] = file
      return file
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The names of all files in the folder.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  var text: String { state.script.document.text }
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Returns a field of the report of the last run.
  func report<Value>(_ field: String) -> Value? { state.script.run?.report[field] as? Value }

  func url(_ name: String) -> URL { folder.appending(path: name) }

  // MARK: Messages

  func open(_ page: FrameStudio.Studio.Page) {
    let sent = sent
    state.handle(
      .opened(page) { output in
        switch output {
        case .text(let bytes): sent.texts.withLock { $0.append(bytes) }
        case .bytes(let bytes): sent.pictures.withLock { $0.append(bytes) }
        }
      }, now: now)
  }

  func change(_ paths: [String]) { state.handle(.filesChanged(paths), now: now) }

  func close(_ page: FrameStudio.Studio.Page) { state.handle(.closed(page), now: now) }

  func end() { _ = state.end(now: now) }

  /// Sends a message of the page.
  func send(_ json: String, from page: FrameStudio.Studio.Page? = nil) {
    state.handle(.message(page ?? self.page, Array(json.utf8), time: now), now: now)
  }

  /// Lets time pass.
  func wait(_ milliseconds: Double) {
    now += milliseconds
    state.meetDeadlines(now: now)
  }

  /// Moves fingers along straight lines, 60 times a second.
  ///
  /// - Parameter paths: The start and the end of each finger.
  func drag(_ paths: [(from: (Double, Double), to: (Double, Double))], milliseconds: Double = 300) {
    touch(paths.enumerated().map { ($0 + 1, "down", $1.from.0, $1.from.1) })
    let steps = Int((milliseconds / 16).rounded())
    for step in 1...steps {
      now += 16
      let share = Double(step) / Double(steps)
      touch(
        paths.enumerated().map { index, path in
          (
            index + 1, "move", path.from.0 + (path.to.0 - path.from.0) * share,
            path.from.1 + (path.to.1 - path.from.1) * share
          )
        })
    }
    // A finger that rests has no momentum.
    now += 100
    touch(paths.enumerated().map { ($0 + 1, "up", $1.to.0, $1.to.1) })
  }

  func touch(_ fingers: [(Int, String, Double, Double)], from page: FrameStudio.Studio.Page? = nil) {
    let list = fingers.map { "[\($0.0),\"\($0.1)\",\($0.2),\($0.3)]" }.joined(separator: ",")
    send(#"{"do":"touch","t":\#(now),"touches":[\#(list)]}"#, from: page)
  }

  /// Draws all pictures that are due.
  ///
  /// - Returns: The headers of the pictures, and their images.
  func draw() throws -> [(header: [String: Any], image: [UInt8])] {
    var count = 0
    while let task = state.nextTask(now: now), count < 100 {
      state.draw(task, now: now, Cancellation())
      count += 1
    }
    return try sent.pictures.withLock { pictures in
      defer { pictures = [] }
      return try pictures.map(Self.parts)
    }
  }

  /// Returns the header and the file of a binary message.
  private static func parts(of bytes: [UInt8]) throws -> (header: [String: Any], image: [UInt8]) {
    let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    let header = try JSONSerialization.jsonObject(with: Data(bytes[4..<4 + length]))
    return (header as? [String: Any] ?? [:], Array(bytes[(4 + length)...]))
  }

  /// Waits for the ends of exports, and returns the messages about them. Those with a file have its `bytes`.
  func exportAnswers(_ count: Int = 1) throws -> [[String: Any]] {
    let ends = ["exported", "exportExists", "exportCanceled", "refused"]
    var answers: [[String: Any]] = []
    for _ in 0..<3000 where answers.count < count {
      let files = try sent.pictures.withLock { pictures in
        defer { pictures = [] }
        return try pictures.map(Self.parts)
      }
      answers += files.filter { $0.header["is"] as? String == "file" }.map { header, bytes in
        header.merging(["bytes": bytes]) { $1 }
      }
      let messages = try takeMessages()
      percents += messages.compactMap { $0["percent"] as? Int }
      answers += messages.filter { ends.contains($0["is"] as? String ?? "") }
      usleep(10_000)
    }
    return answers
  }

  /// The messages since the last call.
  func takeMessages() throws -> [[String: Any]] {
    try sent.texts.withLock { texts in
      defer { texts = [] }
      return try texts.map { try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:] }
    }
  }
}
