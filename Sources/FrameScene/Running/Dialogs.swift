import FrameScript

/// A menu or dialog.
struct Dialog {
  struct Item {
    let isCancel: Bool
    let title: String
    let position: ScriptPosition
    let block: DeferredBlock
  }

  /// The menu's name; nil for a dialog.
  let menu: String?
  let title: String
  let items: [Item]

  /// The item that is taken without an answer: a menu is canceled, and a dialog takes its first item.
  fileprivate var itemWithoutAnswer: Item? {
    menu == nil ? items.first : items.first(where: \.isCancel)
  }
}

/// The menus of a script, and the menu or dialog that is open: one at a time.
struct Dialogs {
  private let log: RunLog
  private var menus: [String: Dialog] = [:]
  private var open: Dialog?

  init(log: RunLog) { self.log = log }

  var isOpen: Bool { open != nil }

  mutating func declare(_ menu: Dialog, at place: ScriptPosition) throws(ScriptError) {
    guard let name = menu.menu else { preconditionFailure("a menu has a name") }
    guard menus[name] == nil else { throw ScriptError(.repeatedMenu(name), at: place) }
    menus[name] = menu
  }

  /// Returns a declared menu; nil if it is open.
  func menu(named name: String, at place: ScriptPosition) throws(ScriptError) -> Dialog? {
    guard let menu = menus[name] else {
      throw ScriptError(.unknownMenu(name, nearest: name.nearest(in: menus.keys)), at: place)
    }
    return open?.menu == name ? nil : menu
  }

  /// Opens a menu or dialog. No other one is open.
  ///
  /// - Parameters:
  ///   - message: that of a dialog.
  ///   - time: in seconds.
  mutating func show(
    _ dialog: Dialog, message: String = "", time: Double, at place: ScriptPosition
  ) throws(ScriptError) {
    let titles = dialog.items.map(\.title)
    let entry: DialogEntry =
      dialog.menu == nil
      ? .dialog(title: dialog.title, message: message, items: titles)
      : .menu(title: dialog.title, items: titles)
    try log.add(entry, time: time, at: place)
    open = dialog
  }

  /// Closes what is open by an item, whose block is to be run.
  mutating func choose(
    _ title: String, time: Double, at place: ScriptPosition
  ) throws(ScriptError) -> Dialog.Item {
    guard let dialog = open else { throw ScriptError(.nothingOpen, at: place) }
    guard let item = dialog.items.first(where: { $0.title == title }) else {
      throw ScriptError(
        .unknownItem(title, menu: dialog.title, items: dialog.items.map(\.title)), at: place)
    }
    try close(dialog, by: item, isAnswer: true, time: time)
    return item
  }

  /// Closes what is open, if anything.
  ///
  /// - Returns: the item whose block is to be run, if any.
  mutating func leaveUnanswered(time: Double) throws(ScriptError) -> Dialog.Item? {
    guard let dialog = open else { return nil }
    open = nil
    guard let item = dialog.itemWithoutAnswer else { return nil }
    try close(dialog, by: item, isAnswer: false, time: time)
    return item
  }

  private mutating func close(
    _ dialog: Dialog, by item: Dialog.Item, isAnswer: Bool, time: Double
  ) throws(ScriptError) {
    open = nil
    let entry = DialogEntry.chosen(item.title, title: dialog.title, isAnswer: isAnswer)
    try log.add(entry, time: time, at: item.position)
  }
}
