/// A line that is filled: which characters, and their glyphs from left to right.
struct FilledLine {
  var range: Range<Int>
  var glyphs: [Glyph]
  /// In units of the font.
  var advance: Int
}

/// Fills one line after the other with as much of a paragraph as fits.
struct LineFiller {
  private let shaper: Shaper
  private let paragraph: Paragraph
  /// In units of the font.
  private let room: Double
  /// For each place between characters: where a line that is broken there ends, as the spaces before hang into the
  /// margin.
  private var ends: [Int] = [0]
  /// How far the pen has gone before each character, and at the end, where all were one line.
  private var reached: [Int]
  private var beginsCluster: [Bool]

  /// - Parameter room: nil where lines are as long as they are.
  /// - Returns: at least one line, an empty one for an empty paragraph.
  static func fill(_ paragraph: Paragraph, room: Double?, shaper: Shaper) -> [FilledLine] {
    let filler = LineFiller(paragraph, room: room ?? .infinity, shaper: shaper)
    return room == nil ? [filler.shaped(0, paragraph.scalars.count)] : filler.lines()
  }

  private init(_ paragraph: Paragraph, room: Double, shaper: Shaper) {
    self.shaper = shaper
    self.paragraph = paragraph
    self.room = room
    let count = paragraph.scalars.count
    for (index, scalar) in paragraph.scalars.enumerated() {
      ends.append(LineBreaks.hangs(scalar) ? ends[index] : index + 1)
    }
    reached = Array(repeating: 0, count: count + 1)
    beginsCluster = Array(repeating: false, count: count + 1)
    guard room.isFinite else { return }
    beginsCluster[count] = true
    for glyph in shaper.shape(0..<count, of: paragraph) {
      reached[glyph.cluster + 1] += glyph.advance
      beginsCluster[glyph.cluster] = true
    }
    for index in 0..<count { reached[index + 1] += reached[index] }
  }

  private func lines() -> [FilledLine] {
    var lines: [FilledLine] = []
    var start = 0
    repeat {
      var end = lastBreak(from: start)
      var line = shaped(start, end)
      // Shaped anew it may be wider than within the paragraph: a letter does not join the one behind it any more.
      while Double(line.advance) > room, let earlier = lastBreak(from: start, before: end) {
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

  /// The end of the longest line from `start` that fits; of the longest part of a word where no word does, and of
  /// one cluster at least.
  private func lastBreak(from start: Int) -> Int {
    let count = paragraph.scalars.count
    var word: Int?
    var part: Int?
    for index in stride(from: start + 1, through: count, by: 1) {
      let fits = Double(reached[max(start, ends[index])] - reached[start]) <= room
      if !fits, word != nil || part != nil { break }
      if fits, index == count || paragraph.breaks.before[index] { word = index }
      // One that does not fit is the first one, and stands alone.
      if beginsCluster[index] { part = index }
    }
    return word ?? part ?? count
  }

  private func lastBreak(from start: Int, before end: Int) -> Int? {
    let places = (start + 1..<max(end, start + 1)).reversed()
    return places.first { paragraph.breaks.before[$0] } ?? places.first { beginsCluster[$0] }
  }
}
