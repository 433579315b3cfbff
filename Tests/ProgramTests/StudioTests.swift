import Foundation
import FrameStudio
import Testing

/// `studio`, with a program in place of the server. `make test-studio` tests the server in Chromium.
@Suite struct StudioTests {
  /// A folder with images, and the program beside a server that is a script.
  ///
  /// - Parameter server: Lines of a shell script, after it has kept the settings in the file `settings`.
  private func folder(_ server: String) throws -> Folder {
    let image = try Images.png(40, 30)
    let folder = try Folder([
      "photos/a.png": image, "photos/sub/b.png": image, "photos/notes.txt": Array("none".utf8),
      "c.png": image,
      "turn.txt": Array("rotate 3deg\n".utf8),
      "bin/frameit-studio": Array(
        """
        #!/bin/sh
        read -r line
        echo "$line" >settings
        \(server)
        """.utf8),
    ])
    // Links to other file systems are not possible.
    let program = folder.path("bin/frameit")
    if (try? FileManager.default.linkItem(atPath: Built.program, toPath: program)) == nil {
      try FileManager.default.copyItem(atPath: Built.program, toPath: program)
    }
    #expect(chmod(folder.path("bin/frameit-studio"), 0o755) == 0)
    return folder
  }

  private func studio(_ folder: Folder, _ arguments: String...) throws -> Outcome {
    var spawn = try folder.spawn(["studio"] + arguments)
    spawn.path = folder.path("bin/frameit")
    return try spawn.run()
  }

  private func settings(_ folder: Folder) throws -> StudioSettings {
    try JSONDecoder().decode(StudioSettings.self, from: Data(folder["settings"] ?? []))
  }

  @Test("The server gets the script, all images of folders, and the options")
  func settings() throws {
    let folder = try folder("exit 0")
    _ = try studio(
      folder, "turn.txt", "photos", "c.png", "-D", "name=Ann=1", "--seed", "7", "--max-memory", "1M",
      "--listen", "--port", "8123")
    let settings = try settings(folder)
    #expect(settings.script == "turn.txt" && settings.arguments == ["photos", "c.png"])
    #expect(settings.inputs == ["photos/a.png", "photos/sub/b.png", "c.png"])
    #expect(settings.definitions.map { "\($0.name): \($0.value)" } == ["name: Ann=1"])
    #expect(settings.seed == 7 && settings.maximumMemory == 1 << 20)
    #expect(settings.listens && settings.port == 8123)
  }

  @Test(
    "The first path is the script, unless it is an image or a folder",
    arguments: [
      (["c.png"], nil, ["c.png"]), (["photos"], nil, ["photos/a.png", "photos/sub/b.png"]),
      (["new.txt", "c.png"], "new.txt", ["c.png"]), ([], nil, []),
    ] as [([String], String?, [String])])
  func script(arguments: [String], script: String?, inputs: [String]) throws {
    let folder = try folder("exit 0")
    var spawn = try folder.spawn(["studio"] + arguments)
    spawn.path = folder.path("bin/frameit")
    _ = try spawn.run()
    let settings = try settings(folder)
    #expect(settings.script == script && settings.inputs == inputs)
  }

  @Test("The addresses are printed, and an error of the server ends the command")
  func addresses() throws {
    let folder = try folder(
      """
      echo '{"request":"ready","address":"http://127.0.0.1:1/?token=0"}'
      echo '{"request":"another","address":"http://127.0.0.1:1/?token=1"}'
      echo '{"request":"failed","reason":"no port is free"}'
      """)
    let outcome = try studio(folder, "turn.txt", "c.png")
    #expect(outcome.err.contains("open http://127.0.0.1:1/?token=0 in a browser"))
    #expect(outcome.err.contains("for one more browser, open http://127.0.0.1:1/?token=1"))
    #expect(outcome.err.contains("no port is free") && outcome.ending == .exit(2))
  }

  @Test("A mistyped image is not a new script")
  func mistyped() throws {
    let folder = try folder("exit 0")
    let outcome = try studio(folder, "phto.png")
    #expect(outcome.ending == .exit(4) && outcome.err.contains("phto.png: no such file"))
    #expect(folder["settings"] == nil)
  }

  @Test(
    "Mistyped paths and a wrong order are refused",
    arguments: [
      (["turn.txt", "nope.jpg"], 4, "nope.jpg: no such file"),
      (["nowhere/new.txt", "c.png"], 4, "nowhere: no such folder"),
      (["c.png", "turn.txt"], 2, "frameit studio turn.txt"),
      (["-", "c.png"], 2, "not stdin"),
    ] as [([String], Int32, String)])
  func refused(arguments: [String], status: Int32, message: String) throws {
    let folder = try folder("exit 0")
    var spawn = try folder.spawn(["studio"] + arguments)
    spawn.path = folder.path("bin/frameit")
    let outcome = try spawn.run()
    #expect(outcome.ending == .exit(status) && outcome.err.contains(message))
    #expect(folder["settings"] == nil)
  }

  @Test("Without the server, the command says how to get it")
  func missing() throws {
    let folder = try folder("exit 0")
    folder["bin/frameit-studio"] = nil
    let outcome = try studio(folder, "turn.txt")
    #expect(outcome.ending == .exit(2) && outcome.err.contains("make studio"))
  }
}
