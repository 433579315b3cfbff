import Foundation
import Testing

/// Effects of plugins: each fault is one clear error that names the plugin.
@Suite(.serialized) struct EffectPluginTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..")

  /// Creates a folder with effects in `plugins`: the hostile one, and those of this project.
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(12, 9)])
    folder.write(
      """
      frameit-effect 1
      name hostile
      title Hostile
      version 1
      parameter kind 0 0 20
      parameter radius 1 0 20 pixels
      reach 0 1 radius
      """, to: "plugins/hostile.effect")
    try Self.compile("Tests/ProgramTests/Plugins/hostile-effect.c", to: folder.path("plugins/hostile.so"))
    for (name, source) in [("median", "Plugins/Median/median"), ("vignette", "Plugins/Vignette/vignette")] {
      try Self.compile(source + ".c", to: folder.path("plugins/\(name).so"))
      folder.write(
        try String(contentsOf: Self.root.appendingPathComponent(source + ".effect"), encoding: .utf8),
        to: "plugins/\(name).effect")
    }
    return folder
  }

  private static func compile(_ source: String, to library: String) throws {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Some systems only have the clang of the Swift toolchain.
    compiler.arguments = [
      "sh", "-c", "exec $(command -v cc || command -v clang) \"$@\"", "cc", "-O1", "-w", "-shared", "-fPIC",
      "-o", library, "-I", root.appendingPathComponent("Sources/CFrameCodec/include").path,
      root.appendingPathComponent(source).path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
  }

  private func frameit(_ folder: Folder, _ words: String...) throws -> Outcome {
    var spawn = try folder.spawn(words)
    spawn.environment["FRAMEIT_PLUGIN_PATH"] = folder.path("plugins")
    return try spawn.run()
  }

  private func apply(_ folder: Folder, _ script: String, to output: String = "x.png") throws -> Outcome {
    try frameit(folder, "apply", "-e", script, "a.png", "-o", output, "--force")
  }

  @Test("An effect that copies changes no pixel, in any light") func copying() throws {
    let folder = try folder()
    for script in ["effect hostile", "light srgb; effect hostile radius 5", "effect hostile in rect 2,2 5,5"]
    {
      #expect(try apply(folder, script).ending == .exit(0))
      #expect(try folder.frameit("compare", "a.png", "x.png").ending == .exit(0), "\(script)")
    }
  }

  @Test("Neither the number of threads nor a crop changes a bit") func threads() throws {
    let folder = try folder()
    let script = "canvas 200,600; effect median radius 3; effect vignette amount 0.7; effect median radius 1"
    for jobs in ["1", "4"] {
      let outcome = try frameit(
        folder, "apply", "-e", script, "a.png", "-o", "\(jobs).png", "--jobs", jobs)
      #expect(outcome.ending == .exit(0), "\(outcome.err)")
    }
    #expect(folder["1.png"] == folder["4.png"])
    // A crop does not change the pixels that remain.
    let crop = "crop 31,97 120,340"
    try frameit(folder, "apply", "-e", "\(script); \(crop)", "a.png", "-o", "part.png").succeeds()
    try frameit(folder, "apply", "-e", crop, "1.png", "-o", "cut.png").succeeds()
    #expect(try folder.frameit("compare", "part.png", "cut.png").ending == .exit(0))
  }

  @Test(
    "An effect that misbehaves fails its image, with an error that names the plugin and a cure",
    arguments: [
      ("1", 4, "crashed: segmentation fault", "update the plugin, or edit without this effect"),
      (
        "2", 4, "violates the plugin interface: the effect returned NaN or infinite values",
        "plugins check"
      ),
      ("4", 4, "crashed: the worker process exited with code 3", "update the plugin"),
      ("8", 4, "failed: only on Sundays", "try other values for its parameters"),
    ])
  func misdeeds(kind: String, status: Int32, said: String, hint: String) throws {
    let folder = try folder()
    let outcome = try apply(folder, "effect hostile kind \(kind)")
    outcome.fails(
      status, saying: "the effect 'hostile' of the plugin \(folder.path("plugins/hostile.so")) \(said)", hint)
    #expect(folder["x.png"] == nil)
  }

  @Test("An effect that returns colors out of range, or writes files, does no harm") func harmless() throws {
    let folder = try folder()
    #expect(try apply(folder, "effect hostile kind 5").ending == .exit(0))
    #expect(try apply(folder, "effect hostile kind 10").ending == .exit(0))
    #expect(folder["written-by-an-effect"] == nil)
  }

  @Test("explain shows the effect and its values, and an SVG leaves it out with a warning") func reports()
    throws
  {
    let folder = try folder()
    let plan = try frameit(folder, "explain", "-e", "effect median radius 3", "a.png")
    #expect(plan.text.contains("draw        'photo', effect median radius 3"), "\(plan.text)")
    let json = try frameit(folder, "explain", "--json", "-e", "effect vignette start 0", "a.png")
    #expect(json.text.contains("\"effect vignette amount 0.5 start 0\""), "\(json.text)")
    let svg = try frameit(folder, "export", "-e", "effect vignette", "a.png", "-o", "x.svg")
    #expect(
      svg.ending == .exit(0) && svg.err.contains("warning: SVG cannot express 'effect vignette'"),
      "\(svg.err)")
  }

  @Test("An unknown effect is an error of the script") func unknown() throws {
    let folder = try folder()
    try apply(folder, "effect medain").fails(
      3, saying: "there is no effect 'medain'", "did you mean 'median'?", "plugins list")
    try folder.frameit("check", "-e", "effect median").fails(
      3, saying: "the effect 'median' comes with a plugin that is not installed", "frameit-plugins")
    try folder.frameit("check", "-e", "vignette 0.5").fails(
      3, saying: "unknown statement 'vignette'", "effect vignette amount 0.5", "frameit-plugins")
    #expect(try frameit(folder, "check", "-e", "effect median").ending == .exit(0))
  }

  // MARK: plugins

  @Test("plugins list shows effects with their parameters, and refused ones") func list() throws {
    let folder = try folder()
    folder.write("frameit-effect 1\nname x\n", to: "plugins/x.effect")
    folder.write("frameit-effect 1\nname gone\nversion 1\n", to: "plugins/gone.effect")
    let list = try frameit(folder, "plugins", "list", "--verbose")
    for line in [
      "effect median: Median 1.0, radius 0..20 pixels (2), median 1.0, \(folder.path("plugins/median.so"))",
      "refused: \(folder.path("plugins/x.effect")): 'version' is missing",
      "refused: \(folder.path("plugins/gone.effect")): its library \(folder.path("plugins/gone.so")) is missing",
    ] {
      #expect(list.text.contains(line + "\n"), "\(list.text)")
    }
    let json = try frameit(folder, "plugins", "list", "--json")
    #expect(json.text.contains("\"effect\":\"vignette\""))
  }

  @Test("plugins check accepts the effects of this project, and the template") func check() throws {
    let folder = try folder()
    let template = "Examples/effect-template/template"
    try Self.compile(template + ".c", to: folder.path("plugins/template.so"))
    folder.write(
      try String(contentsOf: Self.root.appendingPathComponent(template + ".effect"), encoding: .utf8),
      to: "plugins/template.effect")
    for name in ["median.so", "vignette.effect", "template.so"] {
      let outcome = try folder.frameit("plugins", "check", "plugins/" + name)
      #expect(outcome.ending == .exit(0) && !outcome.text.contains("FAIL"), "\(outcome.text)")
      #expect(!outcome.text.contains("note") && outcome.text.contains("independence of rectangles"))
    }
    try folder.frameit("plugins", "check", "plugins/none.so").fails(
      4, saying: "the manifest is missing", "NAME.effect")
  }

  @Test(
    "plugins check finds what an effect does wrong",
    arguments: [
      (1, "the effect 'hostile' of the plugin"), (2, "NaN or infinite values"),
      (6, "the effect may see beyond its reach of 1 pixels"), (7, "so the effect keeps state"),
      (8, "failed: only on Sundays"), (9, "do not stay transparent"), (12, "NaN or infinite values"),
    ])
  func faults(kind: Int, said: String) throws {
    let folder = try folder()
    folder.write(
      "frameit-effect 1\nname hostile\nversion 1\nparameter kind \(kind) \(kind) \(kind)\nreach 1\n",
      to: "plugins/hostile.effect")
    let outcome = try folder.frameit("plugins", "check", "plugins/hostile.so")
    let lines = outcome.text.split(separator: "\n")
    #expect(
      outcome.ending == .exit(1) && lines.contains { $0.hasPrefix("FAIL kind") && $0.contains(said) },
      "\(outcome.text)")
  }

  @Test("plugins check notes how frameit corrects an effect's result") func notes() throws {
    let folder = try folder()
    folder.write(
      "frameit-effect 1\nname hostile\nversion 1\nparameter kind 5 5 5\n", to: "plugins/hostile.effect")
    let outcome = try folder.frameit("plugins", "check", "plugins/hostile.so")
    #expect(
      outcome.text.contains("note the effect changes alpha")
        && outcome.text.contains("note the effect returns colors below 0 or above alpha"),
      "\(outcome.text)")
  }
}
