import FrameRender
import Platform

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
