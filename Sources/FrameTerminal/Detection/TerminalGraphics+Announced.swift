extension TerminalGraphics {
  /// What a terminal shows, as the variables tell that it set for its programs.
  ///
  /// - Parameter variable: its value; nil where it is not set.
  /// - Returns: nil where they tell nothing: the terminal can be asked, `deviceAttributesQuery`.
  public static func announced(_ variable: (String) -> String?) -> TerminalGraphics? {
    let term = variable("TERM") ?? ""
    func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
    // They take the images away that the terminal around them would show.
    if term.hasPrefix("tmux") || term.hasPrefix("screen") || isSet("TMUX") || isSet("STY") {
      return blocks(variable)
    }
    if isSet("KITTY_WINDOW_ID") || term == "xterm-kitty" || isSet("KONSOLE_VERSION") { return .kitty }
    if ["ghostty", "WezTerm"].contains(variable("TERM_PROGRAM")) { return .kitty }
    if term.contains("sixel") || term.hasPrefix("foot") || term.hasPrefix("mlterm") { return .sixel }
    return nil
  }

  /// Characters, in as many colors as the terminal says it has.
  public static func blocks(_ variable: (String) -> String?) -> TerminalGraphics {
    ["truecolor", "24bit"].contains(variable("COLORTERM")) ? .blocks(.direct) : .blocks(.indexed)
  }

  /// DA1 of ECMA-48 and DEC: which terminal are you?
  public static let deviceAttributesQuery = Array("\u{1B}[c".utf8)

  /// - Parameter reply: what the terminal said so far, perhaps with what was typed before it.
  /// - Returns: whether it draws sixels, its attribute 4; nil while there is no whole answer in it.
  public static func drawsSixels(_ reply: [UInt8]) -> Bool? {
    let text = String(decoding: reply, as: UTF8.self)
    for part in text.split(separator: "\u{1B}[?", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(where: { !("0"..."9").contains($0) && $0 != ";" }) else { continue }
      if part[end] == "c" {
        // The first number is the terminal's level, no attribute.
        return part[..<end].split(separator: ";").dropFirst().contains("4")
      }
    }
    return nil
  }
}
