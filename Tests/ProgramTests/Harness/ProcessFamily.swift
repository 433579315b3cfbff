import Platform
import Testing

/// The processes that a program starts.
enum ProcessFamily {
  struct Child {
    var number: pid_t
    /// The process name, of which the kernel keeps 15 bytes.
    var name: String
    /// The processor time in the system's clock ticks.
    var ticks: Int
  }

  /// Returns the children of a process; see proc(5).
  static func children(of parent: pid_t) -> [Child] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [Child] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The name may contain spaces and parentheses.
      guard let number = pid_t(name), let text = file("/proc/\(name)/stat"),
        let start = text.firstIndex(of: "("),
        let end = text.lastIndex(of: ")")
      else { continue }
      let fields = text[end...].split(separator: " ")
      guard fields.count > 13, pid_t(fields[2]) == parent, let ticks = Int(fields[12]) else { continue }
      found.append(
        Child(number: number, name: String(text[text.index(after: start)..<end]), ticks: ticks))
    }
    return found
  }

  /// Runs a program until a child of it works in its sandbox, and ends the program with a signal.
  ///
  /// - Parameters:
  ///   - stopping: True if the child is stopped first, so that it cannot react.
  ///   - isMeant: Returns true for the child with this name that is meant.
  /// - Returns: The child.
  static func endParent(
    of spawn: Spawn, by signal: Int32, stopping: Bool = false, _ isMeant: @escaping (String) -> Bool
  ) throws -> pid_t {
    var (spawn, child): (Spawn, pid_t?) = (spawn, nil)
    var seen = 0
    spawn.watching = { parent in
      guard child == nil, let found = children(of: parent).first(where: { isMeant($0.name) }),
        file("/proc/\(found.number)/status")?.contains("Seccomp:\t2") == true
      else { return }
      // The child needs a moment from the fork to its new image.
      seen += 1
      if seen < 100 { return }
      child = found.number
      if stopping { kill(found.number, SIGSTOP) }
      kill(parent, signal)
    }
    let outcome = try spawn.run()
    #expect(outcome.ending == .signal(signal), "\(outcome.err)")
    return try #require(child)
  }

  /// Returns whether a process ends within some seconds.
  static func isGone(_ process: pid_t) -> Bool {
    for _ in 0..<500 {
      guard let status = file("/proc/\(process)/status") else { return true }
      if status.contains("State:\tZ") || status.contains("State:\tX") { return true }
      usleep(10_000)
    }
    kill(process, SIGKILL)
    return false
  }

  private static func file(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, file)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
