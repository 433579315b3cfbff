import FrameTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal that stdout is.
enum Terminal {
  /// Its size; of a log, which has none, what fits on a page.
  static var window: TerminalWindow {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalWindow(columns: 80, rows: 60)
    }
    return TerminalWindow(
      columns: Int(size.ws_col), rows: Int(size.ws_row), width: Int(size.ws_xpixel),
      height: Int(size.ws_ypixel))
  }

  /// Why it is to be sent words alone; nil where it is not. See no-color.org for `NO_COLOR`.
  static var reasonForNoImages: String? {
    if variable("TERM") == "dumb" { return "this terminal shows no images (TERM is dumb)" }
    return (variable("NO_COLOR") ?? "").isEmpty ? nil : "NO_COLOR wants no colors"
  }

  /// What it can show: as its variables say, else as it says itself when it is asked.
  static func graphics() -> TerminalGraphics {
    if let announced = TerminalGraphics.announced(variable) { return announced }
    return TerminalQuery.drawsSixels() ? .sixel : .blocks(variable)
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
