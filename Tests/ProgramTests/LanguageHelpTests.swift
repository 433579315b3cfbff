import Testing

/// The help for the script language.
@Suite struct LanguageHelpTests {
  @Test("The whole language fits into 80 columns, except for examples")
  func language() throws {
    let lines = try Folder().frameit("help", "script").succeeds().lines
    #expect(lines.first == "THE SCRIPT LANGUAGE, VERSION 1" && lines.count > 400)
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("      ") })
    #expect(lines.contains("  canvas inside W,H"))
    #expect(!lines.contains { $0.contains("](") || $0.contains("`") || $0.hasPrefix("|") })
  }

  @Test("The help for a statement has its rows, and the sections that describe it")
  func statement() throws {
    let text = try Folder().frameit("help", "rotate").succeeds().text
    #expect(text.hasPrefix("EDITS\n  rotate ANGLE [about P]\n"))
    #expect(text.contains("\nANIMATION\n") && !text.contains("  concat "))
  }

  @Test(
    "The help finds statements, options, gestures and settings",
    arguments: ["canvas", "layer", "expect", "font-size", "swipe", "pan.slop", "lanczos3", "simultaneous"])
  func words(word: String) throws {
    let folder = try Folder()
    #expect(try folder.frameit("help", word).succeeds().text.contains(word))
    #expect(try folder.frameit("help", word).text.count < folder.frameit("help", "script").text.count / 2)
  }

  @Test("The topic of colors lists all color edits with the values that change nothing")
  func colors() throws {
    let folder = try Folder()
    let text = try folder.frameit("help", "colors").succeeds().text
    #expect(text.hasPrefix("COLOR EDITS\n") && text.contains("  0deg changes nothing\n"))
    #expect(text.contains("lut") && !text.contains("  rotate "))
    #expect(try folder.frameit("help", "color-edits").text == text)
  }

  @Test("The help finds topics", arguments: ["edits", "masks", "gradient", "frames", "shapes", "help"])
  func topics(topic: String) throws {
    #expect(try !Folder().frameit("help", topic).succeeds().text.isEmpty)
  }

  @Test("A word of another program gets the hint that it gets in a script")
  func foreignWords() throws {
    let folder = try Folder()
    try folder.frameit("help", "monochrome").fails(2, naming: "monochrome", "write 'grayscale'")
    try folder.frameit("help", "unsharp").fails(2, naming: "unsharp", "sharpen AMOUNT RADIUS")
    #expect(try folder.frameit("help", "darken").succeeds().text.hasPrefix("hint: 'brightness N'"))
  }

  @Test("A scale by pixels that exceeds a limit gets a hint how to set pixels")
  func scaleByPixels() throws {
    let folder = try Folder()
    try folder.frameit("apply", "-e", "canvas 64,48; background red", "-o", "a.png").succeeds()
    try folder.frameit("apply", "-e", "scale 800", "a.png", "-o", "b.png")
      .fails(5, naming: "scale", "canvas 800,auto")
  }

  @Test("An unknown word is invalid usage and gets a suggestion")
  func unknown() throws {
    let folder = try Folder()
    try folder.frameit("help", "rotat").fails(2, naming: "rotat", "rotate")
    try folder.frameit("help", "aply").fails(2, naming: "aply", "apply")
    try folder.frameit("help", "qqqqqq").fails(2, naming: "qqqqqq")
  }

  @Test("Options without a section come first, and limits last")
  func order() throws {
    for command in ["apply", "compare", "explain", "serve"] {
      let text = try Folder().frameit("help", command).succeeds().text
      let options = try #require(text.firstRange(of: "\nOPTIONS:"))
      let limits = try #require(text.firstRange(of: "\nLIMITS:"))
      #expect(options.lowerBound < limits.lowerBound)
      #expect(!text[limits.upperBound...].contains(":\n"), "\(command)")
    }
    let apply = try Folder().frameit("help", "apply").text
    let marks = [
      "  -o, --output <file>", "  -e, --expression <statements>", "  -D, --define <name=value>", "\nBATCHES:",
      "\nLIMITS:",
    ]
    let places = try marks.map { try #require(apply.firstRange(of: $0)).lowerBound }
    #expect(places == places.sorted())
    #expect(apply.contains("EXAMPLES\n  frameit apply -e"))
  }
}
