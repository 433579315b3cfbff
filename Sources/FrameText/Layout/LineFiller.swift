/// A filled line: its range of characters, and its glyphs from left to right.
struct FilledLine {
  var range: Range<Int>
  var glyphs: [Glyph]
  /// The width in font units.
  var advance: Int
}

/// Breaks a paragraph into lines, each with as much text as fits.
struct LineFiller {
  private let shaper: Shaper
  private let paragraph: Paragraph
  /// The maximum width of a line, in font units.
  private let maxWidth: Double
  /// For each break position, the end of the visible text before it: preceding spaces hang into the margin.
  private var ends: [Int] = [0]
  /// The pen position before each character, and at the end, with the paragraph set as one line.
  private var positions: [Int]
  private var beginsCluster: [Bool]

  /// Breaks a paragraph into lines.
  ///
  /// - Parameter maxWidth: nil for one line of any width.
  /// - Returns: At least one line; an empty paragraph has one empty line.
  static func fill(_ paragraph: Paragraph, maxWidth: Double?, shaper: Shaper) -> [FilledLine] {
    let filler = LineFiller(paragraph, maxWidth: maxWidth ?? .infinity, shaper: shaper)
    return maxWidth == nil ? [filler.shaped(0, paragraph.scalars.count)] : filler.lines()
  }

  private init(_ paragraph: Paragraph, maxWidth: Double, shaper: Shaper) {
    self.shaper = shaper
    self.paragraph = paragraph
    self.maxWidth = maxWidth
    let count = paragraph.scalars.count
    for (index, scalar) in paragraph.scalars.enumerated() {
      ends.append(LineBreaks.hangs(scalar) ? ends[index] : index + 1)
    }
    positions = Array(repeating: 0, count: count + 1)
    beginsCluster = Array(repeating: false, count: count + 1)
    guard maxWidth.isFinite else { return }
    beginsCluster[count] = true
    for glyph in shaper.shape(0..<count, of: paragraph) {
      positions[glyph.cluster + 1] += glyph.advance
      beginsCluster[glyph.cluster] = true
    }
    for index in 0..<count { positions[index + 1] += positions[index] }
  }

  private func lines() -> [FilledLine] {
    var lines: [FilledLine] = []
    var start = 0
    repeat {
      var end = lastBreak(from: start)
      var line = shaped(start, end)
      // Reshaped on its own, a line can be wider than within the paragraph: its last letter no longer joins
      // the next one.
      while Double(line.advance) > maxWidth, let earlier = lastBreak(from: start, before: end) {
        end = earlier
        line = shaped(start, end)
      }
      lines.append(line)
      start = end
    } while start < paragraph.scalars.count
    return lines
  }

  private func shaped(_ start: Int, _ end: Int) -> FilledLine {
    let range = start..<max(start, ends[end])
    let glyphs = shaper.shape(range, of: paragraph)
    return FilledLine(range: range, glyphs: glyphs, advance: glyphs.reduce(0) { $0 + $1.advance })
  }

  /// Returns the end of the longest line from `start` that fits. If not even one word fits, the line ends
  /// within the word, after at least one cluster.
  private func lastBreak(from start: Int) -> Int {
    let count = paragraph.scalars.count
    var word: Int?
    var part: Int?
    for index in stride(from: start + 1, through: count, by: 1) {
      let fits = Double(positions[max(start, ends[index])] - positions[start]) <= maxWidth
      if !fits, word != nil || part != nil { break }
      if fits, index == count || paragraph.breaks.before[index] { word = index }
      // If a cluster does not fit, it is the first one, and is alone on its line.
      if beginsCluster[index] { part = index }
    }
    return word ?? part ?? count
  }

  private func lastBreak(from start: Int, before end: Int) -> Int? {
    let candidates = (start + 1..<max(end, start + 1)).reversed()
    return candidates.first { paragraph.breaks.before[$0] } ?? candidates.first { beginsCluster[$0] }
  }
}

/// Collects at most a number of lines. If text is left over, the last line ends in "…".
struct LineClamp {
  private(set) var lines: [(line: FilledLine, paragraph: Paragraph)] = []
  private let maxLines: Int
  private let maxWidth: Double?
  private let shaper: Shaper

  /// - Parameters:
  ///   - maxLines: 1 or more; nil for no limit.
  ///   - maxWidth: The maximum width of a line, in font units; nil for no limit.
  init(_ maxLines: Int?, maxWidth: Double?, shaper: Shaper) {
    self.maxLines = maxLines ?? .max
    self.maxWidth = maxWidth
    self.shaper = shaper
  }

  /// Adds the lines of a paragraph.
  ///
  /// - Returns: False if no more lines can be added.
  mutating func add(_ paragraph: Paragraph) -> Bool {
    for line in LineFiller.fill(paragraph, maxWidth: maxWidth, shaper: shaper) {
      if lines.count < maxLines {
        lines.append((line, paragraph))
      } else if !line.range.isEmpty {
        truncateLastLine()
        return false
      }
    }
    return true
  }

  /// Replaces the last line by its longest part that fits together with "…", or by "…" alone.
  private mutating func truncateLastLine() {
    let (line, paragraph) = lines[lines.count - 1]
    let start = line.range.lowerBound
    let glyphs = shaper.shape(start..<paragraph.scalars.count, of: paragraph)
    // Only cluster boundaries are candidates, so that a letter keeps its marks. Clusters after the first one
    // beyond the width are not.
    var width = 0
    var ends: [Int] = [start]
    for glyph in glyphs.sorted(by: { $0.cluster < $1.cluster }) {
      if glyph.cluster > ends[ends.count - 1] { ends.append(glyph.cluster) }
      if Double(width) > maxWidth ?? .infinity { break }
      width += glyph.advance
    }
    if maxWidth == nil { ends.append(line.range.upperBound) }
    for end in ends.reversed() {
      let shorter = paragraph.truncated(start..<end)
      let filled = LineFiller.fill(shorter, maxWidth: nil, shaper: shaper)[0]
      if end == start || Double(filled.advance) <= maxWidth ?? .infinity {
        lines[lines.count - 1] = (filled, shorter)
        return
      }
    }
  }
}
