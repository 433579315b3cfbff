/// A menu or dialog.
package struct Dialog {
  package struct Item {
    package let isCancel: Bool
    package let title: String
    package let origin: Origin
    /// The number of its block, which its issuer knows.
    package let block: Int

    package init(isCancel: Bool, title: String, block: Int, at origin: Origin) {
      (self.isCancel, self.title, self.block, self.origin) = (isCancel, title, block, origin)
    }
  }

  /// The menu's name; nil for a dialog.
  package let menu: String?
  package let title: String
  package let items: [Item]

  package init(menu: String?, title: String, items: [Item]) {
    (self.menu, self.title, self.items) = (menu, title, items)
  }

  /// The item that is taken without an answer: a menu is canceled, and a dialog takes its first item.
  fileprivate var itemWithoutAnswer: Item? {
    menu == nil ? items.first : items.first(where: \.isCancel)
  }
}

/// The menus of a run, and the menu or dialog that is open: one at a time.
struct Dialogs {
  private let log: RunLog
  private var menus: [String: Dialog] = [:]
  private var open: Dialog?
  /// The message of the dialog that was shown last.
  private var message = ""

  init(log: RunLog) { self.log = log }

  var isOpen: Bool { open != nil }

  mutating func declare(_ menu: Dialog, at origin: Origin) throws(SceneError) {
    guard let name = menu.menu else { preconditionFailure("a menu has a name") }
    guard menus[name] == nil else { throw SceneError(.repeatedMenu(name), at: origin) }
    menus[name] = menu
  }

  /// Returns a declared menu; nil if it is open.
  func menu(named name: String, at origin: Origin) throws(SceneError) -> Dialog? {
    guard let menu = menus[name] else {
      throw SceneError(.unknownMenu(name, known: menus.keys.sorted()), at: origin)
    }
    return open?.menu == name ? nil : menu
  }

  /// Opens a menu or dialog. No other one is open.
  ///
  /// - Parameters:
  ///   - message: that of a dialog.
  ///   - time: in seconds.
  mutating func show(
    _ dialog: Dialog, message: String = "", time: Double, at origin: Origin
  ) throws(SceneError) {
    let titles = dialog.items.map(\.title)
    let entry: DialogEntry =
      dialog.menu == nil
      ? .dialog(title: dialog.title, message: message, items: titles)
      : .menu(title: dialog.title, items: titles)
    try log.add(entry, time: time, at: origin)
    (open, self.message) = (dialog, message)
  }

  /// Keeps in the record what is open at the end of a run, before it is closed without an answer.
  func noteOpen() {
    guard let open else { return }
    log.setUnanswered(
      UnansweredDialog(
        title: open.title, message: message, items: open.items.map(\.title),
        cancel: open.items.firstIndex(where: \.isCancel), isMenu: open.menu != nil))
  }

  /// Closes what is open by an item, whose block is to be run.
  mutating func choose(
    _ title: String, time: Double, at origin: Origin
  ) throws(SceneError) -> Dialog.Item {
    guard let dialog = open else { throw SceneError(.nothingOpen, at: origin) }
    guard let item = dialog.items.first(where: { $0.title == title }) else {
      throw SceneError(
        .unknownItem(title, menu: dialog.title, items: dialog.items.map(\.title)), at: origin)
    }
    try close(dialog, by: item, isAnswer: true, time: time)
    return item
  }

  /// Closes what is open, if anything.
  ///
  /// - Returns: the item whose block is to be run, if any.
  mutating func leaveUnanswered(time: Double) throws(SceneError) -> Dialog.Item? {
    guard let dialog = open else { return nil }
    open = nil
    guard let item = dialog.itemWithoutAnswer else { return nil }
    try close(dialog, by: item, isAnswer: false, time: time)
    return item
  }

  private mutating func close(
    _ dialog: Dialog, by item: Dialog.Item, isAnswer: Bool, time: Double
  ) throws(SceneError) {
    open = nil
    let entry = DialogEntry.chosen(item.title, title: dialog.title, isAnswer: isAnswer)
    try log.add(entry, time: time, at: item.origin)
  }
}
