import CHarfBuzz

/// A part of a text that only its end breaks for certain: its characters, and what is known of them before they are
/// shaped.
struct Paragraph {
  let scalars: [Unicode.Scalar]
  let bidi: BidiLevels
  let breaks: LineBreaks
  private let scripts: [hb_script_t]

  var runsLeft: Bool { bidi.base == 1 }

  init(_ scalars: [Unicode.Scalar], harfBuzz: HarfBuzz) {
    self.init(scalars, BidiLevels(scalars), Self.scripts(scalars, harfBuzz))
  }

  private init(_ scalars: [Unicode.Scalar], _ bidi: BidiLevels, _ scripts: [hb_script_t]) {
    self.scalars = scalars
    self.bidi = bidi
    breaks = LineBreaks(scalars)
    self.scripts = scripts
  }

  /// A part of it, without spaces at its end, and "…". It runs as the paragraph does.
  func cut(_ range: Range<Int>) -> Paragraph {
    var end = range.upperBound
    while end > range.lowerBound, LineBreaks.hangs(scalars[end - 1]) { end -= 1 }
    let part = scalars[range.lowerBound..<end] + ["\u{2026}"]
    let script = end > range.lowerBound ? scripts[end - 1] : HB_SCRIPT_COMMON
    return Paragraph(
      Array(part), BidiLevels(Array(part), base: bidi.base), scripts[range.lowerBound..<end] + [script])
  }

  /// One that runs in one direction and is written in one script.
  struct Run {
    var range: Range<Int>
    var level: UInt8
    var script: hb_script_t

    var runsLeft: Bool { level % 2 == 1 }
  }

  /// As they are read.
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

  /// What belongs to no script, as spaces and signs, is of that of what stands before it, and at the beginning of
  /// that of what follows.
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
  /// A text's paragraphs: what Unicode's Annex 14 breaks a line after in any case, left away. A tab is a space.
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
