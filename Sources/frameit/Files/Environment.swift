import FrameFiles
import Platform

/// The environment variables of the process.
enum Environment {
  /// Returns the value of a variable; nil if it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Returns the value of a variable; nil if it is not set or empty.
  static func nonempty(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The user's folder for state (XDG Base Directory Specification); nil if there is none.
  static var stateFolder: String? {
    if let state = variable("XDG_STATE_HOME"), FilePath.isAbsolute(state) { return state }
    guard let home = variable("HOME"), FilePath.isAbsolute(home) else { return nil }
    return FilePath.join(home, ".local/state")
  }
}
