import FrameRender
import Glibc

extension InstructionSet {
  /// The version that `FRAMEIT_KERNEL` names, for tests and for finding faults; else the fastest. Which one
  /// it is makes no difference to any pixel.
  ///
  /// - Throws: `Failure` of wrong use for a version that this processor does not have.
  static func chosen() throws(Failure) -> InstructionSet {
    guard let value = getenv("FRAMEIT_KERNEL"), value.pointee != 0 else { return .fastest }
    let name = String(cString: value)
    guard let version = InstructionSet(named: name) else {
      let names = available.map(\.name).joined(separator: " ")
      throw Failure(
        .usage, "FRAMEIT_KERNEL: there is no kernel '\(name)' here", note: "this processor has: \(names)")
    }
    return version
  }
}
