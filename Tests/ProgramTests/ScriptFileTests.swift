import Platform
import Testing

/// Files that a script names must be in its folder or in allowed folders.
@Suite struct ScriptFileTests {
  /// Creates scripts in `s` and a file outside in `out`.
  private func folder(_ script: String) throws -> Folder {
    let image = try Images.png()
    let folder = try Folder(["s/own.png": image, "s/deep/own.png": image, "out/x.png": image])
    folder.write("rotate 90deg\n", to: "s/turn.txt")
    folder.write("background red\n", to: "out/turn.txt")
    folder.write("include \"../../out/turn.txt\"\n", to: "s/deep/leads-out.txt")
    folder.write("include \"near.txt\"\n", to: "s/deep/leads-in.txt")
    folder.write("rotate 90deg\n", to: "s/deep/near.txt")
    symlink("../out", folder.path("s/link"))
    symlink("../out/x.png", folder.path("s/link.png"))
    symlink("deep", folder.path("s/inner"))
    symlink("s", folder.path("alias"))
    folder["s-not/x.png"] = image
    folder.write(script, to: "s/s.txt")
    return folder
  }

  private static func image(_ path: String) -> String { "canvas 9,9\nlayer a image \"\(path)\"\n" }
  private static func include(_ path: String) -> String { "canvas 9,9\ninclude \"\(path)\"\n" }

  @Test(
    "A script can use files of its folder",
    arguments: [
      image("own.png"), image("./own.png"), image("deep/own.png"), image("deep/../own.png"),
      image("inner/own.png"),
      image("../s/own.png"), "canvas 9,9\nlayer a image random \"deep\"\n".replacing("deep", with: "pics"),
    ])
  func ownFolder(script: String) throws {
    let folder = try folder(script)
    folder["s/pics/1.png"] = folder["s/own.png"]
    try folder.frameit("apply", "s/s.txt", "-o", "r.png").succeeds()
    try folder.frameit("apply", "alias/s.txt", "-o", "r2.png").succeeds()
    #expect(folder["r.png"] == folder["r2.png"])
  }

  @Test(
    "A script can include files of its folder",
    arguments: ["turn.txt", "deep/../turn.txt", "deep/leads-in.txt", "inner/near.txt"])
  func includes(path: String) throws {
    let folder = try folder("include \"\(path)\"\nexpect transform 0 1 -1 0 0 0\n")
    try folder.frameit("apply", "s/s.txt", "s/own.png", "-o", "r.png").succeeds()
  }

  @Test(
    "Files outside the script's folder are refused",
    arguments: [
      image("../out/x.png"), image("/etc/passwd"), image("/etc/nothing"), image("link/x.png"),
      image("link.png"),
      image("deep/../../out/x.png"), image("../s-not/x.png"), image(".."), image("../nothing/x.png"),
      image("/"),
      "canvas 9,9\nlayer a image random \"../out\"\n", "canvas 9,9\nlayer a image random \"link\"\n",
      include("../out/turn.txt"), include("/etc/passwd"), include("link/turn.txt"),
      include("deep/leads-out.txt"),
    ])
  func outsideFolder(script: String) throws {
    let folder = try folder(script)
    try folder.expectChanges([]) {
      try folder.frameit("apply", "s/s.txt", "-o", "r.png")
        .fails(3, naming: "--allow-read")
    }
  }

  @Test(
    "--allow-read allows another folder",
    arguments: [
      image("../out/x.png"), image("link.png"), include("../out/turn.txt"), include("link/turn.txt"),
    ])
  func allowedFolder(script: String) throws {
    let folder = try folder(script)
    for allowed in ["out", folder.path("out"), "s/link", "."] {
      try folder.frameit("apply", "s/s.txt", "--force", "--allow-read", allowed, "-o", "r.png").succeeds()
    }
    try folder.frameit("apply", "s/s.txt", "--force", "--allow-read", "s-not", "-o", "r.png")
      .fails(3)
    try folder.frameit("apply", "s/s.txt", "--force", "--allow-read", "ou", "-o", "r.png")
      .fails(2, naming: "--allow-read")
  }
}
