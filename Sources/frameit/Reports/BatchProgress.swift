import FrameGeometry
import FrameImage
import Platform

/// A progress line on the terminal: how many jobs are done, and how long the rest will take. It is never written to a
/// file.
struct BatchProgress {
  private let total: Int
  /// The unit of the counts, such as " frames"; empty for images.
  private let unit: String
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  private var isShown = false
  private let isEnabled: Bool

  /// The shortest time between updates; faster changes are unreadable.
  private static let interval = Duration.milliseconds(100)

  init(total: Int, of unit: String = "") {
    (self.total, self.unit) = (total, unit)
    isEnabled = total > 1 && isatty(STDERR_FILENO) == 1 && Environment.variable("TERM") != "dumb"
  }

  /// Erases the line before other output.
  mutating func clear() {
    guard isShown else { return }
    Self.clearLine()
    isShown = false
  }

  /// Erases the terminal's current line, even if another instance wrote it.
  static func clearLine() {
    if isatty(STDERR_FILENO) == 1 { Console.status("\r\u{1B}[K") }
  }

  mutating func show(done: Int, failed: Int) {
    let now = ContinuousClock.now
    guard isEnabled, done < total, last.map({ now - $0 > Self.interval }) ?? true else { return }
    last = now
    isShown = true
    let seconds = (now - start).seconds
    let rate = Double(done) / max(seconds, 1e-3)
    var parts = ["\(done) of \(total)\(unit)", "\(rate.fixed(1)) a second"]
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

/// A progress line for the frames of a frame sequence.
final class FrameProgress: Sendable {
  private let line = Monitor<BatchProgress?>(nil)

  func show(_ done: Int, of total: Int) {
    line.change { line in
      if line == nil { line = BatchProgress(total: total, of: " frames") }
      line?.show(done: done, failed: 0)
    }
  }

  /// Erases the line before other output.
  func end() {
    line.change { line in
      line?.clear()
      line = nil
    }
  }
}
