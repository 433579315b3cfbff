import FrameModel
import FrameScene

extension TalkEntry {
  /// What whoever watches reads.
  public var wording: Wording {
    switch self {
    case .menu(let title, let items): Wording("menu \"\(title)\": \(Self.list(items))")
    case .dialog(let title, let message, let items):
      Wording("dialog \"\(title)\"" + (message.isEmpty ? "" : " \"\(message)\"") + ": \(Self.list(items))")
    case .chosen(let item, let title, true): Wording("\"\(item)\" is chosen in \"\(title)\"")
    case .chosen(let item, let title, false): Wording("nobody answers \"\(title)\": \"\(item)\"")
    case .said(let text): Wording(text)
    }
  }

  private static func list(_ items: [String]) -> String {
    items.map { "\"\($0)\"" }.joined(separator: " ")
  }
}
