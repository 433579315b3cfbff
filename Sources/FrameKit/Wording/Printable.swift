extension String {
  /// A file's name, or other words that are not ours, as a terminal can show them on one line: without
  /// control characters (ISO 6429), which it would take for commands.
  public var printable: String {
    isEmpty ? "''" : printable(keeping: "")
  }

  /// The text without control characters, but for some.
  public func printable(keeping kept: String) -> String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      let commands = scalar.properties.generalCategory == .control && !kept.unicodeScalars.contains(scalar)
      scalars.append(commands ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}
