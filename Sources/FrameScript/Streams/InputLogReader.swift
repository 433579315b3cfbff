import FrameGesture
import FrameImage
import FrameScene

/// What is wrong with a log of input events.
package enum InputLogProblem: Equatable, Sendable {
  /// Neither the log nor `include` has the ranges of the axes.
  case noRanges
  /// A position is far outside the range of its axis.
  case outside(axis: String, Double, least: Double, greatest: Double)
  /// A finger moves or goes up that did not come down in the log.
  case begun
  /// Seconds.
  case timeGoesBack(from: Double, to: Double)
  /// A gap of more than an hour while a finger is down, in seconds.
  case timeJumps(by: Double)
  /// Two touchscreens.
  case devices(String, String)
  /// The kernel lost events.
  case dropped
  /// A line that is none of the log.
  case line(String)
}

/// Reads the touches of a log of input events.
struct InputLogReader {
  private(set) var statements: [Statement] = []
  private(set) var lines: LogLines
  private let options: RecordingOptions
  private let limits: Limits
  private var contacts: ContactReader

  /// The path of the touchscreen, if lines have one.
  private var device: [UInt8]?
  /// The device that a listing or a recording of libinput has named last.
  private var listed = ""
  /// The ranges of the axes, by the path of the device. The key "" has those that were read last.
  private var listedRanges: [String: [Int: ClosedRange<Double>]] = [:]
  /// The ranges of the touchscreen's axes; nil before the first touch.
  private var ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>)?
  private var start: Double?
  private var last = -Double.infinity

  /// The longest time without events while a finger is down, in seconds.
  private static let longestHold = 3600.0

  init(_ lines: LogLines, _ options: RecordingOptions, limits: Limits) {
    (self.lines, self.options, self.limits) = (lines, options, limits)
    contacts = ContactReader(limits: limits)
  }

  /// - Throws: The first error.
  mutating func read() throws(ScriptError) {
    while try lines.advance() {
      guard let line = InputLogLine(lines.line) else {
        throw problem(.line(String(decoding: lines.line.prefix(60), as: UTF8.self)))
      }
      switch line {
      case .event(let event, let device): try take(event, of: device ?? ArraySlice(listed.utf8))
      case .device(let path): listed = path
      case .range(let range, let code):
        listedRanges[listed, default: [:]][code] = range
        listedRanges["", default: [:]][code] = range
      case .other: break
      }
    }
  }

  private func problem(_ problem: InputLogProblem) -> ScriptError {
    ScriptError(.inputLog(problem), at: lines.position)
  }

  private mutating func take(_ event: InputEvent, of path: ArraySlice<UInt8>) throws(ScriptError) {
    if event.isAboutContact {
      if let device, !device.elementsEqual(path) {
        throw problem(
          .devices(String(decoding: device, as: UTF8.self), String(decoding: path, as: UTF8.self)))
      }
      if device == nil { device = Array(path) }
    }
    guard let device, device.elementsEqual(path) else { return }
    guard event.time >= last else { throw problem(.timeGoesBack(from: last, to: event.time)) }
    if contacts.isDown, event.time - last > Self.longestHold {
      throw problem(.timeJumps(by: event.time - last))
    }
    last = event.time
    try contacts.take(event, at: lines.position)
    for touch in contacts.touches { try add(touch, event.time) }
  }

  private mutating func add(_ touch: ContactReader.Touch, _ time: Double) throws(ScriptError) {
    try limited(limits.check(recordedTouches: statements.count + 1), at: lines.position)
    let ranges = try knownRanges()
    try check("X", touch.x, in: ranges.x)
    try check("Y", touch.y, in: ranges.y)
    let begin = start ?? time
    start = begin
    let touch = StreamTouch(
      time: ((time - begin) * 1e6).rounded() / 1e6, id: touch.finger, phase: touch.phase,
      point: options.place(touch.x, touch.y, in: ranges), offset: 0)
    statements.append(touch.statement(at: lines.position))
  }

  private mutating func knownRanges() throws(ScriptError) -> (x: ClosedRange<Double>, y: ClosedRange<Double>)
  {
    if let ranges { return ranges }
    let known = listedRanges[String(decoding: device ?? [], as: UTF8.self)] ?? listedRanges[""]
    guard let x = options.ranges?.x ?? known?[InputEvent.x], let y = options.ranges?.y ?? known?[InputEvent.y]
    else { throw problem(.noRanges) }
    ranges = (x, y)
    return (x, y)
  }

  /// Touchscreens report positions slightly outside of their ranges. A position far outside means that the range is that of
  /// the other axis, or of another device.
  private func check(_ axis: String, _ value: Double, in range: ClosedRange<Double>) throws(ScriptError) {
    let slack = (range.upperBound - range.lowerBound) / 50
    guard value < range.lowerBound - slack || value > range.upperBound + slack else { return }
    throw problem(.outside(axis: axis, value, least: range.lowerBound, greatest: range.upperBound))
  }
}
