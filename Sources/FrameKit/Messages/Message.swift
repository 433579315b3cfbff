import FrameModel

/// What an error says to people: what is wrong, and where there is one, the cure.
///
/// All of frameit's sentences about scripts, images and limits are made in this folder; the errors
/// themselves are data.
public struct Message: Hashable, Sendable {
  public var what: String
  public var note: String?

  public init(_ what: String, note: String? = nil) {
    self.what = what
    self.note = note
  }
}

extension Message {
  /// "did you mean ...", or the list of what is possible, or nothing.
  static func suggestion(_ nearest: String?, among choices: [String] = []) -> String? {
    if let nearest { return "did you mean '\(nearest)'?" }
    return choices.isEmpty ? nil : "it is one of: \(choices.joined(separator: " "))"
  }
}
