import PNGCodec
import Platform
import Testing

/// `compare --show` and `apply --show`: what they show, where, and by which method.
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
  private let line = "differs: 1 of 30,000 pixels (less than 0.01%) in 1 x 1 at 100,50"
  private let red = "38;5;196"

  // MARK: No terminal

  @Test("--show prints a note if stdout is not a terminal") func notATerminal() throws {
    let folder = try folder()
    for option in [["--show"], ["--show-as", "auto"]] {
      let outcome = try folder.frameit(words: words + option)
      #expect(outcome.ending == .exit(1))
      #expect(outcome.text.hasPrefix(line) && outcome.lines.count == 1)
      #expect(
        outcome.err
          == "note: --show: stdout is not a terminal; use --show-as blocks to show the image anyway\n")
    }
  }

  /// 80 columns with one red half block.
  @Test("--show-as shows the image in a log") func log() throws {
    let folder = try folder()
    let outcome = try folder.frameit(words: words + ["--show-as", "blocks"])
    #expect(outcome.ending == .exit(1) && outcome.err == "")
    #expect(outcome.lines.count == 31)
    for line in outcome.lines.dropLast() { #expect(line.count { $0 == "▀" } == 80) }
    #expect(outcome.lines.last?.hasPrefix(line) == true)
    #expect(outcome.text.split(separator: red).count == 2)
    let direct = try folder.frameit(
      "compare", "a.png", "b.png", "--show-as", "blocks", environment: ["COLORTERM": "truecolor"])
    #expect(direct.text.split(separator: "38;2;255;0;0").count == 2)
    let sixels = try folder.frameit(words: words + ["--show-as", "sixel"]).text
    #expect(sixels.hasPrefix("\u{1B}P0;1;0q\"1;1;200;150#") && sixels.contains("#180;2;100;0;0"))
    let kitty = try folder.frameit(words: words + ["--show-as", "kitty"]).text
    #expect(kitty.hasPrefix("\u{1B}_Ga=T,f=24,s=200,v=150,q=2,m=1;"))
  }

  @Test("Equal images are not shown") func equalImages() throws {
    let folder = try folder()
    let words = ["--show-as", "blocks"]
    try folder.frameit(words: ["compare", "a.png", "a.png"] + words).succeeds(
      printing: "same: the files are identical\n")
    let allowed = try folder.frameit(words: self.words + ["--max-diff", "1"] + words).succeeds()
    #expect(allowed.lines.count == 1)
    folder["c.png"] = try Images.png(3, 3)
    #expect(try folder.frameit(words: ["compare", "a.png", "c.png"] + words).lines.count == 1)
    let part = try folder.frameit(words: ["compare", "a.png", "c.png", "--pad"] + words)
    #expect(part.lines.count == 3, "3 x 3 are not made larger")
  }

  @Test("Contradicting options are invalid usage") func invalidUsage() throws {
    let folder = try folder()
    for option in [["--show"], ["--show-as", "blocks"]] {
      try folder.frameit(words: words + ["--json"] + option).fails(
        2, naming: "--show", "--json")
    }
    try folder.frameit(words: words + ["--show-as", "ascii"]).fails(2, naming: "ascii", "sixel")
  }

  // MARK: A terminal

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

  // MARK: Outputs

  @Test("apply --show shows the output and writes nothing") func output() throws {
    let folder = try Folder(["a.png": Images.png(8, 6), "b.png": Images.png(200, 100)])
    let words = ["apply", "-e", "rotate 90deg", "--show-as", "blocks"]
    try folder.expectChanges([]) {
      let small = try folder.frameit(words: words + ["a.png"]).succeeds()
      #expect(small.lines.map { line in line.count { $0 == "▀" } } == [6, 6, 6, 6])
      let both = try folder.frameit(words: words + ["a.png", "b.png"]).succeeds()
      #expect(both.lines.filter { !$0.contains("▀") } == ["a.png", "b.png"])
      #expect(both.lines.map { line in line.count { $0 == "▀" } }.max() ?? 0 <= 80)
    }
  }
}
