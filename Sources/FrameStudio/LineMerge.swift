/// Merges two changes of a text, line by line (the diff3 of Khanna, Kunal and Pierce, "A formal investigation of diff3",
/// 2007).
enum LineMerge {
  /// Lines of the base that are replaced by others.
  private struct Hunk {
    var old: Range<Int>
    var new: [Substring]
  }

  /// Returns a text with both changes. Where both insert lines at the same place, the first come first; where they change
  /// the same lines, the first win.
  static func merge(_ base: String, _ first: String, _ second: String) -> String {
    if second == base || first == second { return first }
    if first == base { return second }
    let lines = split(base)
    let firstLines = split(first)
    var hunks = hunks(from: lines, to: firstLines)
    for hunk in Self.hunks(from: lines, to: split(second)) {
      let overlaps = hunks.contains { $0.old.overlaps(hunk.old) || $0.old == hunk.old && $0.new == hunk.new }
      if !overlaps { hunks.append(hunk) }
    }
    // A stable order: at the same place, those of the first text.
    let sorted = hunks.enumerated().sorted { ($0.1.old.lowerBound, $0.0) < ($1.1.old.lowerBound, $1.0) }
    var result: [Substring] = []
    var next = 0
    for (_, hunk) in sorted {
      result += lines[next..<max(next, hunk.old.lowerBound)] + hunk.new
      next = max(next, hunk.old.upperBound)
    }
    result += lines[next...]
    let endsOpen = first.utf8.last != newline && result.last == firstLines.last
    return result.joined(separator: "\n") + (endsOpen || result.isEmpty ? "" : "\n")
  }

  private static let newline = UInt8(ascii: "\n")

  /// Returns the lines without their ends. The last one counts also if it has none.
  private static func split(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    while let end = text.utf8[start...].firstIndex(of: newline) {
      lines.append(text[start..<end])
      start = text.utf8.index(after: end)
    }
    if start < text.endIndex { lines.append(text[start...]) }
    return lines
  }

  private static func hunks(from old: [Substring], to new: [Substring]) -> [Hunk] {
    // Most changes are at one place, and the search for the shortest ones takes time for each changed line.
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let oldMiddle = Array(old[prefix..<old.count - suffix])
    let newMiddle = Array(new[prefix..<new.count - suffix])
    guard oldMiddle.count + newMiddle.count < 4000 else {
      return [Hunk(old: prefix..<old.count - suffix, new: newMiddle)]
    }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in newMiddle.difference(from: oldMiddle) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var hunks: [Hunk] = []
    var (i, j) = (0, 0)
    while i < oldMiddle.count || j < newMiddle.count {
      var hunk = Hunk(old: i..<i, new: [])
      while removed.contains(i) || inserted.contains(j) {
        if removed.contains(i) {
          i += 1
        } else {
          hunk.new.append(newMiddle[j])
          j += 1
        }
      }
      hunk.old = hunk.old.lowerBound + prefix..<i + prefix
      if hunk.old.isEmpty && hunk.new.isEmpty { (i, j) = (i + 1, j + 1) } else { hunks.append(hunk) }
    }
    return hunks
  }
}
