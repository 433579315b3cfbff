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
}
