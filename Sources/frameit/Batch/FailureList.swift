/// What failed in a batch, to be told again in its end: the first ones, and what all results for a folder failed of once.
struct FailureList: Sendable {
  private struct Entry: Sendable {
    var failure: Failure
    var count = 1
  }

  private var entries: [Entry] = []
  private var folders: [String: Int] = [:]
  /// How many there are that are not listed.
  private var others = 0

  /// How many are told again.
  private static let most = 20

  var first: Failure? { entries.first?.failure }

  /// - Returns: whether it is news: of each folder that nothing can be written to the first failure alone is.
  mutating func add(_ failure: Failure) -> Bool {
    if let folder = failure.folder, let index = folders[folder] {
      if entries.indices.contains(index) { entries[index].count += 1 } else { others += 1 }
      return false
    }
    if let folder = failure.folder { folders[folder] = entries.count }
    if entries.count < Self.most { entries.append(Entry(failure: failure)) } else { others += 1 }
    return true
  }

  /// A line for each, where there is more than one.
  var text: String {
    guard entries.count > 1 || others > 0 || entries.contains(where: { $0.count > 1 }) else { return "" }
    let lines = entries.map { entry in
      let images = entry.count > 1 ? " (\(entry.count) images)" : ""
      return "frameit: failed: \((entry.failure.sentences.first ?? "").printable)\(images)\n"
    }
    return lines.joined() + (others > 0 ? "frameit: and \(others) more\n" : "")
  }
}
