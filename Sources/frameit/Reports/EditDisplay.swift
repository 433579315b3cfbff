import FrameCodec
import FrameImage
import Platform

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
