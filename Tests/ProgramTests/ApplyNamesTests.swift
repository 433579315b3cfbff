import FrameImage
import Testing

/// Names and formats of outputs.
@Suite struct ApplyNamesTests {
  @Test("An output without a name is written to the current folder, and its path is printed")
  func defaultName() throws {
    let folder = try Folder(["in/photo.png": Images.png()])
    try folder.expectChanges(["photo.framed.png"]) {
      try folder.frameit("apply", "-e", "rotate 90deg", "in/photo.png").succeeds(
        printing: "photo.framed.png\n")
    }
    let turned = try Images.decode(folder["photo.framed.png"])
    #expect(turned.size == PixelSize(width: 6, height: 8))
  }

  @Test("The output of a scene without images is a PNG with the script's name")
  func withoutImages() throws {
    let scene = "canvas 8,6; layer a ellipse 1,1 6,4 fill red"
    let folder = try Folder(["dial.txt": Array(scene.utf8)])
    try folder.frameit("apply", "dial.txt").succeeds(printing: "dial.framed.png\n")
    let image = try Images.decode(folder["dial.framed.png"])
    #expect(image.format == .rgba8)
    #expect(try folder.frameit("apply", "-e", scene, "-o", "-").succeeds().out == folder["dial.framed.png"])
    #expect(
      try folder.frameit("apply", "-", stdin: Array(scene.utf8)).succeeds().out == folder["dial.framed.png"])
    try folder.frameit("apply", "dial.txt", "--out-dir", "out").succeeds(printing: "out/dial.png\n")
    try folder.frameit("apply", "dial.txt").fails(6, naming: "dial.framed.png")
    try folder.frameit("apply", "-e", scene).fails(2, naming: "-o")
    try folder.frameit("apply", "dial.txt", "--format", "jpeg").succeeds(printing: "dial.framed.jpg\n")
  }

  @Test(
    "An output keeps the extension of its input",
    arguments: ["a.jpg", "a.JPG", "a.jpeg", "a.Jpeg", "a.jpe", "a.jfif"])
  func inputExtension(name: String) throws {
    let folder = try Folder([name: Images.jpeg()])
    let framed = name.replacing("a.", with: "a.framed.")
    try folder.frameit("apply", "-e", "", name).succeeds(printing: framed + "\n")
    #expect(Images.isJPEG(folder[framed]))
  }

  @Test(
    "The content of an input decides its format, not its name",
    arguments: [
      ("fake.jpg", "fake.framed.png"), ("none", "none.framed.png"), ("x.tar.gz", "x.tar.framed.png"),
      (".hidden", ".hidden.framed.png"), ("dot.", "dot.framed.png"),
    ])
  func contentDecides(name: String, framed: String) throws {
    let folder = try Folder([name: Images.png()])
    try folder.frameit("apply", "-e", "", name).succeeds(printing: framed + "\n")
    #expect(Images.isPNG(folder[framed]))
  }

  @Test("The extension after -o selects the output format") func extensionSelectsFormat() throws {
    let folder = try Folder(["a.png": Images.png()])
    try folder.frameit("apply", "-e", "", "a.png", "-o", "b.JPEG").succeeds(printing: "b.JPEG\n")
    #expect(Images.isJPEG(folder["b.JPEG"]))
    try folder.frameit("apply", "-e", "", "a.png", "-o", "./sub.d.png").succeeds(printing: "./sub.d.png\n")
    #expect(Images.isPNG(folder["sub.d.png"]))
  }

  @Test("--format is for output names without an extension of a format") func formatOption() throws {
    let folder = try Folder(["a.png": Images.png()])
    try folder.frameit("apply", "-e", "", "a.png", "-o", "b.dat", "--format", "jpeg").succeeds()
    #expect(Images.isJPEG(folder["b.dat"]))
    try folder.frameit("apply", "-e", "", "a.png", "-o", "c.jpeg", "--format", "jpg").succeeds()
    try folder.frameit("apply", "-e", "", "a.png", "--format", "jpeg").succeeds(printing: "a.framed.jpg\n")
  }

  @Test(
    "The extension in a --name template selects the format",
    arguments: [
      ("{stem}.jpg", "a.jpg", true), ("{stem}-{width}.JPEG", "a-8.JPEG", true),
      ("{ext}-{stem}.jpeg", "jpg-a.jpeg", true),
      ("{stem}", "a", false), ("{stem}.{width}", "a.8", false), ("{stem}.old", "a.old", false),
      ("x.jpg.{ext}", "x.jpg.png", false),
    ])
  func templatesSayTheFormat(template: String, name: String, isJPEG: Bool) throws {
    let folder = try Folder(["a.png": Images.png()])
    try folder.frameit("apply", "-e", "", "a.png", "--name", template).succeeds(printing: name + "\n")
    #expect(isJPEG ? Images.isJPEG(folder[name]) : Images.isPNG(folder[name]))
  }

  @Test("A stem that ends with an extension selects the format")
  func stemsSayTheFormat() throws {
    let folder = try Folder(["a.jpg.png": Images.png(), "b.png": Images.png()])
    try folder.frameit("apply", "-e", "", "a.jpg.png", "b.png", "--name", "{stem}", "--out-dir", "o")
      .succeeds(printing: "o/a.jpg\no/b\n")
    #expect(Images.isJPEG(folder["o/a.jpg"]) && Images.isPNG(folder["o/b"]))
  }

  @Test(
    "Characters in file names have no special meaning",
    arguments: [
      "with space.png", "it's \"quoted\".png", "line\nbreak.png", "100%d %s.png", "🐱 é.png", "a[0]:b@c.png",
      "-dash.png", "\u{301}combining.png", "*.png", "\\back.png",
    ])
  func literalNames(name: String) throws {
    let folder = try Folder([name: Images.png(), "deep/" + name: Images.png(4, 4)])
    let framed = name.replacing(".png", with: ".framed.png")
    try folder.frameit("apply", "-e", "", "--", name).succeeds(printing: framed + "\n")
    #expect(try Images.decode(folder[framed]).size.width == 8)
    let inFolder = "deep/" + framed
    for _ in 0..<2 {
      try folder.frameit("apply", "-e", "", "--force", "-o", inFolder, "--", "deep/" + name)
        .succeeds(printing: inFolder + "\n")
    }
    #expect(try Images.decode(folder[inFolder]).size.width == 4)
    #expect(folder.listing.count == 5)
  }
}
