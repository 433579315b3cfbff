import FrameModel
import FrameScene

extension DialogEntry {
  /// What whoever watches reads.
  public var message: Message {
    switch self {
    case .menu(let title, let items): Message("menu \"\(title)\": \(Self.list(items))")
    case .dialog(let title, let message, let items):
      Message("dialog \"\(title)\"" + (message.isEmpty ? "" : " \"\(message)\"") + ": \(Self.list(items))")
    case .chosen(let item, let title, true): Message("\"\(item)\" is chosen in \"\(title)\"")
    case .chosen(let item, let title, false): Message("nobody answers \"\(title)\": \"\(item)\"")
    case .said(let text): Message(text)
    }
  }

  private static func list(_ items: [String]) -> String {
    items.map { "\"\($0)\"" }.joined(separator: " ")
  }
}
