import ArgumentParser
import FrameGeometry
import FrameGesture

@main
struct GestureBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture-benchmark",
    abstract: "Measure PickView's seven recognizers on long streams of touches.")

  @Option(help: "The number of touch events of each case.")
  var events = 2_000_000

  @Option(help: "The number of runs of each case. The median is reported.")
  var runs = 5

  @Option(help: "The only case to measure.")
  var only: Stream?

  func validate() throws {
    guard events >= 1000, runs > 0 else {
      throw ValidationError("--events must be at least 1000, and --runs at least 1.")
    }
  }

  func run() throws {
    for stream in only.map({ [$0] }) ?? Stream.allCases {
      var rates: [Double] = []
      for _ in 0..<runs {
        var session = stream.session()
        var reported = 0
        let duration = try ContinuousClock().measure {
          try stream.play(events, on: &session, counting: &reported)
        }
        rates.append(Double(events) / (duration / .seconds(1)))
      }
      let rate = (rates.sorted()[runs / 2] / 1e4).rounded() / 100
      print("\(stream.title.padded(to: 34))\(rate) million touch events per second")
    }
  }
}

/// A stream of touches that repeats one finger movement.
enum Stream: String, CaseIterable, ExpressibleByArgument {
  case drags, pinches, together, taps

  var title: String {
    switch self {
    case .drags: "drags of a thousand moves"
    case .pinches: "two fingers, a thousand moves"
    case .together: "the same, all seven together"
    case .taps: "only taps"
    }
  }

  func session() -> GestureSession {
    let preset = GesturePreset.pickview.definition
    var session = GestureSession(settings: preset.settings)
    let numbers = preset.kinds.map { session.attach(RecognizerDescription($0, on: 0)) }
    guard self == .together else { return session }
    // All recognizers may recognize together, and none fails because a finger moves too far or stays down too long.
    for a in numbers {
      for b in numbers where a < b { session.allowSimultaneous(a, b) }
    }
    session.settings.tapMaxDistance = .infinity
    session.settings.tapMaxDuration = .infinity
    session.settings.longPressMaxDistance = .infinity
    session.settings.swipeMaxDrift = .infinity
    return session
  }

  private var fingers: Int {
    switch self {
    case .drags, .taps: 1
    case .pinches, .together: 2
    }
  }

  func play(_ events: Int, on session: inout GestureSession, counting reported: inout Int) throws {
    let moves = self == .taps ? 0 : 1000
    var count = 0
    while count < events {
      var time = session.now + 0.01
      func touch(_ phase: TouchPhase, _ finger: Int, _ step: Int) -> TouchFrame {
        let position = Point(x: 100 + Double(step) * 0.1, y: 100 + 50 * Double(finger))
        return TouchFrame(time: time, touches: [Touch(id: finger, phase, at: position)])
      }
      for finger in 0..<fingers {
        reported += session.process(touch(.down, finger, 0)) { _ in [0] }.count
      }
      for step in 0..<moves {
        time += 0.0001
        reported += session.process(touch(.move, step % fingers, step)) { _ in [0] }.count
      }
      time += 0.05
      for finger in 0..<fingers {
        reported += session.process(touch(.up, finger, moves)) { _ in [0] }.count
      }
      reported += session.drain().count
      count += moves + 2 * fingers
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
