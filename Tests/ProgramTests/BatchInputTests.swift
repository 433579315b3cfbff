import Foundation
import FrameImage
import Platform
import Testing

/// The inputs of a batch, and the names of its outputs.
@Suite struct BatchInputTests {
  private func folder() throws -> Folder {
    try Folder([
      "in/a.png": Images.png(5, 4, seed: 1), "in/b.jpg": Images.jpeg(),
      "in/deep/a.png": Images.png(3, 7, seed: 3),
      "in/deep/notes.txt": Array("no image".utf8), "in/.hidden.png": Images.png(),
    ])
  }

  @Test("In folders, a damaged file with an image's extension fails; -v names the other skipped files")
  func noImages() throws {
    let folder = try folder()
    folder["in/empty.JPG"] = []
    folder.write("no image", to: "in/x.webp")
    folder.write("no image", to: "in/deep/bad.png")
    folder.write("no image", to: "in/README")
    symlink("nowhere", folder.path("in/link.txt"))
    mkfifo(folder.path("in/pipe"), 0o600)
    let words = ["apply", "-e", "", "-r", "in", "--out-dir", "out"]
    let outcome = try folder.spawn(words + ["-v"]).run()
    #expect(outcome.ending == .exit(7))
    #expect(outcome.lines == ["out/in/a.png", "out/in/b.jpg", "out/in/deep/a.png"])
    outcome.says([
      "in/empty.JPG: the file is empty", "in/x.webp: unknown image format",
      "in/deep/bad.png: unknown image format",
      "note: in/README: not an image, skipped", "note: in/deep/notes.txt: not an image",
      "note: in/pipe: not an image", "note: in/link.txt: not an image",
      "3 of 10 failed, 3 of 10 done, 4 not images",
    ])
    let quiet = try folder.spawn(words + ["--force"]).run()
    #expect(!quiet.err.contains("README") && quiet.err.contains("4 not images"))
    // No image of a pair is skipped, because the other one would be skipped with it.
    try folder.frameit("apply", "-e", "layer a image; layer b image", "-r", "in/deep", "-o", "pair.png")
      .fails(2)
    folder["in/deep/bad.png"] = nil
    try folder.frameit("apply", "-e", "layer a image; layer b image", "-r", "in/deep", "-o", "pair.png")
      .fails(4, naming: "in/deep/notes.txt")
  }

