import FrameCodec
import FrameHash
import FrameModel
import FrameRender
import FrameScene

/// An edit of which everything is decided and no pixel is read yet.
public struct PreparedEdit {
  public let plan: RenderPlan
  /// Of the output.
  public let codec: any Codec
  /// The first image that the script took: the first input where there is one. The output has its
  /// format unless another is asked for, and its metadata.
  public let lead: OpenImage?
  /// The edit as frames, where it is wanted so; the plan is then that of the last one.
  public let sequence: FrameSequence?
  /// The images of the plan, in its order; of a film the others follow that it shows.
  public let images: [OpenImage]
  private let outputMetadata: OutputMetadata
  /// What somebody has chosen among the metadata.
  let metadata: MetadataPolicy
  private let run: Interpreter.Result
  private let planner: Planner
  let limits: Limits
  let kernels: InstructionSet
  /// Draws `plan` with one job; nil where blocks are moved instead.
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
    lead = store.first
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
      plan, lead: store.first, images: images, colors: colors, policy: metadata, format: codec.format)
  }

  /// The layers' names, in the order of their declaration.
  public var layerNames: [String] { Array(run.scene.names) }

  /// The layers in their groups, hidden ones too, as the script left them.
  public var layers: [SceneTree.Layer] { run.scene.tree }

  /// How many inputs the edit took.
  public var inputsUsed: Int { run.inputsUsed }

  /// Claims of the script that do not hold; nothing may be written then.
  public var failedExpectations: [ScriptError] { run.failedExpectations }

  /// What happened on the way: gestures, and what was said.
  public var record: RunRecord { run.record }

  /// The map from the upright pixels of a layer's image to the output's; nil where there is no such
  /// layer.
  ///
  /// - Parameter layer: its name; nil for the current one.
  public func mapping(of layer: String?) throws(ScriptError) -> AffineTransform? {
    try run.scene.mapping(of: layer, planner)
  }

  public struct Options {
    /// Without effect where no pixel is encoded.
    public var quality: Quality?
    public var onDamage: DamagePolicy
    /// True where the output's pixel hash is wanted.
    public var hash: Bool
    /// How many threads may work. The output does not depend on it.
    public var jobs: Int
    /// Is told of the frames of a film that are done, and how many there are.
    public var progress: (@Sendable (Int, Int) -> Void)?
    /// For one of several results of the same images.
    public var shared: DecodeCache?

    public init(
      quality: Quality? = nil, onDamage: DamagePolicy = .fail, hash: Bool = false, jobs: Int = 1
    ) {
      self.quality = quality
      self.onDamage = onDamage
      self.hash = hash
      self.jobs = jobs
    }
  }

  public struct Result: Sendable {
    /// What was found while decoding.
    public var notices: [EditNotice]
    /// The output's pixel hash, where it was asked for.
    public var hash: String?
  }

  /// What the output gets beside its pixels.
  public var filteredMetadata: FilteredMetadata { outputMetadata.filteredMetadata }

  /// The bytes that rendering holds at once beside the scene, with one job: more of them hold more, but no more
  /// than the limit.
  var windowBytes: Int { renderer?.windowBytes ?? 0 }

  /// The bytes that the scene and the plan hold.
  var sceneBytes: Int { max(0, run.account.used.adding(plan.itemBytes)) }

  /// The bytes that are held at once, with one job: of the scene and of pixels, or of blocks.
  public var heldBytes: Int {
    if let sequence { return heldBytes(of: sequence) }
    guard let move = plan.move, let image = images.first, let blocks = image.header.blocks else {
      return sceneBytes.adding(windowBytes)
    }
    return move.isStill(stored: image.header.size) ? 0 : 2 * blocks.bytes
  }

  /// Whether no block moves and nothing that is said of them changes but the orientation.
  private var isLeftAsItIs: Bool {
    guard let move = plan.move, let image = images.first else { return false }
    return metadata == .all && move.isStill(stored: image.header.size)
  }

  /// The image whose quality can be kept: the leading one, if its codec is the output's and can do that.
  public var model: OpenImage? {
    guard codec is any LosslessCodec, let lead, lead.codec.format.name == codec.format.name else {
      return nil
    }
    return lead
  }

  /// What is known to be lost or left out before any pixel is read.
  public var notices: [EditNotice] {
    let left = run.record.fingersLeftDown
    let ofScript: [EditNotice] =
      (left.isEmpty ? [] : [.fingersLeftDown(left)]) + run.record.shortfalls.map(EditNotice.text)
      + (sequence?.hasTime == false ? [.noTimePasses] : [])
    if let move = plan.move {
      // Nothing is decoded, so nothing of what that would lose is lost.
      let said = isLeftAsItIs ? [] : outputMetadata.notices
      return (move.kind == .trimmed ? [.trimmed(to: plan.window.size)] : []) + said + ofScript
    }
    let ofImages = images.flatMap { image in
      // Which frames are used is said, not found.
      image.header.notices.filter { $0 != .firstFrameOnly(of: image.header.frames) }
        .map { EditNotice.image(image.name, $0) }
    }
    return ofImages + plan.losses.map(EditNotice.loss) + outputMetadata.notices + ofScript
  }

  /// Decodes, renders and encodes. What was written counts only when this has returned.
  ///
  /// - Throws: `EditError`: of an image, of the limit, or of the output.
  public func render(
    into output: ByteOutput, options: Options = Options()
  ) throws(EditError) -> Result {
    if let sequence { return try render(sequence, into: output, options) }
    if let move = plan.move { return try self.move(move, into: output, options) }
    let renderer = try affordable(renderer!, jobs: options.jobs)
    return try rendering { () throws in
      let encoder = try encoder(output, options.quality)
      let hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
      var sink = HashingSink(inner: encoder, hash: hash)
      let notices = try render(renderer, options, into: &sink)
      return Result(notices: notices, hash: sink.hash?.text)
    }
  }

  /// - Throws: of what `body` throws, whose fault it is.
  func rendering<R>(_ body: () throws -> R) throws(EditError) -> R {
    do {
      return try body()
    } catch let error as EditError {
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

  func encoder(
    _ output: ByteOutput, _ quality: Quality?
  ) throws(CodecError) -> CheckedEncoder {
    var request = EncodeRequest(
      size: plan.window.size, pixels: plan.output, metadata: filteredMetadata.metadata)
    request.animation = animation
    request.limits = limits
    if quality == .keep, let model, let codec = codec as? any LosslessCodec {
      return try codec.encoder(output, request, like: model.bytes)
    }
    if case .level(let level) = quality { request.quality = level }
    return try codec.encoder(output, request)
  }

  /// With as many jobs as the limit has room for: whether it is passed is a matter of the edit, not of the
  /// machine.
  ///
  /// - Parameter held: the bytes that are held meanwhile, but for the scene's.
  func affordable(
    _ renderer: Renderer, jobs: Int, beside held: Int = 0
  ) throws(EditError) -> Renderer {
    let held = held.adding(sceneBytes)
    var jobs = jobs
    var renderer = renderer.using(jobs: jobs)
    while true {
      do throws(LimitExceeded) {
        try limits.check(memory: held.adding(renderer.windowBytes))
        return renderer
      } catch {
        guard jobs > 1 else { throw limit(error, of: renderer, beside: held) }
        jobs /= 2
        renderer = renderer.using(jobs: jobs)
      }
    }
  }

  /// What says that rendering would hold too much: at the line of the layer without whose shadow or outlines, and
  /// without those of all others, there would be room.
  private func limit(_ exceeded: LimitExceeded, of renderer: Renderer, beside held: Int) -> EditError {
    guard let name = heaviestLayer(renderer, room: limits.memory - held),
      let index = run.scene.index(of: name)
    else { return .limit(exceeded) }
    return .script(ScriptError(.limit(exceeded), at: run.scene.layers[index].lastEdit))
  }

  private func heaviestLayer(_ renderer: Renderer, room: Int) -> String? {
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

  /// With the name of the layer that throws it.
  fileprivate var widestShadow: (layer: String, deviation: Double)? {
    guard case .group(let group) = self else { return nil }
    let own = group.shadow.map { (layer: group.layer, deviation: $0.deviation) }
    return ([own] + group.items.map(\.widestShadow)).compactMap(\.self).max { $0.deviation < $1.deviation }
  }
}
