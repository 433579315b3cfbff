import FrameFiles
import FrameRender
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

extension InstructionSet {
  /// Returns the instruction set named by `FRAMEIT_KERNEL`, for tests and debugging; else the fastest one.
  ///
  /// All instruction sets compute the same pixels.
  ///
  /// - Throws: `Failure` of status `usage` for an instruction set that this processor does not have.
  static func selected() throws(Failure) -> InstructionSet {
    guard let value = getenv("FRAMEIT_KERNEL"), value.pointee != 0 else { return .fastest }
    let name = String(cString: value)
    guard let instructionSet = InstructionSet(named: name) else {
      let names = available.map(\.name).joined(separator: " ")
      throw Failure(
        .usage, "FRAMEIT_KERNEL: this processor has no instruction set '\(name)'", hint: "it has: \(names)")
    }
    return instructionSet
  }
}
