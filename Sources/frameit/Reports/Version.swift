import FrameCodec
import FrameImage
import FrameRender
import FrameText

/// The output of `--version`.
enum Version {
  /// The version of the program. The script language has its own version.
  static let number = "0.9.0"

  static func print(verbose: Bool) {
    Console.out("frameit \(number)\n")
    guard verbose else { return }
    Console.out("script language: frameit 1\n")
    Console.out("instruction sets: \(InstructionSet.available.map(\.name).joined(separator: " "))\n")
    Console.out("text: \(TextLibraryVersions.harfBuzz.map { "HarfBuzz \($0)" } ?? "HarfBuzz not found")\n")
    Console.out("font: \(TextLibraryVersions.font)\n")
    Console.out("sandbox of plugins: \(SandboxReport.loaded)\n")
    Console.out("sandbox of built-in codecs: \(SandboxReport.builtIn)\n")
    for codec in Codecs.all.codecs { Console.out("codec \(codec.format.name): \(codec.library.printable)\n") }
  }
}

/// Descriptions of the sandboxes of codecs.
enum SandboxReport {
  /// The sandbox of plugins.
  static var loaded: String {
    text(.plugin(WorkerTask.Plugin(library: "", worker: PluginPaths.worker)))
      ?? "none: cannot start \(PluginPaths.worker), so no plugin is used"
  }

  /// The sandbox of built-in codecs.
  static var builtIn: String {
    "none; with --isolate " + (text(.builtIn) ?? "no image can be read, because workers cannot be started")
  }

  /// Describes the sandbox of a worker; nil if no worker can be started.
  private static func text(_ task: WorkerTask) -> String? {
    guard let words = try? WorkerSandbox.text(task).split(separator: " ") else { return nil }
    guard words.count == 4 else { return "unknown" }
    let landlock = words[1] == "0" ? "no Landlock (the kernel does not support it)" : "Landlock \(words[1])"
    return "a worker process, \(landlock), \(words[3] == "1" ? "seccomp" : "no seccomp")"
  }
}
