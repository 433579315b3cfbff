import ArgumentParser
import FrameCodec
import FrameEngine

/// A method of `--show-as`.
enum DisplayMethod: String, CaseIterable, ExpressibleByArgument {
  case auto, kitty, sixel, blocks

  /// The end of the help for `--show-as`.
  fileprivate static let help =
    "with the best method that the terminal supports (auto), kitty's protocol (kitty), sixels (sixel) or block "
    + "characters (blocks)."

  /// The graphics for stdout, or the reason why there are none.
  fileprivate var graphics: Result<TerminalGraphics, NoGraphics> {
    switch self {
    case .kitty: return .success(.kitty)
    case .sixel: return .success(.sixel)
    case .blocks: return .success(.blocks(Environment.variable))
    case .auto:
      if !Console.outIsTerminal { return .failure(NoGraphics(reason: "stdout is not a terminal")) }
      if let reason = Terminal.reasonToShowNoImages { return .failure(NoGraphics(reason: reason)) }
      return .success(Terminal.graphics())
    }
  }
}

private struct NoGraphics: Error {
  var reason: String

  func note() { Console.note("--show: \(reason); use --show-as blocks to show the image anyway") }
}

/// The options that show a difference image in the terminal.
struct DisplayOptions: ParsableArguments {
  @Flag(help: "Show the difference image in the terminal.")
  var show = false

  @Option(
    name: .customLong("show-as"),
    help: ArgumentHelp("Show the difference image " + DisplayMethod.help, valueName: "method"))
  var method: DisplayMethod?

  var isRequested: Bool { show || method != nil }

  /// Returns a display for stdout.
  ///
  /// - Returns: nil if no image is requested, or if the terminal shows none, which is reported to stderr.
  func makeDisplay() -> TerminalDisplay? {
    guard isRequested else { return nil }
    switch (method ?? .auto).graphics {
    case .success(let graphics):
      return TerminalDisplay(graphics: graphics, canvas: Terminal.window.maxImageSize(for: graphics))
    case .failure(let reason):
      reason.note()
      return nil
    }
  }
}

/// The options that show outputs in the terminal.
struct ShowOptions: ParsableArguments {
  @Flag(
    help: """
      Show the output in the terminal. Without -o or another option for the name, size or format of outputs, nothing \
      is written.
      """)
  var show = false

  @Option(
    name: .customLong("show-as"),
    help: ArgumentHelp("Show the output " + DisplayMethod.help, valueName: "method"))
  var method: DisplayMethod?

  var isRequested: Bool { show || method != nil }

  /// Returns a display for stdout.
  ///
  /// - Parameters:
  ///   - isNeeded: True if outputs are not written, so that there is nothing to do without a display.
  ///   - isWatching: True if each run replaces what the run before has shown.
  /// - Returns: nil if no image is requested, or if the terminal shows none, which is reported to stderr.
  /// - Throws: `Failure` of status `usage` without a display that is needed.
  func makeDisplay(isNeeded: Bool, isWatching: Bool) throws(Failure) -> EditDisplay? {
    guard isRequested else { return nil }
    switch (method ?? .auto).graphics {
    case .success(let graphics):
      return EditDisplay(graphics: graphics, clears: isWatching && Console.outIsTerminal)
    case .failure(let reason):
      guard isNeeded else {
        reason.note()
        return nil
      }
      throw Failure(
        .usage, "--show: \(reason.reason)",
        hint: "--show-as blocks shows the image anyway, and -o writes it to a file")
    }
  }
}
