import Testing

/// `--frames` in a terminal.
@Suite struct FrameSequenceTests {
  @Test("A terminal shows the progress of frames") func progress() throws {
    let folder = try Folder()
    let slow = "canvas 500,500; layer a ellipse 0,0 400,400 fill red; animate a move to 90,90 over 3s"
    let words = ["apply", "-e", slow, "--frames", "5", "-o", "b.png"]
    let shown = try TerminalSession().run(words, in: folder, environment: ["TERM": "xterm"])
    #expect(shown.ending == .exit(0))
    #expect(shown.text.contains("1 of 16 frames, "), "\(shown.text)")
    #expect(shown.text.hasSuffix("\u{1B}[Kb.png\r\n"), "\(shown.text)")
    let numbered = try TerminalSession().run(
      ["apply", "-e", slow, "--frames", "5", "-o", "f-%02d.png", "--quiet"], in: folder,
      environment: ["TERM": "xterm"])
    #expect(numbered.ending == .exit(0) && numbered.text == "")
  }
}
