/// Statements that change the colors of the current layer.
extension StatementTable {
  static let colors = colorEdits.map { edit in
    StatementEntry(edit.word, .colors, forms: edit.forms) { p throws(ScriptError) in
      .look(try edit.parse(&p))
    }
  }

  /// The same edits as options of layers.
  static let colorOptions: [(String, Parser.OptionRule)] = colorEdits.map { edit in
    (edit.word, { p throws(ScriptError) in .look(try edit.parse(&p)) })
  }

  private static let colorEdits: [ColorEditEntry] = [
    ColorEditEntry(
      .exposure,
      StatementForm(
        "exposure N",
        "multiplies light by 2 to this power: `exposure 1` doubles it, and `exposure -1` halves it")),
    ColorEditEntry(
      .brightness,
      StatementForm("brightness N", "multiplies samples, as CSS does: `brightness 1.2` or `brightness 120%`")),
    ColorEditEntry(
      .contrast,
      StatementForm("contrast N", "moves samples away from the middle, or towards it, as CSS does")),
    ColorEditEntry(
      .saturation,
      StatementForm(
        "saturation N",
        "moves colors away from their gray, or towards it, as CSS's `saturate()`; 0 makes them gray")),
    ColorEditEntry(
      .hue, StatementForm("hue ANGLE", "rotates hue in Oklab, at the same lightness: `hue 30deg`")),
    ColorEditEntry(
      .temperature,
      StatementForm(
        "temperature N",
        "changes the color of the light by N mired, from -100 to 100; positive is warmer: `temperature 30`")),
    ColorEditEntry(
      .tint,
      StatementForm(
        "tint N",
        "shifts the color of the light by N, from -100 (green) to 100 (magenta)"
      )),
    ColorEditEntry(
      "levels",
      StatementForm(
        "levels A..B [A..B] [N] [red|green|blue]",
        "stretches a range of samples to all, or to the second range, in all channels or one: `levels 5%..90%`; a gamma N above 1 makes the middle lighter"
      )
    ) { p throws(ScriptError) in try p.parseLevels() },
    ColorEditEntry(
      "auto-levels",
      StatementForm(
        "auto-levels [N%]",
        "stretches the tones of an image to the full range, as `levels`; N% of the pixels, usually 0.5%, may be cut off at each end: see [auto levels](color-edits.md#auto-levels)"
      ),
      StatementForm(
        "auto-levels channels [N%]", "stretches each channel by its own range, which changes hues"),
      look: { p throws(ScriptError) in .autoLevels(try p.parseAutoLevels()) }),
    ColorEditEntry(
      "curve",
      StatementForm(
        "curve X,Y X,Y [X,Y]... [red|green|blue]",
        "maps samples by a smooth curve through points, from 0,0 to 1,1, in all channels or one: `curve 0,0 0.3,0.4 1,1`"
      )
    ) { p throws(ScriptError) in try p.parseCurve() },
    ColorEditEntry(
      "grayscale",
      StatementForm("grayscale [N]", "replaces colors by their gray, or a share of them"),
      StatementForm("grayscale N,N,N", "the same with weights of the channels: `grayscale 0.3,0.6,0.1`")
    ) { p throws(ScriptError) in try p.parseGrayscale() },
    ColorEditEntry(
      .sepia, StatementForm("sepia [N]", "replaces colors by brown tones, as CSS does, or a share of them")),
    ColorEditEntry(
      .invert,
      StatementForm("invert [N]", "replaces samples by their negatives, as CSS does, or a share of them")),
    ColorEditEntry(
      "threshold",
      StatementForm("threshold N", "makes a color white if its gray is at least N, and black otherwise")
    ) { p throws(ScriptError) in .threshold(try p.parseFactor("a level from 0 to 1")) },
    ColorEditEntry(
      "posterize", StatementForm("posterize N", "leaves N levels of each channel, from 2 to 256")
    ) { p throws(ScriptError) in .posterize(try p.parseNumber("a number of levels")) },
    ColorEditEntry(
      "colorize",
      StatementForm(
        "colorize COLOR [N]",
        "replaces colors, or a share N of them, by COLOR with their brightness: black stays black, and white becomes COLOR"
      )
    ) { p throws(ScriptError) in
      try p.parseColorize()
    },
    ColorEditEntry(
      "color-matrix",
      StatementForm(
        "color-matrix N N N N N N N N N N N N N N N 0 0 0 1 0",
        "maps colors as SVG's feColorMatrix: for red, green and blue five numbers each, the weights of red, green, blue, alpha and 1"
      )
    ) { p throws(ScriptError) in try p.parseColorMatrix() },
    ColorEditEntry(
      "lut",
      StatementForm(
        "lut \"FILE.cube\"",
        "replaces colors by those of a [lookup table](color-edits.md#lookup-tables), which must be where `include` finds files"
      )
    ) { p throws(ScriptError) in try p.parseLookup() },
  ]

  /// A color edit: its word, its forms for people, and its parser.
  private struct ColorEditEntry: Sendable {
    let word: String
    let forms: [StatementForm]
    let parse: @Sendable (inout Parser) throws(ScriptError) -> AppearanceStatement

    /// Creates the entry of an edit with one number, which animations have, too.
    init(_ color: AnimatedColor, _ forms: StatementForm...) {
      (word, self.forms) = (color.rawValue, forms)
      parse = { p throws(ScriptError) in .color(try p.parseEdit(color)) }
    }

    init(
      _ word: String, _ forms: StatementForm...,
      parse: @escaping @Sendable (inout Parser) throws(ScriptError) -> ColorEditArgument
    ) {
      (self.word, self.forms) = (word, forms)
      self.parse = { p throws(ScriptError) in .color(try parse(&p)) }
    }

    init(
      _ word: String, _ forms: StatementForm...,
      look: @escaping @Sendable (inout Parser) throws(ScriptError) -> AppearanceStatement
    ) {
      (self.word, self.forms, parse) = (word, forms, look)
    }
  }
}
