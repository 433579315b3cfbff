import CText

/// A paragraph of a text: its characters, and their properties before shaping.
struct Paragraph {
  let scalars: [Unicode.Scalar]
  let bidi: BidiLevels
  let breaks: LineBreaks
  private let scripts: [hb_script_t]

  var isRightToLeft: Bool { bidi.base == 1 }

  init(_ scalars: [Unicode.Scalar], harfBuzz: HarfBuzz) {
    self.init(scalars, BidiLevels(scalars), Self.scripts(scalars, harfBuzz))
  }

  private init(_ scalars: [Unicode.Scalar], _ bidi: BidiLevels, _ scripts: [hb_script_t]) {
    self.scalars = scalars
    self.bidi = bidi
    breaks = LineBreaks(scalars)
    self.scripts = scripts
  }

  /// Returns a part of the paragraph without trailing spaces, followed by "…". It has the direction of the
  /// paragraph.
  func truncated(_ range: Range<Int>) -> Paragraph {
    var end = range.upperBound
    while end > range.lowerBound, LineBreaks.hangs(scalars[end - 1]) { end -= 1 }
    let part = scalars[range.lowerBound..<end] + ["\u{2026}"]
    let script = end > range.lowerBound ? scripts[end - 1] : HB_SCRIPT_COMMON
    return Paragraph(
      Array(part), BidiLevels(Array(part), base: bidi.base), scripts[range.lowerBound..<end] + [script])
  }

  /// A run of characters of one direction and one script.
  struct Run {
    var range: Range<Int>
    var level: UInt8
    var script: hb_script_t

    var isRightToLeft: Bool { level % 2 == 1 }
  }

  /// Returns the runs of a line in logical order.
  func runs(in line: Range<Int>) -> [Run] {
    var runs: [Run] = []
    for index in line {
      let (level, script) = (bidi.levels[index], scripts[index])
      if let last = runs.last, last.level == level, last.script == script {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append(Run(range: index..<index + 1, level: level, script: script))
      }
    }
    return runs
  }

  /// Returns the script of each character. Characters without a script, such as spaces and symbols, take that
  /// of the character before them, or at the start that of the first character with a script.
  private static func scripts(_ scalars: [Unicode.Scalar], _ harfBuzz: HarfBuzz) -> [hb_script_t] {
    let unicode = harfBuzz.unicode_funcs_get_default()
    var scripts = scalars.map { harfBuzz.unicode_script(unicode, $0.value) }
    let none = [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN]
    var last = scripts.first { !none.contains($0) } ?? HB_SCRIPT_COMMON
    for index in scripts.indices {
      if none.contains(scripts[index]) { scripts[index] = last }
      last = scripts[index]
    }
    return scripts
  }
}

extension Paragraph {
  /// Splits a text into paragraphs at the mandatory breaks of Unicode Annex 14, which are removed. Tabs
  /// become spaces.
  static func split(_ text: String, harfBuzz: HarfBuzz) -> [Paragraph] {
    var paragraphs: [[Unicode.Scalar]] = [[]]
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": paragraphs.append([])
      case "\t": paragraphs[paragraphs.count - 1].append(" ")
      default: paragraphs[paragraphs.count - 1].append(scalar)
      }
      last = scalar
    }
    return paragraphs.map { Paragraph($0, harfBuzz: harfBuzz) }
  }
}
