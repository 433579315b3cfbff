import Foundation
import Testing

/// `test`: golden cases, and accepting new golden images.
@Suite struct TestCommandTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(40, 30)])
    folder["g/one/a.png"] = folder["a.png"]
    folder.write("a.png\n", to: "g/one/inputs.txt")
    folder.write("canvas 100%,100%\nrotate 30deg\n", to: "g/one/script.txt")
    folder.write("canvas 9,9\nlayer p image placeholder\n", to: "g/deep/two/script.frameit")
    return folder
  }

  @Test("A missing golden image fails, and is accepted as it was shown") func missingGolden() throws {
    let folder = try folder()
    let first = try folder.frameit("test", "g")
    #expect(first.ending == .exit(1))
    #expect(first.lines.last == "2 cases, 2 failed")
    #expect(first.text.contains("FAIL g/deep/two: expected.png is missing"))
    let shown = folder["g/one/actual.png"]
    try folder.frameit("test", "g", "--accept").succeeds(printing: "accepted g/deep/two\naccepted g/one\n")
    #expect(folder["g/one/expected.png"] == shown && folder["g/one/actual.png"] == nil)
    try folder.expectChanges([]) {
      try folder.frameit("test", "g").succeeds(printing: "ok   g/deep/two\nok   g/one\n2 cases, all passed\n")
    }
    try folder.frameit("test", "g", "--accept").succeeds(
      printing: "nothing to accept: no case has an actual.png\n")
  }

  @Test("A failed case leaves its images, and a passed one removes them") func leftImages() throws {
    let folder = try folder()
    _ = try folder.frameit("test", "g")
    try folder.frameit("test", "g", "--accept").succeeds()
    folder.write("canvas 100%,100%\nrotate 31deg\n", to: "g/one/script.txt")
    let failed = try folder.frameit("test", "g/one", "--junit", "j.xml", "--html", "p.html")
    #expect(failed.ending == .exit(1) && failed.text.contains("FAIL g/one: differs: "))
    #expect(folder["g/one/actual.png"] != nil && folder["g/one/difference.png"] != nil)
    let page = String(decoding: try #require(folder["p.html"]), as: UTF8.self)
    #expect(page.contains("1 of 1 cases failed"))
    // Each image is embedded once.
    #expect(page.components(separatedBy: "data:image/png;base64,").count == 4)
    #expect(page.contains("tolerance: none"))
    let xml = String(decoding: try #require(folder["j.xml"]), as: UTF8.self)
    #expect(
      xml.contains("tests=\"1\" failures=\"1\" errors=\"0\"") && xml.contains("<failure message=\"differs: "))
    folder.write("max-diff 100%\n", to: "g/one/tolerance.txt")
    try folder.frameit("test", "g/one").succeeds()
    #expect(folder["g/one/actual.png"] == nil && folder["g/one/difference.png"] == nil)
  }

  @Test("--filter chooses cases, and --failed those that failed in their last run") func chosenCases() throws
  {
    let folder = try folder()
    _ = try folder.frameit("test", "g")
    try folder.frameit("test", "g", "--accept").succeeds()
    try folder.frameit("test", "g").succeeds()
    try folder.frameit("test", "g", "--failed").succeeds(printing: "no case failed in its last run\n")
    // Reports are written all the same, so that none of an earlier run is mistaken for this one's.
    let none = try folder.frameit("test", "g", "--failed", "--json", "--junit", "none.xml").succeeds()
    #expect(none.text.isEmpty)
    #expect(String(decoding: try #require(folder["none.xml"]), as: UTF8.self).contains("tests=\"0\""))
    try folder.frameit("test", "g", "--filter", "o*").succeeds(printing: "ok   g/one\n1 case, all passed\n")
    try folder.frameit("test", "g", "--filter", "*/deep/*")
      .succeeds(printing: "ok   g/deep/two\n1 case, all passed\n")
    try folder.frameit("test", "g", "--filter", "x").fails(2, naming: "--filter", "2 cases")
    folder.write("rotate x\n", to: "g/one/script.txt")
    #expect(try folder.frameit("test", "g").ending == .exit(1))
    let again = try folder.frameit("test", "g", "--failed")
    #expect(again.text.hasPrefix("FAIL g/one: ") && again.text.hasSuffix("1 case, 1 failed\n"))
    folder.write("canvas 100%,100%\nrotate 31deg\n", to: "g/one/script.txt")
    _ = try folder.frameit("test", "g", "--failed")
    try folder.frameit("test", "g", "--failed", "--accept").succeeds()
    #expect(try folder.frameit("test", "g", "--failed").text == "ok   g/one\n1 case, all passed\n")
    try folder.frameit("test", "g", "--failed").succeeds(printing: "no case failed in its last run\n")
  }

  @Test("A case that cannot run is broken") func brokenCases() throws {
    let folder = try folder()
    folder.write("rotate 3\n", to: "g/one/script.txt")
    folder.write("thresold 0.1\n", to: "g/deep/two/tolerance.txt")
    folder["g/deep/two/expected.png"] = folder["a.png"]
    let records = try folder.frameit("test", "g", "--json", "--jobs", "1").records()
    #expect(records.map { $0["status"] as? String } == ["broken", "broken"])
    #expect(
      (records[0]["message"] as? String)?.contains("tolerance.txt: line 1: unknown setting 'thresold'")
        == true)
    #expect((records[1]["message"] as? String)?.contains("g/one/script.txt:1:8") == true)
  }

  /// Files of an earlier run are not results of this one.
  @Test("A case that cannot be drawn leaves no old images") func noOldImages() throws {
    let folder = try folder()
    folder["g/one/expected.png"] = folder["a.png"]
    folder.write("canvas 100%,100%\nrotate 31deg\n", to: "g/one/script.txt")
    _ = try folder.frameit("test", "g/one")
    #expect(folder["g/one/actual.png"] != nil && folder["g/one/difference.png"] != nil)
    folder.write("canvas 3,3\nlayer p image $1\n", to: "g/one/script.txt")
    #expect(try folder.frameit("test", "g/one").text.contains("the sizes are 40 x 30 and 3 x 3"))
    #expect(folder["g/one/actual.png"] != nil && folder["g/one/difference.png"] == nil)
    folder.write("rotate x\n", to: "g/one/script.txt")
    let page = try folder.frameit("test", "g/one", "--html", "p.html")
    #expect(page.text.contains("script.txt:1:8") && folder["g/one/actual.png"] == nil)
    #expect(!String(decoding: try #require(folder["p.html"]), as: UTF8.self).contains("<div"))
  }

  @Test("A failed expectation fails its case") func failedExpectation() throws {
    let folder = try folder()
    folder.write("rotate 30deg\nexpect $width 3\n", to: "g/one/script.txt")
    let outcome = try folder.frameit("test", "g/one", "--json", "--junit", "j.xml")
    #expect(outcome.ending == .exit(1))
    #expect(try outcome.records().first?["status"] as? String == "failed")
    let xml = String(decoding: try #require(folder["j.xml"]), as: UTF8.self)
    #expect(xml.contains("failures=\"1\" errors=\"0\""))
  }

  @Test("Cases can be nested") func nestedCases() throws {
    let folder = try folder()
    folder["g/one/in/expected.png"] = folder["a.png"]
    folder.write("canvas 3,3\n", to: "g/one/in/side/script.txt")
    folder.write("canvas 3,3\n", to: "g/.hidden/script.txt")
    let outcome = try folder.frameit("test", "g/one")
    #expect(
      outcome.lines.map { $0.split(separator: ":")[0] } == [
        "FAIL g/one", "FAIL g/one/in", "FAIL g/one/in/side", "3 cases, 3 failed",
      ])
    #expect(outcome.text.contains("FAIL g/one/in: script.txt is missing\n"))
    #expect(try folder.frameit("test", "g", "--json").records().count == 4)
  }

  @Test("A report replaces only reports") func reports() throws {
    let folder = try folder()
    let words = ["test", "g", "--html", "p.html", "--junit", "j.xml"]
    #expect(try folder.frameit(words: words).ending == .exit(1))
    #expect(try folder.frameit(words: words).ending == .exit(1))
    folder["empty.xml"] = []
    #expect(try folder.frameit("test", "g", "--junit", "empty.xml").ending == .exit(1))
    folder["g/one/actual.png"] = nil
    folder.write("<!doctype html><title>mine</title>", to: "mine.html")
    func refuses(_ code: Int32, _ options: String..., saying: String) throws {
      try folder.expectChanges([]) {
        try folder.frameit(words: ["test", "g"] + options).fails(code, saying: saying)
      }
    }
    for file in ["mine.html", "g/one/script.txt", "a.png", "j.xml"] {
      try refuses(
        2, "--html", file, saying: "exists, but is not a report that --html writes\nhint: name another file")
    }
    try refuses(2, "--junit", "p.html", saying: "exists, but is not a report that --junit writes")
    try refuses(2, "--html", "r", "--junit", "g/../r", saying: "name the same file")
    try refuses(2, "--html", "g/deep/../one/actual.png", saying: "is part of a test case")
    try refuses(2, "--junit", "-", saying: "--junit -: stdout is used for the results")
    try refuses(6, "--junit", "no/j.xml", saying: "no such folder")
    try refuses(6, "--html", "g", saying: "is a folder")
    for option in [["--json"], ["--html", "p.html"], ["--junit", "j.xml"]] {
      try folder.frameit(words: ["test", "g", "--accept"] + option).fails(
        2, saying: "--accept cannot be combined")
    }
  }

  @Test("Only images are accepted as golden images") func acceptedImages() throws {
    let folder = try folder()
    _ = try folder.frameit("test", "g")
    folder["g/deep/two/actual.png"] = Array(try #require(folder["a.png"]).dropLast(40))
    let outcome = try folder.frameit("test", "g", "--accept")
    #expect(outcome.ending == .exit(4) && outcome.text == "accepted g/one\n")
    outcome.says(["g/deep/two/actual.png"])
    #expect(folder["g/deep/two/expected.png"] == nil)
    try folder.frameit("test", "g/one", "--accept").succeeds(
      printing: "nothing to accept in g/one: there is no actual.png\n")
  }

  @Test("A mask and limits for metrics can be part of a tolerance") func masksAndMetrics() throws {
    let folder = try folder()
    _ = try folder.frameit("test", "g/one")
    try folder.frameit(
      "apply", "-e", "layer p image; layer q rect 0,0 2,2 fill red", "g/one/actual.png", "-o", "e.png"
    )
    .succeeds()
    folder["g/one/expected.png"] = folder["e.png"]
    try folder.frameit(
      "apply", "-e", "layer p image; layer w rect 0,0 100%,100% fill white; layer q rect 0,0 2,2 fill black",
      "e.png",
      "-o", "mask.png"
    ).succeeds()
    folder["g/one/my mask.png"] = folder["mask.png"]
    func run(_ tolerance: String) throws -> Outcome {
      folder.write(tolerance, to: "g/one/tolerance.txt")
      return try folder.frameit("test", "g/one")
    }
    #expect(try run("").ending == .exit(1))
    try run("mask my mask.png # the corner\n").succeeds()
    try run("min ssim -1\nmax mae=0.9\n").succeeds()
    #expect(try run("min psnr 90\n").text.contains("is below 90"))
    #expect(try run("min ssim -1\nmax-diff 0\n").ending == .exit(1))
    for (text, said) in [
      ("mask no.png", "g/one/no.png: no such file"), ("min mae 0.1", "'min mae 0.1': expected a metric"),
      ("max", "'max': expected a metric"), ("mask", "expected the name of an image"),
    ] { #expect(try run(text).text.contains(said)) }
  }

  @Test("The record of a failed case has the numbers of compare") func comparison() throws {
    let folder = try folder()
    _ = try folder.frameit("test", "g/one")
    try folder.frameit("test", "g/one", "--accept").succeeds()
    #expect(try folder.frameit("test", "g/one", "--json").records()[0]["comparison"] == nil)
    folder.write("canvas 100%,100%\nrotate 31deg\n", to: "g/one/script.txt")
    let record = try folder.frameit("test", "g/one", "--json").records()[0]
    let comparison = try #require(record["comparison"] as? NSDictionary)
    #expect(comparison["differing"] as? Int ?? 0 > 0 && comparison["share"] as? Double ?? 0 > 0)
    #expect((comparison["box"] as? [Int])?.count == 4 && comparison["regions"] as? [Any] != nil)
    #expect(
      (record["message"] as? String)?.hasPrefix("differs: ") == true && record["actual"] as? String != nil)
    let compared = try folder.frameit("compare", "g/one/expected.png", "g/one/actual.png", "--json")
      .records()[0]
    for key in ["differing", "share", "maxDifference", "regionCount"] {
      #expect(comparison[key] as? Double == compared[key] as? Double, "\(key)")
    }
  }

  @Test("A JUnit report has the folder as class, the script as file, and the images") func junitAttributes()
    throws
  {
    let folder = try folder()
    folder["g/one/expected.png"] = try Images.png(seed: 9)
    _ = try folder.frameit("test", "g", "--junit", "j.xml")
    let xml = String(decoding: try #require(folder["j.xml"]), as: UTF8.self)
    #expect(xml.contains("<testcase classname=\"g\" name=\"one\" file=\"g/one/script.txt\" time="), "\(xml)")
    #expect(
      xml.contains("<testcase classname=\"g.deep\" name=\"two\" file=\"g/deep/two/script.frameit\""), "\(xml)"
    )
    #expect(xml.contains("<system-out>[[ATTACHMENT|g/one/actual.png]]\n"), "\(xml)")
  }

  @Test("--quiet prints only failed cases") func quiet() throws {
    let folder = try folder()
    _ = try folder.frameit("test", "g/one")
    try folder.frameit("test", "g/one", "--accept").succeeds()
    try folder.frameit("test", "g/one", "-q").succeeds(printing: "")
    let failed = try folder.frameit("test", "g", "-q")
    #expect(
      failed.ending == .exit(1) && failed.lines.allSatisfy { $0.hasPrefix("FAIL ") }
        && failed.lines.count == 1)
    try folder.frameit("test", "g", "-q", "--json").fails(2, naming: "--json")
  }

  @Test("An invalid tolerance is reported with its reason") func invalidTolerance() throws {
    let folder = try folder()
    folder["g/one/expected.png"] = folder["a.png"]
    func run(_ tolerance: String) throws -> Outcome {
      folder.write(tolerance, to: "g/one/tolerance.txt")
      return try folder.frameit("test", "g/one")
    }
    let first = "\u{FEFF}max-diff 100%  # all of them\r\nbackground #fff # white\r\n"
    try run(first + " ignore -1,-1,2,2\nignore 0,0,1,1\n").succeeds()
    try run("max-diff 100%\nignore 999,0,1,1").succeeds(warning: "g/one: ignore 999,0,1,1 is outside")
    for (text, said) in [
      ("thresold 0.1", "line 1: unknown setting 'thresold' (did you mean 'threshold'?)"),
      ("# a\n\nthreshold 2", "line 3: 'threshold 2': expected a number from 0 to 1, or a percentage"),
      ("threshold", "expected a number from 0 to 1"), ("background #", "#rrggbb"), ("ignore 1", "X,Y,W,H"),
      ("max-diff 1\nmax-diff 2", "line 2: 'max-diff' is given twice"),
      ("antialiasing yes", "'antialiasing' takes no value"), ("ignore 0,0,999,999", "all pixels are ignored"),
    ] {
      let outcome = try run(text)
      #expect(outcome.ending == .exit(1) && outcome.text.contains(said), "\(outcome.text)")
    }
    folder["g/one/tolerance.txt"] = [0xFF]
    #expect(try folder.frameit("test", "g/one").text.contains("g/one/tolerance.txt: is not UTF-8"))
  }

  @Test("The list of inputs can be written by hand") func inputList() throws {
    let folder = try folder()
    folder["g/one/my a.png"] = folder["a.png"]
    folder.write("\u{FEFF}# the image\r\n  my a.png \t\r\n\r\n", to: "g/one/inputs.txt")
    #expect(try folder.frameit("test", "g/one").text.contains("expected.png is missing"))
    folder["g/one/#a.png"] = folder["a.png"]
    folder.write("./#a.png", to: "g/one/inputs.txt")
    #expect(try folder.frameit("test", "g/one").text.contains("expected.png is missing"))
    folder.write("your a.png", to: "g/one/inputs.txt")
    #expect(try folder.frameit("test", "g/one").text.contains("'g/one/your a.png': no such file"))
  }

  @Test("Unused images break a case") func unusedImages() throws {
    let folder = try folder()
    folder.write("a.png\na.png\n", to: "g/one/inputs.txt")
    let failed = try folder.frameit("test", "g/one")
    #expect(failed.text.contains("FAIL g/one: g/one/inputs.txt: the script takes 1 of the 2 images"))
    #expect(failed.ending == .exit(1) && folder["g/one/actual.png"] == nil)
  }

  @Test("A folder without cases is invalid usage") func noCases() throws {
    let folder = try folder()
    try folder.frameit("test", "nowhere").fails(2, naming: "nowhere")
    folder.write("no case", to: "empty/readme.txt")
    try folder.frameit("test", "empty").fails(2, saying: "found no cases")
    try folder.frameit("test").fails(2)
    try folder.frameit("test", "a.png").fails(2, naming: "a.png")
  }

  @Test("Inputs can be in another folder") func otherFolder() throws {
    let folder = try folder()
    folder["g/one/a.png"] = nil
    #expect(try folder.frameit("test", "g/one", "--inputs", ".").text.contains("expected.png is missing"))
    #expect(try folder.frameit("test", "g/one").text.contains("a.png: no such file"))
  }
}
