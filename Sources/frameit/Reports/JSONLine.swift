import FoundationEssentials

/// One JSON object on a line of stdout, its keys in a fixed order.
enum JSONLine {
  static func print(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      Console.out(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
    } catch {
      Failure(.bug, "a bug in frameit: a report cannot be written as JSON: \(error)").report()
      Exit.leave(.bug)
    }
  }
}
