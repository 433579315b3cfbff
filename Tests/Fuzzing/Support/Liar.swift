import FrameCodec
import Glibc

/// A plugin whose worker sends arbitrary answers, `liar.c`.
enum Liar {
  static let worker = String(cString: getenv("FRAMEIT_LIAR"))

  /// Workers that die are part of the test.
  static let policy: PluginPolicy = {
    var policy = PluginPolicy()
    (policy.allowsUnsandboxed, policy.mostDeaths, policy.mostTimeouts) = (true, .max, .max)
    return policy
  }()

  private static let folder: String = {
    let path = "/dev/shm/frameit-fuzz-\(getpid())"
    mkdir(path, 0o700)
    return path
  }()

  /// Returns the plugin with a manifest. Its library is named `liar.so`.
  static func plugin<Kind: Manifest>(_ manifest: String) -> Discovered<Kind> {
    write(Array(manifest.utf8), "liar" + Kind.ending)
    answer([])
    guard let found = PluginSearch(folders: [folder]).plugins(Kind.self).first else {
      fatalError("the manifest is not found")
    }
    return found
  }

  /// Chooses the answers of workers that start after this.
  static func answer(_ bytes: [UInt8]) { write(bytes, "liar.so") }

  private static func write(_ bytes: [UInt8], _ name: String) {
    guard let file = fopen("\(folder)/\(name)", "w") else { fatalError("cannot write \(folder)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
