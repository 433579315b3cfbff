import FrameGeometry

/// Arranges lines below each other and joins their glyphs into one path.
struct TextLayout {
  private let style: TextStyle
  private let font: WeightedFont
  private var lines: [(FilledLine, text: String, isRightToLeft: Bool)] = []
  private var missing: [Unicode.Scalar] = []
  private var checked: Set<Unicode.Scalar> = []

  init(_ style: TextStyle, _ font: WeightedFont) {
    self.style = style
    self.font = font
  }

  mutating func add(_ line: FilledLine, of paragraph: Paragraph) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: paragraph.scalars[line.range])
    lines.append((line, String(text), paragraph.isRightToLeft))
    recordMissing(line, paragraph)
  }

  /// Records the characters that the font lacks, in clusters with a missing glyph. Invisible characters need
  /// no glyph.
  private mutating func recordMissing(_ line: FilledLine, _ paragraph: Paragraph) {
    guard line.glyphs.contains(where: { $0.id == 0 }) else { return }
    let clusters = line.glyphs.map(\.cluster).sorted()
    let missingClusters = Set(line.glyphs.lazy.filter { $0.id == 0 }.map(\.cluster))
    var ends: [Int: Int] = [:]
    for (cluster, next) in zip(clusters, clusters.dropFirst() + [line.range.upperBound]) {
      ends[cluster] = next
    }
    for cluster in missingClusters.sorted() {
      for scalar in paragraph.scalars[cluster..<ends[cluster]!]
      where checked.insert(scalar).inserted && !font.hasGlyph(scalar)
        && !scalar.properties.isDefaultIgnorableCodePoint
      {
        missing.append(scalar)
      }
    }
  }

  func finish() -> TypesetText {
    let scale = style.size / font.unitsPerEm
    let contentHeight = (font.ascent + font.descent) * scale
    let height = style.lineHeight.map { $0 * style.size } ?? contentHeight + font.lineGap * scale
    // As in CSS, the extra height of a line is split equally above and below its text.
    let firstBaseline = (height - contentHeight) / 2 + font.ascent * scale
    let widest = lines.map { Double($0.0.advance) * scale }.max() ?? 0
    var outlines = GlyphRun(scale: scale)
    var outlineIndices: [UInt32: Int] = [:]
    var typesetLines: [TypesetText.Line] = []
    for (index, (line, text, isRightToLeft)) in lines.enumerated() {
      let width = Double(line.advance) * scale
      let origin = Point(
        x: left(width, isRightToLeft, widest), y: Double(index) * height + firstBaseline)
      typesetLines.append(TypesetText.Line(text: text, origin: origin, width: width))
      draw(line.glyphs, from: origin, scale, into: &outlines, &outlineIndices)
    }
    return TypesetText(
      path: Path(outlines), box: box(typesetLines, height), lines: typesetLines, missing: missing,
      weight: font.weight)
  }

  /// Returns the left edge of a line. Without a width, text is aligned to a point, and right-to-left
  /// paragraphs end where the widest line ends, not before the point.
  private func left(_ width: Double, _ isRightToLeft: Bool, _ widest: Double) -> Double {
    switch style.alignment {
    case .left: 0
    case .leading: isRightToLeft ? (style.width ?? widest) - width : 0
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

  /// - Parameter outlineIndices: The indices of the outlines added so far, by glyph number.
  private func draw(
    _ glyphs: [Glyph], from origin: Point, _ scale: Double, into outlines: inout GlyphRun,
    _ outlineIndices: inout [UInt32: Int]
  ) {
    var pen = 0
    for glyph in glyphs {
      let index = outlineIndices[glyph.id] ?? outlines.add(font.outline(of: glyph.id))
      outlineIndices[glyph.id] = index
      outlines.draw(
        index,
        at: Point(
          x: origin.x + Double(pen + glyph.dx) * scale, y: origin.y - Double(glyph.dy) * scale))
      pen += glyph.advance
    }
  }
}
