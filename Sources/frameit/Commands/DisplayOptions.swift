import ArgumentParser
import FrameCodec
import FrameEngine
import FrameImage

/// A method of `--show-as`.
enum DisplayMethod: String, CaseIterable, ExpressibleByArgument {
  case auto, kitty, sixel, blocks

  /// The end of the help for `--show-as`.
  fileprivate static let help =
    "with the best method that the terminal supports (auto), kitty's protocol (kitty), sixels (sixel) or block "
    + "characters (blocks)."

  /// The reason why stdout shows no images; nil if it does.
  fileprivate var obstacle: String? {
    guard self == .auto else { return nil }
    return Console.outIsTerminal ? Terminal.reasonToShowNoImages : "stdout is not a terminal"
  }

  /// The graphics for stdout if there is no obstacle.
  fileprivate var graphics: TerminalGraphics {
    switch self {
    case .kitty: .kitty
    case .sixel: .sixel
    case .blocks: .blocks(Environment.variable)
    case .auto: Terminal.graphics()
    }
  }

  fileprivate static func note(_ obstacle: String) {
    Console.note("--show: \(obstacle); use --show-as blocks to show the image anyway")
  }
}

/// The options that show a difference image in the terminal.
struct DisplayOptions: ParsableArguments {
  @Flag("Show the difference image in the terminal.")
  var show = false

  @Option("method", "Show the difference image " + DisplayMethod.help, name: .customLong("show-as"))
  var method: DisplayMethod?

  var isRequested: Bool { show || method != nil }

  /// Returns a display for stdout.
  ///
  /// - Returns: nil if no image is requested, or if the terminal shows none, which is reported to stderr.
  func makeDisplay() -> TerminalDisplay? {
    guard isRequested else { return nil }
    let method = method ?? .auto
    if let obstacle = method.obstacle {
      DisplayMethod.note(obstacle)
      return nil
    }
    let graphics = method.graphics
    return TerminalDisplay(graphics: graphics, canvas: Terminal.window.maxImageSize(for: graphics))
  }
}

/// The options that show outputs in the terminal.
struct ShowOptions: ParsableArguments {
  @Flag(
    "Show the output in the terminal. Without -o or another option for the name, size or format of outputs, "
      + "nothing is written.")
  var show = false

  @Option("method", "Show the output " + DisplayMethod.help, name: .customLong("show-as"))
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
    let method = method ?? .auto
    guard let obstacle = method.obstacle else {
      return EditDisplay(graphics: method.graphics, clears: isWatching && Console.outIsTerminal)
    }
    guard isNeeded else {
      DisplayMethod.note(obstacle)
      return nil
    }
    throw Failure(
      .usage, "--show: \(obstacle)",
      hint: "--show-as blocks shows the image anyway, and -o writes it to a file")
  }
}

/// Shows outputs in the terminal.
struct EditDisplay: Sendable {
  private let graphics: TerminalGraphics
  /// True if the first image of a run replaces what the screen shows; nil if images follow each other.
  private let replacesNext: Monitor<Bool>?

  /// - Parameter clears: True if each run clears the screen.
  init(graphics: TerminalGraphics, clears: Bool) {
    self.graphics = graphics
    replacesNext = clears ? Monitor(true) : nil
  }

  /// The largest size of an image, for the current size of the terminal.
  var bounds: PixelSize { Terminal.window.maxImageSize(for: graphics) }

  /// Begins a run.
  func begin() { replacesNext?.change { $0 = true } }

  /// Shows an image.
  func show(_ image: Bitmap, beforeExit: () -> Void) {
    var bytes = graphics.bytes(of: image)
    let replaces = replacesNext?.change { replaces in
      defer { replaces = false }
      return replaces
    }
    if replaces == true {
      // DEC mode 2026 draws everything at once; terminals without it ignore it. Erasing the display also removes
      // images.
      bytes = Array("\u{1B}[?2026h\u{1B}[H\u{1B}[2J".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }
    Console.out(bytes, beforeExit: beforeExit)
  }
}
