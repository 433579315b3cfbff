/// Paragraphs to lines, of which there may be so many at most: the last one then ends in "…", where something would
/// follow it.
struct LineClamp {
  private(set) var found: [(line: FilledLine, paragraph: Paragraph)] = []
  private let most: Int
  private let room: Double?
  private let shaper: Shaper

  /// - Parameters:
  ///   - most: 1 or more; nil for any number.
  ///   - room: of a line, in units of the font; nil where lines are as long as they are.
  init(_ most: Int?, room: Double?, shaper: Shaper) {
    self.most = most ?? .max
    self.room = room
    self.shaper = shaper
  }

  /// - Returns: false where nothing can follow any more.
  mutating func add(_ paragraph: Paragraph) -> Bool {
    for line in LineFiller.fill(paragraph, room: room, shaper: shaper) {
      if found.count < most {
        found.append((line, paragraph))
      } else if !line.range.isEmpty {
        cutLast()
        return false
      }
    }
    return true
  }

  /// The longest part of what the last line begins with, and "…", that there is room for; the mark alone where there
  /// is none.
  private mutating func cutLast() {
    let (line, paragraph) = found[found.count - 1]
    let start = line.range.lowerBound
    let glyphs = shaper.shape(start..<paragraph.scalars.count, of: paragraph)
    // By clusters, as a letter is not cut from its marks; from the first one on that goes beyond the room alone.
    var reached = 0
    var ends: [Int] = [start]
    for glyph in glyphs.sorted(by: { $0.cluster < $1.cluster }) {
      if glyph.cluster > ends[ends.count - 1] { ends.append(glyph.cluster) }
      if Double(reached) > room ?? .infinity { break }
      reached += glyph.advance
    }
    if room == nil { ends.append(line.range.upperBound) }
    for end in ends.reversed() {
      let shorter = paragraph.cut(start..<end)
      let filled = LineFiller.fill(shorter, room: nil, shaper: shaper)[0]
      if end == start || Double(filled.advance) <= room ?? .infinity {
        found[found.count - 1] = (filled, shorter)
        return
      }
    }
  }
}
