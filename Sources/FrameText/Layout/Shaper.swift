import CText

/// A glyph relative to the pen, in font units, with y up.
struct Glyph {
  var id: UInt32
  /// The index of the first character of the cluster that the glyph belongs to.
  var cluster: Int
  var advance: Int
  var dx: Int
  var dy: Int
}

/// Converts characters to glyphs, with ligatures, kerning, joining and mark positioning.
struct Shaper {
  let font: WeightedFont
  private var harfBuzz: HarfBuzz { font.harfBuzz }

  /// Shapes a run.
  ///
  /// - Returns: The glyphs from left to right.
  func shape(_ run: Paragraph.Run, of paragraph: Paragraph) -> [Glyph] {
    let buffer = harfBuzz.buffer_create()
    defer { harfBuzz.buffer_destroy(buffer) }
    let scalars = paragraph.scalars[run.range].map(\.value)
    harfBuzz.buffer_add_codepoints(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
    harfBuzz.buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    harfBuzz.buffer_set_script(buffer, run.script)
    // Sets no language, because the system's language would change the result. Uses only the "ot" shaper,
    // because other shapers exist only in some builds of HarfBuzz.
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

  /// Shapes a line.
  ///
  /// - Returns: The glyphs from left to right.
  func shape(_ line: Range<Int>, of paragraph: Paragraph) -> [Glyph] {
    BidiLevels.visualOrder(paragraph.runs(in: line), level: \.level).flatMap { shape($0, of: paragraph) }
  }
}
