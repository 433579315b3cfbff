import FrameModel

extension [LayerRecord] {
  /// A line a layer, those of groups further in.
  ///
  /// - Parameter isWhole: whether each is told of, where many are like each other.
  func lines(_ isWhole: Bool) -> [String] {
    let parts = isWhole ? indices.map { .one($0) } : RepeatSummary.parts(of: map(\.likeness))
    return parts.flatMap { part in
      switch part {
      case .one(let index):
        return [self[index].title] + (self[index].layers ?? []).lines(isWhole).map { "  " + $0 }
      case .rest(let range): return [self[range].summary]
      }
    }
  }
}

extension ArraySlice<LayerRecord> {
  /// "... and 1,996 more, up to 'seat1999': 2 marked, 'seat7' is current"
  fileprivate var summary: String {
    func count(_ word: String, _ isSo: (LayerRecord) -> Bool) -> String? {
      let number = self.count(where: isSo)
      return number > 0 ? "\(number.grouped) \(word)" : nil
    }
    let facts = [
      count("hidden", \.hidden), count("marked", \.marked),
      first(where: \.current).map { "'\($0.name)' is current" },
    ].compactMap { $0 }
    return "... and \(self.count.grouped) more, up to '\(last?.name ?? "")'"
      + (facts.isEmpty ? "" : ": " + facts.joined(separator: ", "))
  }
}

extension LayerRecord {
  /// What makes layers like each other: what they are, and what lies in them.
  fileprivate var likeness: [String] { [kind] + (layers ?? []).flatMap(\.likeness) + ["end"] }

  /// "'knob' ellipse 175,317 40 x 40, opacity 0.5, current"
  fileprivate var title: String {
    var words = ["'\(name)'", kind]
    if let image { words.append(image.quoted) }
    if let text { words.append(text.isEmpty ? "\"\"" : "\"\(text.shortened(to: 40).printable)\"") }
    words.append(place)
    return ([words.joined(separator: " ")] + particulars).joined(separator: ", ")
  }

  private var place: String {
    guard let box else { return "beyond all numbers" }
    return "\(box[0].trimmed(3)),\(box[1].trimmed(3)) \(box[2].trimmed(3)) x \(box[3].trimmed(3))"
  }

  private var particulars: [String] {
    var facts: [String] = []
    if let transform, transform[1] != 0 || transform[2] != 0 || transform[0] < 0 || transform[3] < 0 {
      facts.append("by \(transform.map { $0.trimmed(6) }.joined(separator: " "))")
    }
    if hidden { facts.append("hidden") }
    if opacity < 1 { facts.append("opacity \(opacity.scriptText)") }
    if blend != BlendMode.normal.rawValue { facts.append("blended by \(blend)") }
    if clipped { facts.append("clipped") }
    if !touchable { facts.append("untouchable") }
    if marked { facts.append("marked") }
    if current { facts.append("current") }
    return facts
  }
}

extension String {
  /// With as many characters at the most, the last of them dots where there were more.
  fileprivate func shortened(to length: Int) -> String {
    count > length ? prefix(length - 3) + "..." : self
  }
}
