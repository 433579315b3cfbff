import FrameImage

/// A method to show an image in a terminal.
///
///     let bytes = TerminalGraphics.blocks(.indexed).bytes(of: image)
package enum TerminalGraphics: Equatable, Sendable {
  /// The graphics protocol of kitty; exact pixels.
  case kitty
  /// DEC sixels; at most 256 colors.
  case sixel
  /// One character for two pixels, one above the other. Works in every terminal with colors.
  case blocks(CellColors)

  package enum CellColors: Equatable, Sendable {
    /// 24-bit colors.
    case direct
    /// The 240 of xterm's 256 colors that users do not redefine.
    case indexed
  }

  /// Returns the bytes to send to the terminal. The cursor must be at the start of a line. Afterwards it is
  /// at the start of the line below the image.
  ///
  /// - Parameter image: An `rgb8` image, already blended over a background. It is shown pixel by pixel, so it
  ///   must fit: see `TerminalWindow.maxImageSize(for:)`.
  package func bytes(of image: Bitmap) -> [UInt8] {
    precondition(image.format == .rgb8)
    switch self {
    case .kitty: return KittyEncoder.bytes(of: image)
    case .sixel: return SixelEncoder.bytes(of: image)
    case .blocks(let colors): return BlockEncoder.bytes(of: image, colors)
    }
  }

  /// Detects the graphics of the terminal from environment variables.
  ///
  /// - Parameter variable: Returns the value of a variable; nil if it is not set.
  /// - Returns: nil if the variables do not tell. The terminal can then be queried with
  ///   `deviceAttributesQuery`.
  package static func fromEnvironment(_ variable: (String) -> String?) -> TerminalGraphics? {
    let term = variable("TERM") ?? ""
    func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
    // Terminal multiplexers remove the images that the outer terminal could show.
    if term.hasPrefix("tmux") || term.hasPrefix("screen") || isSet("TMUX") || isSet("STY") {
      return blocks(variable)
    }
    if isSet("KITTY_WINDOW_ID") || term == "xterm-kitty" || isSet("KONSOLE_VERSION") { return .kitty }
    if ["ghostty", "WezTerm"].contains(variable("TERM_PROGRAM")) { return .kitty }
    if term.contains("sixel") || term.hasPrefix("foot") || term.hasPrefix("mlterm") { return .sixel }
    return nil
  }

  /// Returns `blocks` with the colors that the terminal announces.
  package static func blocks(_ variable: (String) -> String?) -> TerminalGraphics {
    ["truecolor", "24bit"].contains(variable("COLORTERM")) ? .blocks(.direct) : .blocks(.indexed)
  }

  /// The query for the terminal's device attributes: DA1 of ECMA-48 and DEC.
  package static let deviceAttributesQuery = Array("\u{1B}[c".utf8)

  /// Parses the reply to `deviceAttributesQuery`.
  ///
  /// - Parameter reply: The bytes read so far. Typed characters may precede the reply.
  /// - Returns: Whether the terminal supports sixels (attribute 4); nil while the reply is incomplete.
  package static func drawsSixels(_ reply: [UInt8]) -> Bool? {
    let text = String(decoding: reply, as: UTF8.self)
    for part in text.split(separator: "\u{1B}[?", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(where: { !("0"..."9").contains($0) && $0 != ";" }) else { continue }
      if part[end] == "c" {
        // The first number is the terminal's level, not an attribute.
        return part[..<end].split(separator: ";").dropFirst().contains("4")
      }
    }
    return nil
  }
}

/// The size of a terminal window.
package struct TerminalWindow: Equatable, Sendable {
  /// The size in characters, at least 1.
  package var columns: Int
  package var rows: Int
  /// The size of a character cell, in pixels.
  package var cell: PixelSize

  /// The cell size for terminals that do not report one: that of VGA text mode.
  package static let defaultCell = PixelSize(width: 8, height: 16)!

  /// - Parameters:
  ///   - columns, rows: The size in characters; numbers below 1 count as 1.
  ///   - width, height: The size in pixels; 0 if the terminal does not report it.
  package init(columns: Int, rows: Int, width: Int = 0, height: Int = 0) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cell =
      PixelSize(width: width / self.columns, height: height / self.rows) ?? Self.defaultCell
  }

  /// Returns the largest image size to show: the full width and two thirds of the height, so that earlier
  /// output stays visible.
  package func maxImageSize(for graphics: TerminalGraphics) -> PixelSize {
    let lines = max(1, rows * 2 / 3)
    let limit: (width: Int, height: Int) =
      switch graphics {
      case .blocks: (columns, 2 * lines)
      case .kitty: (columns * cell.width, lines * cell.height)
      // xterm cuts off larger images.
      case .sixel: (min(1000, columns * cell.width), min(1000, lines * cell.height))
      }
    let largest = PixelSize.maximumSide
    return PixelSize(width: min(largest, limit.width), height: min(largest, limit.height))!
  }
}
