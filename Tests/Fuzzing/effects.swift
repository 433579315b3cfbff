import FrameCodec
import FrameImage

/// A harness that runs an effect with a worker that sends arbitrary answers, `liar.c`. Whatever the worker does, a result
/// is finite, lies inside the block's rectangle, and errors name the plugin.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let plausible: [UInt8] = [0, 0, 0, 0]
    let answers: [[UInt8]] = [
      // NaN in the input and in the output of a block that sees no other pixels, and a large number.
      [11, 4, 0, 0, 0, 0, 0xC0, 0x7F], [11, 4, 0x30, 2, 0, 0, 0xC0, 0x7F],
      [11, 8, 0x60, 2, 0xFF, 0xFF, 0x7F, 0x7F, 0, 0, 0x80, 0xFF],
      // No answer, a short one, an extra one, one with a descriptor, and false fields.
      [12, 0, 0, 0], [13, 0, 0, 0], [14, 0, 0, 0], [15, 0, 0, 0], [0, 4, 0, 0, 9, 0, 0, 0],
      [0, 4, 4, 0, 1, 0, 0, 0],
      [0, 4, 8, 0, 1, 0, 0, 0], [0, 4, 64, 0, 3, 0, 0, 0],
    ]
    return (0..<5).flatMap { n in
      answers.map { Array(repeatElement(plausible, count: n).joined()) + $0 }
    }
  }

  private static let plugin: DiscoveredEffect = Liar.plugin(
    "frameit-effect 1\nname liar\nversion 1\nparameter radius 1 0 20 pixels\nreach 0 1 radius\n")

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    Liar.answer(bytes)
    // A new effect for each input, because idle workers would go on with the answers of an earlier one.
    guard let effect = RemoteEffect(plugin, worker: Liar.worker, Liar.policy) else {
      fatalError("the manifest is rejected: \(plugin)")
    }
    if choice.bit(0) { _ = try? effect.loadedLibrary() }
    let reach = choice.pick([0, 3, 20], shift: 1)
    let runner = effect.limited(by: fuzzLimits).runner
    compute(EffectBlock(width: 7, height: 5, reach: reach, values: [Double(reach)]), runner)
    // A worker that has answered is used again, here with more memory.
    if choice.bit(4) { compute(EffectBlock(width: 300, height: 260, reach: 1, values: [1]), runner) }
  }

  /// The number of pixels after each row of the output, which must stay as they are.
  private static let gap = 2

  private static func compute(_ block: EffectBlock, _ runner: any EffectRunner) {
    let (width, stride) = (block.width + 2 * block.reach, block.width + gap)
    var input = (0..<block.seenPixels).map { SIMD4<Float>(repeating: Float($0 % 50) / 50) }
    let untouched = SIMD4<Float>(repeating: .nan)
    var output = Array(repeating: untouched, count: stride * block.height)
    do {
      try input.withUnsafeMutableBufferPointer { input in
        try output.withUnsafeMutableBufferPointer { output in
          try runner.run(
            block, input: EffectPixels(input.baseAddress! + block.reach * (width + 1), stride: width),
            output: EffectPixels(output.baseAddress!, stride: stride))
        }
      }
      for i in output.indices where i % stride < block.width {
        hold((0..<4).allSatisfy { output[i][$0].isFinite }, "\(output[i]) at \(i)")
      }
    } catch {
      var file: String?
      if case CodecError.effect(_, let plugin, _) = error { file = plugin }
      hold(file == plugin.libraryPath, "\(error)")
    }
    for i in output.indices where i % stride >= block.width {
      hold((0..<4).allSatisfy { output[i][$0].isNaN }, "a pixel outside the block is \(output[i])")
    }
  }
}
