import Foundation
import Testing

/// `compare --accept`.
@Suite struct CompareAcceptTests {
  /// Folders with an image for each verdict, and their report in `r`.
  private func folder() throws -> Folder {
    let image = try Images.png(40, 30)
    let folder = try Folder([
      "base/same.png": image, "new/same.png": image, "base/b/differs.png": image,
      "new/b/differs.png": Images.png(41, 30), "base/gone.png": Images.png(8, 8),
      "base/old.png": Images.png(12, 9), "new/new.png": Images.png(12, 9),
      "new/c/added.png": Images.png(7, 7),
      "base/broken.png": image, "new/broken.png": Array(image.prefix(60)),
    ])
    _ = try folder.frameit("compare", "base", "new", "--report", "r", "-q")
    return folder
  }

  private func accept(_ folder: Folder, _ options: String...) throws -> Outcome {
    try folder.frameit(words: ["compare", "base", "new", "--accept"] + options)
  }

  @Test("--accept takes what the report showed, and deletes nothing") func all() throws {
    let folder = try folder()
    let outcome = try accept(folder, "--report", "r")
    #expect(
      outcome.text == """
        accepted b/differs.png
        refused  broken.png: it is broken, so the report could not show it
        accepted c/added.png
        kept     gone.png: not deleted; use --prune to delete it
        accepted new.png
        kept     old.png: not deleted; use --prune to delete it
        3 accepted, 2 kept, 1 refused

        """)
    #expect(outcome.ending == .exit(7))
    for path in ["b/differs.png", "c/added.png", "new.png"] {
      #expect(folder["base/\(path)"] == folder["new/\(path)"])
    }
    #expect(folder["base/gone.png"] != nil && folder["base/old.png"] != nil)
    #expect(folder["base/broken.png"] == folder["base/same.png"])
    let again = try accept(folder, "--report", "r", "--only", "b/*")
    #expect(again.ending == .exit(0))
    #expect(again.text == "unchanged b/differs.png: it is the expected image already\n1 unchanged\n")
  }

  @Test("--prune deletes missing images and the old ones of moved images") func prune() throws {
    let folder = try folder()
    let outcome = try accept(folder, "--report", "r", "--prune", "--only", "gone.png", "--only", "new.png")
    #expect(
      outcome.text == "deleted  gone.png\naccepted new.png\ndeleted  old.png\n1 accepted, 2 deleted\n")
    #expect(outcome.ending == .exit(0))
    let again = try accept(folder, "--report", "r", "--prune", "--only", "gone.png", "--only", "new.png")
    #expect(
      again.text == """
        unchanged gone.png: it is deleted already
        unchanged new.png: it is the expected image already
        unchanged old.png: it is deleted already
        3 unchanged

        """)
    #expect(folder["base/gone.png"] == nil && folder["base/old.png"] == nil)
    #expect(folder["base/new.png"] == folder["new/new.png"])
  }

  @Test("Files that changed since the report are refused") func stale() throws {
    let folder = try folder()
    let shown = folder["new/b/differs.png"]
    folder["new/b/differs.png"] = folder["new/same.png"]
    folder["base/new.png"] = folder["base/gone.png"]
    folder["new/gone.png"] = folder["base/gone.png"]
    let before = folder["base/b/differs.png"]
    let outcome = try accept(folder, "--report", "r", "--prune", "--json")
    let reasons = try outcome.records().filter { $0["outcome"] as? String == "refused" }
      .compactMap { $0["reason"] as? String }
    #expect(outcome.ending == .exit(7))
    #expect(
      reasons == [
        "the actual image is not the one in the report; compare again",
        "it is broken, so the report could not show it", "there is an actual image now",
        "the expected image is not the one in the report; compare again",
      ])
    #expect(folder["base/b/differs.png"] == before && folder["base/gone.png"] != nil)
    // The expected image has changed, too.
    folder["new/b/differs.png"] = shown
    folder["base/b/differs.png"] = folder["base/old.png"]
    #expect(try accept(folder, "--report", "r", "--only", "b/*").ending == .exit(7))
    #expect(folder["base/b/differs.png"] == folder["base/old.png"])
  }

  @Test("--accept-list takes the lines that the page copies, and refuses paths that lead elsewhere")
  func list() throws {
    let folder = try folder()
    let page = String(decoding: try #require(folder["r/index.html"]), as: UTF8.self)
    let start = "<script type=\"application/json\" class=\"item\">"
    let item = try #require(page.split(separator: "\n").first { $0.contains("added.png") })
    let line = item.dropFirst(start.count).dropLast("</script>".count)
    folder["list.txt"] = Array("\n\(line)\n".utf8)
    let outcome = try accept(folder, "--accept-list", "list.txt")
    #expect(outcome.text == "accepted c/added.png\n1 accepted\n")
    for path in ["../out.png", "/tmp/out.png", "a/../../out.png", "./x.png", "link/x.png"] {
      try FileManager.default.createDirectory(
        atPath: folder.path("elsewhere"), withIntermediateDirectories: true)
      try? FileManager.default.createSymbolicLink(
        atPath: folder.path("base/link"), withDestinationPath: folder.path("elsewhere"))
      folder["new/link/x.png"] = folder["new/c/added.png"]
      folder["list.txt"] = Array(line.replacing("\"c/added.png\"", with: "\"\(path)\"").utf8)
      let outcome = try accept(folder, "--accept-list", "list.txt")
      #expect(outcome.text.contains("the path leads out of the folder"), "\(path)")
      #expect(outcome.ending == .exit(7))
    }
    #expect(folder["elsewhere/x.png"] == nil && folder["out.png"] == nil)
    folder["list.txt"] = Array("\(line)\nc/added.png\n".utf8)
    try accept(folder, "--accept-list", "list.txt").fails(2, naming: "list.txt", "line 2")
  }

  @Test(
    "An option of another mode is an error",
    arguments: [
      (["base", "new", "--only", "*"], "--only needs --accept"),
      (["base", "new", "--accept", "--jobs", "2"], "--jobs has no effect"),
      (["base", "new", "--accept", "--background", "red"], "--background has no effect"),
      (["base", "new", "--review", "--accept-list", "l"], "--review cannot be combined with --accept-list"),
      (["base/a.png", "new/a.png", "--review"], "--review is for folders"),
      (["base/a.png", "new/a.png", "--settings", "s"], "--settings is for folders"),
    ])
  func modes(_ options: [String], _ message: String) throws {
    try folder().spawn(["compare"] + options).run().fails(2, naming: message)
  }

  @Test("Options that make no sense together are errors") func usage() throws {
    let folder = try folder()
    try accept(folder).fails(2, naming: "--report")
    try accept(folder, "--report", "r", "--accept-list", "x").fails(2, naming: "only one")
    try accept(folder, "--report", "r", "--only", "*.gif").fails(2, naming: "--only")
    try accept(folder, "--report", "r", "--include", "*.gif").fails(2, naming: "--include", "--only")
    try accept(folder, "--report", "r", "--pad").fails(2, naming: "--pad", "compares nothing")
    try accept(folder, "--report", "nothing").fails(4, naming: "nothing")
    try folder.frameit("compare", "base", "new", "--prune").fails(2, naming: "--prune", "--accept")
    folder["page.html"] = Array("<!doctype html>\n<p>".utf8)
    try accept(folder, "--html", "page.html").fails(2, naming: "page.html")
  }
}
