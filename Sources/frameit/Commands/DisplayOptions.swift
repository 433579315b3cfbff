import ArgumentParser
import FrameCompare
import FrameKit
import FrameModel
import FrameTerminal

/// Whether and how an image is shown in the terminal.
struct DisplayOptions: ParsableArguments {
  @Flag(help: "Where they differ, show that in the terminal.")
  var show = false

  @Option(
    name: .customLong("show-as"),
    help: ArgumentHelp(
      "Show it, in this way: by kitty's protocol, as sixels, as characters, or as the terminal can.",
      valueName: "way"))
  var way: Way?

  enum Way: String, CaseIterable, ExpressibleByArgument {
    case auto, kitty, sixel, blocks
  }

  var isWanted: Bool { show || way != nil }

  /// - Returns: nil where nothing is to be shown, or where nobody can say how, which is told on stderr.
  func showing() -> TerminalDisplay? {
    guard isWanted else { return nil }
    let graphics: TerminalGraphics
    switch way ?? .auto {
    case .kitty: graphics = .kitty
    case .sixel: graphics = .sixel
    case .blocks: graphics = .blocks(Terminal.variable)
    case .auto:
      guard Console.outIsTerminal else {
        Console.note("--show: stdout is no terminal; say --show-as blocks")
        return nil
      }
      if let reason = Terminal.reasonForNoImages {
        Console.note("--show: \(reason), so nothing is shown; say --show-as blocks")
        return nil
      }
      graphics = Terminal.graphics()
    }
    return TerminalDisplay(graphics: graphics, canvas: Terminal.window.canvas(for: graphics))
  }
}

/// A difference on its way to the terminal.
struct TerminalDisplay {
  let graphics: TerminalGraphics
  /// No larger is the image, in pixels.
  let canvas: PixelSize
  private var thumbnail: DifferenceThumbnail?

  init(graphics: TerminalGraphics, canvas: PixelSize) {
    self.graphics = graphics
    self.canvas = canvas
  }

  /// - Parameter size: of all that is compared.
  mutating func write(_ verdicts: Span<PixelVerdict>, over expected: Span<UInt8>, of size: PixelSize) {
    if thumbnail == nil { thumbnail = DifferenceThumbnail(of: size, in: canvas) }
    thumbnail?.write(verdicts, over: expected)
  }

  /// nil where nothing was compared.
  var bytes: [UInt8]? { thumbnail.map { graphics.bytes(of: $0.image) } }
}
