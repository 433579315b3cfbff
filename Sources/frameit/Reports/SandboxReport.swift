import FrameCodec
import FramePlugins

/// What holds codecs in their place, for people.
enum SandboxReport {
  /// Of those that are loaded.
  static var loaded: String {
    text(.plugin(WorkerTask.Plugin(library: "", worker: PluginPaths.worker)))
      ?? "none: \(PluginPaths.worker) cannot be started, so no plugin is used"
  }

  /// Of those that are part of the program.
  static var builtIn: String {
    "none; with --isolate " + (text(.builtIn) ?? "nothing is read, as their process cannot be started")
  }

  /// - Returns: nil where no worker can be started.
  private static func text(_ task: WorkerTask) -> String? {
    guard let words = try? WorkerSandbox.text(task).split(separator: " ") else { return nil }
    guard words.count == 4 else { return "unknown" }
    let landlock = words[1] == "0" ? "no Landlock (the kernel has none)" : "Landlock \(words[1])"
    return "a process of its own, \(landlock), \(words[3] == "1" ? "seccomp" : "no seccomp")"
  }
}
