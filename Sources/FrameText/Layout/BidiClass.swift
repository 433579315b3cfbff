/// What a character does to the direction of a text: the classes of Unicode's Annex 9, table 4, as far as they come
/// from what Swift and the layout of Unicode's blocks say.
///
/// Embeddings, overrides and isolates are without effect, as their characters are `ignored` here.
enum BidiClass {
  case left, right, arabicLetter
  case europeanNumber, arabicNumber
  /// `+ -` between numbers; `, . : /` between them; `# $ % °` beside them.
  case europeanSeparator, commonSeparator, terminator
  case mark, ignored, neutral

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x30...0x39, 0xB2, 0xB3, 0xB9, 0x6F0...0x6F9, 0x2070, 0x2074...0x2079, 0x2080...0x2089,
      0xFF10...0xFF19:
      self = .europeanNumber
    case 0x660...0x669, 0x66B, 0x66C, 0x600...0x605, 0x6DD: self = .arabicNumber
    case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFF0B, 0xFF0D: self = .europeanSeparator
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C, 0x202F, 0x2044, 0xFF0C, 0xFF0E, 0xFF0F, 0xFF1A:
      self = .commonSeparator
    case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x66A, 0x2030...0x2034, 0x20A0...0x20CF, 0x2213,
      0xFF03...0xFF05:
      self = .terminator
    case 0x200E: self = .left
    case 0x200F: self = .right
    case 0x61C: self = .arabicLetter
    default: self.init(value, scalar.properties.generalCategory)
    }
  }

  private init(_ value: UInt32, _ category: Unicode.GeneralCategory) {
    switch category {
    case .nonspacingMark, .enclosingMark: self = .mark
    case .control, .format: self = value == 0x9 || value >= 0x1C && value <= 0x1F ? .neutral : .ignored
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .decimalNumber, .letterNumber, .privateUse:
      self = Self.side(value)
    case .otherNumber, .otherPunctuation, .otherSymbol, .modifierSymbol, .unassigned, .surrogate:
      // Those of right-to-left scripts mostly go their way, and the others take that of what is beside them.
      let side = Self.side(value)
      self = side == .left ? .neutral : side
    default: self = .neutral
    }
  }

  /// The blocks of scripts that run to the left.
  private static func side(_ value: UInt32) -> BidiClass {
    switch value {
    case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10D3F, 0x10EC0...0x10EFF,
      0x10F30...0x10F6F, 0x1EC70...0x1ECBF, 0x1ED00...0x1ED4F, 0x1EE00...0x1EEFF:
      .arabicLetter
    case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10FFF, 0x1E800...0x1EFFF: .right
    default: .left
    }
  }
}
