import CCodecWorker
import FrameBatch
import Platform

/// What a program of `serve` hands to the one that replaces it, because one of its jobs did not stop.
///
/// The same process executes the program again: its id, its arguments, stdin and stdout stay the same, and the thread of the
/// job is gone. The unread jobs are in a file in memory, and the numbers in a variable of the environment.
struct ServeSuccession {
  var rest: LineReader.Rest
  /// The number of failed jobs.
  var failed: Int

  private static let variable = "FRAMEIT_SERVE_CONTINUES"

  /// Returns what an earlier program of this process has left; nil if this is the first one.
  static func begin() -> ServeSuccession? {
    guard let text = getenv(variable).map({ String(cString: $0) }) else { return nil }
    unsetenv(variable)
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 5, numbers[0] == Int(getpid()), let file = Int32(exactly: numbers[1]) else {
      return nil
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file, 0, SEEK_END))))
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    bytes.removeLast(bytes.count - max(0, count))
    let rest = LineReader.Rest(bytes: bytes, index: numbers[2], number: numbers[3])
    return ServeSuccession(rest: rest, failed: numbers[4])
  }

  /// Replaces this program. Returns only if the system refuses that.
  ///
  /// - Parameter source: The source of the jobs.
  func continueInNewProgram(reading source: Int32) {
    let file = codec_channel_file()
    let written = rest.bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard file >= 0, written == rest.bytes.count, fcntl(file, F_SETFD, 0) == 0,
      dup2(source, STDIN_FILENO) >= 0
    else { return }
    setenv(Self.variable, "\(getpid()) \(file) \(rest.index) \(rest.number) \(failed)", 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
  }
}
