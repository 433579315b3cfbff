/// Names that elements are referred to by: each is an XML name without a colon, and no two are the same.
struct Identifiers {
  private var taken: Set<String> = []

  /// - Parameter name: what it shall be; it stays so where that is a name, and nobody has it.
  mutating func take(_ name: String) -> String {
    let wanted = name.asXMLName
    var candidate = wanted
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(wanted)-\(number)"
      number += 1
    }
    return candidate
  }
}

extension String {
  /// The text as an NCName (Namespaces in XML 1.0, part 3), with `_` for what cannot be in one.
  fileprivate var asXMLName: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.continuesName ? scalar : "_") }
    if scalars.first?.startsName != true { scalars.insert("_", at: scalars.startIndex) }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// NameStartChar of XML 1.0, part 2.3, but for the colon.
  fileprivate var startsName: Bool {
    switch value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF,
      0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// NameChar, but for the colon.
  fileprivate var continuesName: Bool {
    switch value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: startsName
    }
  }
}
