import FrameImage
import FramePlan

/// Statements that change the colors of the current layer.
extension StatementTable {
  static let colors = colorEdits.map { entry in
    var entry = entry
    if let neutral = neutralText(of: entry.word) {
      entry.forms[0].meaning += "; `\(entry.word) \(neutral)` changes nothing"
    }
    return entry
  }

  /// The first form of each color edit, without the options of a long one, and its values that change nothing, such as
  /// "1"; nil if there are none.
  static let neutralForms: [(form: String, neutral: String?)] = colorEdits.map { edit in
    let usage = edit.forms[0].usage
    return (
      usage.count <= 24 ? usage : usage.split(separator: " [")[0].description, neutralText(of: edit.word)
    )
  }

  private static func neutralText(of word: String) -> String? {
    ["levels": "0..1", "curve": "0,0 1,1"][word]
      ?? NumberEdit.named(word).flatMap { edit in edit.neutral.map(edit.text) }
  }

  private static let colorEdits: [StatementEntry] = [
    .number([
      "exposure N":
        "multiplies light by 2 to this power: `exposure 1` doubles it, and `exposure -1` halves it"
    ]),
    .number(["brightness N": "multiplies samples, as CSS does: `brightness 1.2` or `brightness 120%`"]),
    .number([
      "contrast N":
        "moves samples away from the middle, as CSS does, or with a factor below 1 towards it: `contrast 1.2` or `contrast 120%`"
    ]),
    .number([
      "saturation N":
        "moves colors away from their gray, as CSS's `saturate()`, or with a factor below 1 towards it: `saturation 1.3`; 0 makes them gray"
    ]),
    .number([
      "vibrance N":
        "moves dull colors further away from their gray than strong ones (N up to 100), or towards it (down to -100): `vibrance 40`"
    ]),
    .number(["hue ANGLE": "rotates hue in Oklab, at the same lightness: `hue 30deg`"]),
    .number([
      "temperature N":
        "makes colors warmer (N up to 100) or colder (down to -100): `temperature 30`; N is a change in mired, not a color temperature in kelvin"
    ]),
    .number(["tint N": "shifts the color of the light by N, from -100 (green) to 100 (magenta): `tint 10`"]),
    .option([
      "levels BLACK..WHITE [LOW..HIGH] [GAMMA] [red|green|blue]":
        "maps the range BLACK..WHITE to LOW..HIGH (0..1 by default), in one channel or all: `levels 5%..90%`; samples are from 0 to 1, and a GAMMA above 1 lightens the midtones"
    ]) { p throws(ScriptError) in .color(try p.parseLevels()) },
    .option([
      "auto-levels [N%]":
        "stretches the tones of an image to the full range, as `levels` with the range of its samples: `auto-levels`, or `auto-levels 1%`; N% of the pixels, usually 0.5%, may be cut off at each end",
      "auto-levels channels [N%]": "stretches each channel by its own range, which changes hues",
    ]) { p throws(ScriptError) in .color(try p.parseAutoLevels()) },
    .option([
      "curve X,Y X,Y [X,Y]... [red|green|blue]":
        "maps samples by a smooth curve through points, from 0,0 to 1,1, in all channels or one: `curve 0,0 0.3,0.4 1,1`"
    ]) { p throws(ScriptError) in .color(try p.parseCurve()) },
    .number([
      "grayscale [N]": "replaces colors by their gray, or a share of them: `grayscale 50%`",
      "grayscale N,N,N": "the same with weights of the channels: `grayscale 0.3,0.6,0.1`",
    ]),
    .number(["sepia [N]": "replaces colors by brown tones, as CSS does, or a share of them: `sepia 80%`"]),
    .number(["invert [N]": "replaces samples by their negatives, as CSS does, or a share of them: `invert`"]),
    .number([
      "threshold N": "makes a color white if its gray is at least N, and black otherwise: `threshold 50%`"
    ]),
    .number(["posterize N": "leaves N levels of each channel, from 2 to 256: `posterize 4`"]),
    .option([
      "colorize COLOR [N]":
        "replaces colors, or a share N of them, by COLOR with their brightness: `colorize #704214 50%`; black stays black, white becomes COLOR, and a share of 0 changes nothing"
    ]) { p throws(ScriptError) in .color(try p.parseColorize()) },
    .option([
      "color-matrix N N N N N N N N N N N N N N N 0 0 0 1 0":
        "maps colors as SVG's feColorMatrix: for red, green and blue five numbers each, the weights of red, green, blue, alpha and 1; `color-matrix 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0` changes nothing"
    ]) { p throws(ScriptError) in .color(try p.parseColorMatrix()) },
    .option([
      "lut \"FILE.cube\"":
        "replaces colors by those of a [lookup table](color-edits.md#lookup-tables), which must be where `include` finds files"
    ]) { p throws(ScriptError) in .color(try p.parseLookup()) },
  ]
}

extension StatementEntry {
  /// Creates the entry of an edit with one number, which animations have, too.
  fileprivate static func number(_ forms: KeyValuePairs<String, String>) -> StatementEntry {
    .option(forms) { p throws(ScriptError) in
      .color(try p.parseEdit(NumberEdit.named(firstWord(of: forms))!))
    }
  }
}
