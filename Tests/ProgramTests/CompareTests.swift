import Foundation
import FrameImage
import PNGCodec
import Testing

/// The results of `compare`, its exit codes, and the files that it writes.
@Suite struct CompareTests {
  /// Two images of 40 x 30 pixels that differ in 5 x 2 pixels at 3,4.
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(40, 30), "b.jpg": Images.jpeg(16, 12)])
    try folder.frameit(
      "apply", "-e", "layer p image $1; layer q image placeholder at 3,4 size 5,2", "a.png", "-o", "patch.png"
    ).succeeds()
    return folder
  }

  @Test("The exit code of compare is its result") func exitCodes() throws {
    let folder = try folder()
    try folder.frameit("compare", "a.png", "a.png").succeeds(printing: "same: the files are identical\n")
    // The same pixels in another file.
    try folder.frameit("apply", "-e", "light srgb", "a.png", "-o", "copy.png").succeeds()
    let same = try folder.frameit("compare", "a.png", "copy.png")
    #expect(same.ending == .exit(0))
    let differs = try folder.frameit("compare", "a.png", "patch.png")
    #expect(differs.ending == .exit(1) && differs.err == "")
    #expect(differs.text.hasPrefix("differs: 10 of 1200 pixels (0.84%) in 5 x 2 at 3,4, largest difference "))
    let sizes = try folder.frameit("compare", "a.png", "b.jpg")
    #expect(sizes.ending == .exit(1))
    #expect(sizes.text == "differs: the sizes are 40 x 30 and 16 x 12\n")
  }

  /// The contract: 0 for equal images, 1 for a difference, 2 and more for errors.
  @Test("Errors of compare have other exit codes than differences") func errorCodes() throws {
    let folder = try folder()
    folder.write("no image", to: "t.png")
    folder["half.png"] = Array(try #require(folder["a.png"]).prefix(60))
    folder["none.png"] = []
    try folder.frameit("compare", "a.png").fails(2, naming: "actual")
    try folder.frameit("compare", "a.png", "missing.png").fails(4, naming: "missing.png")
    try folder.frameit("compare", "t.png", "a.png").fails(4, naming: "t.png")
    try folder.frameit("compare", "none.png", "a.png").fails(4, naming: "none.png")
    try folder.frameit("compare", "a.png", "half.png").fails(
      4, naming: "half.png", "'frameit apply --on-damage salvage'")
    try folder.frameit("compare", "a.png", "patch.png", "--threshold", "2").fails(2, naming: "--threshold")
    try folder.frameit("compare", "a.png", "patch.png", "--metric", "psnrr").fails(2, naming: "psnrr")
    try folder.frameit("compare", "a.png", "patch.png", "--ignore", "1,2,3").fails(2, naming: "--ignore")
    try folder.frameit("compare", "a.png", "patch.png", "--mask", "b.jpg").fails(2, naming: "mask")
    try folder.frameit("compare", "-", "-").fails(2, naming: "stdin")
  }

  @Test("--json prints the result as one object") func record() throws {
    let folder = try folder()
    let record = try #require(
      try folder.frameit("compare", "a.png", "patch.png", "--json", "--metric", "psnr", "--metric", "ssim")
        .records()
        .first)
    #expect(record["schema"] as? Int == 1)
    #expect(record["status"] as? String == "differs")
    #expect(record["differing"] as? Int == 10)
    #expect(record["box"] as? [Int] == [3, 4, 5, 2])
    #expect((record["metrics"] as? [String: Any])?["psnr"] as? Double ?? 0 > 0)
    let same = try #require(try folder.frameit("compare", "a.png", "a.png", "--json").records().first)
    #expect(same["identical"] as? Bool == true && same["status"] as? String == "same")
  }

  /// Whether the images were compared by bytes or by pixels.
  @Test("The record of equal images has all fields") func equalRecord() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "light srgb", "a.png", "-o", "copy.png").succeeds()
    let metrics = [
      "count", "max", "odiff", "mae", "rmse", "psnr", "ssim", "ms-ssim", "dssim", "ciede2000", "flip",
      "ssimulacra2",
    ]
    let options =
      ["--json", "--ignore=-3,-3,5,5", "--fuzz-align", "2"] + metrics.flatMap { ["--metric", $0] }
    func record(_ other: String) throws -> NSDictionary {
      let records = try folder.frameit(words: ["compare", "a.png", other] + options).succeeds().records()
      var record = try #require(records.first)
      for key in ["identical", "actual"] { record[key] = nil }
      return record as NSDictionary
    }
    #expect(try record("a.png") == record("copy.png"))
    #expect(try record("a.png")["ignored"] as? Int == 4)
    try folder.frameit("compare", "a.png", "a.png", "--metric", "psnr", "--metric", "ssim").succeeds(
      printing: "same: the files are identical, psnr infinite, ssim 1\n")
    try folder.frameit("compare", "a.png", "a.png", "--mask", "b.jpg").fails(2, naming: "16", "12")
  }

  @Test("The result comes before an error of the difference image, and decides the exit code")
  func resultFirst() throws {
    let folder = try folder()
    let words = ["compare", "a.png", "patch.png", "--diff"]
    #expect(try folder.frameit(words: words + ["d.png"]).ending == .exit(1))
    let first = folder["d.png"]
    for (path, said) in [("d.png", "d.png: already exists"), ("no/d.png", "no: no such folder")] {
      let again = try folder.frameit(words: words + [path])
      #expect(again.ending == .exit(1) && again.text.hasPrefix("differs: 10 of 1200 pixels"), "\(again.text)")
      again.says([said, "; no difference image was written\nhint: "])
    }
    #expect(folder["d.png"] == first)
    // With equal images, an existing file is no problem, but a path at which nothing can be written is.
    try folder.frameit("compare", "a.png", "a.png", "--diff", "d.png").succeeds()
    let same = try folder.frameit("compare", "a.png", "a.png", "--diff", "no/d.png")
    #expect(same.ending == .exit(6) && same.text == "same: the files are identical\n")
    let record = try folder.frameit(words: words + ["d.png", "--json"])
    #expect(try record.ending == .exit(1) && record.records()[0]["status"] as? String == "differs")
  }

  @Test("A difference within the limits is worded as one, and equal images by their pixels") func words()
    throws
  {
    let folder = try folder()
    let within = try folder.frameit("compare", "a.png", "patch.png", "--max-diff", "10").succeeds().text
    #expect(
      within.hasPrefix(
        "within the limit: 10 of 1200 pixels (0.84%) differ in 5 x 2 at 3,4, largest difference "),
      "\(within)")
    let record = try folder.frameit("compare", "a.png", "patch.png", "--max-diff", "10", "--json").records()[
      0]
    #expect(record["within"] as? Bool == true && record["status"] as? String == "same")
    #expect(record["share"] as? Double == 10.0 / 1200)
    let excused = try folder.frameit("compare", "a.png", "patch.png", "--ignore", "3,4,5,2").succeeds().text
    #expect(excused == "same (1190 pixels compared), 10 ignored\n")
    // The same pixels in another file. Numbers of more than four digits are grouped.
    folder["wide.png"] = try Images.png(400, 100)
    try folder.frameit("apply", "-e", "light srgb", "wide.png", "-o", "copy.qoi").succeeds()
    try folder.frameit("compare", "wide.png", "copy.qoi").succeeds(
      printing: "same (40,000 pixels compared)\n")
  }

  @Test("A limit for a metric decides, and is part of the result") func metricLimits() throws {
    let folder = try folder()
    func compare(_ options: String...) throws -> Outcome {
      try folder.frameit(words: ["compare", "a.png", "patch.png"] + options)
    }
    let record = try compare("--json", "--metric", "ssim", "--metric", "mae").records()[0]
    let metrics = try #require(record["metrics"] as? [String: Double])
    let (ssim, mae) = (try #require(metrics["ssim"]), try #require(metrics["mae"]) * 1.001)
    #expect(ssim > 0.5 && ssim < 0.999 && mae > 0)
    try compare("--min", "ssim=0.5").succeeds()
    try compare("--min", "ssim=0.5", "--max", "mae=\(mae)").succeeds()
    let failed = try compare("--min", "ssim=0.9999", "--max", "mae=\(mae)")
    #expect(
      failed.ending == .exit(1) && failed.text.contains("; ssim 0.")
        && failed.text.contains("is below 0.9999"))
    let worse = try compare("--min", "ssim=0.5", "--max", "mae=0")
    #expect(worse.ending == .exit(1) && worse.text.contains("is above 0\n"), "\(worse.text)")
    // With a limit for pixels, both decide.
    #expect(try compare("--min", "ssim=0.5", "--max-diff", "9").ending == .exit(1))
    try compare("--min", "ssim=0.5", "--max-diff", "10").succeeds()
    let criteria = try #require(
      compare("--min", "ssim=0.5", "--max", "mae=0", "--json").records()[0]["criteria"] as? [[String: Any]])
    #expect(criteria.map { $0["metric"] as? String } == ["ssim", "mae"])
    #expect(criteria.map { $0["holds"] as? Bool } == [true, false])
    #expect(criteria[0]["min"] as? Double == 0.5 && criteria[1]["max"] as? Double == 0)
    // Identical files are within every limit.
    try folder.frameit("compare", "a.png", "a.png", "--min", "psnr=40", "--max", "count=0").succeeds(
      printing: "same: the files are identical, count 0, psnr infinite\n")
    for (option, value) in [
      ("--min", "mae=0.1"), ("--max", "ssim=0.9"), ("--min", "ssim=1.5"), ("--min", "ssim"),
      ("--min", "ssmi=0.9"),
      ("--max", "mae=-1"), ("--max", "mae=nan"), ("--max", ""),
    ] { try compare(option, value).fails(2, naming: option) }
  }

  @Test("Colors of fully transparent pixels do not count") func transparentColors() throws {
    let clear = Bitmap(size: PixelSize(width: 2, height: 2)!, format: .rgba8)
    var tinted = clear
    tinted[1, 1, 0] = 200
    let folder = try Folder([
      "clear.png": Images.encode(clear, PNGCodec()), "tinted.png": Images.encode(tinted, PNGCodec()),
    ])
    let exact = try folder.frameit("compare", "clear.png", "tinted.png")
    #expect(exact.ending == .exit(1) && exact.text.hasSuffix(", only in fully transparent pixels\n"))
    try folder.frameit("compare", "clear.png", "tinted.png", "--threshold", "0").succeeds()
  }

  /// With `--force`, the difference image is that of this run, or is removed. Files that are not images stay.
  @Test("An old difference image is removed if the images are equal") func staleDifference() throws {
    let folder = try folder()
    for pair in [["a.png", "a.png"], ["a.png", "b.jpg"]] {
      folder["d.png"] = folder["patch.png"]
      try folder.expectChanges(["d.png"]) {
        _ = try folder.frameit(words: ["compare"] + pair + ["--diff", "d.png", "--force"])
      }
    }
    folder.write("notes", to: "d.png")
    try folder.expectChanges([]) {
      try folder.frameit("compare", "a.png", "a.png", "--diff", "d.png", "--force").succeeds()
    }
  }

  @Test("The difference image cannot replace a compared image") func protectedInputs() throws {
    let folder = try folder()
    #expect(link(folder.path("a.png"), folder.path("link.png")) == 0)
    for name in ["a.png", "./patch.png", "link.png", "mask.png"] {
      folder["mask.png"] = folder["a.png"]
      try folder.expectChanges([]) {
        try folder.frameit(
          "compare", "a.png", "patch.png", "--mask", "mask.png", "--diff", name, "--force"
        ).fails(2, saying: "is one of the compared images")
      }
    }
  }

  @Test("One of the images can come from stdin") func stdin() throws {
    let folder = try folder()
    #expect(try folder.frameit("compare", "-", "patch.png", stdin: folder["patch.png"]).ending == .exit(0))
    #expect(try folder.frameit("compare", "a.png", "-", stdin: folder["patch.png"]).ending == .exit(1))
  }
}
