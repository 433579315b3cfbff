import FrameModel

/// Lines below each other, and their glyphs as one path.
struct TextLayout {
  private let style: TextStyle
  private let font: WeightedFont
  private var lines: [(FilledLine, text: String, runsLeft: Bool)] = []
  private var missing: [Unicode.Scalar] = []
  private var looked: Set<Unicode.Scalar> = []

  init(_ style: TextStyle, _ font: WeightedFont) {
    self.style = style
    self.font = font
  }

  mutating func add(_ line: FilledLine, of paragraph: Paragraph) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: paragraph.scalars[line.range])
    lines.append((line, String(text), paragraph.runsLeft))
    note(line, paragraph)
  }

  /// What of a cluster without a glyph the font has no glyph for, by itself; what is invisible needs none.
  private mutating func note(_ line: FilledLine, _ paragraph: Paragraph) {
    guard line.glyphs.contains(where: { $0.id == 0 }) else { return }
    let clusters = line.glyphs.map(\.cluster).sorted()
    let lacking = Set(line.glyphs.lazy.filter { $0.id == 0 }.map(\.cluster))
    var ends: [Int: Int] = [:]
    for (cluster, next) in zip(clusters, clusters.dropFirst() + [line.range.upperBound]) {
      ends[cluster] = next
    }
    for cluster in lacking.sorted() {
      for scalar in paragraph.scalars[cluster..<ends[cluster]!]
      where looked.insert(scalar).inserted && !font.has(scalar)
        && !scalar.properties.isDefaultIgnorableCodePoint
      {
        missing.append(scalar)
      }
    }
  }

  func finish() -> TypesetText {
    let scale = style.size / font.unitsPerEm
    let letters = (font.ascent + font.descent) * scale
    let height = style.lineHeight.map { $0 * style.size } ?? letters + font.lineGap * scale
    // What a line is higher than its letters is above and below them in equal parts, as in CSS.
    let firstBaseline = (height - letters) / 2 + font.ascent * scale
    let widest = lines.map { Double($0.0.advance) * scale }.max() ?? 0
    var outlines = GlyphRun(scale: scale)
    var numbers: [UInt32: Int] = [:]
    var set: [TypesetText.Line] = []
    for (index, (line, text, runsLeft)) in lines.enumerated() {
      let width = Double(line.advance) * scale
      let origin = Point(
        x: left(width, runsLeft, widest), y: Double(index) * height + firstBaseline)
      set.append(TypesetText.Line(text: text, origin: origin, width: width))
      draw(line.glyphs, from: origin, scale, into: &outlines, &numbers)
    }
    return TypesetText(
      path: Path(outlines), box: box(set, height), lines: set, missing: missing, weight: font.weight)
  }

  /// Where a line begins; without a width, of a text that is aligned to a point. Paragraphs that run to the left
  /// then end where the widest line does, and not before it.
  private func left(_ width: Double, _ runsLeft: Bool, _ widest: Double) -> Double {
    switch style.alignment {
    case .left: 0
    case .leading: runsLeft ? (style.width ?? widest) - width : 0
    case .center: ((style.width ?? 0) - width) / 2
    case .right: (style.width ?? 0) - width
    }
  }

  private func box(_ lines: [TypesetText.Line], _ height: Double) -> Rect {
    let left = lines.map(\.origin.x).min() ?? 0
    let right = lines.map { $0.origin.x + $0.width }.max() ?? 0
    let height = Double(lines.count) * height
    guard let width = style.width else { return Rect(x: left, y: 0, width: right - left, height: height) }
    return Rect(x: 0, y: 0, width: width, height: height)
  }

  /// - Parameter numbers: of the outlines that are in use, by the font's numbers of glyphs.
  private func draw(
    _ glyphs: [Glyph], from origin: Point, _ scale: Double, into outlines: inout GlyphRun,
    _ numbers: inout [UInt32: Int]
  ) {
    var pen = 0
    for glyph in glyphs {
      let number = numbers[glyph.id] ?? outlines.add(font.outline(of: glyph.id))
      numbers[glyph.id] = number
      outlines.draw(
        number,
        at: Point(
          x: origin.x + Double(pen + glyph.dx) * scale, y: origin.y - Double(glyph.dy) * scale))
      pen += glyph.advance
    }
  }
}
