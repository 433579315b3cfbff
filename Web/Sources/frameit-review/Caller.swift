import FoundationEssentials
import Loopback
import Synchronization

/// The program that started this one, `frameit`. It is asked by lines of JSON on stdout, and answers each by a line on
/// stdin. It alone reads and writes images.
final class Caller: Sendable {
  /// A line to the caller.
  struct Question: Encodable {
    /// `ready`, `failed`, `state`, `accept` or `finish`.
    let request: String
    /// The address of the page, for `ready`.
    var address: String?
    /// The reason, for `failed`.
    var reason: String?
    var paths: [String]?
  }

  /// The requests that wait for an answer, in the order of their lines.
  private let waiting = Mutex<[CheckedContinuation<[UInt8], Never>]>([])

  /// Reads answers until the caller closes stdin or ends.
  func readAnswers() {
    while let line = readLine() {
      let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      next?.resume(returning: Array(line.utf8))
    }
  }

  /// Tells the caller something that it does not answer.
  func tell(_ line: Question) { waiting.withLock { _ in write(line) } }

  /// Returns the caller's answer, a JSON object.
  func answer(to question: Question) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      // The order of the lines must be that of the continuations.
      waiting.withLock { waiting in
        waiting.append(continuation)
        write(question)
      }
    }
  }

  private func write(_ line: Question) {
    guard var bytes = try? JSONEncoder().encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    var rest = [UInt8](bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { _exit(1) }
    }
  }
}

/// The function of the C library, whose name the class has, too.
private let systemWrite = write
