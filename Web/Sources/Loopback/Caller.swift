import FoundationEssentials
import Synchronization

/// The program that started this one, `frameit`. It reads lines of JSON from stdout, and answers the lines of a review by lines on
/// stdin: of a review, it alone reads and writes images.
public final class Caller: Sendable {
  /// A line to the caller.
  public struct Message: Encodable {
    let request: String
    let address: String?
    let reason: String?
    let paths: [String]?

    /// - Parameters:
    ///   - request: `ready`, `failed`, `another` for the address of one more browser, `state`, `accept` or `finish`.
    ///   - address: The address of the page, for `ready` and `another`.
    ///   - reason: The reason, for `failed`.
    public init(request: String, address: String? = nil, reason: String? = nil, paths: [String]? = nil) {
      (self.request, self.address, self.reason, self.paths) = (request, address, reason, paths)
    }
  }

  /// The requests that wait for an answer, in the order of their lines.
  private let waiting = Mutex<[CheckedContinuation<[UInt8], Never>]>([])

  public init() {}

  /// Reads answers until the caller closes stdin or ends.
  public func readAnswers() {
    while let line = readLine() {
      let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      next?.resume(returning: Array(line.utf8))
    }
  }

  /// Tells the caller something that it does not answer.
  public func tell(_ line: Message) { waiting.withLock { _ in write(line) } }

  /// Returns the caller's answer, a JSON object.
  public func answer(to question: Message) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      // The order of the lines must be that of the continuations.
      waiting.withLock { waiting in
        waiting.append(continuation)
        write(question)
      }
    }
  }

  private func write(_ line: Message) {
    guard var bytes = try? JSONEncoder().encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    // Not by `print` and `fflush`, which wait for the thread that reads stdin.
    var rest = [UInt8](bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
      // A caller that has ended closes stdin, too, and that ends the program.
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }
}

/// The function of the C library, whose name the class has, too.
private let systemWrite = write
