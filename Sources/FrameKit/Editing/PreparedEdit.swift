import FrameCodec
import FrameCompare
import FrameGeometry
import FrameImage
import FrameRender
import FrameScene
import FrameScript

/// The quality of an output in a lossy format.
package enum Quality: Hashable, Sendable {
  /// A level from 1 to 100.
  case level(Int)
  /// The quantizers and the chroma subsampling of the primary image, if it has the output's format.
  case keep
}

/// An edit that is planned completely, before any pixel is read.
package struct PreparedEdit {
  package let plan: RenderPlan
  /// The codec of the output.
  package let codec: any Codec
  /// The first image that the script took: the first input, if there is one. The output has its metadata, and its
  /// format unless another one is requested.
  package let primaryImage: OpenImage?
  /// The frames of the edit, if they were requested; `plan` is then the plan of the last frame.
  package let sequence: FrameSequence?
  /// The images of the plan, in its order. In a sequence, the other images that it shows follow.
  package let images: [OpenImage]
  private let outputMetadata: OutputMetadata
  /// The policy that chooses the metadata of the output.
  let metadata: MetadataPolicy
  private let run: Interpreter.Result
  private let planner: Planner
  let limits: Limits
  let kernels: InstructionSet
  /// The renderer of `plan` with one job; nil for a lossless transform.
  private let renderer: Renderer?
  let frames: FrameChoice
  let colors: ColorManagement

  init(
    plan: RenderPlan, run: Interpreter.Result, planner: Planner, store: [OpenImage], codec: any Codec,
    metadata: MetadataPolicy, colors target: ColorTarget, frames: FrameChoice, limits: Limits,
    kernels: InstructionSet, sequence: FrameSequence? = nil
  ) {
    self.sequence = sequence
    self.frames = frames
    self.run = run
    self.planner = planner
    self.codec = codec
    self.limits = limits
    self.kernels = kernels
    primaryImage = store.first
    images = (sequence?.images ?? plan.images.map(\.id)).map { store[$0] }
    self.metadata = metadata
    colors = ColorManagement(images, target: target, format: codec.format)
    var plan = plan.mappingColors(colors.sample)
    plan.toneCurve = colors.toneCurve
    if let sequence { (plan.output, plan.losses) = (sequence.output, sequence.losses) }
    self.plan = plan
    renderer =
      plan.move == nil ? Renderer(plan, kernels: kernels, cancellation: limits.cancellation) : nil
    outputMetadata = OutputMetadata(
      plan, primaryImage: store.first, images: images, colors: colors, policy: metadata, format: codec.format)
  }

  /// The names of the layers, in the order of their declaration.
  package var layerNames: [String] { Array(run.scene.names) }

  /// The tree of layers at the end of the script, including hidden layers.
  package var layers: [SceneTree.Layer] { run.scene.tree }

  /// The number of inputs that the edit took.
  package var inputsUsed: Int { run.inputsUsed }

  /// The expectations of the script that failed. An edit with any is only explained, and never rendered.
  package var failedExpectations: [ScriptError] { run.failedExpectations }

  /// The record of the run: gestures, dialogs and messages.
  package var record: RunRecord { run.record }

  /// Returns the transform from a layer's upright content to the output's pixels; nil if there is no such layer.
  ///
  /// - Parameter layer: the name of the layer; nil for the current layer.
  package func mapping(of layer: String?) throws(ScriptError) -> AffineTransform? {
    try run.scene.mapping(of: layer, planner)
  }

  package struct Options {
    /// The quality of the output; ignored if no pixel is encoded.
    package var quality: Quality?
    package var onDamage: DamagePolicy
    /// True to compute the output's pixel hash.
    package var hash: Bool
    /// The largest number of threads. The output does not depend on it.
    package var jobs: Int
    /// Receives the number of finished frames of a sequence, and the number of all its frames.
    package var progress: (@Sendable (Int, Int) -> Void)?
    /// Decoded images that several outputs share.
    package var decodeCache: DecodeCache?

    package init(
      quality: Quality? = nil, onDamage: DamagePolicy = .fail, hash: Bool = false, jobs: Int = 1
    ) {
      self.quality = quality
      self.onDamage = onDamage
      self.hash = hash
      self.jobs = jobs
    }
  }

  package struct Result: Sendable {
    /// The notices of the decoders.
    package var notices: [EditNotice]
    /// The output's pixel hash, if it was requested.
    package var hash: String?
  }

  /// The metadata of the output.
  package var filteredMetadata: FilteredMetadata { outputMetadata.filteredMetadata }

  /// The bytes that rendering holds at once beside the scene, with one job. More jobs hold more, up to the limit.
  var windowBytes: Int { renderer?.windowBytes ?? 0 }

  /// The bytes that the scene and the plan hold.
  var sceneBytes: Int { max(0, run.account.used.adding(plan.itemBytes)) }

  /// The bytes that the edit holds at once with one job: the scene and pixels, or MCUs.
  package var heldBytes: Int {
    if let sequence { return heldBytes(of: sequence) }
    guard let move = plan.move, let image = images.first, let blocks = image.header.blocks else {
      return sceneBytes.adding(windowBytes)
    }
    return move.isStill(stored: image.header.size) ? 0 : 2 * blocks.bytes
  }

  /// True if no MCU moves and no metadata changes, except for the orientation.
  private var isUnchanged: Bool {
    guard let move = plan.move, let image = images.first else { return false }
    return metadata == .all && move.isStill(stored: image.header.size)
  }

  /// The image whose quality the output can keep: the primary image, if it has the output's format and the codec
  /// supports it.
  package var qualitySource: OpenImage? {
    guard codec is any LosslessCodec, let primaryImage, primaryImage.codec.format.name == codec.format.name
    else {
      return nil
    }
    return primaryImage
  }

  /// The notices that are known before any pixel is read.
  package var notices: [EditNotice] {
    let down = run.record.fingersLeftDown
    let ofScript: [EditNotice] =
      (down.isEmpty ? [] : [.fingersLeftDown(down)]) + run.record.shortfalls.map(EditNotice.text)
      + (sequence?.hasSeveralFrames == false ? [.noTimePasses] : [])
    if let move = plan.move {
      // A lossless transform decodes nothing, so it has none of the losses of decoding.
      let ofMetadata = isUnchanged ? [] : outputMetadata.notices
      return (move.kind == .trimmed ? [.trimmed(to: plan.window.size)] : []) + ofMetadata + ofScript
    }
    let ofImages = images.flatMap { image in
      // The edit chooses its frames, so this notice of the codec would be wrong.
      image.header.notices.filter { $0 != .firstFrameOnly(of: image.header.frames) }
        .map { EditNotice.image(image.name, $0) }
    }
    return ofImages + plan.losses.map(EditNotice.loss) + outputMetadata.notices + ofScript
  }

  /// Decodes, renders and encodes the edit. The output is valid only if this method returns.
  ///
  /// - Throws: `EditFailure` of an image, of a limit, or of the output.
  package func render(
    into output: ByteOutput, options: Options = Options()
  ) throws(EditFailure) -> Result {
    if let sequence { return try render(sequence, into: output, options) }
    if let move = plan.move { return try self.move(move, into: output, options) }
    let renderer = try limitingJobs(of: renderer!, to: options.jobs)
    return try convertingErrors { () throws in
      let encoder = try encoder(output, options.quality)
      let hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
      var sink = HashingSink(inner: encoder, hash: hash)
      let notices = try render(renderer, options, into: &sink)
      return Result(notices: notices, hash: sink.hash?.text)
    }
  }

  /// Decodes and renders the edit into memory.
  ///
  /// - Returns: the frames, the first one alone for a still image, and the notices of the decoders.
  /// - Throws: `EditFailure` of an image or of a limit.
  func renderFrames(_ options: Options) throws(EditFailure) -> (
    frames: [RenderedFrame], notices: [EditNotice]
  ) {
    precondition(sequence == nil, "a frame sequence is not rendered into memory")
    let renderer = try limitingJobs(of: renderer!, to: options.jobs, beside: outputBytes)
    return try convertingErrors { () throws in
      let collector = FrameCollector(size: plan.window.size, format: plan.output)
      var sink = HashingSink(inner: collector, hash: nil)
      let notices = try render(renderer, options, into: &sink)
      return (collector.frames, notices)
    }
  }

  /// The bytes of all frames of the output in memory.
  private var outputBytes: Int {
    (plan.output.rowBytes(width: plan.window.size.width) * plan.window.size.height).times(frameCount)
  }

  /// Runs `body` and converts its errors to the `EditFailure` of their source.
  func convertingErrors<R>(_ body: () throws -> R) throws(EditFailure) -> R {
    do {
      return try body()
    } catch let error as EditFailure {
      throw error
    } catch let error as ScriptError {
      throw .script(error)
    } catch let failure as ImageError {
      throw .image(failure, at: nil)
    } catch let error as CodecError {
      throw .output(error)
    } catch is OutOfMemory {
      throw .output(.outOfMemory)
    } catch let exceeded as LimitExceeded {
      throw .limit(exceeded)
    } catch {
      throw .output(.misuse(detail: "\(error)"))
    }
  }

  /// Makes the encoder of the output.
  func encoder(
    _ output: ByteOutput, _ quality: Quality?
  ) throws(CodecError) -> CheckedEncoder {
    var request = EncodeRequest(
      size: plan.window.size, pixels: plan.output, metadata: filteredMetadata.metadata)
    request.animation = animation
    request.limits = limits
    if quality == .keep, let qualitySource, let codec = codec as? any LosslessCodec {
      return try codec.encoder(output, request, like: qualitySource.bytes)
    }
    if case .level(let level) = quality { request.quality = level }
    return try codec.encoder(output, request)
  }

  /// Returns a renderer with as many jobs as the memory limit allows, at most `jobs`.
  ///
  /// It fails only if one job exceeds the limit, so failing depends on the edit and not on the machine.
  ///
  /// - Parameter held: the bytes that are held at the same time, apart from the scene's.
  /// - Throws: `EditFailure` if one job exceeds the limit.
  func limitingJobs(
    of renderer: Renderer, to jobs: Int, beside held: Int = 0
  ) throws(EditFailure) -> Renderer {
    let held = held.adding(sceneBytes)
    var jobs = jobs
    var renderer = jobs == 1 ? renderer : renderer.using(jobs: jobs)
    while true {
      do throws(LimitExceeded) {
        try limits.check(memory: held.adding(renderer.windowBytes))
        return renderer
      } catch {
        guard jobs > 1 else { throw limitError(error, of: renderer, beside: held) }
        jobs /= 2
        renderer = renderer.using(jobs: jobs)
      }
    }
  }

  /// Returns the error for rendering that exceeds the memory limit.
  ///
  /// If the edit would fit without shadows, or else without outlines, the error is at the line of the layer with the
  /// widest shadow or the largest outline.
  private func limitError(
    _ exceeded: LimitExceeded, of renderer: Renderer, beside held: Int
  ) -> EditFailure {
    guard let name = largestLayer(renderer, room: limits.memory - held),
      let index = run.scene.index(of: name)
    else { return .limit(exceeded) }
    return .script(ScriptError(.limit(exceeded), at: run.scene.layers[index].lastEdit))
  }

  private func largestLayer(_ renderer: Renderer, room: Int) -> String? {
    var bare = renderer.plan
    bare.items = bare.items.map(\.withoutShadows)
    let widest = renderer.plan.items.lazy.compactMap(\.widestShadow).max { $0.deviation < $1.deviation }
    if let widest, Renderer(bare).windowBytes <= room { return widest.layer }
    if let outlines = renderer.outlines, renderer.windowBytes - outlines.bytes <= room {
      return outlines.largest
    }
    return nil
  }
}

