import Foundation
import Platform
import Testing

/// File systems that only the shell that mounts them can see.
enum Mounts {
  /// Root can mount them, and other users if the system allows user namespaces.
  private static let words: [String] = {
    let unshare = ["/usr/bin/unshare", "--mount"]
    return geteuid() == 0 ? unshare : unshare + ["--user", "--map-root-user"]
  }()

  static let areAllowed: Bool = {
    guard let folder = try? Folder() else { return false }
    let outcome = try? spawn("mkdir m && mount -t tmpfs none m && mount --bind m m", [], in: folder).run()
    return outcome?.ending == .exit(0)
  }()

  static let whyNot: Comment = "nothing can be mounted here"

  /// Runs a shell that can mount file systems. In the script, `frameit` is the program with these arguments.
  static func spawn(_ script: String, _ words: [String], in folder: Folder) throws -> Spawn {
    var spawn = try folder.spawn([])
    let program = spawn.path
    spawn.path = Self.words[0]
    spawn.arguments =
      Self.words.dropFirst() + ["--", "sh", "-c", #"frameit() { "$0" "$@"; }; "# + script, program] + words
    spawn.environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    return spawn
  }
}