  @Test("--base sets the folder that outputs are relative to; absolute inputs keep only their names")
  func base() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "", "in/deep/a.png", "in/a.png", "--out-dir", "o", "--base", "in")
      .succeeds(printing: "o/deep/a.png\no/a.png\n")
    try folder.frameit("apply", "-e", "", folder.path("in/deep/a.png"), "--out-dir", "p", "--base", "in")
      .succeeds(printing: "p/deep/a.png\n")
    try folder.frameit("apply", "-e", "", folder.path("in/deep/a.png"), "--out-dir", "q").succeeds(
      printing: "q/a.png\n")
    try folder.frameit("apply", "-e", "", "in/../in/./a.png", "--out-dir", "r").succeeds(
      printing: "r/in/a.png\n")
    try folder.frameit("apply", "-e", "", "in/a.png", "--base", "in").fails(2, naming: "--out-dir")
    folder["b.png"] = folder["in/a.png"]
    for (base, message) in [
      ("tpyo", "tpyo: no such folder\nhint: --base"), ("b.png", "b.png: no such folder"),
      ("in", "b.png: is not inside the --base folder\nhint: --base"),
    ] {
      try folder.frameit("apply", "-e", "", "in/a.png", "b.png", "--out-dir", "s", "--base", base)
        .fails(2, saying: message)
    }
    #expect(folder["s"] == nil)
    var piped = try folder.spawn(["apply", "-e", "", "-", "no/c.png", "--out-dir", "s", "--base", "in"])
    piped.stdin = .file(folder.path("b.png"))
    let outcome = try piped.run()
    #expect(outcome.ending == .exit(7) && outcome.lines == ["s/stdin.png"])
  }

  @Test("An empty batch is an error, except for an empty list")
  func nothing() throws {
    let folder = try folder()
    mkdir(folder.path("empty"), 0o755)
    folder.write("a", to: "texts/a.txt")
    folder.write("b", to: "texts/b.txt")
    folder.write("", to: "list")
    let out = ["apply", "-e", "", "--out-dir", "out"]
    try folder.expectChanges(["out"]) {
      try folder.spawn(out + ["-r", "empty"]).run().fails(4, saying: "empty: contains no images\nhint: ")
      try folder.spawn(out + ["-r", "texts"]).run().fails(
        4, naming: "-v", "2")
      let list = try folder.spawn(out + ["--files-from", "list"]).run()
      #expect(list.ending == .exit(0) && list.text == "")
      #expect(list.err == "note: the list is empty, so there is nothing to do\n")
      // Other shards may have images.
      let part = try folder.spawn(out + ["-r", "texts", "--shard", "1/2"]).run()
      #expect(part.ending == .exit(0))
      let none = try folder.spawn(out + ["in/a.png", "--shard", "2/2"]).run()
      #expect(none.ending == .exit(0) && none.err == "note: this shard of the batch is empty\n")
    }
  }

  @Test("info and hash accept lists and folders", arguments: ["info", "hash"])
  func otherCommands(_ command: String) throws {
    let folder = try folder()
    folder.write("in/b.jpg\0-\0", to: "list")
    folder["-"] = folder["in/a.png"]
    func names(_ outcome: Outcome) throws -> [String] {
      try outcome.records().compactMap { $0["name"] as? String }
    }
    let listed = try folder.frameit(command, "in/a.png", "--files-from", "list", "-0", "--json").succeeds()
    #expect(try names(listed) == ["in/a.png", "in/b.jpg", "./-"])
    let found = try folder.frameit(command, "-r", "in", "--json")
    #expect(try found.ending == .exit(0) && names(found) == ["in/a.png", "in/b.jpg", "in/deep/a.png"])
    #expect(found.err == "note: 1 other file is not an image\n")
    folder.write("no image", to: "in/bad.png")
    let bad = try folder.frameit(command, "-r", "in", "--json")
    #expect(try bad.ending == .exit(7) && names(bad).count == 3)
    bad.says(["in/bad.png: unknown image format"])
    // Without the option, only the folder fails.
    let mixed = try folder.frameit(command, "in", "in/a.png", "--json")
    #expect(try mixed.ending == .exit(7) && names(mixed) == ["in/a.png"])
    folder.write("no image", to: "texts/a.txt")
    try folder.frameit(command, "-r", "texts").fails(4)
    try folder.frameit(command).fails(2)
  }

  @Test("--print0 ends names with a NUL byte, and --quiet prints nothing about success")
  func whatIsPrinted() throws {
    let folder = try folder()
    let words = ["apply", "-e", "", "-r", "in", "--out-dir", "out"]
    let zeros = try folder.spawn(words + ["--print0"]).run()
    #expect(zeros.ending == .exit(0) && zeros.text == "out/in/a.png\0out/in/b.jpg\0out/in/deep/a.png\0")
    let quiet = try folder.spawn(words + ["--quiet", "--force", "in/a.png"]).run()
    #expect(quiet.ending == .exit(0) && quiet.text == "" && quiet.err == "")
    let failing = try folder.spawn(words + ["-q"]).run()
    #expect(failing.ending == .exit(7) && failing.text == "")
    failing.says(["out/in/a.png: already exists"])
    #expect(!failing.err.contains("0 of 3"))
    for other in ["--json", "-v", "--print0"] {
      try folder.spawn(words + ["-q", other]).run().fails(2, naming: "--quiet")
    }
    try folder.spawn(words + ["--print0", "--json"]).run().fails(2, naming: "--print0")
    let one = try folder.frameit("apply", "-e", "", "in/a.png", "-q", "-o", "-").succeeds()
    #expect(Images.isPNG(one.out))
  }

  @Test("An input that is given twice is edited once")
  func twins() throws {
    let folder = try folder()
    let out = ["apply", "-e", "", "--out-dir", "out"]
    let outcome = try folder.spawn(out + ["-r", "in", "./in/deep", "in/a.png"]).run()
    #expect(outcome.ending == .exit(0))
    #expect(outcome.lines == ["out/in/a.png", "out/in/b.jpg", "out/in/deep/a.png"])
    outcome.says(["in/deep/a.png and 1 more are given twice and edited once", "3 of 5 done, 2 not images"])
    // A symbolic link is another image with its own name. The same path is not.
    symlink("a.png", folder.path("in/c.png"))
    try folder.spawn(out + ["in/c.png"]).run().succeeds(printing: "out/in/c.png\n")
    try folder.frameit("apply", "-e", "rotate 180deg", "--in-place", "in/a.png", "./in/a.png").says([
      "./in/a.png is given twice and edited once"
    ])
    let whole = folder["in/a.png"]
    try folder.frameit("apply", "-e", "rotate 180deg", "--in-place", "in/a.png").succeeds()
    #expect(folder["in/a.png"] != whole)
    // An image that one edit uses twice is not a duplicate.
    try folder.frameit("apply", "-e", "layer a image; layer b image", "in/b.jpg", "in/b.jpg").succeeds()
  }

  @Test("Lists name inputs literally", arguments: [false, true])
  func lists(_ isNull: Bool) throws {
    let folder = try folder()
    let names =
      ["in/a.png", "in/ b'\"%d$#.png", "in/-dash.png", "in/😀.png"] + (isNull ? ["in/new\nline.png"] : [])
    for name in names { folder[name] = folder["in/a.png"] }
    folder.write(names.joined(separator: isNull ? "\0" : "\n") + (isNull ? "\0" : "\n\n"), to: "list")
    var words = ["apply", "-e", "rotate 90deg", "--files-from", "list", "--out-dir", "out", "--json"]
    if isNull { words.append("-0") }
    let records = try folder.spawn(words).run().succeeds().records()
    #expect(records.compactMap { ($0["inputs"] as? [String])?.first } == names)
    for name in names { #expect(folder["out/" + name] != nil, "\(name)") }
    var piped = try folder.spawn(
      ["apply", "-e", "", "--files-from", "-", "--dry-run", "--out-dir", "o"] + words.suffix(isNull ? 1 : 0))
    piped.stdin = .bytes(folder["list"]!)
    #expect(try piped.run().succeeds().text.hasPrefix("o/in/a.png\n"))
  }

  @Test("A missing file in a list fails alone; a folder in a list is refused before any edit")
  func badLists() throws {
    let folder = try folder()
    folder.write("in/a.png\nin/missing.png\n", to: "list")
    let outcome = try folder.frameit("apply", "-e", "", "--files-from", "list")
    #expect(outcome.ending == .exit(7) && outcome.text == "a.framed.png\n")
    outcome.says(["in/missing.png: no such file", "1 of 2 failed"])
    folder.write("in/b.jpg\nin\n", to: "list")
    try folder.frameit("apply", "-e", "", "--files-from", "list").fails(2, naming: "--recursive")
    folder.write("in/a.png\0in/b.jpg\0", to: "list")
    try folder.frameit("apply", "-e", "", "--files-from", "list").fails(2, naming: "-0")
    try folder.frameit("apply", "-e", "", "--files-from", "nothing").fails(4)
  }

  @Test("File names that are not UTF-8 are read, written and printed as bytes")
  func namesThatAreNoText() throws {
    let folder = try folder()
    let name = "in/caf\\xE9.png"
    let raw: [UInt8] = Array((folder.path + "/in/caf").utf8) + [0xE9] + Array(".png".utf8) + [0]
    let descriptor = raw.withUnsafeBytes {
      open($0.bindMemory(to: CChar.self).baseAddress!, O_CREAT | O_WRONLY, 0o600)
    }
    #expect(descriptor >= 0, "\(name)")
    let bytes = try #require(folder["in/a.png"])
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    let outcome = try folder.frameit(
      "apply", "-e", "", "-r", "in", "--out-dir", "out", "--name", "{stem}-x.{ext}")
    #expect(outcome.ending == .exit(0), "\(outcome.err)")
    var path = Array("out/in/caf".utf8)
    path.append(0xE9)
    path.append(contentsOf: "-x.png".utf8)
    #expect(outcome.out.split(separator: 10).map(Array.init).contains(path))
  }
}

