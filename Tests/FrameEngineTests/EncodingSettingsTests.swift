import Foundation
import FrameCodec
import FrameEngine
import TestSupport
import Testing

/// The options of encodings: their values, and the files outside the program that list them.
@Suite struct EncodingSettingsTests {
  private func settings(_ option: EncodingOption, _ text: String) -> EncodingSettings? {
    var settings = EncodingSettings()
    return option.set(&settings, text) ? settings : nil
  }

  @Test(
    "A file size has decimal units, or binary ones with i",
    arguments: [
      ("200000", 200_000), ("200K", 200_000), ("200k", 200_000), ("200KB", 200_000), ("200kB", 200_000),
      ("1.5M", 1_500_000), ("2.3M", 2_300_000), ("0.5K", 500), ("1G", 1_000_000_000), ("200KiB", 204_800),
      ("1MiB", 1_048_576), ("7B", 7), (".5K", 500),
    ])
  func sizes(text: String, count: Int) {
    expectEqual(settings(.maxBytes, text)?.maximumBytes, count)
  }

  @Test("Chroma subsampling has its usual names") func chroma() {
    expectEqual(settings(.chroma, "420")?.chroma, .half)
    expectEqual(settings(.chroma, "4:2:2")?.chroma, .halfWidth)
    expectEqual(settings(.chroma, "444")?.chroma, .full)
    expectEqual(settings(.chroma, "auto"), EncodingSettings())
  }

  @Test("A loop count is a number of plays, or forever; a quality is a level, or that of the image")
  func words() {
    expectTrue(
      settings(.loop, "3")?.loopCount == 3 && settings(.loop, "forever")?.loopCount == 0
        && settings(.quality, "100")?.quality == 100 && settings(.quality, "keep")?.quality == .keep)
  }

  @Test(
    "Other texts are no values of an option",
    arguments: [
      (
        EncodingOption.maxBytes,
        [
          "", "K", "0", "-5", "1e3", "2X", "1 K", "1.2.3", "1KK", "1iB", "1BB", "1T", "9999999G", "1000000G",
          "inf",
          "0.1",
        ]
      ),
      (.chroma, ["", "411", "4:20", "42:0", "4::2:0", "full", "-420", "Auto"]),
      (.loop, ["", "-1", "65536", "always", "1.5"]), (.dpi, ["", "0", "65536", "300.5", "forever"]),
      (.depth, ["", "0", "10", "32", "eight"]), (.quality, ["", "0", "101", "best"]),
      (.progressive, ["", "yes", "1"]),
    ])
  func noValues(option: EncodingOption, texts: [String]) {
    for text in texts { expectTrue(!option.allows(text), "\(option.key) \(text)") }
  }

  // MARK: Files that list the options

  private func file(_ path: String) throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(path)"),
      encoding: .utf8)
  }

  @Test("The schema of jobs has every option, with its range") func schema() throws {
    let text = try file("docs/schemas/serve-job.schema.json")
    expectTrue(text.contains("|\(EncodingOption.all.map(\.key).joined(separator: "|"))|"))
    let schema = try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
    for option in EncodingOption.all {
      let property = try #require(schema.definitions["editJob"]?.properties?[option.key], "\(option.key)")
      guard let range = option.number?.range, range.upperBound < .max else { continue }
      let number = try #require(property.anyOf?.first { $0.minimum != nil })
      expectTrue(
        number.minimum == Double(range.lowerBound) && number.maximum == Double(range.upperBound),
        "\(option.key)")
    }
  }

  private struct Schema: Decodable {
    var definitions: [String: Definition]

    enum CodingKeys: String, CodingKey { case definitions = "$defs" }
    struct Definition: Decodable { var properties: [String: Property]? }
    struct Property: Decodable { var anyOf: [Alternative]? }
    struct Alternative: Decodable { var minimum, maximum: Double? }
  }

  @Test("The documentation and the Python package have every option", arguments: EncodingOption.all)
  func lists(option: EncodingOption) throws {
    func words(_ separator: String) -> String {
      option.key.map { $0.isUppercase ? "\(separator)\($0.lowercased())" : "\($0)" }.joined()
    }
    let python = words("_")
    for (path, text) in [
      ("docs/serve.md", "`\(option.key)`"), ("docs/formats.md", "`--\(words("-"))"),
      ("Sources/frameit/Commands/EncodingOptions.swift", ".\(option.key), \""),
      ("Python/src/frameit/_types.py", "    \(python): Optional["),
      ("Python/src/frameit/_client.py", "            \(python): "),
      ("Python/src/frameit/_client.py", "\"\(option.key)\": \(python)"),
      ("Python/src/frameit/_edit.py", "\"\(option.key)\""),
    ] {
      if path.hasSuffix("EncodingOptions.swift"), option.isBoolean { continue }
      if path.hasSuffix("_edit.py"), option.number == nil { continue }
      try expectTrue(file(path).contains(text), "\(path) lacks \(text)")
    }
  }
}
