import FrameGeometry

/// The text of an error or a notice for people, with hints on what to do about it.
///
/// Errors themselves are data; `message` makes their text.
package struct Message: Hashable, Sendable {
  package var text: String
  /// What to do about it, in words that hold for every caller.
  package var hint: String?
  /// What else to do about it.
  package var advice: Advice?
  /// How a statement can be written, in place of a hint: `rotate ANGLE [about P]`.
  package var usages: [String] = []

  package init(_ text: String, hint: String? = nil, _ advice: Advice? = nil) {
    self.text = text
    self.hint = hint
    self.advice = advice
  }
}

extension Message {
  /// The text and the hint or usage in one line.
  package var line: String {
    if !usages.isEmpty { return "\(text) (usage: \(usages.joined(separator: " | ")))" }
    return text + (hint.map { " (\($0))" } ?? "")
  }

  /// Returns "did you mean ...?", or the list of choices; nil if there is neither.
  package static func suggestion(_ nearest: String?, among choices: [String] = []) -> String? {
    if let nearest { return "did you mean '\(nearest)'?" }
    return choices.isEmpty ? nil : "the choices are: \(choices.joined(separator: " "))"
  }

  /// Returns "touch 1 is" or "touches 1, 2 are".
  package static func touches(_ ids: [Int]) -> String {
    ids.count == 1 ? "touch \(ids[0]) is" : "touches \(ids.map(String.init).joined(separator: ", ")) are"
  }

  /// Returns "a, b and c", or "a, b, c and 2 other layers".
  ///
  /// - Parameter noun: a noun that takes an "s" in the plural.
  package static func list(_ items: [String], others: Int, _ noun: String) -> String {
    let last = others == 0 ? items.last : "\(others) other \(noun)\(others == 1 ? "" : "s")"
    let rest = others == 0 ? items.dropLast() : items[...]
    guard let last, !rest.isEmpty else { return last ?? "" }
    return "\(rest.joined(separator: ", ")) and \(last)"
  }

  /// Returns a time with three decimals, as in "0.100s".
  static func seconds(_ time: Double) -> String { time.fixed(3) + "s" }
}
