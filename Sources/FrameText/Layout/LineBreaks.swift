/// The positions where a line may break: a subset of Unicode Annex 14.
///
/// Lines may break after spaces, after hyphens and dashes within words, after slashes before letters, and
/// beside Chinese, Japanese and Korean characters. They do not break before closing or after opening
/// punctuation, nor at no-break spaces. Soft hyphens do not hyphenate. Thai, Lao and Khmer, which are written
/// without spaces, break between clusters.
struct LineBreaks {
  private enum Kind {
    case space, breaks, glue, hyphen, dash, slash, opens, closes, ideographEnd, ideograph, letter, mark, other
  }

  /// For each scalar, true if a line may break before it.
  let before: [Bool]

  init(_ scalars: [Unicode.Scalar]) {
    var before = Array(repeating: false, count: scalars.count)
    var earlier = Kind.space
    var last = Kind.space
    for (index, scalar) in scalars.enumerated() {
      let kind = Self.kind(scalar)
      if index > 0 { before[index] = Self.mayBreak(earlier, last, kind) }
      // A mark belongs to its base character.
      guard kind != .mark else { continue }
      earlier = last
      last = kind
    }
    self.before = before
  }

  /// Returns whether a character hangs: spaces at the end of a line take no width.
  static func hangs(_ scalar: Unicode.Scalar) -> Bool { kind(scalar) == .space }

  private static func mayBreak(_ earlier: Kind, _ last: Kind, _ next: Kind) -> Bool {
    switch (last, next) {
    case (_, .space), (_, .mark), (_, .breaks): false
    case (.breaks, _), (.space, _): true
    case (.glue, _), (_, .glue), (_, .closes), (_, .ideographEnd), (.opens, _): false
    case (.hyphen, .letter): earlier != .space && earlier != .hyphen
    case (.dash, _): next != .dash
    case (.slash, .letter): true
    case (.ideograph, _), (.ideographEnd, _), (_, .ideograph): true
    default: false
    }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x20, 0x9, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: return .space
    case 0x200B: return .breaks
    case 0xA0, 0x2007, 0x2011, 0x202F, 0x2060, 0xFEFF, 0x200D: return .glue
    case 0x2D: return .hyphen
    case 0x2010, 0x2012...0x2014, 0x58A, 0x5BE: return .dash
    case 0x2F: return .slash
    case 0x21, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: return .closes
    // Small kana and marks that must not start a line in Japanese.
    case 0x3001, 0x3002, 0x3005, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087,
      0x308E,
      0x3095, 0x3096, 0x309B...0x309E, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7,
      0x30EE, 0x30F5, 0x30F6, 0x30FB...0x30FE, 0xFF01, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F:
      return .ideographEnd
    case 0x1F3FB...0x1F3FF, 0xFE00...0xFE0F, 0x20D0...0x20FF: return .mark
    case 0x2E80...0x2FDF, 0x3040...0x30FF, 0x3105...0x312F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return .ideograph
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: return .mark
    case .openPunctuation, .initialPunctuation: return .opens
    case .closePunctuation, .finalPunctuation: return scalar.value < 0x3000 ? .closes : .ideographEnd
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .letter
    default: return .other
    }
  }
}
