import TestSupport
import Testing

@testable import FrameScene

@Suite struct DialogsTests {
  private let log = SceneEditor.forTests().log
  private let place = Origin()

  private func item(_ title: String, isCancel: Bool = false) -> Dialog.Item {
    Dialog.Item(isCancel: isCancel, title: title, block: 0, at: place)
  }

  @Test("An answer closes a dialog")
  func answer() throws {
    var dialogs = Dialogs(log: log)
    #expect(throws: SceneError(.nothingOpen, at: place)) { try dialogs.choose("OK", time: 0, at: place) }
    try dialogs.show(
      Dialog(menu: nil, title: "Delete?", items: [item("OK"), item("Cancel")]), message: "All of it", time: 0,
      at: place)
    #expect(throws: SceneError.self) { try dialogs.choose("No", time: 0, at: place) }
    expectTrue(dialogs.isOpen)
    try expectEqual(dialogs.choose("Cancel", time: 0, at: place).title, "Cancel")
    expectTrue(!dialogs.isOpen)
    expectEqual(
      log.record.dialogs,
      [
        .dialog(title: "Delete?", message: "All of it", items: ["OK", "Cancel"]),
        .chosen("Cancel", title: "Delete?", isAnswer: true),
      ])
  }

  @Test("Without an answer, a dialog takes its first item and a menu the one that cancels")
  func unanswered() throws {
    var dialogs = Dialogs(log: log)
    try dialogs.show(
      Dialog(menu: nil, title: "Delete?", items: [item("OK"), item("No")]), time: 0, at: place)
    try expectEqual(dialogs.leaveUnanswered(time: 0)?.title, "OK")
    let items = [item("Copy"), item("Back", isCancel: true)]
    try dialogs.show(Dialog(menu: "edit", title: "Edit", items: items), time: 0, at: place)
    try expectEqual(dialogs.leaveUnanswered(time: 0)?.title, "Back")
    try dialogs.show(Dialog(menu: "edit", title: "Edit", items: [item("Copy")]), time: 0, at: place)
    try expectTrue(dialogs.leaveUnanswered(time: 0) == nil)
    expectTrue(!dialogs.isOpen)
  }

  @Test("A menu is declared once, and an open one stays open")
  func menus() throws {
    var dialogs = Dialogs(log: log)
    let menu = Dialog(menu: "edit", title: "Edit", items: [item("Copy")])
    try dialogs.declare(menu, at: place)
    #expect(throws: SceneError(.repeatedMenu("edit"), at: place)) { try dialogs.declare(menu, at: place) }
    #expect(throws: SceneError(.unknownMenu("edits", known: ["edit"]), at: place)) {
      try dialogs.menu(named: "edits", at: place)
    }
    try dialogs.show(try #require(try dialogs.menu(named: "edit", at: place)), time: 0, at: place)
    try expectTrue(dialogs.menu(named: "edit", at: place) == nil)
  }
}
