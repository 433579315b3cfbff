import FrameImage

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

  /// The first form of each color edit, without the options of a long one, and its values that change nothing, such as
  /// "1"; nil if there are none.
  static let neutralForms: [(form: String, neutral: String?)] = colorEdits.map { edit in
    let usage = edit.forms[0].usage
    return (usage.count <= 24 ? usage : usage.split(separator: " [")[0].description, edit.neutral)
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
      StatementForm(
        "contrast N",
        "moves samples away from the middle, as CSS does, or with a factor below 1 towards it: `contrast 1.2` or `contrast 120%`"
      )),
    ColorEditEntry(
      .saturation,
      StatementForm(
        "saturation N",
        "moves colors away from their gray, as CSS's `saturate()`, or with a factor below 1 towards it: `saturation 1.3`; 0 makes them gray"
      )),
    ColorEditEntry(
      .hue,
      StatementForm("hue ANGLE", "rotates hue in Oklab, at the same lightness: `hue 30deg`")),
    ColorEditEntry(
      .temperature,
      StatementForm(
        "temperature N",
        "makes colors warmer (N up to 100) or colder (down to -100): `temperature 30`; N is a change in mired, not a color temperature in kelvin"
      )),
    ColorEditEntry(
      .tint,
      StatementForm(
        "tint N",
        "shifts the color of the light by N, from -100 (green) to 100 (magenta): `tint 10`"
      )),
    ColorEditEntry(
      "levels", neutral: "0..1",
      StatementForm(
        "levels BLACK..WHITE [LOW..HIGH] [GAMMA] [red|green|blue]",
        "maps the range BLACK..WHITE to LOW..HIGH (0..1 by default), in one channel or all: `levels 5%..90%`; samples are from 0 to 1, and a GAMMA above 1 lightens the midtones"
      )
    ) { p throws(ScriptError) in try p.parseLevels() },
    ColorEditEntry(
      "auto-levels", neutral: nil,
      StatementForm(
        "auto-levels [N%]",
        "stretches the tones of an image to the full range, as `levels` with the range of its samples: `auto-levels`, or `auto-levels 1%`; N% of the pixels, usually 0.5%, may be cut off at each end"
      ),
      StatementForm(
        "auto-levels channels [N%]", "stretches each channel by its own range, which changes hues"),
      look: { p throws(ScriptError) in .autoLevels(try p.parseAutoLevels()) }),
    ColorEditEntry(
      "curve", neutral: "0,0 1,1",
      StatementForm(
        "curve X,Y X,Y [X,Y]... [red|green|blue]",
        "maps samples by a smooth curve through points, from 0,0 to 1,1, in all channels or one: `curve 0,0 0.3,0.4 1,1`"
      )
    ) { p throws(ScriptError) in try p.parseCurve() },
    ColorEditEntry(
      .grayscale,
      StatementForm("grayscale [N]", "replaces colors by their gray, or a share of them: `grayscale 50%`"),
      StatementForm("grayscale N,N,N", "the same with weights of the channels: `grayscale 0.3,0.6,0.1`")),
    ColorEditEntry(
      .sepia,
      StatementForm(
        "sepia [N]", "replaces colors by brown tones, as CSS does, or a share of them: `sepia 80%`")),
    ColorEditEntry(
      .invert,
      StatementForm(
        "invert [N]", "replaces samples by their negatives, as CSS does, or a share of them: `invert`")),
    ColorEditEntry(
      "threshold", neutral: nil,
      StatementForm(
        "threshold N", "makes a color white if its gray is at least N, and black otherwise: `threshold 50%`")
    ) { p throws(ScriptError) in .threshold(try p.parseFactor("a level from 0 to 1")) },
    ColorEditEntry(
      "posterize", neutral: nil,
      StatementForm("posterize N", "leaves N levels of each channel, from 2 to 256: `posterize 4`")
    ) { p throws(ScriptError) in .posterize(try p.parseNumber("a number of levels")) },
    ColorEditEntry(
      "colorize", neutral: nil,
      StatementForm(
        "colorize COLOR [N]",
        "replaces colors, or a share N of them, by COLOR with their brightness: `colorize #704214 50%`; black stays black, white becomes COLOR, and a share of 0 changes nothing"
      )
    ) { p throws(ScriptError) in
      try p.parseColorize()
    },
    ColorEditEntry(
      "color-matrix", neutral: nil,
      StatementForm(
        "color-matrix N N N N N N N N N N N N N N N 0 0 0 1 0",
        "maps colors as SVG's feColorMatrix: for red, green and blue five numbers each, the weights of red, green, blue, alpha and 1; `color-matrix 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0` changes nothing"
      )
    ) { p throws(ScriptError) in try p.parseColorMatrix() },
    ColorEditEntry(
      "lut", neutral: nil,
      StatementForm(
        "lut \"FILE.cube\"",
        "replaces colors by those of a [lookup table](color-edits.md#lookup-tables), which must be where `include` finds files"
      )
    ) { p throws(ScriptError) in try p.parseLookup() },
  ]

  /// A color edit: its word, its forms for people, and its parser.
  private struct ColorEditEntry: Sendable {
    let word: String
    /// The values that change nothing, as written after the word; nil if there are none.
    let neutral: String?
    private(set) var forms: [StatementForm]
    let parse: @Sendable (inout Parser) throws(ScriptError) -> AppearanceStatement

    /// Creates the entry of an edit with one number, which animations have, too.
    init(_ word: NumberEdit, _ forms: StatementForm...) {
      self.init(word.rawValue, word.number.neutralText, forms) { p throws(ScriptError) in
        .color(try p.parseEdit(word))
      }
    }

    init(
      _ word: String, neutral: String?, _ forms: StatementForm...,
      parse: @escaping @Sendable (inout Parser) throws(ScriptError) -> ColorEditArgument
    ) {
      self.init(word, neutral, forms) { p throws(ScriptError) in .color(try parse(&p)) }
    }

    init(
      _ word: String, neutral: String?, _ forms: StatementForm...,
      look: @escaping @Sendable (inout Parser) throws(ScriptError) -> AppearanceStatement
    ) {
      self.init(word, neutral, forms, look)
    }

    private init(
      _ word: String, _ neutral: String?, _ forms: [StatementForm],
      _ parse: @escaping @Sendable (inout Parser) throws(ScriptError) -> AppearanceStatement
    ) {
      (self.word, self.neutral, self.forms, self.parse) = (word, neutral, forms, parse)
      guard let neutral else { return }
      self.forms[0].meaning += "; `\(word) \(neutral)` changes nothing"
    }
  }
}
