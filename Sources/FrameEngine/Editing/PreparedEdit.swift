import FrameCodec
import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript

/// An edit that is planned completely, before it reads the pixels that it draws.
///
/// It is a class because it is large and never changes, and is passed on often.
package final class PreparedEdit {
  private let scene: PlannedScene
  private let encoding: EncodingSettings
  /// The images of the plan, in its order. In a sequence, the other images that it shows follow.
  package let images: [OpenImage]
  package let colors: ColorManagement
  /// The plan, in the colors of the output. If a gain map is applied, it is deeper than the output.
  package let plan: RenderPlan
  package let rendering: Rendering
  package let gainMaps: GainMapUse
  private let outputMetadata: OutputMetadata
  private let gainMapNotices: [EditNotice]

  /// Decides step by step, each time from earlier decisions only: colors, gain maps, the plan, metadata, and how the output
  /// and its gain map are made.
  ///
  /// - Throws: `EditFailure.encoding` if the output cannot honor the settings; `.frames` if the frames do not exist or the
  ///   format cannot hold them; `.input` and `.limit` if the edit takes too much work.
  init(_ scene: PlannedScene, encoding: EncodingSettings, _ editor: Editor) throws(EditFailure) {
    try encoding.check(scene.codec.format)
    (self.scene, self.encoding) = (scene, encoding)
    let images = scene.shown.map { scene.store.images[$0] }
    let colors = ColorManagement(images, target: editor.colors, format: scene.codec.format)
    let maps = try ImageGainMaps(
      of: images, shownBy: scene.plan, encoding.gainMap, colors, isPreview: scene.planner.output.isPreview)
    let picture = scene.picture(colors, maps, encoding, editor.limits)
    let memory = EditMemory(
      limits: editor.limits, scene: scene.run.scene,
      sceneBytes: max(0, scene.run.account.used.adding(picture.itemBytes)), files: scene.store.files)
    let inputs = RenderedInputs(
      images: images, colors: colors, frames: editor.frames, decoded: scene.store.decoded,
      isPreview: scene.planner.output.isPreview)
    let hdr = scene.hdr(picture, inputs, maps, encoding, memory, editor)
    let plan = hdr?.picture ?? picture
    let metadata = OutputMetadata(
      plan, primaryImage: scene.store.images.first, images: images,
      origin: MetadataPolicy.Origin(shown: scene.shown, inputs: scene.store.inputs), colors: colors,
      policy: editor.metadata, format: scene.codec.format, resolution: encoding.resolution)
    let encoder = scene.encoder(plan, metadata, applying: hdr, encoding, editor.limits)
    let rendering = try Rendering(
      plan, inputs, scene.sequence, encoder, primaryImage: scene.store.images.first, applying: hdr, memory,
      editor)
    gainMaps = try scene.gainMaps(plan, images, maps, rendering, hdr, encoding, memory, editor)
    (self.images, self.colors, self.plan, self.rendering) = (images, colors, plan, rendering)
    outputMetadata = metadata
    gainMapNotices = gainMaps.notices(images, maps, plan, encoding.gainMap, scene)
  }

  /// The codec of the output.
  package var codec: any Codec { scene.codec }

  /// The first image that the script took: the first input, if there is one. The output has its metadata, and its
  /// format unless another one is requested.
  package var primaryImage: OpenImage? { scene.store.images.first }

  /// The image whose quality the output can keep; nil if there is none.
  package var qualitySource: OpenImage? { scene.qualitySource }

  /// The images whose pixels were read for the plan.
  package var analyzed: [OpenImage] { scene.store.analyzed.sorted().map { scene.store.images[$0] } }

  /// The pixel format of the output.
  package var outputPixels: PixelFormat { gainMaps.applied?.output ?? plan.output }

  /// The colors of an HDR image that a gain map gives; nil for other outputs.
  package var outputCodePoints: ImageMetadata.Colorimetry? { gainMaps.applied?.codePoints }

  /// The failed expectations of the script.
  package var failedExpectations: [ScriptError] { scene.result.failedExpectations }

  /// The number of inputs that the edit used.
  package var inputsUsed: Int { scene.result.inputsUsed }

  private var run: SceneRun.Result { scene.run }

  private var planner: Planner { scene.planner }

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

  /// The content mode of the current layer; nil if it makes no difference, because the layer shows no image or one that
  /// is as large as its box.
  package var currentMode: ContentMode? {
    guard let layer = run.scene.current.map({ run.scene.layers[$0] }), case .image(let image?) = layer.shown,
      layer.state.image.part(of: image).size != layer.bounds.size
    else { return nil }
    return layer.state.image.mode
  }

  /// Returns the name of the layer that a finger at a point of the canvas hits; nil for none.
  package func layer(at point: Point) -> String? {
    run.scene.hitTest(point).map { run.scene.layers[$0].name }
  }

  /// The planner's `largestWidth`.
  package var largestWidth: Int? { planner.largestWidth }

  /// The record of the run: gestures, dialogs and messages.
  package var record: RunRecord { run.record }

  /// Returns the map from a layer's upright content to the output's pixels; nil if there is no such layer.
  ///
  /// - Parameter layer: the name of the layer; nil for the current layer.
  package func mapping(of layer: String?) throws(SceneError) -> PlaneMap? {
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
      var stored = blocks.image.stored.metadata
      stored.resolution = encoding.resolution ?? stored.resolution
      filtered = .all(of: stored)
    }
    if outputCodePoints != nil { filtered.kept.removeAll { $0 == MetadataPolicy.Purpose.icc.rawValue } }
    switch gainMaps {
    case .none, .applied: break
    case .copied, .stored, .moved, .drawn: filtered.kept.append("gain map")
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
    guard gainMaps.written != nil else { return own }
    // Beside a map, the whole output is held, which has fewer bytes than its pixels.
    return max(own.adding(plan.frameBytes).adding(gainMaps.keptBytes), gainMaps.heldBytes)
  }

  /// For each image of the plan, the most of its decoded rows that are held at once; nil if no image is decoded in rows.
  package var heldRows: [Int]? {
    if case .images(let images) = rendering { images.heldRows } else { nil }
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
    // A depth that was chosen is no surprise.
    let losses = encoding.depth == nil ? plan.losses : plan.losses.filter { $0 != .depth }
    return ofImages + losses.map(EditNotice.loss) + outputMetadata.notices + gainMapNotices + ofScript
      + ofEncoding
  }

  /// Decodes, renders and encodes the edit. The output is valid only if this method returns.
  ///
  /// - Throws: `EditFailure` of an image, of a limit, or of the output.
  package func render(
    into output: ByteOutput, options: Options = Options()
  ) throws(EditFailure) -> Result {
    guard gainMaps.written != nil else { return try rendering.render(into: output, options) }
    do throws(EditFailure) {
      let (map, notices) = try gainMaps.made(options, of: images)
      var result = try (map.map { rendering.adding($0) } ?? rendering).render(into: output, options)
      result.notices += notices
      return result
    } catch {
      throw images.unreadableGainMap(error)?.failure ?? error
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
