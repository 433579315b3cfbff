import Foundation
import FrameImage
import TestSupport
import Testing

@testable import FrameStudio

@Suite("Exported pictures")
struct PictureExportTests {
  private static let moving = "canvas 300,200\nlayer photo image\nanimate photo rotate to 20deg over 1s\n"
  /// An export takes minutes, and its first frame a moment.
  private static let long = "canvas 4000,3000\nlayer photo image\nanimate photo rotate to 360deg over 60s\n"
  private static let longExport = #"{"do":"export","name":"a.png","animated":true,"rate":60}"#

  /// Sends a request for an export, and returns the answer.
  private func answer(_ studio: StudioHarness, _ message: String) throws -> [String: Any] {
    _ = try studio.takeMessages()
    studio.send(message)
    return try #require(studio.exportAnswers().first)
  }

  private func kind(_ studio: StudioHarness, _ message: String) throws -> String? {
    try answer(studio, message)["is"] as? String
  }

  private func bytes(_ studio: StudioHarness, _ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: studio.url(name)))
  }

  @Test("A picture is written beside the script; a file is replaced only if the page says so")
  func writes() throws {
    let studio = try StudioHarness(script: "rotate 7deg\n")
    expectEqual(try kind(studio, #"{"do":"export","name":"a.png"}"#), "exported")
    let first = try bytes(studio, "a.png")
    expectEqual(first.prefix(4), [0x89, 0x50, 0x4E, 0x47])
    expectEqual(try kind(studio, #"{"do":"export","name":"a.png"}"#), "exportExists")
    expectEqual(try kind(studio, #"{"do":"export","name":"a.png","overwrite":true}"#), "exported")
    expectEqual(try bytes(studio, "a.png"), first)
    expectEqual(studio.percents.last, 100)
  }

  @Test(
    "No input, no other folder and no other kind of file is written",
    arguments: [
      "photo1.png", "../a.png", "a.txt", "a", "", ".", "script.txt", "a.gif/b.png", "a.png\u{7}",
      "folder.png",
      "link.png", "a.PNG.x", "frame.svg",
    ])
  func refused(_ name: String) throws {
    let studio = try StudioHarness { settings in
      let folder = URL(filePath: settings.inputs[0]).deletingLastPathComponent()
      settings.script = folder.appending(path: "frame.svg").path
      try? Data("rotate 7deg\n".utf8).write(to: folder.appending(path: "frame.svg"))
      try? FileManager.default.createDirectory(
        at: folder.appending(path: "folder.png"), withIntermediateDirectories: false)
      try? FileManager.default.createSymbolicLink(
        at: folder.appending(path: "link.png"), withDestinationURL: folder.appending(path: "other.png"))
    }
    let before = try (studio.files, bytes(studio, "photo1.png"))
    let request = try JSONSerialization.data(
      withJSONObject: ["do": "export", "name": name, "overwrite": true])
    expectEqual(try kind(studio, String(decoding: request, as: UTF8.self)), "refused")
    expectEqual(try studio.files, before.0)
    expectEqual(try bytes(studio, "photo1.png"), before.1)
  }

  @Test("A script that moves is exported as an animation, in formats that can hold one")
  func animation() throws {
    let studio = try StudioHarness(script: Self.moving)
    expectEqual(
      try kind(studio, #"{"do":"export","name":"a.png","animated":true,"rate":10}"#), "exported")
    expectTrue(try Data(contentsOf: studio.url("a.png")).range(of: Data("acTL".utf8)) != nil)
    expectEqual(studio.percents, studio.percents.sorted())
    expectEqual(studio.percents.last, 100)
    expectEqual(try kind(studio, #"{"do":"export","name":"b.png"}"#), "exported")
    expectTrue(try Data(contentsOf: studio.url("b.png")).range(of: Data("acTL".utf8)) == nil)
    for name in ["a.jpg", "a.svg"] {
      let refused = try answer(studio, #"{"do":"export","name":"\#(name)","animated":true,"rate":10}"#)
      expectTrue((refused["message"] as? String)?.contains("stores no animation") == true)
    }
    expectEqual(try studio.files, ["a.png", "b.png", "photo1.png", "script.txt"])
  }

  @Test("SVG is written as a document, and what it cannot say is told")
  func document() throws {
    let studio = try StudioHarness(script: "canvas 300,200\nlayer photo image\npixelate 8\n")
    let answer = try answer(studio, #"{"do":"export","name":"a.SVG"}"#)
    expectEqual(answer["is"] as? String, "exported")
    let notices = try #require(answer["notices"] as? [String])
    expectTrue(notices.contains { $0.hasPrefix("SVG cannot express 'pixelate'") })
    expectTrue(String(decoding: try bytes(studio, "a.SVG"), as: UTF8.self).hasPrefix("<?xml"))
  }

  @Test(
    "A download has the bytes of the file, leaves nothing in the folder, and may have any name",
    arguments: ["photo1.png", "a.svg"])
  func download(_ name: String) throws {
    let studio = try StudioHarness(script: "rotate 7deg\n")
    let answer = try answer(studio, #"{"do":"export","name":"\#(name)","download":true}"#)
    expectEqual(answer["is"] as? String, "file")
    expectEqual(answer["name"] as? String, name)
    expectEqual(try studio.files, ["photo1.png", "script.txt"])
    let other = "b.\(name.suffix(3))"
    expectEqual(try kind(studio, #"{"do":"export","name":"\#(other)"}"#), "exported")
    expectEqual(try bytes(studio, other), answer["bytes"] as? [UInt8])
    let refused = try self.answer(studio, #"{"do":"export","name":"a/b.png","download":true}"#)
    expectEqual(refused["is"] as? String, "refused")
  }

  @Test("While an export runs, the studio answers; one that is canceled leaves nothing")
  func cancels() throws {
    let studio = try StudioHarness(script: Self.long)
    studio.send(#"{"do":"view","width":300,"height":200,"zoom":null,"center":[0,0]}"#)
    studio.send(Self.longExport)
    expectEqual(try studio.takeMessages().last?["is"] as? String, "exporting")
    expectEqual(try studio.draw().count, 1)
    // The next one has to wait.
    studio.send(#"{"do":"export","name":"b.png"}"#)
    let busy = try studio.takeMessages().last { $0["is"] as? String == "refused" }
    expectTrue((busy?["message"] as? String)?.hasPrefix("an export is running") == true)
    studio.send(#"{"do":"write","text":"rotate 7deg\n","version":1}"#)
    expectEqual(studio.text, "rotate 7deg\n")
    studio.send(#"{"do":"cancelExport"}"#)
    expectEqual(try studio.exportAnswers().first?["is"] as? String, "exportCanceled")
    expectEqual(try studio.files, ["photo1.png", "script.txt"])
    expectEqual(try kind(studio, #"{"do":"export","name":"b.png"}"#), "exported")
  }

  @Test("A page that is closed, and the end of the program, cancel an export", arguments: [true, false])
  func ends(byPage: Bool) throws {
    let studio = try StudioHarness(script: Self.long)
    let page = FrameStudio.Studio.Page(number: 2)
    studio.open(page)
    _ = try studio.takeMessages()
    studio.send(Self.longExport, from: page)
    if byPage { studio.close(page) } else { studio.end() }
    expectEqual(try studio.exportAnswers().first?["is"] as? String, "exportCanceled")
    expectEqual(try studio.files, ["photo1.png", "script.txt"])
  }

  @Test("Fingers of another page go on while a page exports")
  func fingers() throws {
    let studio = try StudioHarness(script: "preset photos\n")
    let page = FrameStudio.Studio.Page(number: 2)
    studio.open(page)
    studio.touch([(1, "down", 300, 200)])
    studio.send(#"{"do":"export","name":"a.png"}"#, from: page)
    expectTrue(studio.state.hands != nil)
    expectEqual(try studio.exportAnswers().first?["is"] as? String, "exported")
  }

  @Test("An export is of the script as it was")
  func snapshot() throws {
    let studio = try StudioHarness(script: Self.moving)
    let request = #"{"do":"export","name":"a.png","animated":true,"rate":20}"#
    studio.send(request)
    studio.send(#"{"do":"write","text":"canvas 300,200\n","version":1}"#)
    expectEqual(try studio.exportAnswers().first?["is"] as? String, "exported")
    let first = try bytes(studio, "a.png")
    studio.send(#"{"do":"undo"}"#)
    expectEqual(
      try kind(studio, request.replacing("}", with: #","overwrite":true}"#)), "exported")
    expectEqual(try bytes(studio, "a.png"), first)
  }

  @Test("Of two pages that export under one name, one is asked")
  func sameName() throws {
    let studio = try StudioHarness(script: Self.moving)
    let page = FrameStudio.Studio.Page(number: 2)
    studio.open(page)
    _ = try studio.takeMessages()
    let request = #"{"do":"export","name":"a.png","animated":true,"rate":20}"#
    for page in [nil, page] { studio.send(request, from: page) }
    let answers = try studio.exportAnswers(2).compactMap { $0["is"] as? String }
    expectEqual(answers.sorted(), ["exportExists", "exported"])
    let first = try bytes(studio, "a.png")
    // Both may replace the file: it is one of them as a whole.
    for page in [nil, page] {
      studio.send(request.replacing("}", with: #","overwrite":true}"#), from: page)
    }
    expectEqual(try studio.exportAnswers(2).map { $0["is"] as? String }, ["exported", "exported"])
    expectEqual(try bytes(studio, "a.png"), first)
    expectEqual(try studio.files, ["a.png", "photo1.png", "script.txt"])
  }

  @Test("A photo that is deleted or changed ends an export, which leaves nothing", arguments: [true, false])
  func lostPhoto(isDeleted: Bool) throws {
    let studio = try StudioHarness(script: Self.moving)
    let photo = try Data(contentsOf: studio.url("photo1.png"))
    if isDeleted {
      try FileManager.default.removeItem(at: studio.url("photo1.png"))
    } else {
      try Data("no image".utf8).write(to: studio.url("photo1.png"))
    }
    let refused = try answer(studio, #"{"do":"export","name":"a.png"}"#)
    expectEqual(refused["is"] as? String, "refused")
    expectTrue((refused["message"] as? String)?.contains("photo1.png") == true)
    expectTrue(try !studio.files.contains("a.png"))
    // The studio lives on.
    try photo.write(to: studio.url("photo1.png"))
    expectEqual(try kind(studio, #"{"do":"export","name":"a.png"}"#), "exported")
  }

  @Test("A photo that changes while it is exported ends the export")
  func changedPhoto() throws {
    let studio = try StudioHarness(script: Self.moving.replacing("1s", with: "4s"))
    _ = try studio.takeMessages()
    studio.send(#"{"do":"export","name":"a.png","animated":true,"rate":50}"#)
    // The first frame is drawn.
    while try !studio.takeMessages().contains(where: { $0["percent"] != nil }) { usleep(5000) }
    let photo = try FileHandle(forWritingTo: studio.url("photo1.png"))
    try photo.seekToEnd()
    try photo.write(contentsOf: Data([0]))
    let refused = try #require(studio.exportAnswers().first)
    expectTrue((refused["message"] as? String)?.contains("was changed") == true)
    expectEqual(try studio.files, ["photo1.png", "script.txt"])
  }

  @Test("A folder that is gone or cannot be written to is named", arguments: [true, false])
  func folder(isGone: Bool) throws {
    // Nothing is forbidden to root.
    if !isGone, geteuid() == 0 { return }
    let studio = try StudioHarness(script: "rotate 7deg\n") { settings in
      let folder = URL(filePath: settings.inputs[0]).deletingLastPathComponent().appending(path: "scripts")
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      settings.script = folder.appending(path: "new.txt").path
    }
    let folder = studio.url("scripts")
    if isGone {
      try FileManager.default.removeItem(at: folder)
    } else {
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    }
    let refused = try answer(studio, #"{"do":"export","name":"a.png"}"#)
    expectTrue((refused["message"] as? String)?.contains(folder.path) == true)
    expectEqual(try kind(studio, #"{"do":"export","name":"a.png","download":true}"#), "file")
  }

  @Test("The first state lists the formats")
  func formats() throws {
    let studio = try StudioHarness(script: "rotate 7deg\n")
    let formats = try #require(studio.takeMessages().first?["formats"] as? [[String: Any]])
    let animated = formats.filter { $0["animated"] as? Bool == true }.flatMap {
      $0["endings"] as? [String] ?? []
    }
    let endings = formats.flatMap { $0["endings"] as? [String] ?? [] }
    expectTrue(endings.contains("jpg") && endings.contains("svg") && animated.contains("png"))
    expectTrue(!animated.contains("jpg"))
  }
}
