import Foundation
import FrameCodec
import FrameImage
import JPEGCodec
import Platform
import Testing

/// Faulty plugins cause one clear error each, and everything else continues.
@Suite(.serialized) struct PluginTests {
  /// Creates a folder with the hostile plugin in `plugins`, compiled with these settings.
  private func folder(_ settings: String..., manifest: String? = nil) throws -> Folder {
    let folder = try Folder(["a.png": Images.png(6, 4)])
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
    try Self.compile(
      ["-shared", "-fPIC", "-o", folder.path("plugins/hostile.so")]
        + ["-I", root.appendingPathComponent("../../Sources/CFrameCodec/include").path]
        + ["-I", root.appendingPathComponent("../../Sources/CCodecWorker/include").path]
        + settings.map { "-D" + $0 } + [root.appendingPathComponent("Plugins/hostile.c").path]
        + (settings.contains("LOADING_ANSWERS")
          ? [root.appendingPathComponent("../../Sources/CCodecWorker/channel.c").path] : []))
    return folder
  }

  static func compile(_ words: [String]) throws {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Some systems only have the clang of the Swift toolchain.
    compiler.arguments =
      ["sh", "-c", "exec $(command -v cc || command -v clang) \"$@\"", "cc", "-O1", "-w"] + words
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
  }

