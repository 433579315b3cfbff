import FrameImage
import Platform
import Testing

/// Files that may be replaced, and files that stay.
@Suite struct OverwriteTests {
  private let old = Array("somebody's file".utf8)

  private func folder() throws -> Folder {
    try Folder(["a.png": Images.png(), "old.png": old])
  }

  @Test("Existing files are kept") func existingFiles() throws {
    let folder = try folder()
    folder["a.framed.png"] = old
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", "", "a.png").fails(
        6, saying: "a.framed.png: already exists", "--force")
      try folder.frameit("apply", "-e", "", "a.png", "-o", "old.png")
        .fails(6, saying: "old.png: already exists", "--force")
      #expect(folder["a.framed.png"] == old)
      #expect(folder["old.png"] == old)
    }
  }

  @Test("--force replaces a file as a whole") func force() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", "", "--force", "a.png", "-o", "old.png").succeeds(
        printing: "old.png\n")
    }
    #expect(try Images.decode(folder["old.png"]) == Images.decode(folder["a.png"]))
  }

  @Test(
    "A replaced file keeps its owner and group if the system allows it", .enabled(if: getuid() == 0)
  )
  func owner() throws {
    let folder = try folder()
    for words in [["a.png", "-o", "old.png", "--force"], ["--in-place", "old.png"]] {
      folder["old.png"] = try Images.png(seed: 3)
      chmod(folder.path("old.png"), 0o640)
      #expect(chown(folder.path("old.png"), 1234, 5678) == 0)
      try folder.spawn(["apply", "-e", ""] + words).run().succeeds()
      var status = stat()
      stat(folder.path("old.png"), &status)
      #expect(status.st_uid == 1234 && status.st_gid == 5678 && status.st_mode & 0o7777 == 0o640)
    }
  }

  // MARK: In place

  @Test("--in-place replaces the input and keeps its permissions") func inPlace() throws {
    let folder = try folder()
    let before = try Images.decode(folder["a.png"])
    chmod(folder.path("a.png"), 0o640)
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", "canvas fit; rotate 90deg", "--in-place", "a.png").succeeds(
        printing: "a.png\n")
    }
    #expect(try Images.decode(folder["a.png"]).size == PixelSize(width: 6, height: 8))
    #expect(mode(folder.path("a.png")) == 0o640)
    try folder.frameit("apply", "-e", "canvas fit; rotate -90deg", "--in-place", "a.png").succeeds()
    #expect(try Images.decode(folder["a.png"]) == before)
  }

  @Test("--in-place replaces the edited image, not other images of the script") func inPlaceOfInput() throws {
    let folder = try Folder(["a.png": Images.png(), "logo.jpg": Images.jpeg()])
    folder.write("canvas 9,9\nlayer logo image \"logo.jpg\"\nlayer a image $1\n", to: "s.txt")
    chmod(folder.path("logo.jpg"), 0o600)
    chmod(folder.path("a.png"), 0o644)
    try folder.expectChanges([]) {
      try folder.frameit("apply", "s.txt", "--in-place", "a.png").succeeds(printing: "a.png\n")
    }
    #expect(Images.isPNG(folder["a.png"]))
    #expect(mode(folder.path("a.png")) == 0o644)
  }

  @Test("--in-place refuses inputs that it cannot replace") func inPlaceRefusals() throws {
    let folder = try folder()
    symlink("a.png", folder.path("link.png"))
    let before = folder["a.png"]
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", "", "--in-place", "-", stdin: before).fails(2, saying: "stdin")
      try folder.frameit("apply", "-e", "", "--in-place", "a.png", "-o", "b.png").fails(2, naming: "-o")
      try folder.frameit("apply", "-e", "", "--in-place", "--format", "jpeg", "a.png")
        .fails(2, saying: "a.png: --in-place keeps the format")
      try folder.frameit("apply", "-e", "", "--in-place", "link.png").fails(6, saying: "is a link")
    }
    #expect(folder["a.png"] == before)
  }

  @Test("A failed edit in place keeps the input") func inPlaceFailure() throws {
    let folder = try folder()
    let damaged = Array(try Images.jpeg(60, 60).dropLast(300))
    folder["d.jpg"] = damaged
    try folder.frameit("apply", "-e", "", "--in-place", "d.jpg").fails(
      4)
    #expect(folder["d.jpg"] == damaged)
  }

  // MARK: The input as output

  @Test("An output cannot be its own input") func ownInput() throws {
    let folder = try folder()
    let before = folder["a.png"]
    link(folder.path("a.png"), folder.path("hard.png"))
    symlink(".", folder.path("here"))
    let listing = folder.listing
    for name in ["a.png", "./a.png", "hard.png", "here/a.png", folder.path("a.png")] {
      try folder.frameit("apply", "-e", "rotate 90deg", "--force", "a.png", "-o", name)
        .fails(6, saying: "\(name): is an input", "--in-place")
    }
    // Also images of other layers, and images that the script does not use.
    folder.write("canvas 5,5\nlayer a image \"old.png\"", to: "s.txt")
    folder["old.png"] = try Images.png(3, 3)
    try folder.frameit("apply", "--force", "s.txt", "-o", "old.png").fails(6)
    try folder.frameit("apply", "--force", "s.txt", "a.png", "-o", "a.png").fails(6)
    var fromStdin = try folder.spawn(["apply", "-e", "", "--force", "-", "-o", "a.png"])
    fromStdin.stdin = .file(folder.path("a.png"))
    try fromStdin.run().fails(6)
    #expect(folder["a.png"] == before)
    #expect(folder.listing == (listing + ["s.txt"]).sorted())
  }

  @Test("An output cannot be a later input of the batch") func laterInput() throws {
    let folder = try folder()
    let other = try Images.png(5, 5, seed: 2)
    folder["a.framed.png"] = other
    let outcome = try folder.frameit("apply", "-e", "", "--force", "a.png", "a.framed.png")
    #expect(outcome.ending == .exit(7))
    outcome.says(["a.framed.png: is an input"])
    #expect(outcome.text == "a.framed.framed.png\n")
    #expect(folder["a.framed.png"] == other)
  }

  // MARK: Places that are no files

  @Test("Only a regular file can be replaced") func regularFiles() throws {
    let folder = try folder()
    folder["sub/x"] = old
    symlink("old.png", folder.path("link.png"))
    symlink("nowhere.png", folder.path("dangling.png"))
    mkfifo(folder.path("pipe.png"), 0o600)
    try folder.expectChanges([]) {
      for (name, message) in [
        ("sub", "is a folder"), (".", "is a folder"), ("sub/", "is a folder"),
        ("link.png", "is a link"), ("dangling.png", "is a link"), ("pipe.png", "is not a regular file"),
        ("/dev/null", "is not a regular file"), ("/dev/fd/1", "is a link"),
        ("no/b.png", "no: no such folder"),
        ("a.png/b.png", "not a directory"), ("sub/x/y/b.png", "no such folder"),
      ] {
        try folder.frameit("apply", "-e", "", "--force", "--format", "png", "a.png", "-o", name)
          .fails(6, saying: message)
      }
    }
    #expect(folder["old.png"] == old)
  }

  @Test(
    "An output in a read-only folder is an error", .enabled(if: geteuid() != 0, "root may write anywhere"))
  func readOnlyFolder() throws {
    let folder = try folder()
    folder["sub/x"] = old
    chmod(folder.path("sub"), 0o500)
    try folder.frameit("apply", "-e", "", "a.png", "-o", "sub/b.png").fails(6)
    chmod(folder.path("sub"), 0o700)
    #expect(folder["sub/b.png"] == nil)
  }

  @Test("An output name that is too long is an error") func tooLongName() throws {
    let name = String(repeating: "n", count: 300) + ".png"
    try folder().frameit("apply", "-e", "", "a.png", "-o", name).fails(6)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    #expect(stat(path, &status) == 0)
    return status.st_mode & 0o7777
  }
}
