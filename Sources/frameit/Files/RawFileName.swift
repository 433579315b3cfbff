/// Names of files as the system has them: any bytes but zero. Swift's strings hold Unicode, so that a byte which is no
/// part of UTF-8 stands in a string as one of 128 characters at the end of private plane 16, and comes back from it. What
/// such a character is really spelled with is taken byte by byte, too: no two names become one.
enum RawFileName {
  /// The character of byte 0x00, had it one: those of 0x80 to 0xFF are in use.
  private static let first: UInt32 = 0x10FF00

  /// A name as a string.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasEscapes { return text }
    let all = Array(bytes)
    var scalars = String.UnicodeScalarView()
    var at = 0
    while at < all.count {
      let end = min(at + Self.length(all[at]), all.count)
      if let character = String(validating: all[at..<end], as: UTF8.self), !character.hasEscapes {
        scalars.append(contentsOf: character.unicodeScalars)
        at = end
      } else {
        scalars.append(Unicode.Scalar(first + UInt32(all[at]))!)
        at += 1
      }
    }
    return String(scalars)
  }

  /// How many bytes a character of UTF-8 has, by its first.
  private static func length(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  fileprivate static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (first + 0x80...first + 0xFF).contains(scalar.value) ? UInt8(scalar.value - first) : nil
  }
}

extension String {
  /// The bytes of a file's name, and a zero.
  var systemName: [CChar] {
    systemBytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// The bytes of a file's name.
  var systemBytes: [UInt8] {
    guard hasEscapes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      RawFileName.byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Whether some of it stands for bytes that are no Unicode.
  var hasEscapes: Bool {
    // In UTF-8 such characters begin like this, as few others do.
    utf8.contains(0xF4) && unicodeScalars.contains { RawFileName.byte($0) != nil }
  }
}