  private func hash(_ word: String, in folder: Folder) throws -> Outcome {
    folder.write("HOSTILE \(word)\n", to: "\(word).hostile")
    return try folder.frameit(
      "hash", "\(word).hostile", "a.png", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
  }

  @Test("A correct plugin works like a built-in codec") func correctPlugin() throws {
    let folder = try folder()
    let outcome = try hash("nothing", in: folder)
    #expect(outcome.ending == .exit(0) && outcome.err == "")
    let pgm = "P5 8 8 255\n" + String(repeating: "c", count: 64)
    folder.write(pgm, to: "same.pgm")
    let same = try folder.frameit("hash", "same.pgm").succeeds().text
    #expect(outcome.text.prefix(64) == same.prefix(64))
  }

  @Test("A gain map in Apple's form that a plugin opens becomes an ordinary one") func gainMap() throws {
    let folder = try folder()
    func apply(_ word: String) throws -> Outcome {
      folder.write("HOSTILE \(word)\n", to: "\(word).hostile")
      return try folder.frameit(
        "apply", "-e", "rotate 180deg", "\(word).hostile", "-o", "\(word).jpg",
        environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    }
    try apply("map").succeeds()
    let bytes = try #require(folder["map.jpg"])
    let map = try #require(try JPEGCodec().open(ByteInput(bytes: bytes), limits: Limits()).header.gainMap)
    #expect(map.parameters.alternateHeadroom == 2 && map.samples == .ordinary)
    let pixels = try Images.decode(Array(bytes[try #require(map.range)]))
    // A sample of 200 stands for 1.5092 stops.
    #expect(pixels.size == PixelSize(width: 4, height: 4) && abs(pixels[1, 1, 0] - 192) <= 1)
    for word in ["map-form", "map-number"] {
      try apply(word).succeeds(warning: "\(word).hostile: the HDR gain map is not read")
    }
    for word in ["map-missing", "map-deep"] {
      try apply(word).succeeds(warning: "\(word).hostile: the HDR gain map cannot be read")
    }
  }

  /// In each case, the image after the faulty one is read.
  @Test(
    "A plugin that misbehaves fails its own image only",
    arguments: [
      ("segfault", "crashed"), ("abort", "crashed"), ("exit", "exited with code"), ("fork", "sandbox"),
      ("exec", "sandbox"), ("connect", "sandbox"), ("kill", "sandbox"), ("kill-thread", "sandbox"),
      ("chmod", "shut"), ("hide", "shut"), ("run", "shut"), ("read", "shut"), ("threads", "no threads"),
      ("memory", "crashed"), ("overrun", "crashed"), ("answer", "protocol"), ("finish", "crashed"),
      ("open", "not implemented"), ("write-file", "not implemented"), ("message", "damaged"),
      ("huge", "a side of 2147483647 pixels"), ("flat", "damaged image: the header says 0 x 8 pixels"),
      (
        "misuse",
        "hostile.so violates the plugin interface: the codec reported that it was called in the wrong order"
      ),
      ("null-block", "hostile.so violates the plugin interface: the header announces 1 blocks"),
      ("channels", "77 channels"), ("blocks", "blocks of metadata"), ("long-block", "etadata"),
      ("no-memory", "more memory than the limit of 1 GiB allows: two of everything"),
      ("limit", "a limit is exceeded: wider than it is high"),
    ])
  func misdeeds(_ word: String, _ said: String) throws {
    let folder = try folder()
    let outcome = try hash(word, in: folder)
    #expect(outcome.ending == .exit(7))
    #expect(outcome.err.contains("\(word).hostile: ") && outcome.err.contains(said), "\(outcome.err)")
    #expect(outcome.text.hasSuffix("  a.png\n"))
    #expect(folder["written-by-a-plugin"] == nil)
  }

  @Test("Warnings of a plugin are printed") func warnings() throws {
    let folder = try folder()
    folder.write("HOSTILE moves\n", to: "x.hostile")
    let outcome = try folder.frameit(
      "apply", "-e", "", "x.hostile", "-o", "x.png",
      environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    #expect(
      outcome.ending == .exit(0) && outcome.err.contains("only one of several images in the file is used"))
  }

  @Test("A plugin that declares a million frames is refused before decoding, except for a single frame")
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
      #expect(
        outcome.ending == .exit(5) && outcome.err.contains("decoding handles 16384000000 pixels in total"))
    }
    #expect(try apply("crowd", "--frame", "999999").ending == .exit(5))
    #expect(try apply("crowd", "--frame", "9").ending == .exit(0))
    #expect(try apply("pages", "--frame", "999999").ending == .exit(0))
  }

  @Test("Unusual but harmless results of a plugin are accepted", arguments: ["traits", "close"])
  func strange(_ word: String) throws {
    #expect(try hash(word, in: folder()).ending == .exit(0))
  }

  @Test(
    "A plugin that cannot be loaded is refused by name",
    arguments: [
      ("MAJOR=2", "version 2.7 of the contract"), ("NO_SYMBOL", "no symbol frameit_codec_entry"),
      ("START_FAILS", "not on a Monday"), ("START_CRASHES", "crashed while it was loaded"),
      ("LOADING_READS_SECRETS", "crashed while it was loaded"),
      (
        "LOADING_STARTS_THREAD",
        "the plugin started threads while loading, but its manifest does not contain 'threads'"
      ),
      ("LOADING_STARTS_FILTERED_THREAD", "the plugin started threads while loading"),
    ])
  func refused(_ setting: String, _ said: String) throws {
    let folder = try folder(setting)
    let outcome = try hash("nothing", in: folder)
    #expect(outcome.ending == .exit(7))
    #expect(outcome.err.contains("hostile.so: ") && outcome.err.contains(said), "\(outcome.err)")
    #expect(outcome.text.hasSuffix("  a.png\n"))
  }

  @Test("Code that runs while a plugin is loaded cannot change files") func loadingCode() throws {
    let victim = try Folder(["mine": [1, 2, 3]])
    let folder = try folder("LOADING_CHANGES=\"\(victim.path("mine"))\"")
    #expect(try hash("nothing", in: folder).ending == .exit(0))
    #expect(victim["mine"] == [1, 2, 3])
  }

  @Test(
    "A plugin that changes its sandbox while it is loaded is refused",
    arguments: [
      "syscall(SYS_seccomp,SECCOMP_SET_MODE_FILTER,0,p)", "prctl(PR_SET_SECCOMP,SECCOMP_MODE_FILTER,p)",
      "syscall(446,0,0)",
    ])
  func sandboxChangers(_ call: String) throws {
    let folder = try folder("LOADING_FAKES_SANDBOX", "FAKE(p)=\(call)")
    let outcome = try hash("read", in: folder)
    #expect(outcome.ending == .exit(7))
    #expect(
      outcome.err.contains("hostile.so: the plugin tried to change its sandbox while loading"),
      "\(outcome.err)")
  }

  @Test("A plugin that answers in place of its worker is still confined")
  func impostor() throws {
    let outcome = try hash("read", in: folder("LOADING_ANSWERS"))
    #expect(outcome.ending == .exit(7) && outcome.err.contains("damaged image: shut"), "\(outcome.err)")
  }

  @Test("A plugin with 'threads' in its manifest gets a limited number of threads in the same sandbox")
  func threads() throws {
    let manifest =
      "frameit-codec 1\nname hostile\nextensions hostile\nsignature 48 4F 53 54 49 4C 45\nthreads\n"
    let plain = try folder(manifest: manifest)
    #expect(try hash("threads", in: plain).err.contains("damaged image: some threads"))
    let early = try folder("LOADING_STARTS_THREAD", manifest: manifest)
    let outcome = try hash("thread-read", in: early)
    #expect(outcome.err.contains("damaged image: shut"), "\(outcome.err)")
  }

  @Test("Control characters from a plugin reach neither a terminal nor a log")
  func escapes() throws {
    let folder = try folder()
    let failed = try hash("escape", in: folder)
    #expect(failed.err.contains(#"damaged image: \x1B[2J\nframeit: all is well"#), "\(failed.err)")
    let plugins = ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")]
    let info = try folder.frameit("info", "escape.hostile", environment: plugins)
    #expect(info.text.contains(#"\x1B[2J\nfake: line"#), "\(info.text)")
    #expect(!info.text.contains("\u{1B}") && info.lines.count == 1, "\(info.text)")
    let json = try folder.frameit("info", "--json", "escape.hostile", environment: plugins)
    #expect(json.lines.count == 1 && !json.text.contains("u001b"), "\(json.text)")
  }

  /// The last images of an edit stay open; earlier ones are opened again when they are drawn.
  @Test("A plugin that declares fewer frames the second time fails its image, not the program")
  func fewerFrames() throws {
    let folder = try folder()
    folder.write("HOSTILE fewer-frames\n", to: "x.hostile")
    for name in ["a", "b", "c", "d"] { folder["\(name).png"] = try Images.png() }
    let script = (1...5).map { "layer l\($0) image $\($0) at 0,0" }.joined(separator: "; ")
    try folder.frameit(
      "apply", "-e", "canvas 9,9; " + script, "x.hostile", "a.png", "b.png", "c.png", "d.png", "-o",
      "out.png",
      "--frame", "0", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")]
    ).fails(4, saying: "x.hostile: damaged image: its header is not the one that was read first")
  }

  @Test("A plugin that died three times is not used again in the run")
  func threeDeaths() throws {
    let folder = try folder()
    folder.write("HOSTILE abort\n", to: "x.hostile")
    let outcome = try folder.frameit(
      "hash", "x.hostile", "x.hostile", "x.hostile", "x.hostile", "a.png",
      environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    #expect(outcome.ending == .exit(7) && outcome.text.hasSuffix("  a.png\n"))
    let crashes = outcome.err.components(separatedBy: "the codec crashed").count - 1
    #expect(crashes == 3 && outcome.err.contains("it crashed 3 times in this run and is not used again"))
  }

  @Test(
    "No worker outlives the program, whatever its plugin does",
    arguments: ["sleep", "spin", "unlock"], [SIGKILL, SIGTERM, SIGHUP])
  func orphans(_ word: String, _ signal: Int32) throws {
    let folder = try folder()
    folder.write("HOSTILE \(word)\n", to: "x.hostile")
    var spawn = try folder.spawn(["hash", "x.hostile"])
    spawn.environment["FRAMEIT_PLUGIN_PATH"] = folder.path("plugins")
    let worker = try ProcessFamily.endParent(of: spawn, by: signal) { $0.contains("frameit-codec") }
    #expect(ProcessFamily.isGone(worker), "\(worker)")
  }

  @Test(
    "A system without Landlock or seccomp runs plugins only with --allow-unsandboxed",
    arguments: ["Landlock", "seccomp"])
  func unsandboxed(_ part: String) throws {
    let folder = try folder()
    folder.write("HOSTILE nothing\n", to: "x.hostile")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    try Self.compile(["-o", folder.path("without"), root.appendingPathComponent("Plugins/without.c").path])
    func run(_ words: String...) throws -> Outcome {
      var spawn = try folder.spawn([])
      spawn.arguments = [part, spawn.path] + words
      spawn.path = folder.path("without")
      spawn.environment["FRAMEIT_PLUGIN_PATH"] = folder.path("plugins")
      return try spawn.run()
    }
    try run("hash", "x.hostile").fails(
      4, saying: "hostile.so: this system lacks \(part) for the sandbox", "--allow-unsandboxed")
    let allowed = try run("hash", "x.hostile", "--allow-unsandboxed")
    #expect(allowed.ending == .exit(0), "\(allowed.err)")
    #expect(allowed.err.contains("warning: the plugin") && allowed.err.contains("runs without \(part)"))
    #expect(try run("hash", "a.png", "--isolate").ending == .exit(0))
  }

  @Test("plugins check finds faulty plugins") func check() throws {
    let folder = try folder()
    folder.write("HOSTILE nothing\n", to: "good.hostile")
    let good = try folder.frameit("plugins", "check", "plugins/hostile.so", "--sample", "good.hostile")
    #expect(good.ending == .exit(0), "\(good.text)\(good.err)")
    folder.write("HOSTILE abort\n", to: "bad.hostile")
    let bad = try folder.frameit("plugins", "check", "plugins/hostile.so", "--sample", "bad.hostile")
    #expect(bad.ending == .exit(1) && bad.text.contains("FAIL reading the sample: the codec crashed"))
    folder.write("frameit-codec 1\nname x\nextension x\n", to: "plugins/hostile.codec")
    let manifest = try folder.frameit("plugins", "check", "plugins/hostile.so")
    #expect(manifest.ending == .exit(1) && manifest.text.contains("line 3: unknown key 'extension'"))
  }

  @Test("plugins why names all searched folders and manifests") func why() throws {
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

  @Test("A plugin without its library is refused, with the name of the library") func libraryIsMissing()
    throws
  {
    let folder = try folder()
    let library = folder.path("libgone.so.3")
    try Self.compile(["-shared", "-o", library, "-Wl,-soname,libgone.so.3", "-x", "c", "/dev/null"])
    try Self.compile([
      "-shared", "-o", folder.path("plugins/hostile.so"), "-x", "c", "/dev/null", "-x", "none",
      "-Wl,--no-as-needed", library,
    ])
    try FileManager.default.removeItem(atPath: library)
    let reason = "libgone.so.3: cannot open shared object file"
    try hash("nothing", in: folder).says([reason, "if a library is missing, install its package"])
    let list = try folder.frameit(
      "plugins", "list", "--verbose", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    let line = "refused: \(folder.path("plugins/hostile.so")): cannot load it: \(reason)"
    #expect(list.ending == .exit(0) && list.text.contains(line), "\(list.text)")
  }

  /// If a plugin is missing or refused, errors about its format say so, for reading and writing.
  @Test("An unknown format names the plugin that would read it") func missingPlugin() throws {
    let folder = try Folder([
      "x": Array("RIFF....WEBPVP8 ".utf8), "y": Array("HOLA".utf8), "a.png": Images.png(),
    ])
    let missing = "WebP needs the plugin 'webp', which is not installed"
    for words in [["plugins", "why", "x"], ["apply", "-e", "", "a.png", "-o", "x.webp"]] {
      let outcome = try folder.spawn(words).run()
      #expect(outcome.ending == .exit(words[0] == "apply" ? 2 : 4))
      outcome.says([
        missing, "to build this one from the sources, install libwebp-dev, run 'make plugins'",
        "FRAMEIT_PLUGIN_PATH",
      ])
      #expect(!outcome.err.contains("plugins why"), "\(outcome.err)")
    }
    try folder.frameit("apply", "-e", "", "a.png", "-o", "x.heic").fails(
      2, saying: "HEIF can be read, but not written")
    folder.write(
      "frameit-codec 1\nname hola\nextension hola\nextensions hola ola\nsignature 48 4F 4C 41\n",
      to: "plugins/hola.codec")
    let plugins = ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")]
    let refused = "hola.codec: line 3: unknown key 'extension'"
    try folder.frameit("hash", "y", environment: plugins).fails(4, saying: refused, "plugins list")
    try folder.frameit("apply", "-e", "", "a.png", "-o", "x.ola", environment: plugins)
      .fails(2, saying: refused, "plugins list")
  }

  @Test("A format of two codecs is listed once")
  func namesOfFormats() throws {
    let folder = try Folder(["a.png": Images.png()])
    folder.write("frameit-codec 1\nname qoi-2\nextensions qoi\nsignature 71\nwrites\n", to: "plugins/q.codec")
    folder.write("", to: "plugins/q.so")
    let outcome = try folder.frameit(
      "apply", "-e", "", "a.png", "-o", "x.gix", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
    outcome.fails(2, saying: "the formats are: jpg")
    #expect(outcome.err.split(whereSeparator: { !$0.isLetter }).count { $0 == "qoi" } == 1, "\(outcome.err)")
  }

  @Test("A missing plugin, an unknown format and a missing library are different errors")
  func differentErrors() throws {
    let folder = try Folder(["x": Array("RIFF....WEBPVP8 ".utf8), "y": Array("what is this?".utf8)])
    try folder.frameit("hash", "x").fails(4, naming: "webp")
    try folder.frameit("hash", "y").fails(4)
    folder.write(
      "frameit-codec 1\nname webp\nextensions webp\nsignature 52 49 46 46 .. .. .. .. 57 45 42 50\n",
      to: "plugins/webp.codec")
    try folder.frameit("hash", "x", environment: ["FRAMEIT_PLUGIN_PATH": folder.path("plugins")])
      .fails(4, naming: "webp.codec")
  }

  #if arch(x86_64)
    /// The file was compiled for the first version of the contract and is never built again.
    @Test("A plugin built for the first version of the contract loads") func firstContract() throws {
      let release = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Plugins/release-1.0")
      let folder = try Folder(["a.png": Images.png(6, 4)])
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
}
