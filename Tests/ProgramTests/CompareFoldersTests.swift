import Foundation
import FrameImage
import PNGCodec
import Testing

/// `compare` with two folders.
@Suite struct CompareFoldersTests {
  /// Folders with an image for each verdict. `base/b/differs.png` and `new/b/differs.png` differ in 10 pixels.
  private func folder() throws -> Folder {
    let image = try Images.png(40, 30)
    let folder = try Folder([
      "base/same.png": image, "new/same.png": image, "base/b/differs.png": image,
      "base/gone.png": Images.png(8, 8),
      "base/old.png": Images.png(12, 9), "new/new.png": Images.png(12, 9), "new/added.png": Images.png(7, 7),
      "base/broken.png": image, "new/broken.png": Array("no image".utf8),
      "new/notes.txt": Array("notes".utf8),
      "new/.hidden.png": image,
    ])
    try folder.frameit(
      "apply", "-e", "layer p image $1; layer q image placeholder at 3,4 size 5,2", "base/same.png", "-o",
      "patch.png"
    ).succeeds()
    folder["new/b/differs.png"] = folder["patch.png"]
    return folder
  }

  @Test("Each image has a line with its verdict, in the order of names") func verdicts() throws {
    let outcome = try folder().frameit("compare", "base", "new")
    #expect(outcome.ending == .exit(7))
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 7)
    let beginnings = [
      "added   added.png", "differs b/differs.png: 10 of 1200 pixels (0.84%) in 5 x 2 at 3,4",
      "broken  broken.png: new/broken.png", "missing gone.png", "moved   new.png: was old.png",
      "same    same.png",
    ]
    for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning), "\(line)") }
    #expect(lines[6] == "6 images: 1 same, 1 differs, 1 added, 1 missing, 1 moved, 1 broken")
    #expect(outcome.err == "note: 1 file is not an image\n")
  }

  @Test("The exit code is 0, 1 or 7") func exitCodes() throws {
    let folder = try folder()
    func code(_ options: String...) throws -> Ending {
      try folder.frameit(words: ["compare", "base", "new", "-q"] + options).ending
    }
    #expect(try code() == .exit(7))
    for name in ["b/*", "gone.png", "added.png"] {
      #expect(try code("--include", name) == .exit(1), "\(name)")
    }
    #expect(try code("--include", "old.png", "--include", "new.png") == .exit(1))
    #expect(try code("--include", "same.png") == .exit(0))
    #expect(try code("--include", "b/*", "--max-diff", "10") == .exit(0))
    try folder.frameit("compare", "base", "base").succeeds()
    try folder.frameit("compare", "base", "new", "--include", "*.gif").fails(2, naming: "base", "new")
    try folder.frameit("compare", "base", "missing").fails(4, naming: "missing")
    try folder.frameit("compare", "base", "base/same.png").fails(2, naming: "base/same.png")
    try folder.frameit("compare", "base/same.png", "new/same.png", "--jobs", "2").fails(2, naming: "--jobs")
    try folder.frameit("compare", "base", "new", "--diff", "d.png").fails(2, naming: "--diff", "folder")
  }

  @Test("--json prints an object per image, with the fields of a comparison") func json() throws {
    let folder = try folder()
    let records = try folder.frameit("compare", "base", "new", "--json").records()
    let found = records.map { "\($0["path"] ?? "") \($0["verdict"] ?? "")" }
    #expect(
      found == [
        "added.png added", "b/differs.png differs", "broken.png broken", "gone.png missing", "new.png moved",
        "same.png same",
      ])
    #expect(records[1]["differing"] as? Int == 10 && records[1]["box"] as? [Int] == [3, 4, 5, 2])
    #expect(records[4]["from"] as? String == "old.png")
    #expect((records[2]["error"] as? String)?.contains("new/broken.png") == true)
    #expect(records.allSatisfy { $0["schema"] as? Int == 1 })
    let one = try folder.frameit("compare", "base/b/differs.png", "new/b/differs.png", "--json").records()[0]
    for (key, value) in one where !["regions", "changes"].contains(key) {
      #expect("\(records[1][key] ?? "")" == "\(value)", "\(key)")
    }
  }

  @Test("Any number of jobs gives the same output") func jobs() throws {
    let folder = try Folder()
    for i in 0..<40 {
      folder["base/\(i).png"] = try Images.png(10 + i % 3, 10)
      folder["new/\(i * 7 % 40).png"] = try Images.png(10 + i % 3, 10)
    }
    let outputs = try ["1", "2", "7"].map { try folder.frameit("compare", "base", "new", "--jobs", $0).text }
    #expect(Set(outputs).count == 1)
    #expect(outputs[0].split(separator: "\n").count == 41)
  }

  @Test("A file of settings applies to the paths of its sections") func settings() throws {
    let folder = try folder()
    let words = ["compare", "base", "new", "--include", "*s.png", "--settings", "settings.txt"]
    func verdicts(_ settings: String) throws -> [String] {
      folder.write(settings, to: "settings.txt")
      return try folder.frameit(words: words).text.split(separator: "\n").dropLast().map {
        String($0.prefix { $0 != " " })
      }
    }
    #expect(try verdicts("max-diff 10") == ["within"])
    #expect(try verdicts("[b/*]\nmax-diff 10") == ["within"])
    #expect(try verdicts("[differs.png]\nmax-diff 10 # all\n[**/differs.png]\nmax-diff 9") == ["differs"])
    #expect(try verdicts("[c/*]\nmax-diff 10") == ["differs"])
    // A limit of a metric allows any number of pixels, unless another section sets a number.
    #expect(try verdicts("min ssim 0") == ["within"])
    #expect(try verdicts("max-diff 9\n[b/*]\nmin ssim 0") == ["differs"])
    #expect(try verdicts("min ssim 0\n[b/*]\nmax-diff 9") == ["differs"])
    #expect(try verdicts("[b/*]\nignore 3,4,5,2") == ["same"])
    folder["masks/m.png"] = try Images.png(40, 31)
    folder.write("[b/*]\nmask masks/m.png", to: "settings.txt")
    #expect(try folder.frameit(words: words).text.contains("the mask is 40 x 31"))
    #expect(try verdicts("[b/*] # the [b] pages\nmax-diff 10 # [all]") == ["within"])
    folder.write("[b/*]\nalign off\n[nothing/*]\nmax-diff 3", to: "settings.txt")
    #expect(try folder.frameit(words: words).err.contains("no image matches [nothing/*] in settings.txt"))
    for line in ["[b/*", "[b/*] max-diff 3", "[]", "[ ] # all"] {
      folder.write("max-diff 1\n\(line)", to: "settings.txt")
      try folder.frameit(words: words).fails(3, naming: "line 2", "[pages/*.png]")
    }
    folder.write("[b/*]\nmax-dif 10", to: "settings.txt")
    try folder.frameit(words: words).fails(3, naming: "settings.txt", "line 2", "max-dif")
  }

  @Test("Reports are written for CI servers") func reports() throws {
    let folder = try folder()
    #expect(
      try folder.frameit("compare", "base", "new", "-q", "--junit", "j.xml", "--reg", "reg.json").ending
        == .exit(7))
    let suite = String(decoding: try #require(folder["j.xml"]), as: UTF8.self)
    #expect(suite.contains("<testsuite name=\"frameit\" tests=\"6\" failures=\"4\" errors=\"1\""))
    #expect(
      suite.contains(
        "<testcase classname=\"b\" name=\"differs.png\" file=\"new/b/differs.png\"><failure message=\"differs"
      ))
    #expect(suite.contains("name=\"gone.png\" file=\"base/gone.png\"><failure message=\"missing"))
    let bytes = try #require(folder["reg.json"])
    let reg = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let items = [
      "failedItems": ["b/differs.png", "broken.png"], "newItems": ["added.png", "new.png"],
      "deletedItems": ["gone.png", "old.png"], "passedItems": ["same.png"], "diffItems": [],
    ]
    for (key, wanted) in items { #expect(reg[key] as? [String] == wanted, "\(key)") }
    #expect(reg["actualDir"] as? String == "new" && (reg["expectedItems"] as? [String])?.count == 5)
    // A report replaces a report, and nothing else.
    #expect(try folder.frameit("compare", "base", "new", "-q", "--reg", "reg.json").ending == .exit(7))
    folder.write("{\"name\": 1}", to: "reg.json")
    try folder.frameit("compare", "base", "new", "--reg", "reg.json").fails(2, naming: "reg.json", "--reg")
  }

  @Test("A run on GitHub is annotated, and its step has a summary") func github() throws {
    let folder = try folder()
    folder["new/a,b|c.png"] = try Images.png(5, 5)
    folder.write("before\n", to: "summary.md")
    let outcome = try folder.frameit(
      "compare", "base", "new", "--github", "-q",
      environment: ["GITHUB_STEP_SUMMARY": folder.path("summary.md")])
    #expect(outcome.ending == .exit(7))
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 6)
    #expect(lines[0].hasPrefix("::error file=new/a%2Cb|c.png,title=a%2Cb|c.png added::added: there is no"))
    #expect(
      lines[2].hasPrefix("::error file=new/b/differs.png,title=b/differs.png differs::differs: 10 of 1200"))
    let summary = String(decoding: try #require(folder["summary.md"]), as: UTF8.self)
    #expect(summary.hasPrefix("before\n### ❌ 7 images: 1 same, 1 differs, 2 added"))
    #expect(
      summary.contains("| added | a,b\\|c.png |  |\n")
        && summary.contains("| moved | new.png | was old.png |\n"))
    #expect(!summary.contains("same.png"))
    let without = try folder.frameit("compare", "base", "base", "--github")
    #expect(without.ending == .exit(0) && without.err.contains("GITHUB_STEP_SUMMARY is not set"))
  }

  @Test("--report writes a page with its images beside it, and replaces those of an earlier report")
  func reportFolder() throws {
    let folder = try folder()
    #expect(try folder.frameit("compare", "base", "new", "--report", "r").ending == .exit(7))
    let page = String(decoding: try #require(folder["r/index.html"]), as: UTF8.self)
    #expect(page.contains("6 images: 1 same, 1 differs, 1 added, 1 missing, 1 moved, 1 broken"))
    for name in ["2-expected", "2-actual", "2-difference", "2-thumbnail"] {
      #expect(folder["r/images/\(name).png"] != nil)
      #expect(page.contains("\"src\":\"images/\(name).png\""))
    }
    folder["r/images/mine.png"] = Array("mine".utf8)
    #expect(
      try folder.frameit("compare", "base", "new", "--report", "r", "--include", "same.png").ending
        == .exit(0))
    #expect(folder["r/images/2-difference.png"] == nil)
    #expect(folder["r/images/mine.png"] == Array("mine".utf8))
    try folder.frameit("compare", "base", "new", "--report", "base").fails(2, naming: "base")
    try folder.frameit("compare", "base", "new", "--report", "r", "--html", "p.html")
      .fails(2, naming: "--html", "--report")
  }

  @Test("--html writes one page with all images, in which markup of names is text") func page() throws {
    let folder = try folder()
    folder["new/<script>.png"] = folder["new/added.png"]
    #expect(try folder.frameit("compare", "base", "new", "--html", "p.html").ending == .exit(7))
    let page = String(decoding: try #require(folder["p.html"]), as: UTF8.self)
    #expect(!page.contains("<script>.png") && page.contains("\\u003cscript>.png"))
    #expect(page.components(separatedBy: "data:image/png;base64,").count > 6)
    folder["notes.html"] = Array("<p>notes".utf8)
    try folder.frameit("compare", "base", "new", "--html", "notes.html").fails(2, naming: "notes.html")
    #expect(folder["notes.html"] == Array("<p>notes".utf8))
  }

  @Test("A truncated image is broken, even if only one folder has it") func truncated() throws {
    let image = try Images.png(40, 30)
    let folder = try Folder(["base/a.png": image, "new/a.png": image, "new/b.png": Array(image.dropLast(40))])
    let outcome = try folder.frameit("compare", "base", "new")
    #expect(outcome.ending == .exit(7) && outcome.text.contains("broken  b.png: new/b.png: truncated image"))
  }

  @Test("A report in a compared folder is refused") func reportInside() throws {
    let folder = try folder()
    for place in ["base/r", "new", "base/b/../r"] {
      try folder.frameit("compare", "base", "new", "--report", place).fails(2, naming: "--report")
    }
  }

  @Test("--diff writes a difference image for each image that differs, and --force removes old ones")
  func differences() throws {
    let folder = try folder()
    let words = ["compare", "base", "new", "--include", "*.png", "--diff", "d", "--reg", "reg.json"]
    #expect(try folder.frameit(words: words).ending == .exit(7))
    #expect(folder.listing.filter { $0.hasPrefix("d/") } == ["d/b", "d/b/differs.png"])
    #expect(
      try Images.decode(folder["d/b/differs.png"]).size == Images.decode(folder["new/b/differs.png"]).size)
    let alone = try folder.frameit(
      "compare", "base/b/differs.png", "new/b/differs.png", "--diff", "alone.png")
    #expect(alone.ending == .exit(1) && folder["alone.png"] == folder["d/b/differs.png"])
    let reg = String(decoding: folder["reg.json"] ?? [], as: UTF8.self)
    #expect(reg.contains(#""diffDir":"d""#) && reg.contains(#""diffItems":["b/differs.png"]"#))

    let again = try folder.frameit(words: words)
    #expect(
      again.ending == .exit(6) && again.err.contains("d/b/differs.png") && again.err.contains("--force"))
    #expect(again.text.contains("differs b/differs.png"))
    folder["new/b/differs.png"] = folder["base/b/differs.png"]
    folder["reg.json"] = nil
    _ = try folder.frameit(words: words + ["--force", "--diff-as", "side-by-side"])
    #expect(folder["d/b/differs.png"] == nil)
    for place in ["base/d", "new"] {
      try folder.frameit("compare", "base", "new", "--diff", place).fails(2, naming: "--diff")
    }
  }

  @Test("--show prints the image after the line of each that differs") func show() throws {
    let outcome = try folder().frameit("compare", "base", "new", "--show-as", "blocks")
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("differs b/differs.png") })
    #expect(lines[line + 1].contains("\u{2580}") || lines[line + 1].contains("\u{1B}["))
    #expect(lines.contains { $0.hasPrefix("same    same.png") })
  }
}
