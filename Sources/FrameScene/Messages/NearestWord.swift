extension String {
  /// Returns the candidate that this word is most likely a misspelling of, or nil if none is close: by the number of
  /// letters to insert, delete, replace or swap with a neighbor (Damerau, 1964), one for a word of up to five letters, and
  /// at most three. If there is none, returns the shortest candidate that contains the word: scaleAspectFit for
  /// "aspectFit".
  package func nearest(in candidates: some Sequence<String>) -> String? {
    meant(in: candidates) ?? slip(in: candidates) ?? part(of: candidates)
  }

  /// Names that other programs use.
  private static let synonyms = [
    "circle": "ellipse", "oval": "ellipse", "rectangle": "rect", "square": "rect", "polygon": "path",
    "color": "fill", "colour": "fill", "middle": "center",
    "zoom": "scale",
  ]

  private func meant(in candidates: some Sequence<String>) -> String? {
    Self.synonyms[lowercased()].flatMap { word in candidates.contains(word) ? word : nil }
  }

  private func part(of candidates: some Sequence<String>) -> String? {
    let word = lowercased()
    guard word.count >= 3 else { return nil }
    return candidates.filter { $0.lowercased().contains(word) }.min { ($0.count, $0) < ($1.count, $1) }
  }

  private func slip(in candidates: some Sequence<String>) -> String? {
    let word = Array(lowercased())
    guard word.count <= 64 else { return nil }
    let bound = word.count <= 5 ? 1 : word.count <= 8 ? 2 : 3
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      let distance = Self.distance(word, Array(candidate.lowercased()))
      guard distance <= bound, distance < max(word.count, candidate.count) else { continue }
      if best.map({ (distance, candidate) < ($0.distance, $0.word) }) ?? true {
        best = (distance, candidate)
      }
    }
    return best?.word
  }

  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = Swift.min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
