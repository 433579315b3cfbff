import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The machine's cores.
enum Processors {
  /// How many this program may run on: a container or `taskset` may have left it a part of them.
  static var available: Int {
    allowed ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// How many threads an option asks for: 0 stands for the number of cores.
  static func threads(_ asked: Int) -> Int { asked == 0 ? available : asked }

  /// The kernel's own word (proc(5)): a bit for each core, in hexadecimal. Swift imports no
  /// `sched_getaffinity`.
  private static var allowed: Int? {
    let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let limit = InputLimit(bytes: 1 << 16, message: Message("is too long"))
    guard let bytes = try? InputFile.readAll(descriptor, name: "status", limit: limit) else { return nil }
    let key = "Cpus_allowed:"
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(key) }) else { return nil }
    let count = line.dropFirst(key.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
