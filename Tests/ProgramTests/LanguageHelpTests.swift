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

  @Test(
    "The help finds statements, options, gestures and settings",
    arguments: ["canvas", "layer", "expect", "font-size", "swipe", "pan.slop", "lanczos3", "simultaneous"])
  func words(word: String) throws {
    let folder = try Folder()
    #expect(try folder.frameit("help", word).succeeds().text.contains(word))
    #expect(try folder.frameit("help", word).text.count < folder.frameit("help", "script").text.count / 2)
  }

  @Test("The help finds topics", arguments: ["edits", "masks", "gradient", "frames", "shapes", "help"])
  func topics(topic: String) throws {
    #expect(try !Folder().frameit("help", topic).succeeds().text.isEmpty)
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