/// Several outputs from one decode.
@Suite struct SizesTests {
  @Test("Each of several sizes is the whole canvas scaled to that width")
  func sizes() throws {
    let folder = try Folder(["a.png": Images.png(64, 48, seed: 1), "b.jpg": Images.jpeg()])
    try folder.frameit(
      "apply", "-e", "canvas 100%,100%; border 4 red; rotate 90deg", "a.png", "--sizes", "64,32,16,128"
    )
    .succeeds(printing: "a.framed-64.png\na.framed-32.png\na.framed-16.png\na.framed-128.png\n")
    for (width, height) in [(64, 48), (32, 24), (16, 12), (128, 96)] {
      let image = try Images.decode(folder["a.framed-\(width).png"])
      #expect(image.size == PixelSize(width: width, height: height))
      // The border is scaled with the image.
      #expect(image[0, 0, 0] == 255 && image[0, 0, 1] == 0)
    }
    try folder.frameit(
      "apply", "-e", "canvas 100%,100%; border 4 red; rotate 90deg", "a.png", "-o", "one.png"
    ).succeeds()
    #expect(folder["one.png"] == folder["a.framed-64.png"])
    // Each size is the same alone and among others.
    try folder.frameit(
      "apply", "-e", "canvas 100%,100%; border 4 red; rotate 90deg", "a.png", "--sizes", "16", "-o", "x.png"
    )
    .succeeds(printing: "x-16.png\n")
    #expect(folder["x-16.png"] == folder["a.framed-16.png"])
  }
}
