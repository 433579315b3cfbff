import Foundation
import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

/// Effects of plugins in their workers, including plugins that lie or hang.
@Suite(.serialized) final class RemoteEffectTests {
  private let folder: String
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..")

  init() throws {
    folder = NSTemporaryDirectory() + "/frameit-effect-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Builds and loads an effect, with a short timeout.
  private func effect(_ source: String, _ manifest: String) throws -> RemoteEffect {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Swift's toolchain includes clang.
    compiler.arguments = [
      "sh", "-c", "exec $(command -v cc || command -v clang) \"$@\"", "cc", "-O1", "-w", "-shared", "-fPIC",
      "-o", folder + "/effect.so", "-I", Self.root.appendingPathComponent("Sources/CFrameCodec/include").path,
      Self.root.appendingPathComponent(source).path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    try manifest.write(toFile: folder + "/effect.effect", atomically: true, encoding: .utf8)
    let worker = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("frameit-codec").path
    var policy = PluginPolicy()
    policy.timeout = WorkerTimeout(base: 200, perMegapixel: 100, perMebibyte: 100, patience: 0)
    let found = try #require(PluginSearch(folders: [folder]).plugins(EffectManifest.self).first)
    return try #require(RemoteEffect(found, worker: worker, policy))
  }

  private func hostile(name: String = "hostile") throws -> RemoteEffect {
    try effect(
      "Tests/ProgramTests/Plugins/hostile-effect.c",
      "frameit-effect 1\nname \(name)\nversion 1\nparameter kind 0 0 20\nparameter radius 1 0 20 pixels\nreach 0 1 radius"
    )
  }

  private let block = EffectBlock(width: 7, height: 5, reach: 2, box: SIMD2(7, 5), values: [0, 2])

  /// Runs the effect on numbered pixels.
  private func run(_ effect: RemoteEffect, _ block: EffectBlock) throws -> [SIMD4<Float>] {
    let width = block.width + 2 * block.reach
    var input = (0..<block.seenPixels).map { SIMD4<Float>(Float($0 % 50), 1, 2, 50) / 50 }
    var output = [SIMD4<Float>](repeating: .zero, count: block.width * block.height)
    try input.withUnsafeMutableBufferPointer { input in
      try output.withUnsafeMutableBufferPointer { output in
        try effect.run(
          block,
          input: EffectPixels(input.baseAddress! + block.reach * (width + 1), stride: width),
          output: EffectPixels(output.baseAddress!, stride: block.width))
      }
    }
    return output
  }

  private func failure(_ effect: RemoteEffect, _ kind: Double) -> CodecError? {
    var block = block
    block.values[0] = kind
    return reason(effect, "hostile", block)
  }

  private func reason(_ effect: RemoteEffect, _ name: String, _ block: EffectBlock) -> CodecError? {
    let error = #expect(throws: CodecError.self) { try run(effect, block) }
    guard case .effect(name, effect.plugin, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return reason
  }

  @Test("Pixels reach the effect and come back, in blocks of any size") func copies() throws {
    let effect = try hostile()
    for (width, height, reach) in [(7, 5, 2), (1, 1, 0), (512, 300, 0), (3, 400, 60)] {
      let block = EffectBlock(width: width, height: height, reach: reach, values: [0, Double(reach)])
      let found = try run(effect, block)
      let stride = width + 2 * reach
      for i in found.indices {
        let place = (i / width + reach) * stride + i % width + reach
        let wanted = SIMD4<Float>(Float(place % 50), 1, 2, 50) / 50
        guard found[i] == wanted else {
          Issue.record("\(found[i]) at \(i)")
          return
        }
      }
    }
    try expectEqual(effect.loadedLibrary(), "")
  }

  @Test("Each misdeed is one error, and the next run succeeds") func misdeeds() throws {
    let effect = try hostile()
    expectEqual(failure(effect, 1), .crashed("segmentation fault"))
    _ = try run(effect, block)
    let numbers = CodecError.brokenPlugin(
      effect.plugin, "the effect returned NaN or infinite values")
    expectTrue(failure(effect, 2) == numbers && failure(effect, 11) == numbers)
    expectEqual(failure(effect, 8), .unsupported(detail: "only on Sundays"))
    _ = try run(effect, block)
    expectEqual(failure(effect, 4), .crashed("the worker process exited with code 3"))
  }

  @Test("An effect that hangs is stopped, and not used again after the second time") func hanging() throws {
    let effect = try hostile()
    for _ in 0..<2 { expectEqual(failure(effect, 3), .timedOut(.processor(1))) }
    guard case .refusedPlugin(_, let reason)? = failure(effect, 0) else {
      Issue.record("it is asked again")
      return
    }
    expectEqual(reason, "it hung 2 times in this run and is not used again")
  }

  @Test("A canceled effect ends at once") func cancelled() throws {
    var limits = Limits()
    let cancellation = Cancellation()
    limits.cancellation = cancellation
    cancellation.cancel()
    let runner = try #require(try hostile().limited(by: limits).runner as? RemoteEffect)
    #expect(throws: CodecError.effect("hostile", plugin: runner.plugin, .limit(.cancelled))) {
      try run(runner, block)
    }
  }

  @Test("An effect that the library lacks is refused") func lacking() throws {
    let effect = try hostile(name: "other")
    expectEqual(
      reason(effect, "other", block),
      .refusedPlugin(effect.plugin, "the library lacks what its manifest announces"))
  }

  @Test("The median of numbers is that of a sorted list") func median() throws {
    let manifest = try String(
      contentsOf: Self.root.appendingPathComponent("Plugins/Median/median.effect"), encoding: .utf8)
    let effect = try effect(
      "Plugins/Median/median.c", manifest.replacing("name", with: "library effect.so\nname"))
    try expectEqual(effect.loadedLibrary(), "median 1.0")
    let block = EffectBlock(width: 20, height: 9, reach: 3, values: [3])
    let found = try run(effect, block)
    for i in found.indices {
      var near: [Float] = []
      for dy in 0..<7 {
        for dx in 0..<7 {
          let place = (i / 20 + dy) * 26 + i % 20 + dx
          near.append(Float(place % 50) / 50)
        }
      }
      expectTrue(abs(found[i].x - near.sorted()[24]) < 1.0 / 4095 && found[i].w == 1)
    }
  }
}
