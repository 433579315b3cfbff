import FrameImage
import TestSupport
import Testing

@testable import FrameBatch

/// The names of outputs.
@Suite struct NameTemplateTests {
  @Test(
    "A template gives names",
    arguments: [
      ("{stem}.{ext}", "photo.png"), ("{index}-{stem}.png", "7-photo.png"), ("{index:04}.{ext}", "0007.png"),
      ("{stem}-{width}x{height}.{ext}", "photo-30x20.png"), ("{{{stem}}}", "{photo}"), ("a b", "a b"),
    ])
  func names(template: String, expected: String) throws {
    let size = PixelSize(width: 30, height: 20)
    try expectEqual(NameTemplate(template).name(stem: "photo", ext: "png", index: 7, size: size), expected)
  }

  @Test(
    "A template that gives no file name is an error",
    arguments: ["", ".", "..", "a/b", "{stem", "stem}", "{name}", "{index:4}", "{index:00}", "{}"])
  func invalid(template: String) {
    #expect(throws: BatchError.self) { try NameTemplate(template) }
  }

  @Test(
    "The names of frames have one field for the number",
    arguments: [
      ("frame-%d.png", 12, "frame-12.png"), ("a/%04d.png", 12, "a/0012.png"), ("%d%%.png", 3, "3%.png"),
      ("%02d/f%d.png", 3, "%02d/f3.png"),
    ])
  func frames(pattern: String, frame: Int, expected: String) throws {
    try expectEqual(#require(FrameFileNames(pattern)).name(of: frame), expected)
  }

  @Test(
    "A path without one valid field names no frames",
    arguments: ["a.png", "%d%d.png", "%4d.png", "%s.png"])
  func noFrames(pattern: String) {
    expectTrue(FrameFileNames(pattern) == nil)
  }
}
