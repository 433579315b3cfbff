import Foundation
import FrameKit
import TestSupport
import Testing

/// Effects of plugins in the library.
@Suite struct EffectTests {
  /// Builds a plugin of this project, and returns options that allow it.
  private func options(_ source: String, _ manifest: String, in folder: TemporaryFolder) throws -> EditOptions
  {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Swift's toolchain includes clang.
    compiler.arguments = [
      "sh", "-c", "exec $(command -v cc || command -v clang) \"$@\"", "cc", "-O1", "-w", "-shared", "-fPIC",
      "-o", folder["effect.so"], "-I", root.appendingPathComponent("Sources/CFrameCodec/include").path,
      root.appendingPathComponent(source).path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    try manifest.write(toFile: folder["effect.effect"], atomically: true, encoding: .utf8)
    let worker = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("frameit-codec").path
    var options = EditOptions()
    options.formats = .builtIn(
      andPluginsIn: [URL(fileURLWithPath: folder["effect.so"]).deletingLastPathComponent().path],
      worker: worker)
    return options
  }

  @Test("A vignette makes corners darker and keeps the center") func vignette() throws {
    let manifest = "frameit-effect 1\nname vignette\nversion 1\nparameter amount 0 0 1\nparameter start 0 0 1"
    let folder = try TemporaryFolder()
    let options = try options("Plugins/Vignette/vignette.c", manifest, in: folder)
    let size = try #require(PixelSize(width: 41, height: 31))
    let white = Bitmap(size: size, format: .rgb8, bytes: [UInt8](repeating: 255, count: 41 * 31 * 3))
    let photo = try #require(white)
    let script = "effect vignette amount 1 start 30%"
    let result = try Edit(script: script, options: options).apply(to: .bitmap(photo)).render().pixels
    expectTrue(
      result.format == .rgb8 && result[20, 15, 0] == 255 && result[0, 0, 1] < 5 && result[40, 30, 2] < 5)
    expectTrue(result[0, 0, 0] == result[40, 30, 0] && result[5, 15, 0] == result[35, 15, 0])
    let same = try Edit(script: "effect vignette start 30%", options: options).apply(to: .bitmap(photo))
      .render().pixels
    expectEqual(same, photo)
    var animated = try Edit(
      script: "layer a image; animate a effect vignette from amount 0 to amount 1 start 30% over 1s",
      options: options)
    animated.options.frameRate = FrameRate(4)
    let frames = try animated.apply(to: .bitmap(photo)).render().frames.map(\.pixels)
    expectTrue(frames.count == 5 && frames.first == photo && frames.last == result)
    func drawn(_ effect: Layer.Effect) throws -> Bitmap {
      var layer = Layer.image(.bitmap(photo))
      layer.effects = [effect]
      return try Canvas(width: 41, height: 31, layers: [layer]).with(options).render().pixels
    }
    try expectEqual(drawn(.plugin("vignette", values: ["start": 0.3, "amount": 1])), result)
    try expectEqual(drawn(.plugin("vignette", values: ["start": 0.3])), photo)
    let area = Rect(x: 0, y: 0, width: 20, height: 9)
    let part = try Edit(script: "effect vignette amount 1 in ellipse 0,0 20,9", options: options)
    try expectEqual(
      drawn(.plugin("vignette", values: ["amount": 1], in: .ellipse(area))),
      part.apply(to: .bitmap(photo)).render().pixels)
    for effect in [Layer.Effect.plugin("vignette", values: ["size": 1]), .plugin("vignete")] {
      #expect(throws: EditError.self) { try drawn(effect) }
    }
  }

  @Test("A plugin that crashes fails the edit with an error that names it") func crash() throws {
    let folder = try TemporaryFolder()
    let options = try options(
      "Tests/ProgramTests/Plugins/hostile-effect.c",
      "frameit-effect 1\nname hostile\nversion 1\nparameter kind 0 0 9",
      in: folder)
    let photo = try Bitmap.pattern(20, 10)
    let crash = #expect(throws: EditError.self) {
      try Edit(script: "effect hostile kind 1", options: options).apply(to: .bitmap(photo)).render()
    }
    expectTrue(crash?.stage == .render && crash?.code == .plugin)
    expectEqual(
      crash?.description,
      "the effect 'hostile' of the plugin \(folder["effect.so"]) crashed: segmentation fault")
    let error = #expect(throws: EditError.self) {
      try Edit(script: "effect hostile", options: EditOptions()).apply(to: .bitmap(photo)).render()
    }
    expectEqual(error?.description.contains("there is no effect 'hostile'"), true)
  }
}
