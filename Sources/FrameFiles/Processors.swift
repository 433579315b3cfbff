import Platform

/// The number of processor cores.
package enum Processors {
  /// The number of cores that this process may use. A container or `taskset` may restrict it.
  package static var available: Int {
    allowed ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// Returns the number of threads that an option asks for; 0 stands for the number of cores.
  package static func threads(_ requested: Int) -> Int { requested == 0 ? available : requested }

  /// The number of cores in the kernel's affinity mask (proc(5)): one bit for each core, in hexadecimal. Swift does not
  /// import `sched_getaffinity`.
  private static var allowed: Int? {
    let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let limit = InputLimit.memory(bytes: 1 << 16)
    guard let bytes = try? InputFile.readAll(descriptor, name: "status", limit: limit) else { return nil }
    let key = "Cpus_allowed:"
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(key) }) else { return nil }
    let count = line.dropFirst(key.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
