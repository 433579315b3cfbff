import FrameGeometry
import FrameGesture

/// The fingers of a person since the first one went down, as `touch` statements.
///
/// Times are whole milliseconds and coordinates hundredths of a pixel from the start, so that the picture under the
/// fingers is that of the statements.
struct Recording {
  /// A finger at one instant.
  struct Finger: Equatable {
    let id: Int
    let phase: TouchPhase
    /// On the canvas.
    let location: Point
  }

  /// The finished statements.
  private(set) var lines: [String] = []
  /// The fingers that are down, with their last places.
  private(set) var down: [Int: Point] = [:]
  /// The first place of each finger, and the largest distance from it that a finger has reached.
  private var starts: [Int: Point] = [:]
  private(set) var reach = 0.0
  /// Where the first finger went down.
  private(set) var firstPlace: Point?
  /// In milliseconds of the browser's clock.
  private var start = 0.0
  /// In whole milliseconds since the start.
  private var last = 0

  /// The time from the end of what the script does to the first finger. It is longer than any wait for a second tap.
  static let pause = "+1s"

  /// More would make every picture slow.
  private static let mostLines = 20_000

  var isFull: Bool { lines.count >= Self.mostLines }

  /// Adds the fingers of one instant. Invalid touches, such as a move of a finger that is up, are left out.
  ///
  /// - Parameter time: In milliseconds of the browser's clock.
  mutating func add(_ fingers: [Finger], at time: Double) {
    if lines.isEmpty { start = time }
    // A finger's events must have different times.
    let now = lines.isEmpty ? 0 : max(last + 1, milliseconds(until: time))
    var statements: [String] = []
    for finger in fingers {
      let isDown = down[finger.id] != nil
      guard (finger.phase == .down) != isDown, finger.location.x.isFinite, finger.location.y.isFinite else {
        continue
      }
      let delay = !statements.isEmpty ? "+0s" : lines.isEmpty ? Self.pause : "+\(now - last)ms"
      let place = "\(finger.location.x.trimmed(2)),\(finger.location.y.trimmed(2))"
      if !isDown { starts[finger.id] = finger.location }
      firstPlace = firstPlace ?? finger.location
      if let start = starts[finger.id] { reach = max(reach, Vector(from: start, to: finger.location).length) }
      switch finger.phase {
      case .down, .move: down[finger.id] = finger.location
      case .up, .cancel: down[finger.id] = nil
      }
      statements.append("touch \(finger.id) \(finger.phase.rawValue) \(place) \(delay)")
    }
    guard !statements.isEmpty else { return }
    last = now
    lines.append(statements.joined(separator: "; "))
  }

  /// Cancels all fingers.
  mutating func cancel(at time: Double) {
    add(
      down.sorted { $0.key < $1.key }.map { Finger(id: $0.key, phase: .cancel, location: $0.value) }, at: time
    )
  }

  /// Returns the whole milliseconds since the start, at most a day.
  private func milliseconds(until time: Double) -> Int {
    Int(min(max(time - start, 0), 86_400_000).rounded())
  }

  /// Returns the statements up to an instant at which fingers may be down.
  ///
  /// - Parameter time: In milliseconds of the browser's clock.
  func statements(until time: Double) -> [String] {
    let rest = milliseconds(until: time) - last
    return rest > 0 && !lines.isEmpty ? lines + ["wait \(rest)ms"] : lines
  }
}

/// Fingers that are down, or that have just gone up.
struct Hands {
  let page: Studio.Page
  /// The run of the script before them. Its text is the script's, on a canvas that does not change under fingers.
  let before: FinishedRun
  /// The same with recognizers of the studio's own, for a layer that has none; nil if the script's take the fingers.
  let helped: FinishedRun?
  private(set) var recording = Recording()
  /// The difference between the studio's clock and the page's.
  private let clockOffset: Double
  /// When the last message of the fingers came, by the studio's clock.
  private var lastMessage: Double

  /// The wait for a second tap, in milliseconds. Longer than the tap gap of any preset.
  private static let secondTapWait = 400.0
  /// Longer than any recognizer waits by default, in milliseconds.
  private static let longestTimer = 1500.0

  /// - Parameters:
  ///   - clock: The time by the page's clock, in milliseconds.
  ///   - now: The time by the studio's clock.
  ///   - before: The run of the script before them, on a canvas that does not change.
  ///   - helped: The same with recognizers of the studio's own; nil without.
  init(of page: Studio.Page, clock: Double, now: Double, before: FinishedRun, helped: FinishedRun?) {
    (self.page, self.before, self.helped) = (page, before, helped)
    (clockOffset, lastMessage) = (now - clock, now)
  }

  mutating func add(_ fingers: [Recording.Finger], clock: Double, now: Double) {
    recording.add(fingers, at: clock)
    lastMessage = now
  }

  /// Cancels the fingers that are down.
  mutating func lift(now: Double) { recording.cancel(at: now - clockOffset) }

  var areUp: Bool { recording.down.isEmpty }

  /// The time from which a tap cannot become a double tap, by the studio's clock; nil while fingers are down.
  var decisionTime: Double? { areUp ? lastMessage + Self.secondTapWait : nil }

  /// Returns true if the scene may change although the fingers rest: a long press begins.
  func mayAct(now: Double) -> Bool { now - lastMessage < Self.longestTimer }

  /// The script with the touches.
  var text: String { (helped ?? before).text(adding: recording.lines) }

  /// Returns the script with the touches until now.
  func text(until now: Double) -> String {
    (helped ?? before).text(adding: recording.statements(until: now - clockOffset))
  }

  /// The places of the fingers that are down.
  var places: [Point] { recording.down.sorted { $0.key < $1.key }.map(\.value) }
}
