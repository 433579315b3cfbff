import Foundation
import Testing

/// `compare --review`, with a program in place of the server. `make test-report` tests the server in Chromium.
@Suite struct CompareReviewTests {
  /// Folders with images, and the program beside a server that is a script.
  ///
  /// - Parameter server: Lines of a shell script. `ask` sends a request and appends the answer to the file `answers`.
  private func folder(_ server: String) throws -> Folder {
    let image = try Images.png(40, 30)
    let folder = try Folder([
      "base/same.png": image, "new/same.png": image, "base/a.png": image, "new/a.png": Images.png(41, 30),
      "base/gone.png": Images.png(8, 8), "new/added.png": Images.png(7, 7), "outside.png": image,
      "bin/frameit-review": Array(
        """
        #!/bin/sh
        ask() { echo "$1"; read -r answer; echo "$answer" >>answers; }
        echo "$1" >place
        ls "$1" "$1/images" >listing
        echo '{"request":"ready","address":"http://127.0.0.1:1/?token=0"}'
        \(server)
        """.utf8),
    ])
    // Links to other file systems are not possible.
    let program = folder.path("bin/frameit")
    if (try? FileManager.default.linkItem(atPath: Built.program, toPath: program)) == nil {
      try FileManager.default.copyItem(atPath: Built.program, toPath: program)
    }
    #expect(chmod(folder.path("bin/frameit-review"), 0o755) == 0)
    return folder
  }

  private func review(_ folder: Folder, _ options: String...) throws -> Outcome {
    var spawn = try folder.spawn(["compare", "base", "new", "--review"] + options)
    spawn.path = folder.path("bin/frameit")
    spawn.environment["TMPDIR"] = folder.path
    return try spawn.run()
  }

  @Test("What the page accepts is written, and the report is removed at the end") func accept() throws {
    let folder = try folder(
      """
      ask '{"request":"state"}'
      ask '{"request":"accept","paths":["a.png","gone.png","../outside.png","none.png"]}'
      ask '{"request":"accept","paths":["added.png"]}'
      ask '{"request":"finish"}'
      """)
    let outcome = try review(folder)
    #expect(
      outcome.text.hasSuffix(
        """
        4 images: 1 same, 1 differs, 1 added, 1 missing
        accepted a.png
        kept     gone.png: not deleted; use --prune to delete it
        refused  ../outside.png: the report does not have it
        refused  none.png: the report does not have it
        accepted added.png

        """))
    #expect(outcome.ending == .exit(1))
    #expect(outcome.err.contains("open http://127.0.0.1:1/?token=0 to review"))
    let answers = String(decoding: folder["answers"] ?? [], as: UTF8.self).split(separator: "\n")
    #expect(answers.first == #"{"left":3,"results":[],"schema":1}"#)
    #expect(answers.last == #"{"left":1,"results":[],"schema":1}"#)
    #expect(
      folder["base/a.png"] == folder["new/a.png"] && folder["base/added.png"] == folder["new/added.png"])
    let place = String(decoding: folder["place"] ?? [], as: UTF8.self).dropLast()
    #expect(place.contains("frameit-review-") && !FileManager.default.fileExists(atPath: String(place)))
    #expect(String(decoding: folder["listing"] ?? [], as: UTF8.self).contains("index.html"))
  }

  @Test("If nothing is left, the exit code is 0; a named report stays") func all() throws {
    let folder = try folder(
      """
      ask '{"request":"accept","paths":["a.png","gone.png","added.png"]}'
      ask '{"request":"finish"}'
      """)
    let outcome = try review(folder, "--prune", "--report", "r")
    #expect(outcome.ending == .exit(0))
    #expect(folder["base/gone.png"] == nil && folder["r/index.html"] != nil)
  }

  @Test("A file that changed after the comparison is refused") func stale() throws {
    let folder = try folder(
      """
      cp new/same.png new/a.png
      ask '{"request":"accept","paths":["a.png"]}'
      ask '{"request":"finish"}'
      """)
    let before = folder["base/a.png"]
    let outcome = try review(folder)
    #expect(
      outcome.text.contains("refused  a.png: the actual image is not the one in the report; compare again\n"))
    #expect(outcome.ending == .exit(1) && folder["base/a.png"] == before)
  }

  @Test("A review fails if its server exits early, opens no port or is not installed") func broken() throws {
    var folder = try folder("exit 3")
    var outcome = try review(folder)
    #expect(outcome.ending == .exit(70) && outcome.err.contains("frameit-review: ended unexpectedly"))
    folder = try self.folder(#"ask '{"request":"failed","reason":"no port"}'"#)
    outcome = try review(folder)
    #expect(outcome.err.contains("cannot open a port on this machine: no port"))
    folder["bin/frameit-review"] = nil
    outcome = try review(folder)
    #expect(outcome.ending == .exit(2) && outcome.err.contains("which is not installed"))
    #expect(outcome.text.isEmpty)
  }

  @Test(
    "Options that do not fit are errors", arguments: [["--html", "x.html"], ["--quiet"], ["--accept"]])
  func options(_ options: [String]) throws {
    let folder = try folder("")
    var spawn = try folder.spawn(["compare", "base", "new", "--review"] + options)
    spawn.path = folder.path("bin/frameit")
    let outcome = try spawn.run()
    #expect(outcome.ending == .exit(2) && outcome.err.contains("cannot be combined"))
  }
}
