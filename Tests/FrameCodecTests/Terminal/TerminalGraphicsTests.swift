import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

@Suite struct TerminalGraphicsTests {
  @Test(
    "Environment variables select the graphics",
    arguments: [
      (["KITTY_WINDOW_ID": "1", "TERM": "xterm-256color"], TerminalGraphics.kitty),
      (["TERM": "xterm-kitty"], .kitty),
      (["TERM_PROGRAM": "ghostty", "TERM": "xterm-ghostty"], .kitty),
      (["TERM_PROGRAM": "WezTerm"], .kitty),
      (["KONSOLE_VERSION": "230801"], .kitty),
      (["TERM": "foot"], .sixel),
      (["TERM": "foot-extra"], .sixel),
      (["TERM": "mlterm"], .sixel),
      (["TERM": "xterm-sixel"], .sixel),
      (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks(.indexed)),
      (["TERM": "screen", "COLORTERM": "truecolor"], .blocks(.direct)),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], .blocks(.indexed)),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], nil),
      (["KITTY_WINDOW_ID": ""], nil),
      ([:], nil),
    ] as [([String: String], TerminalGraphics?)])
  func variables(variables: [String: String], wanted: TerminalGraphics?) {
    expectEqual(TerminalGraphics.fromEnvironment { variables[$0] }, wanted)
  }

  @Test("Environment variables select the number of colors") func colors() {
    expectEqual(TerminalGraphics.blocks { _ in nil }, .blocks(.indexed))
    expectEqual(TerminalGraphics.blocks { _ in "truecolor" }, .blocks(.direct))
    expectEqual(TerminalGraphics.blocks { _ in "24bit" }, .blocks(.direct))
  }

  /// Replies of xterm without and with sixels, foot, a VT100 and others; an incomplete reply; a reply among other
  /// input.
  @Test(
    "Device attributes select the graphics",
    arguments: [
      ("^[?64;1;2;6;9;15;16;17;18;21;22;28c", false),
      ("^[?63;1;2;4;6;9;15;22c", true),
      ("^[?62;4;22c", true),
      ("^[?4c", false),
      ("^[?1;2c", false),
      ("^[?62;14;40c", false),
      ("^[?62;4;22", nil),
      ("", nil),
      ("ls^[A^[?25h^[?62;4cx", true),
      ("^[?1;0R", nil),
    ] as [(String, Bool?)])
  func attributes(reply: String, wanted: Bool?) {
    expectEqual(TerminalGraphics.drawsSixels(Array(reply.replacing("^", with: "\u{1B}").utf8)), wanted)
  }

  @Test("The canvas has the size of the window") func canvas() {
    let window = TerminalWindow(columns: 80, rows: 24)
    expectEqual(window.maxImageSize(for: .blocks(.indexed)), .of(80, 32))
    expectEqual(window.maxImageSize(for: .kitty), .of(640, 256))
    let large = TerminalWindow(columns: 200, rows: 60, width: 2000, height: 1500)
    expectEqual(large.cell, .of(10, 25))
    expectEqual(large.maxImageSize(for: .kitty), .of(2000, 1000))
    expectEqual(large.maxImageSize(for: .sixel), .of(1000, 1000))
    expectEqual(TerminalWindow(columns: 0, rows: 0).maxImageSize(for: .blocks(.direct)), .of(1, 2))
  }

  @Test(
    "Images fit into the canvas",
    arguments: [
      ((10, 10), (80, 32), (10, 10)), ((160, 32), (80, 32), (80, 16)), ((100, 320), (80, 32), (10, 32)),
      ((160, 64), (80, 32), (80, 32)), ((1, 100_000), (80, 32), (1, 32)), ((100_000, 1), (80, 32), (80, 1)),
      ((1 << 24, 1 << 24), (80, 32), (32, 32)), ((81, 32), (80, 32), (80, 32)),
    ] as [((Int, Int), (Int, Int), (Int, Int))])
  func fitting(size: (Int, Int), most: (Int, Int), wanted: (Int, Int)) {
    let fitted = PixelSize.of(size.0, size.1).fitted(in: .of(most.0, most.1))
    expectEqual(fitted, .of(wanted.0, wanted.1))
  }
}
