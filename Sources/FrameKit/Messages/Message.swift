import FrameModel

/// The text of an error or a notice for people, with a hint on what to do about it.
///
/// The messages about scripts, images and limits are written in this folder. The errors themselves are data.
public struct Message: Hashable, Sendable {
  public var text: String
  public var hint: String?

  public init(_ text: String, hint: String? = nil) {
    self.text = text
    self.hint = hint
  }
}

extension Message {
  /// Returns "did you mean ...?", or the list of choices; nil if there is neither.
  static func suggestion(_ nearest: String?, among choices: [String] = []) -> String? {
    if let nearest { return "did you mean '\(nearest)'?" }
    return choices.isEmpty ? nil : "the choices are: \(choices.joined(separator: " "))"
  }

  /// Returns "touch 1 is" or "touches 1, 2 are".
  static func touches(_ ids: [Int]) -> String {
    ids.count == 1 ? "touch \(ids[0]) is" : "touches \(ids.map(String.init).joined(separator: ", ")) are"
  }

  /// Returns a time with three decimals, as in "0.100s".
  static func seconds(_ time: Double) -> String { time.fixed(3) + "s" }
}
