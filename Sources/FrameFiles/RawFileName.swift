/// File names as strings.
///
/// On Linux, names are any bytes except zero, but Swift's strings hold Unicode. Each byte that is not part of valid UTF-8
/// becomes one of 128 characters at the end of private plane 16, and is converted back for the system. A name that
/// really contains such a character is escaped byte by byte, too, so that different names remain different strings.
package enum RawFileName {
  /// The character for byte 0x00. Only those for 0x80 to 0xFF are in use.
  private static let first: UInt32 = 0x10FF00

  /// Converts a name to a string.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.containsEscapedBytes { return text }
    let all = Array(bytes)
    var scalars = String.UnicodeScalarView()
    var at = 0
    while at < all.count {
      let end = min(at + Self.length(all[at]), all.count)
      if let character = String(validating: all[at..<end], as: UTF8.self), !character.containsEscapedBytes {
        scalars.append(contentsOf: character.unicodeScalars)
        at = end
      } else {
        scalars.append(Unicode.Scalar(first + UInt32(all[at]))!)
        at += 1
      }
    }
    return String(scalars)
  }

  /// Returns the length of a UTF-8 sequence in bytes, from its first byte.
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
  /// The bytes of a file name, with a terminating zero.
  package var systemName: [CChar] {
    systemBytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// The bytes of a file name.
  package var systemBytes: [UInt8] {
    guard containsEscapedBytes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      RawFileName.byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// True if some characters stand for bytes that are not UTF-8.
  var containsEscapedBytes: Bool {
    // In UTF-8, such characters begin with this byte, which few others do.
    utf8.contains(0xF4) && unicodeScalars.contains { RawFileName.byte($0) != nil }
  }
}
