import FrameGeometry
import FrameScript

/// Menus and dialogs: one is open at a time, and a later `choose` answers it.
extension Interpreter {
  mutating func run(_ dialog: DialogStatement, _ statement: Statement) throws(ScriptError) {
    let place = statement.position
    switch dialog {
    case .menu(let name, let title, let items):
      let name = try self.name(of: name)
      guard menus[name] == nil else { throw ScriptError(.repeatedMenu(name), at: place) }
      menus[name] = OpenDialog(
        menu: name, title: try text(of: title), items: try resolve(items))
    case .dialog(let title, let message, let items):
      let box = OpenDialog(menu: nil, title: try text(of: title), items: try resolve(items))
      let message = try text(of: message)
      while open != nil { try leaveUnanswered() }
      try say(.dialog(title: box.title, message: message, items: box.items.map(\.title)), at: place)
      open = box
    case .open(let name):
      let name = try self.name(of: name)
      guard let menu = menus[name] else {
        throw ScriptError(.unknownMenu(name, nearest: name.nearest(in: menus.keys)), at: place)
      }
      guard open?.menu != name else { return }
      while open != nil { try leaveUnanswered() }
      try say(.menu(title: menu.title, items: menu.items.map(\.title)), at: place)
      open = menu
    case .choose(let item):
      let title = try text(of: item)
      guard let box = open else { throw ScriptError(.nothingOpen, at: place) }
      guard let chosen = box.items.first(where: { $0.title == title }) else {
        throw ScriptError(.unknownItem(title, menu: box.title, items: box.items.map(\.title)), at: place)
      }
      try choose(chosen, of: box, isAnswer: true)
    case .say(let template): try say(.said(try text(of: template)), at: place)
    }
  }

  /// Without an answer, a menu is canceled, and a dialog takes its first item.
  mutating func leaveUnanswered() throws(ScriptError) {
    guard let box = open else { return }
    let item = box.menu == nil ? box.items.first : box.items.first { $0.role == .cancel }
    if let item {
      try choose(item, of: box, isAnswer: false)
    } else {
      open = nil
    }
  }

  private mutating func choose(_ item: OpenDialog.Item, of box: OpenDialog, isAnswer: Bool)
    throws(ScriptError)
  {
    open = nil
    try say(.chosen(item.title, title: box.title, isAnswer: isAnswer), at: item.position)
    try run(item.block, at: item.position)
  }

  private mutating func resolve(_ items: [MenuItem]) throws(ScriptError) -> [OpenDialog.Item] {
    var resolved: [OpenDialog.Item] = []
    for item in items {
      let title = try text(of: item.title)
      let position = item.title.position
      try hold(title.heldBytes + 2 * MemoryLayout<OpenDialog.Item>.stride, at: position)
      resolved.append(
        OpenDialog.Item(
          role: item.role, title: title, position: position, block: try deferred(item.body, at: position)))
    }
    return resolved
  }

  private mutating func say(_ entry: DialogEntry, at place: ScriptPosition) throws(ScriptError) {
    try hold(reported: entry.heldBytes, at: place)
    record.dialogs.append(entry)
    if context.detail.contains(.trace) {
      try hold(AllocatedBytes.growing(1, of: TraceEntry.self), at: place)
      record.trace.append(.dialog(entry, time: reactionTime ?? touchscreen.now))
    }
  }
}

/// An open menu or dialog.
struct OpenDialog {
  struct Item {
    var role: MenuItem.Role
    var title: String
    var position: ScriptPosition
    var block: DeferredBlock
  }

  /// The menu's name; nil for a dialog.
  var menu: String?
  var title: String
  var items: [Item]
}