extension RenderPlan.Item {
  fileprivate var withoutShadows: RenderPlan.Item {
    guard case .group(var group) = self else { return self }
    group.shadow = nil
    group.items = group.items.map(\.withoutShadows)
    return .group(group)
  }

  /// The standard deviation of the widest shadow's blur, and the name of the layer that has it.
  fileprivate var widestShadow: (layer: String, deviation: Double)? {
    guard case .group(let group) = self else { return nil }
    let own = group.shadow.map { (layer: group.layer, deviation: $0.deviation) }
    return ([own] + group.items.map(\.widestShadow)).compactMap(\.self).max { $0.deviation < $1.deviation }
  }
}

// MARK: Lossless transforms

extension PreparedEdit {
  /// Writes the output by moving the image's MCUs.
  private func move(
    _ move: LosslessTransform, into output: ByteOutput, _ options: Options
  ) throws(EditFailure) -> Result {
    guard let codec = codec as? any LosslessCodec, let image = images.first else {
      throw .output(.misuse(detail: "the codec does not support lossless transforms"))
    }
    let request = TransformRequest(
      move, onDamage: options.onDamage, limits: limits, metadata: filteredMetadata.metadata,
      keepsUnknown: metadata == .all)
    // The pixel hash needs pixels after all: those that a reader of the output will decode.
    let target = options.hash ? ByteOutput() : output
    target.cancellation = limits.cancellation
    do throws(CodecError) {
      let notices = try codec.move(image.bytes.until(limits.cancellation), target, request)
      var result = Result(notices: notices.map { .image(image.name, $0) }, hash: nil)
      if options.hash {
        let bytes = target.bytes
        result.hash = try Self.pixelHash(of: bytes, codec, limits)
        try output.write(bytes)
      }
      return result
    } catch {
      if case .writeFailed = error { throw .output(error) }
      throw .image(ImageError(name: image.name, error: error), at: nil)
    }
  }

  private static func pixelHash(
    of bytes: [UInt8], _ codec: any Codec, _ limits: Limits
  ) throws(CodecError) -> String {
    do throws(ImageError) {
      let input = NamedInput(name: "", bytes: ByteInput(bytes: bytes))
      let image = try OpenImage(input, codecs: CodecList([codec]), limits: limits)
      return try image.pixelHash(limits: limits)
    } catch {
      throw error.error
    }
  }
}
