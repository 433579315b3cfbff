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
  /// The first picture that the script took: the first input where there is one. The output has its
  /// format unless another is asked for, and its metadata.
  public let lead: OpenPicture?
  /// The pictures of the plan, in its order.
  public let pictures: [OpenPicture]
  private let travelling: TravellingMetadata
  private let run: Interpreter.Result
  private let planner: Planner
  private let limits: Limits

  init(
    plan: RenderPlan, run: Interpreter.Result, planner: Planner, shelf: [OpenPicture], codec: any Codec,
    metadata: MetadataPolicy, limits: Limits
  ) {
    self.plan = plan
    self.run = run
    self.planner = planner
    self.codec = codec
    self.limits = limits
    lead = shelf.first
    pictures = plan.pictures.map { shelf[$0.id] }
    travelling = TravellingMetadata(
      plan, lead: shelf.first, pictures: pictures, policy: metadata, format: codec.format)
  }

  /// The layers' names, in the order of their declaration.
  public var layerNames: [String] { Array(run.scene.names) }

  /// How many inputs the edit took.
  public var inputsUsed: Int { run.inputsUsed }

  /// Claims of the script that do not hold; nothing may be written then.
  public var failedClaims: [ScriptError] { run.failedClaims }

  /// What happened on the way: gestures, and what was said.
  public var record: RunRecord { run.record }

  /// The map from the upright pixels of a layer's picture to the output's; nil where there is no such
  /// layer.
  ///
  /// - Parameter layer: its name; nil for the current one.
  public func mapping(of layer: String?) throws(ScriptError) -> AffineTransform? {
    try run.scene.mapping(of: layer, planner)
  }

  public struct Options: Sendable {
    public var quality: Int?
    public var onDamage: DamagePolicy
    /// True where the output's pixel hash is wanted.
    public var hash: Bool
    /// How many threads may work. The output does not depend on it.
    public var jobs: Int
    /// Which makes no difference to the output.
    public var kernels: KernelVersion

    public init(
      quality: Int? = nil, onDamage: DamagePolicy = .fail, hash: Bool = false, jobs: Int = 1,
      kernels: KernelVersion = .fastest
    ) {
      self.quality = quality
      self.onDamage = onDamage
      self.hash = hash
      self.jobs = jobs
      self.kernels = kernels
    }
  }

  public struct Result: Sendable {
    /// What was found while decoding.
    public var notices: [EditNotice]
    /// The output's pixel hash, where it was asked for.
    public var hash: String?
  }

  /// What the output gets beside its pixels.
  public var outgoing: OutgoingMetadata { travelling.outgoing }

  /// The bytes of pixels that rendering holds at once, with one job: more of them hold more, but no more
  /// than the limit.
  public var windowBytes: Int { Renderer(plan).windowBytes }

  /// What is known to be lost or left out before any pixel is read.
  public var notices: [EditNotice] {
    let ofPictures = pictures.flatMap { picture in
      picture.header.notices.map { EditNotice.picture(picture.name, $0) }
    }
    let left = run.record.fingersLeftDown
    return ofPictures + plan.losses.map(EditNotice.loss) + travelling.notices
      + (left.isEmpty ? [] : [.fingersLeftDown(left)])
  }

  /// Decodes, renders and encodes. What was written counts only when this has returned.
  ///
  /// - Throws: `EditError`: of a picture, of the limit, or of the output.
  public func render(
    into output: ByteOutput, options: Options = Options()
  ) throws(EditError) -> Result {
    let renderer = try renderer(jobs: options.jobs, options.kernels)
    do {
      let decoders = try zip(pictures, plan.pictures).map { picture, planned in
        try NamedDecoder(
          picture,
          DecodeRequest(reduction: planned.reduction, onDamage: options.onDamage, limits: limits))
      }
      let encoder = try codec.encoder(
        output,
        EncodeRequest(
          size: plan.window.size, pixels: plan.output, metadata: outgoing.metadata,
          quality: options.quality))
      let hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
      var sink = HashingSink(inner: encoder, hash: hash)
      try renderer.render(decoders, into: &sink)
      return Result(notices: decoders.flatMap(\.notices), hash: sink.hash?.text)
    } catch let failure as PictureFailure {
      throw .picture(failure, at: nil)
    } catch let error as CodecError {
      throw .output(error)
    } catch is OutOfMemory {
      throw .output(.outOfMemory)
    } catch {
      throw .output(.misuse(detail: "\(error)"))
    }
  }

  /// With as many jobs as the limit has room for: whether it is passed is a matter of the edit, not of the
  /// machine.
  private func renderer(jobs: Int, _ kernels: KernelVersion) throws(EditError) -> Renderer {
    let renderer = Renderer(plan, kernels: kernels, jobs: jobs)
    do throws(LimitExceeded) {
      try limits.check(memory: renderer.windowBytes)
      return renderer
    } catch {
      guard jobs > 1 else { throw .limit(error) }
      return try self.renderer(jobs: jobs / 2, kernels)
    }
  }
}
