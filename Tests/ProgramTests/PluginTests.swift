import Foundation
import Testing

/// Plugins that are wrong, and what becomes of the run: one clear error each, and everything else goes on.
@Suite(.serialized) struct PluginTests {
  /// A folder with the hostile plugin in `plugins`, built with these settings.
  private func folder(_ settings: String..., manifest: String? = nil) throws -> Folder {
    let folder = try Folder(["a.png": Pictures.png(6, 4)])
    folder.write(
      manifest
        ?? """
        frameit-codec 1
        name hostile
        library hostile.so
        title Hostile
        extensions hostile
        signature 48 4F 53 54 49 4C 45
        """, to: "plugins/hostile.codec")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Whichever there is: Swift's own toolchain brings the second.
    compiler.arguments =
      [
        "sh", "-c", "exec $(command -v cc || command -v clang) \"$@\"", "cc", "-shared", "-fPIC", "-O1", "-w",
        "-o", folder.path("plugins/hostile.so"),
      ]
      + ["-I", root.appendingPathComponent("../../Sources/CFrameCodec/include").path]
      + settings.map { "-D" + $0 } + [root.appendingPathComponent("Plugins/hostile.c").path]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return folder
  }

  private func hash(_ word: String, in folder: Folder) throws -> Outcome {
    folder.write("HOSTILE \(word)\n", to: "\(word).hostile")
    return try folder.frameit(
      "hash", "\(word).hostile", "a.png", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
  }

  @Test func aRightOneIsAsGoodAsAnyOther() throws {
    let folder = try folder()
    let outcome = try hash("nothing", in: folder)
    #expect(outcome.ending == .exit(0) && outcome.err == "")
    let pgm = "P5 8 8 255\n" + String(repeating: "c", count: 64)
    folder.write(pgm, to: "same.pgm")
    let same = try folder.frameit("hash", "same.pgm").succeeds().text
    #expect(outcome.text.prefix(64) == same.prefix(64))
  }

  /// The picture after the wrong one is read in each case.
  @Test(
    "A plugin that does what it must not costs its own picture alone",
    arguments: [
      ("segfault", "crashed"), ("abort", "crashed"), ("exit", "ended by itself"), ("fork", "sandbox"),
      ("exec", "sandbox"), ("connect", "sandbox"), ("kill", "sandbox"), ("kill-thread", "sandbox"),
      ("chmod", "sandbox"), ("hide", "sandbox"), ("code", "sandbox"), ("memory", "crashed"),
      ("overrun", "crashed"), ("answer", "protocol"), ("finish", "crashed"), ("open", "ermission denied"),
      ("write-file", "ermission denied"), ("message", "damaged"), ("huge", "a side of 2147483647 pixels"),
      ("empty", "damaged: its header says 0 x 8 pixels"), ("channels", "77 channels"),
      ("blocks", "blocks of metadata"), ("long-block", "etadata"),
      ("no-memory", "more memory than the limit of 1 GiB leaves it: two of everything"),
      ("limit", "a limit would be passed: wider than it is high"),
    ])
  func misdeeds(_ word: String, _ said: String) throws {
    let folder = try folder()
    let outcome = try hash(word, in: folder)
    #expect(outcome.ending == .exit(7))
    #expect(outcome.err.contains("\(word).hostile: ") && outcome.err.contains(said), "\(outcome.err)")
    #expect(outcome.text.hasSuffix("  a.png\n"))
    #expect(folder["written-by-a-plugin"] == nil)
  }

  @Test func whatItLeavesOutIsTold() throws {
    let folder = try folder()
    folder.write("HOSTILE moves\n", to: "x.hostile")
    let outcome = try folder.frameit(
      "apply", "-e", "", "x.hostile", "-o", "x.png",
      environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    #expect(outcome.ending == .exit(0) && outcome.err.contains("only the first of several frames is used"))
  }

  @Test("A plugin that claims a million frames is refused before any is decoded, but for a page of its own")
  func crowd() throws {
    let folder = try folder()
    func apply(_ word: String, _ options: String...) throws -> Outcome {
      folder.write("HOSTILE \(word)\n", to: "\(word).hostile")
      var spawn = try folder.spawn(
        ["apply", "-e", "", "--force", "\(word).hostile", "-o", "x.png"] + options)
      spawn.environment["FRAMEIT_PLUGIN_PATH"] = folder.path("plugins")
      return try spawn.run()
    }
    for word in ["crowd", "pages"] {
      let outcome = try apply(word)
      #expect(outcome.ending == .exit(5) && outcome.err.contains("decoding takes 16384000000 pixels in all"))
    }
    #expect(try apply("crowd", "--frame", "999999").ending == .exit(5))
    #expect(try apply("crowd", "--frame", "9").ending == .exit(0))
    #expect(try apply("pages", "--frame", "999999").ending == .exit(0))
  }

  @Test("What is strange and harms nobody is read", arguments: ["traits", "close"])
  func strange(_ word: String) throws {
    #expect(try hash(word, in: folder()).ending == .exit(0))
  }

  @Test(
    "A plugin that cannot be loaded is refused by name",
    arguments: [
      ("MAJOR=2", "version 2.7 of the contract"), ("NO_SYMBOL", "no symbol frameit_codec_entry"),
      ("START_FAILS", "not on a Monday"), ("START_CRASHES", "crashed while it was loaded"),
      ("LOADING_READS_SECRETS", "crashed while it was loaded"),
    ])
  func refused(_ setting: String, _ said: String) throws {
    let folder = try folder(setting)
    let outcome = try hash("nothing", in: folder)
    #expect(outcome.ending == .exit(7))
    #expect(outcome.err.contains("hostile.so is refused: ") && outcome.err.contains(said), "\(outcome.err)")
    #expect(outcome.text.hasSuffix("  a.png\n"))
  }

  @Test func whatRunsWhileItIsLoadedChangesNothing() throws {
    let victim = try Folder(["mine": [1, 2, 3]])
    let folder = try folder("LOADING_CHANGES=\"\(victim.path("mine"))\"")
    #expect(try hash("nothing", in: folder).ending == .exit(0))
    #expect(victim["mine"] == [1, 2, 3])
  }

  @Test func checkFindsWhatIsWrong() throws {
    let folder = try folder()
    folder.write("HOSTILE nothing\n", to: "good.hostile")
    let good = try folder.frameit("plugins", "check", "plugins/hostile.so", "--sample", "good.hostile")
    #expect(good.ending == .exit(0), "\(good.text)\(good.err)")
    folder.write("HOSTILE abort\n", to: "bad.hostile")
    let bad = try folder.frameit("plugins", "check", "plugins/hostile.so", "--sample", "bad.hostile")
    #expect(bad.ending == .exit(1) && bad.text.contains("FAIL the sample is read: the codec crashed"))
    folder.write("frameit-codec 1\nname x\nextension x\n", to: "plugins/hostile.codec")
    let manifest = try folder.frameit("plugins", "check", "plugins/hostile.so")
    #expect(manifest.ending == .exit(1) && manifest.text.contains("line 3: unknown word 'extension'"))
  }

  @Test func whyTellsEveryPlace() throws {
    let folder = try folder()
    folder.write("frameit-codec 2\n", to: "plugins/later.codec")
    folder.write("HOSTILE nothing\n", to: "x.hostile")
    let outcome = try folder.frameit(
      "plugins", "why", "x.hostile", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    #expect(outcome.ending == .exit(0))
    for part in [
      folder.path("plugins"), "hostile.codec: Hostile", "later.codec: refused: line 1", "48 4f 53 54",
      "hostile reads it: ",
    ] {
      #expect(outcome.text.contains(part), "\(outcome.text)")
    }
  }

  /// Of a plugin that is missing or refused, whoever wants its format is told, for reading and for writing.
  @Test func whatAPluginWouldDo() throws {
    let folder = try Folder([
      "x": Array("RIFF....WEBPVP8 ".utf8), "y": Array("HOLA".utf8), "a.png": Pictures.png(),
    ])
    let missing = "WebP, whose plugin 'webp' is not installed"
    for words in [["plugins", "why", "x"], ["apply", "-e", "", "a.png", "-o", "x.webp"]] {
      let outcome = try folder.spawn(words).run()
      #expect(outcome.ending == .exit(words[0] == "apply" ? 2 : 4))
      outcome.says([missing, "'make plugins' builds it, with Debian's libwebp-dev", "FRAMEIT_PLUGIN_PATH"])
      #expect(!outcome.err.contains("plugins why"), "\(outcome.err)")
    }
    try folder.frameit("apply", "-e", "", "a.png", "-o", "x.heic").fails(
      2, saying: "HEIF can be read, not written")
    folder.write(
      "frameit-codec 1\nname hola\nextension hola\nextensions hola ola\nsignature 48 4F 4C 41\n",
      to: "plugins/hola.codec")
    let plugins = ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")]
    let refused = "hola.codec is refused: line 3: unknown word 'extension'"
    try folder.frameit("hash", "y", environment: plugins).fails(4, saying: refused, "plugins list")
    try folder.frameit("apply", "-e", "", "a.png", "-o", "x.ola", environment: plugins)
      .fails(2, saying: refused, "plugins list")
  }

  @Test("A format of two codecs is named once")
  func namesOfFormats() throws {
    let folder = try Folder(["a.png": Pictures.png()])
    folder.write("frameit-codec 1\nname qoi-2\nextensions qoi\nsignature 71\nwrites\n", to: "plugins/q.codec")
    folder.write("", to: "plugins/q.so")
    let outcome = try folder.frameit(
      "apply", "-e", "", "a.png", "-o", "x.gix", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    outcome.fails(2, saying: "known are: jpg")
    #expect(outcome.err.split(whereSeparator: { !$0.isLetter }).count { $0 == "qoi" } == 1, "\(outcome.err)")
  }

  @Test func threeErrorsAreToldApart() throws {
    let folder = try Folder(["x": Array("RIFF....WEBPVP8 ".utf8), "y": Array("what is this?".utf8)])
    try folder.frameit("hash", "x").fails(4, saying: "WebP, whose plugin 'webp' is not installed")
    try folder.frameit("hash", "y").fails(4, saying: "not a picture of a known format")
    folder.write(
      "frameit-codec 1\nname webp\nextensions webp\nsignature 52 49 46 46 .. .. .. .. 57 45 42 50\n",
      to: "plugins/webp.codec")
    try folder.frameit("hash", "x", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
      .fails(4, saying: "webp.codec is refused: its library", "plugins list")
  }

  #if arch(x86_64)
    /// As it was compiled when the contract was new: the file beside this one is never built again.
    @Test func aPluginOfTheFirstReleaseLoadsForEver() throws {
      let release = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Plugins/release-1.0")
      let folder = try Folder(["a.png": Pictures.png(6, 4)])
      let plugins = ["FRAMEIT_PLUGIN_PATH": release.path]
      try folder.frameit(
        "apply", "-e", "", "a.png", "--format", "qoi-c", "-o", "a.qoi", environment: plugins
      ).succeeds()
      #expect(try folder.frameit("compare", "a.png", "a.qoi").ending == .exit(0))
      let checked = try folder.frameit(
        "plugins", "check", release.appendingPathComponent("qoi-c.so").path, "--runs", "50")
      #expect(checked.ending == .exit(0) && !checked.text.contains("FAIL"), "\(checked.text)")
    }
  #endif

  /// Slow: a worker has a minute of processor time, and its answers are waited for two. `make test-slow` runs it.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["FRAMEIT_SLOW_TESTS"] != nil),
    arguments: ["spin", "sleep"])
  func hanging(_ word: String) throws {
    let folder = try folder()
    folder.write("HOSTILE \(word)\n", to: "x.hostile")
    var spawn = try folder.spawn(["hash", "x.hostile", "a.png"])
    spawn.environment["FRAMEIT_PLUGIN_PATH"] = folder.path("plugins")
    spawn.seconds = 180
    let outcome = try spawn.run()
    #expect(outcome.ending == .exit(7) && outcome.err.contains("did not come to an end"))
  }
}
