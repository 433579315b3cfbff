import ArgumentParser
import FrameCodec
import FrameKit

/// The options that show a difference image in the terminal.
struct DisplayOptions: ParsableArguments {
  @Flag(help: "Show the difference image in the terminal.")
  var show = false

  @Option(
    name: .customLong("show-as"),
    help: ArgumentHelp(
      "Show the difference image with the best method that the terminal supports (auto), kitty's protocol (kitty), "
        + "sixels (sixel) or block characters (blocks).",
      valueName: "method"))
  var method: Method?

  enum Method: String, CaseIterable, ExpressibleByArgument {
    case auto, kitty, sixel, blocks
  }

  var isRequested: Bool { show || method != nil }

  /// Returns a display for stdout.
  ///
  /// - Returns: nil if no image is requested, or if the terminal shows none, which is reported to stderr.
  func makeDisplay() -> TerminalDisplay? {
    guard isRequested else { return nil }
    let graphics: TerminalGraphics
    switch method ?? .auto {
    case .kitty: graphics = .kitty
    case .sixel: graphics = .sixel
    case .blocks: graphics = .blocks(Environment.variable)
    case .auto:
      guard Console.outIsTerminal else {
        Console.note("--show: stdout is not a terminal; use --show-as blocks to show the image anyway")
        return nil
      }
      if let reason = Terminal.reasonToShowNoImages {
        Console.note("--show: \(reason); use --show-as blocks to show the image anyway")
        return nil
      }
      graphics = Terminal.graphics()
    }
    return TerminalDisplay(graphics: graphics, canvas: Terminal.window.maxImageSize(for: graphics))
  }
}
