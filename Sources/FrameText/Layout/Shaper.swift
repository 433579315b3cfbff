import CHarfBuzz
import FrameModel

/// A glyph where the pen is, in units of the font, y up.
struct Glyph {
  var id: UInt32
  /// The first of the characters that it stands for, with others perhaps.
  var cluster: Int
  var advance: Int
  var dx: Int
  var dy: Int
}

/// Characters to glyphs: ligatures, kerning, joining, marks on their letters.
struct Shaper {
  let font: WeightedFont
  private var harfBuzz: HarfBuzz { font.harfBuzz }

  init(_ font: WeightedFont) {
    self.font = font
  }

  /// - Returns: from left to right.
  func shape(_ run: Paragraph.Run, of paragraph: Paragraph) -> [Glyph] {
    let buffer = harfBuzz.buffer_create()
    defer { harfBuzz.buffer_destroy(buffer) }
    let scalars = paragraph.scalars[run.range].map(\.value)
    harfBuzz.buffer_add_codepoints(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
    harfBuzz.buffer_set_direction(buffer, run.runsLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    harfBuzz.buffer_set_script(buffer, run.script)
    // No language: the system's would make the text another one there. Nor any of the shapers that only some
    // builds of HarfBuzz have.
    "ot".withCString { ot in
      var shapers = [ot, nil]
      _ = harfBuzz.shape_full(font.handle, buffer, nil, 0, &shapers)
    }
    var count: UInt32 = 0
    guard let infos = harfBuzz.buffer_get_glyph_infos(buffer, &count),
      let positions = harfBuzz.buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    return (0..<Int(count)).map { index in
      let (info, position) = (infos[index], positions[index])
      return Glyph(
        id: info.codepoint, cluster: run.range.lowerBound + Int(info.cluster),
        advance: Int(position.x_advance),
        dx: Int(position.x_offset), dy: Int(position.y_offset))
    }
  }

  /// The glyphs of a line, from left to right.
  func shape(_ line: Range<Int>, of paragraph: Paragraph) -> [Glyph] {
    BidiLevels.visual(paragraph.runs(in: line), level: \.level).flatMap { shape($0, of: paragraph) }
  }
}
