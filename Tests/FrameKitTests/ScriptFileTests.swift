import Foundation
import FrameKit
import TestSupport
import Testing

/// Edits of scripts in files, which may name other files in their folder.
@Suite struct LibraryScriptFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder["below"], withIntermediateDirectories: false)
    try Edit(script: "").apply(to: .bitmap(.pattern(6, 4))).write(to: folder["below/a.png"])
    try Edit(script: "").apply(to: .bitmap(.pattern(2, 2))).write(to: folder["outside.png"])
    try write("rotate 90deg", to: "below/turn.txt")
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder[name], atomically: true, encoding: .utf8)
  }

  private func edit(_ text: String, allowing: [String] = []) throws -> Edit {
    try write(text, to: "below/edit.txt")
    return try Edit(contentsOf: folder["below/edit.txt"], allowing: allowing)
  }

  @Test("A script in a file gives what the same text gives") func sameAsText() throws {
    let image = ImageSource.bitmap(try .pattern(20, 10))
    let text = "canvas 30,30; rotate 20deg"
    try expectEqual(
      edit(text).apply(to: image).render().pixels, Edit(script: text).apply(to: image).render().pixels)
  }

  @Test("A script in a file includes scripts and opens images of its folder") func files() throws {
    try expectEqual(
      edit("canvas fit\ninclude \"turn.txt\"").apply(to: .file(folder["below/a.png"])).render().size.width, 4)
    try expectEqual(edit("canvas 6,4\nlayer a image \"a.png\"").render().pixels, .pattern(6, 4))
    try expectEqual(edit("canvas 6,4\nlayer a image \"a.png\"").plan().size, PixelSize(width: 6, height: 4))
  }

  @Test("A file outside of the allowed folders is refused at the place that names it")
  func outside() throws {
    let text = "canvas 2,2\nlayer a image \"../outside.png\""
    let error = try #require(throws: EditError.self) { try edit(text).render() }
    guard case .issues(let issues) = error.details else { throw error }
    expectTrue(issues.map(\.line) == [2] && issues[0].message.contains("outside"))
    try expectEqual(edit(text, allowing: [folder[""]]).render().pixels, .pattern(2, 2))
  }

  @Test("A script that cannot be read is an error with its path") func unreadable() throws {
    for (name, number, reason) in [
      ("none.txt", ENOENT, "no such file or directory"),
      ("below", EISDIR, "the file is a folder, not a script"),
    ] {
      let error = #expect(throws: EditError.self) { try Edit(contentsOf: folder[name]) }
      expectTrue(error?.stage == .open && error?.details == .system(number))
      expectEqual(error?.description, "\(folder[name]): \(reason)")
    }
    try Data([0x61, 0x0A, 0xFF]).write(to: URL(fileURLWithPath: folder["below/bytes.txt"]))
    let error = try #require(throws: EditError.self) { try Edit(contentsOf: folder["below/bytes.txt"]) }
    guard case .issues(let issues) = error.details else { throw error }
    expectTrue(error.stage == .parse && issues.map(\.line) == [2])
  }

  @Test("A file of boxes that is wrong is an error with its line") func boxes() throws {
    try write("{\"a\": x}", to: "below/faces.json")
    let edit = try edit("canvas 4,4\nlayer a image focus \"faces.json\" mode scaleAspectFill")
    let error = try #require(throws: EditError.self) { try edit.apply(to: .bitmap(.pattern(8, 4))).render() }
    expectTrue(error.code == .damaged, "\(error)")
    expectTrue(error.description.contains("faces.json: line 1, column 7: "), "\(error)")
  }
}
