import CCodecWorker
import CFrameCodec
import FrameGeometry
import FrameImage

/// An effect of a plugin. It runs in workers, as a plugin's codecs do.
package struct RemoteEffect: EffectRunner {
  package let manifest: EffectManifest
  /// The path of the library.
  package let plugin: String
  private let pool: WorkerPool
  private var limits = Limits()

  /// - Parameter worker: the program that runs plugins.
  /// - Returns: nil for a plugin that is refused.
  package init?(_ found: DiscoveredEffect, worker: String, _ policy: PluginPolicy = PluginPolicy()) {
    guard case .success(let manifest) = found.result, let library = found.libraryPath else { return nil }
    (self.manifest, plugin) = (manifest, library)
    let task = WorkerTask.Plugin(library: library, worker: worker, isThreaded: manifest.isThreaded)
    pool = WorkerPool(.plugin(task), policy)
  }

  /// Returns the effect for edits with these limits.
  package func limited(by limits: Limits) -> PluginEffect {
    var runner = self
    runner.limits = limits
    return PluginEffect(manifest.declaration, runner: runner)
  }

  /// Returns the library underneath, as the plugin reports it after loading.
  package func loadedLibrary() throws(CodecError) -> String {
    let session = try WorkerSession(pool, limits, bytes: 0)
    return String(c: try session.worker.ask(codec_describe_effect) { fill(&$0) }.report.message)
  }

  package func bytes(_ block: EffectBlock) -> Int {
    (block.seenPixels + block.width * block.height) * Self.pixelBytes
  }

  private static let pixelBytes = MemoryLayout<SIMD4<Float>>.stride

  package func run(_ block: EffectBlock, input: EffectPixels, output: EffectPixels) throws(CodecError) {
    try converting(compute(block, input, output)) { CodecError.effect(manifest.name, plugin: plugin, $0) }
  }

  private func compute(
    _ block: EffectBlock, _ input: EffectPixels, _ output: EffectPixels
  ) throws(CodecError) {
    let session = try WorkerSession(pool, limits, bytes: 0)
    session.worker.extend(pixels: block.seenPixels)
    let shared = try session.worker.memory(bytes(block))
    let seen = shared.bindMemory(to: SIMD4<Float>.self).baseAddress!
    let width = block.width + 2 * block.reach
    for y in 0..<block.height + 2 * block.reach {
      (seen + y * width).update(from: input.row(y - block.reach) - block.reach, count: width)
    }
    try session.worker.ask(codec_effect) { fill(&$0, block) }
    // The worker can change its memory at any time, so results are checked in ours.
    let computed = seen + block.seenPixels
    for y in 0..<block.height {
      output.row(y).update(from: computed + y * block.width, count: block.width)
    }
    for y in 0..<block.height where !output.row(y).areFinite(block.width) {
      throw .brokenPlugin(plugin, "the effect returned NaN or infinite values")
    }
  }

  private func fill(_ request: inout codec_request, _ block: EffectBlock? = nil) {
    copy(manifest.name, to: &request.codec)
    guard let block else { return }
    request.effect.value_count = UInt32(block.values.count)
    request.effect.width = UInt32(block.width)
    request.effect.height = UInt32(block.height)
    request.effect.reach = UInt32(block.reach)
    (request.effect.x, request.effect.y) = (block.origin.x, block.origin.y)
    (request.effect.box_width, request.effect.box_height) = (block.box.x, block.box.y)
    request.effect.scale = block.scale
    withUnsafeMutableBytes(of: &request.effect.values) { values in
      block.values.withUnsafeBytes { values.copyBytes(from: $0.prefix(values.count)) }
    }
  }
}

extension UnsafeMutablePointer<SIMD4<Float>> {
  fileprivate func areFinite(_ count: Int) -> Bool {
    // The difference of NaN or infinity to itself is NaN.
    var sum = SIMD4<Float>.zero
    for i in 0..<count { sum += self[i] - self[i] }
    return sum == .zero
  }
}
