extension String {
  /// A file's name, or other words that are not ours, as a terminal can show them on one line: without
  /// control characters (ISO 6429), which it would take for commands.
  public var printable: String {
    isEmpty ? "''" : printable(keeping: "")
  }

  /// The text without control characters, but for some, and without those at the end of plane 16, by which names that
  /// are no Unicode are told apart.
  public func printable(keeping kept: String) -> String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && !kept.unicodeScalars.contains(scalar)
      let commands = isControl || (0x10FF80...0x10FFFF).contains(scalar.value)
      scalars.append(commands ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}
