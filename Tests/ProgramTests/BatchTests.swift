import FrameImage
import Testing

/// Several inputs: each has its own output, and one failure does not stop the others.
@Suite struct BatchTests {
  private func folder() throws -> Folder {
    try Folder([
      "a.png": Images.png(5, 4, seed: 1), "b.jpg": Images.jpeg(), "c.png": Images.png(3, 7, seed: 3),
      "bad.png": Array("no image".utf8),
    ])
  }

  @Test("Each input has its own output") func oneOutputPerInput() throws {
    let folder = try folder()
    try folder.expectChanges(["a.framed.png", "b.framed.jpg", "c.framed.png"]) {
      try folder.frameit("apply", "-e", "rotate 180deg", "a.png", "b.jpg", "c.png").succeeds(
        printing: "a.framed.png\nb.framed.jpg\nc.framed.png\n")
    }
    #expect(try Images.decode(folder["c.framed.png"]).size == PixelSize(width: 3, height: 7))
  }

  // MARK: Several images at a time

  @Test("A scene without images needs a canvas and an output name") func noImages() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "canvas 6,5; background red", "-o", "red.png").succeeds()
    #expect(try Images.decode(folder["red.png"]).size == PixelSize(width: 6, height: 5))
    try folder.frameit("apply", "-e", "canvas 6,5").fails(2, naming: "-o")
    try folder.frameit("apply", "-e", "", "-o", "x.png").fails(3)
    #expect(folder["x.png"] == nil)
  }
}
