import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A line at the end of a terminal: how far a batch has come, and how long it will take. Nothing of it gets into a file.
struct BatchProgress {
  private let total: Int
  /// What they are, where that is not clear.
  private let things: String
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var isShown = false
  private let isWanted: Bool

  /// More often nobody can read it.
  private static let interval = Duration.milliseconds(100)

  init(total: Int, of things: String = "") {
    (self.total, self.things) = (total, things)
    isWanted = total > 1 && isatty(STDERR_FILENO) == 1 && Terminal.variable("TERM") != "dumb"
  }

  /// Takes the line away, before something else is said.
  mutating func clear() {
    guard isShown else { return }
    Self.wipe()
    isShown = false
  }

  /// Empties the terminal's line, whoever has written it.
  static func wipe() {
    if isatty(STDERR_FILENO) == 1 { Console.status("\r\u{1B}[K") }
  }

  mutating func show(done: Int, failed: Int) {
    let now = ContinuousClock.now
    guard isWanted, done < total, last.map({ now - $0 > Self.interval }) ?? true else { return }
    last = now
    isShown = true
    let seconds = (now - start).seconds
    let rate = Double(done) / max(seconds, 1e-3)
    var parts = ["\(done) of \(total)\(things)", "\(rate.fixed(1)) a second"]
    if done > 0 { parts.append("\(Self.time(Double(total - done) / rate)) left") }
    if failed > 0 { parts.append("\(failed) failed") }
    Console.status("\r  " + parts.joined(separator: ", ") + "\u{1B}[K")
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded())
    if whole < 100 { return "\(whole) s" }
    return whole < 6000 ? "\((whole + 30) / 60) min" : "\((whole + 1800) / 3600) h"
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
