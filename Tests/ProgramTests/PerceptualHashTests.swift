import Foundation
import Testing

/// `hash --perceptual` with the sample images and edits of them.
@Suite struct PerceptualHashTests {
  private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../SampleImages"
  ).standardized.path

  private func hash(_ folder: Folder, _ name: String) throws -> UInt64 {
    let line = try #require(try folder.frameit("hash", "--perceptual", name).succeeds().lines.first)
    #expect(line.dropFirst(16) == "  \(name)")
    return try #require(UInt64(line.prefix(16), radix: 16))
  }

  private func distance(_ a: UInt64, _ b: UInt64) -> Int { (a ^ b).nonzeroBitCount }

  @Test(
    "Edits of an image have a similar perceptual hash",
    arguments: ["landscape.jpg", "portrait-1.jpg", "sticker.png"])
  func near(name: String) throws {
    let folder = try Folder()
    let source = "\(samples)/\(name)"
    // The hash of a transparent image is that over white, blended in encoded samples.
    let white = "light srgb; background white"
    let edits: [(script: String, output: [String])] = [
      ("canvas fit", ["a.png"]), ("canvas inside 200,200", ["b.png"]), ("canvas inside 64,64", ["c.png"]),
      ("canvas fit; \(white)", ["d.jpg", "--quality", "60"]),
      ("canvas inside 150,150; \(white)", ["e.jpg", "--quality", "60"]),
      ("canvas fit; \(white); opacity 0.9", ["f.png"]),
    ]
    let original = try hash(folder, source)
    for (script, output) in edits {
      try folder.spawn(["apply", "-e", script, source, "-o"] + output).run().succeeds()
      #expect(distance(original, try hash(folder, output[0])) <= 6, "\(script)")
    }
  }

  @Test("The eight orientations of an image have one hash and form a group")
  func groups() throws {
    let folder = try Folder()
    let portraits = (1...8).map { "\(samples)/portrait-\($0).jpg" }
    let landscape = "\(samples)/landscape.jpg"
    try folder.frameit("apply", "-e", "canvas inside 100,100", landscape, "-o", "small.png").succeeds()
    let names = [portraits[0], landscape, "\(samples)/sticker.png"] + portraits[1...] + ["small.png"]
    let outcome = try folder.spawn(["hash", "--perceptual", "--within", "6"] + names).run().succeeds()
    let groups = outcome.text.components(separatedBy: "\n\n").map {
      $0.split(separator: "\n").map { String($0.dropFirst(18)) }
    }
    #expect(groups == [portraits, [landscape, "small.png"]])
    let records = try folder.spawn(["hash", "--perceptual", "--within", "0", "--json"] + names).run()
      .succeeds()
      .records()
    try #require(records.count >= 1)
    #expect(records[0]["schema"] as? Int == 1 && records[0]["within"] as? Int == 0)
    let images = try #require(records[0]["images"] as? [[String: Any]])
    #expect(images.map { $0["name"] as? String } == portraits)
    #expect(Set(images.map { $0["perceptual"] as? String }).count == 1)
    try folder.frameit("hash", "--perceptual", "--within", "6", landscape, portraits[0]).succeeds(
      printing: "")
  }

  @Test("A file counts once, and an image of one color is in no group")
  func whatIsInNoGroup() throws {
    let folder = try Folder(["a.png": Images.png(40, 30)])
    #expect(link(folder.path("a.png"), folder.path("b.png")) == 0)
    try folder.frameit("hash", "--perceptual", "--within", "64", "a.png", "./a.png", "b.png").succeeds(
      printing: "")
    for (name, color) in [("red", "red"), ("white", "white"), ("black", "black")] {
      try folder.frameit("apply", "-e", "canvas 9,9; background \(color)", "-o", "\(name).png").succeeds()
    }
    let even = try folder.frameit(
      "hash", "--perceptual", "--within", "64", "red.png", "white.png", "black.png")
    #expect(even.ending == .exit(0) && even.text == "")
    even.says(["note: red.png: has a single color, so it is in no group"])
    folder["c.png"] = folder["a.png"]
    let record = try #require(
      try folder.frameit("hash", "--perceptual", "--within", "6", "--json", "a.png", "c.png").succeeds()
        .records().first)
    let images = try #require(record["images"] as? [[String: Any]])
    #expect(images.map { $0["distance"] as? Int } == [0, 0])
  }
}
