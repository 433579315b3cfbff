import FrameCodec
import FrameGeometry
import FrameImage
import FrameInterpreter
import FramePlan
import FrameScene
import FrameScript

/// An edit that is planned completely, before it reads the pixels that it draws.
///
/// It is a class because it is large and never changes, and is passed on often.
package final class PreparedEdit {
  package let plan: RenderPlan
  /// The codec of the output.
  package let codec: any Codec
  /// The first image that the script took: the first input, if there is one. The output has its metadata, and its
  /// format unless another one is requested.
  package let primaryImage: OpenImage?
  /// The image whose quality the output can keep: the primary image, if it has the output's format and the codec
  /// supports it.
  package let qualitySource: OpenImage?
  /// The images of the plan, in its order. In a sequence, the other images that it shows follow.
  package let images: [OpenImage]
  /// The images whose pixels were read for the plan.
  package let analyzed: [OpenImage]
  package let rendering: Rendering
  /// The pixel format of the output. That of the plan is deeper if a gain map is applied.
  package let outputPixels: PixelFormat
  /// The colors of an HDR image that a gain map gives; nil for other outputs.
  package let outputCodePoints: ImageMetadata.Colorimetry?
  package let gainMaps: GainMapUse
  package let colors: ColorManagement
  private let encoding: EncodingSettings
  private let outputMetadata: OutputMetadata
  private let gainMapNotices: [EditNotice]
  /// The failed expectations of the script.
  package let failedExpectations: [ScriptError]
  /// The number of inputs that the edit used.
  package let inputsUsed: Int
  private let run: SceneRun.Result
  private let planner: Planner

  /// - Parameters:
  ///   - editor: The settings of the edit.
  ///   - result: The result of the script.
  ///   - run: The scene at the time that the output shows.
  ///   - planner: The planner that made the plan.
  ///   - plan: The plan; that of the last frame of a sequence.
  ///   - store: All images that the script opened.
  ///   - codec: The codec of the output.
  ///   - encoding: How the output is encoded.
  ///   - sequence: The frames of the edit; nil if only its end is rendered.
  /// - Throws: `EditFailure.encoding` if the output cannot honor the settings; `.frames` if the frames do not exist or the
  ///   format cannot hold them; `.input` and `.limit` if the edit takes too much work.
  init(
    _ editor: Editor, _ result: Interpreter.Result, _ run: SceneRun.Result, _ planner: Planner,
    plan: RenderPlan, store: ImageStore, codec: any Codec, encoding: EncodingSettings,
    sequence: FrameSequence?
  ) throws(EditFailure) {
    let opened = store.images
    (failedExpectations, inputsUsed) = (result.failedExpectations, result.inputsUsed)
    (self.run, self.planner, self.codec, primaryImage) = (run, planner, codec, opened.first)
    self.encoding = encoding
    try encoding.check(codec.format)
    let keepsQuality =
      codec.format.capabilities.movesBlocks && opened.first?.codec.format.name == codec.format.name
    qualitySource = keepsQuality ? opened.first : nil
    analyzed = store.analyzed.sorted().map { opened[$0] }
    let shown = sequence?.images ?? plan.images.map(\.id)
    images = shown.map { opened[$0] }
    colors = ColorManagement(images, target: editor.colors, format: codec.format)
    var plan = colors.applied(to: plan)
    let maps = try ImageGainMaps(
      of: images, shownBy: plan, encoding.gainMap, colors, isPreview: planner.output.isPreview)
    if planner.output.lossless == .require, encoding.gainMap == .keep {
      maps?.requireLossless(&plan, editor.limits)
    }
    let memory = EditMemory(
      limits: editor.limits, scene: run.scene, sceneBytes: max(0, run.account.used.adding(plan.itemBytes)))
    let inputs = RenderedInputs(images: images, colors: colors, frames: editor.frames)
    var hdr: HDRRendering?
    if case .apply(let settings) = encoding.gainMap, let maps, sequence == nil, inputs.animation == nil {
      // Without a map that can be read, the image is an SDR image.
      hdr = HDRRendering(plan, maps, settings, colors, codec, memory, editor)
    }
    plan = hdr?.picture ?? plan
    outputPixels = hdr?.output ?? plan.output
    outputCodePoints = hdr?.codePoints
    self.plan = plan
    outputMetadata = OutputMetadata(
      plan, primaryImage: opened.first, images: images,
      origin: OutputMetadata.Origin(shown: shown, inputs: store.inputs), colors: colors,
      policy: editor.metadata, format: codec.format, resolution: encoding.resolution)
    var request = EncodeRequest(
      size: plan.window.size, pixels: outputPixels, metadata: outputMetadata.filteredMetadata.metadata)
    if let outputCodePoints {
      (request.metadata.profile, request.metadata.colorimetry) = (nil, outputCodePoints)
    }
    request.limits = editor.limits
    let encoder = OutputEncoder(codec: codec, request: request, encoding, qualitySource: qualitySource)
    rendering = try Rendering(
      plan, inputs, sequence, encoder, primaryImage: opened.first, applying: hdr, memory, editor)
    gainMaps = GainMapUse(
      plan, of: images, maps, base: rendering, isApplied: hdr != nil, codec, encoding, memory, editor)
    // Maps in Apple's form are converted, so they are always encoded again.
    let isConverted = images.first?.header.gainMap?.samples == .apple
    if planner.output.lossless == .require, !isConverted, case .written(let map) = gainMaps,
      map.method == .composed
    {
      throw .encoding(.gainMapBlocks)
    }
    gainMapNotices = gainMaps.notices(
      images, primary: primaryImage, maps, plan, encoding.gainMap, codec.format)
  }

  /// The frames of the edit over time, if they were requested.
  package var sequence: FrameSequence? {
    if case .sequence(let rendering) = rendering { rendering.sequence } else { nil }
  }

  /// The names of the layers, in the order of their declaration.
  package var layerNames: [String] { Array(run.scene.names) }

  /// The tree of layers at the end of the script, including hidden layers.
  package var layers: [SceneTree.Layer] { run.scene.tree }

  /// Returns the map from the coordinates of layers outside groups to the output's pixels.
  package func mappingToOutput() throws(SceneError) -> AffineTransform {
    try planner.mappingToOutput(of: run.scene)
  }

  /// The canvas of the script, in the coordinates of layers.
  package var canvas: SceneCanvas { run.scene.canvas }

  /// The content mode of the current layer; nil without one.
  package var currentMode: ContentMode? { run.scene.current.map { run.scene.layers[$0].state.image.mode } }

  /// Returns the name of the layer that a finger at a point of the canvas hits; nil for none.
  package func layer(at point: Point) -> String? {
    run.scene.hitTest(point).map { run.scene.layers[$0].name }
  }

  /// The planner's `largestWidth`.
  package var largestWidth: Int? { planner.largestWidth }

  /// True if the script does not set the light.
  package var impliesLight: Bool { run.scene.canvas.light == nil }

  /// The record of the run: gestures, dialogs and messages.
  package var record: RunRecord { run.record }

  /// Returns the transform from a layer's upright content to the output's pixels; nil if there is no such layer.
  ///
  /// - Parameter layer: the name of the layer; nil for the current layer.
  package func mapping(of layer: String?) throws(SceneError) -> AffineTransform? {
    try run.scene.mapping(of: layer, planner)
  }

  package struct Options {
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
      onDamage: DamagePolicy = .fail, hash: Bool = false, jobs: Int = 1
    ) {
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
    /// The quality that was chosen for a number of bytes; the lowest one of several files.
    package var quality: Int?
  }

  /// The metadata of the output, and its gain map.
  package var filteredMetadata: FilteredMetadata {
    var filtered = outputMetadata.filteredMetadata
    if case .blocks(let blocks) = rendering, blocks.keepsEverything {
      filtered = .all(of: blocks.image.stored.metadata)
    }
    if outputCodePoints != nil { filtered.kept.removeAll { $0 == MetadataPolicy.Purpose.icc.rawValue } }
    switch gainMaps {
    case .none, .applied: break
    case .written, .copied: filtered.kept.append("gain map")
    case .dropped: filtered.dropped.append("gain map")
    }
    return filtered
  }

  /// The bytes that the edit holds at once with one job: the scene and pixels, or MCUs.
  package var heldBytes: Int {
    let own =
      switch rendering {
      case .images(let images): images.heldBytes
      case .sequence(let sequence): sequence.heldBytes
      case .blocks(let blocks): blocks.heldBytes
      }
    guard case .written(let map) = gainMaps else { return own }
    // Beside a map, the whole output is held, which has fewer bytes than its pixels.
    return max(own.adding(plan.frameBytes).adding(map.keptBytes), map.heldBytes)
  }

  /// The notices that are known before any pixel is read.
  package var notices: [EditNotice] {
    let ofScript =
      run.record.notices
      + (sequence?.hasSeveralFrames == false ? [.noTimePasses] : [])
    // The quality that is chosen for a number of bytes decides on the coding.
    let coding = encoding.maximumBytes == nil ? rendering.coding?.notice : nil
    let ofEncoding: [EditNotice] =
      (encoding.loopCount != nil && !rendering.isAnimated ? [.notAnimated] : [])
      + [coding].compactMap(\.self)
    if case .blocks(let blocks) = rendering {
      // A lossless transform decodes nothing, so it has none of the losses of decoding.
      let ofMetadata = blocks.keepsEverything ? [] : outputMetadata.notices
      return (blocks.kind == .trimmed ? [.trimmed(to: plan.window.size)] : []) + ofMetadata + gainMapNotices
        + ofScript + ofEncoding
    }
    let ofImages = images.flatMap { image in
      // The edit chooses its frames, so this notice of the codec would be wrong.
      image.header.notices.filter { $0 != .oneOfSeveral(of: image.header.frames) && !$0.isAboutGainMap }
        .map { EditNotice.image(image.name, $0) }
    }
    return ofImages + plan.losses.map(EditNotice.loss) + outputMetadata.notices + gainMapNotices + ofScript
      + ofEncoding
  }

  /// Decodes, renders and encodes the edit. The output is valid only if this method returns.
  ///
  /// - Throws: `EditFailure` of an image, of a limit, or of the output.
  package func render(
    into output: ByteOutput, options: Options = Options()
  ) throws(EditFailure) -> Result {
    do throws(EditFailure) {
      let (map, notices) = try gainMaps.encodedMap(options, of: images)
      var result = try render(map.map { rendering.adding($0) } ?? rendering, into: output, options)
      result.notices += notices
      return result
    } catch {
      throw images.unreadableGainMap(error)?.failure ?? error
    }
  }

  private func render(
    _ rendering: Rendering, into output: ByteOutput, _ options: Options
  ) throws(EditFailure) -> Result {
    switch rendering {
    case .images(let images): try images.render(into: output, options)
    case .sequence(let sequence): try sequence.render(into: output, options)
    case .blocks(let blocks): try blocks.render(into: output, options)
    }
  }

  /// Decodes and renders the edit into memory. It must not be a lossless transform.
  ///
  /// - Throws: `EditFailure` of an image or of a limit.
  package func renderIntoMemory(_ options: Options) throws(EditFailure) -> RenderedFrames {
    switch rendering {
    case .images(let images): try images.renderIntoMemory(options)
    case .sequence(let sequence): try sequence.renderIntoMemory(options)
    case .blocks: throw .bug("a lossless transform has no pixels")
    }
  }
}
