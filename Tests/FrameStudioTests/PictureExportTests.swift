import Foundation
import TestSupport
import Testing

@testable import FrameStudio

@Suite("Exported pictures")
struct PictureExportTests {
  @Test("A picture is written beside the script; a file is replaced only if the page says so")
  func writes() throws {
    let studio = try StudioHarness(script: "rotate 7deg\n")
    func answer(_ message: String) throws -> String? {
      _ = try studio.takeMessages()
      studio.send(message)
      return try studio.takeMessages().last?["is"] as? String
    }
    expectEqual(try answer(#"{"do":"export","name":"a.png"}"#), "exported")
    let first = try [UInt8](Data(contentsOf: studio.url("a.png")))
    expectEqual(first.prefix(4), [0x89, 0x50, 0x4E, 0x47])
    expectEqual(try answer(#"{"do":"export","name":"a.png"}"#), "exportExists")
    expectEqual(try answer(#"{"do":"export","name":"a.png","overwrite":true}"#), "exported")
    expectEqual(try [UInt8](Data(contentsOf: studio.url("a.png"))), first)
  }

  @Test(
    "No input, no other folder and no other kind of file is written",
    arguments: ["photo1.png", "../a.png", "a.txt", "a", "", ".", "script.txt", "a.gif/b.png"])
  func refused(_ name: String) throws {
    let studio = try StudioHarness(script: "rotate 7deg\n")
    let photo = try Data(contentsOf: studio.url("photo1.png"))
    _ = try studio.takeMessages()
    studio.send(#"{"do":"export","name":"\#(name)","overwrite":true}"#)
    expectEqual(try studio.takeMessages().last?["is"] as? String, "refused")
    expectEqual(try Data(contentsOf: studio.url("photo1.png")), photo)
  }
}
