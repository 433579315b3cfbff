import PNGCodec
import Platform
import Testing

/// `compare --show` on terminals: by which method it shows images.
@Suite struct ShowTests {
  /// Two images of 200 x 150 pixels that differ in a single pixel at 100,50.
  private func folder() throws -> Folder {
    var image = try Images.bitmap(200, 150)
    let folder = try Folder(["a.png": Images.encode(image, PNGCodec())])
    image[100, 50, 1] = image[100, 50, 1] ^ 255
    folder["b.png"] = try Images.encode(image, PNGCodec())
    return folder
  }

  private let words = ["compare", "a.png", "b.png"]
  private let red = "38;5;196"

  @Test(
    "TERM=dumb and NO_COLOR suppress the image",
    arguments: [["TERM": "dumb"], ["TERM": "xterm-kitty", "NO_COLOR": "1"]])
  func plainTerminal(environment: [String: String]) throws {
    let outcome = try shown(TerminalSession(), environment)
    #expect(outcome.ending == .exit(1) && !outcome.wasAsked)
    #expect(outcome.text.contains("note: --show: ") && outcome.text.contains("--show-as blocks"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  private func shown(
    _ session: TerminalSession, _ environment: [String: String], option: [String] = ["--show"]
  ) throws -> TerminalSession.Outcome {
    let outcome = try session.run(words + option, in: folder(), environment: environment)
    #expect(outcome.isRestored)
    return outcome
  }

  @Test("A terminal that does not reply gets characters") func silentTerminal() throws {
    let outcome = try shown(TerminalSession(columns: 40), ["TERM": "xterm-256color"])
    #expect(outcome.ending == .exit(1) && outcome.wasAsked)
    let lines = outcome.text.split(separator: "\r\n")
    #expect(lines.count == 16, "40 x 30 pixels and the line: \(outcome.text)")
    for line in lines.dropLast() { #expect(line.count { $0 == "▀" } == 40) }
    #expect(outcome.text.split(separator: red).count == 2)
  }

  @Test("A terminal that reports sixels gets sixels") func sixels() throws {
    let sixels = try shown(TerminalSession(attributes: "\u{1B}[?62;4;22c"), ["TERM": "xterm"])
    #expect(
      sixels.wasAsked && sixels.text.contains("\u{1B}P0;1;0q\"1;1;200;150#"), "\(sixels.text.prefix(300))")
    let none = try shown(TerminalSession(attributes: "\u{1B}[?62;22c"), ["TERM": "xterm"])
    #expect(none.wasAsked && none.text.contains("▀"))
  }

  @Test("A terminal known by its variables is not queried") func knownTerminal() throws {
    let kitty = try shown(TerminalSession(), ["TERM": "xterm-kitty"])
    #expect(!kitty.wasAsked && kitty.text.hasPrefix("\u{1B}_Ga=T,f=24,s=200,v=150,q=2,m=1;"))
    let tmux = try shown(TerminalSession(), ["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"])
    #expect(!tmux.wasAsked && tmux.text.contains("▀"))
    let said = try shown(TerminalSession(), ["TERM": "xterm"], option: ["--show-as", "blocks"])
    #expect(!said.wasAsked && said.text.contains("▀"))
  }

  /// A signal during the query ends the program after it has restored the terminal.
  @Test("An interruption restores the terminal") func interruption() throws {
    let outcome = try shown(TerminalSession(interruption: SIGTERM), ["TERM": "xterm"])
    // On a busy machine the signal may come late.
    #expect(outcome.wasAsked && [.signal(SIGTERM), .exit(1)].contains(outcome.ending))
  }
}
