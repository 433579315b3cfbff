import FrameCodec
import FrameCompare
import FrameGeometry
import FrameImage
import FrameRender
import FrameScene
import FrameScript

/// The way in which an edit makes its output.
enum Rendition {
  /// One image.
  case still(Renderer)
  /// One image for each frame of the first animated image. All have the same plan.
  case animated(Renderer, Animation)
  /// The edit over time. The renderer is that of the last frame.
  case frames(FrameSequence, Renderer)
  /// The MCUs of an image, which are moved and not decoded.
  case transcoded(BlockTransform)
}

/// An edit that is planned completely, before any pixel is read.
package struct PreparedEdit {
  package let plan: RenderPlan
  /// The codec of the output.
  package let codec: any Codec
  /// The first image that the script took: the first input, if there is one. The output has its metadata, and its
  /// format unless another one is requested.
  package let primaryImage: OpenImage?
  /// The way to the output. For the frames of a sequence, `plan` is the plan of the last one.
  let rendition: Rendition
  let encoder: OutputEncoder
  /// The images of the plan, in its order. In a sequence, the other images that it shows follow.
  package let images: [OpenImage]
  private let outputMetadata: OutputMetadata
  private let run: Interpreter.Result
  private let planner: Planner
  let limits: Limits
  let kernels: InstructionSet
  let frames: FrameChoice
  let colors: ColorManagement

  /// - Parameters:
  ///   - editor: The settings of the edit.
  ///   - run: The run of the script.
  ///   - planner: The planner that made the plan.
  ///   - plan: The plan; that of the last frame of a sequence.
  ///   - store: All images that the script opened.
  ///   - codec: The codec of the output.
  ///   - sequence: The frames of the edit; nil if only its end is rendered.
  /// - Throws: `EditFailure.frames` if the frames do not exist or the format cannot hold them.
  init(
    _ editor: Editor, _ run: Interpreter.Result, _ planner: Planner, plan: RenderPlan, store: [OpenImage],
    codec: any Codec, sequence: FrameSequence?
  ) throws(EditFailure) {
    (self.run, self.planner, self.codec) = (run, planner, codec)
    (frames, limits, kernels) = (editor.frames, editor.limits, editor.kernels)
    primaryImage = store.first
    images = (sequence?.images ?? plan.images.map(\.id)).map { store[$0] }
    colors = ColorManagement(images, target: editor.colors, format: codec.format)
    let plan = colors.applied(to: plan)
    self.plan = plan
    outputMetadata = OutputMetadata(
      plan, primaryImage: store.first, images: images, colors: colors, policy: editor.metadata,
      format: codec.format)
    let metadata = outputMetadata.filteredMetadata.metadata
    rendition = try Rendition(plan, images, metadata, codec, editor, sequence)
    var request = EncodeRequest(size: plan.window.size, pixels: plan.output, metadata: metadata)
    request.animation = rendition.animation
    request.limits = editor.limits
    let canKeepQuality =
      codec.format.capabilities.movesBlocks && store.first?.codec.format.name == codec.format.name
    encoder = OutputEncoder(
      codec: codec, request: request, qualitySource: canKeepQuality ? store.first : nil)
  }

  /// The frames of the edit over time, if they were requested.
  package var sequence: FrameSequence? {
    if case .frames(let sequence, _) = rendition { sequence } else { nil }
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
    /// Receives how much is finished, and how much there is in all: frames of a sequence, or rows of another output.
    package var progress: (@Sendable (Int, Int) -> Void)?
    /// Decoded images that several outputs share.
    package var decoded: DecodedImages?

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

  /// The bytes that the scene and the plan hold.
  var sceneBytes: Int { max(0, run.account.used.adding(plan.itemBytes)) }

  /// The bytes that the edit holds at once with one job: the scene and pixels, or MCUs.
  package var heldBytes: Int {
    switch rendition {
    case .still(let renderer), .animated(let renderer, _): return sceneBytes.adding(renderer.windowBytes)
    case .frames(let sequence, let renderer): return heldBytes(of: sequence, renderer)
    case .transcoded(let blocks): return blocks.heldBytes
    }
  }

  /// The image whose quality the output can keep: the primary image, if it has the output's format and the codec
  /// supports it.
  package var qualitySource: OpenImage? { encoder.qualitySource }

  /// The notices that are known before any pixel is read.
  package var notices: [EditNotice] {
    let down = run.record.fingersLeftDown
    let ofScript: [EditNotice] =
      (down.isEmpty ? [] : [.fingersLeftDown(down)]) + run.record.shortfalls.map(EditNotice.text)
      + (sequence?.hasSeveralFrames == false ? [.noTimePasses] : [])
    if case .transcoded(let blocks) = rendition {
      // A lossless transform decodes nothing, so it has none of the losses of decoding.
      let ofMetadata = blocks.keepsEverything ? [] : outputMetadata.notices
      return (blocks.kind == .trimmed ? [.trimmed(to: plan.window.size)] : []) + ofMetadata + ofScript
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
    switch rendition {
    case .still(let renderer), .animated(let renderer, _):
      return try draw(with: renderer, into: output, options)
    case .frames(let sequence, let renderer):
      return try render(sequence, renderer, into: output, options)
    case .transcoded(let blocks): return try blocks.render(into: output, options)
    }
  }

  private func draw(
    with renderer: Renderer, into output: ByteOutput, _ options: Options
  ) throws(EditFailure) -> Result {
    let renderer = try limitingJobs(of: renderer, to: options.jobs)
    return try convertingErrors { () throws in
      let hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
      var sink = HashingSink(
        inner: try encoder.makeEncoder(output, options.quality), hash: hash, progress: rowProgress(options))
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
    switch rendition {
    case .still(let renderer), .animated(let renderer, _): return try draw(with: renderer, options)
    case .frames(let sequence, let renderer): return try render(sequence, renderer, options)
    case .transcoded: throw .bug("a lossless transform has no pixels")
    }
  }

  private func draw(with renderer: Renderer, _ options: Options) throws(EditFailure) -> (
    frames: [RenderedFrame], notices: [EditNotice]
  ) {
    let renderer = try limitingJobs(of: renderer, to: options.jobs, beside: outputBytes)
    return try convertingErrors { () throws in
      let collector = FrameCollector(size: plan.window.size, format: plan.output)
      var sink = HashingSink(inner: collector, hash: nil, progress: rowProgress(options))
      let notices = try render(renderer, options, into: &sink)
      return (collector.frames, notices)
    }
  }

  private func rowProgress(_ options: Options) -> RowProgress? {
    options.progress.map { report in
      let rowBytes = plan.output.rowBytes(width: plan.window.size.width)
      return RowProgress(rowBytes: rowBytes, rows: plan.window.size.height.times(frameCount), report: report)
    }
  }

  /// The bytes of all frames of the output in memory.
  var outputBytes: Int {
    (plan.output.rowBytes(width: plan.window.size.width) * plan.window.size.height).times(
      sequence?.uniqueFrames.count ?? frameCount)
  }

  /// Runs `body` and converts its errors to the `EditFailure` of their source.
  func convertingErrors<R>(_ body: () throws -> R) throws(EditFailure) -> R {
    do {
      return try body()
    } catch let error as EditFailure {
      throw error
    } catch let error as ScriptError {
      throw .script(error)
    } catch let failure as InputError {
      throw .input(failure, at: nil)
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
