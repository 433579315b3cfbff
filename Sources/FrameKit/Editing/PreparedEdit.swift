import FrameCodec
import FrameCompare
import FrameModel
import FrameRender
import FrameScene

/// An edit of which everything is decided and no pixel is read yet.
public struct PreparedEdit {
  public let plan: RenderPlan
  public let scene: Scene
  /// Claims of the script that do not hold; nothing may be written then.
  public let failedClaims: [ScriptError]
  /// How many inputs the edit took.
  public let inputsUsed: Int
  /// The pictures of the plan, in its order.
  public let pictures: [OpenPicture]
  /// Of the output.
  public let codec: any Codec
  let limits: Limits

  public struct Options: Sendable {
    public var quality: Int?
    public var onDamage: DamagePolicy
    /// True where the output's pixel hash is wanted.
    public var hash: Bool

    public init(quality: Int? = nil, onDamage: DamagePolicy = .fail, hash: Bool = false) {
      self.quality = quality
      self.onDamage = onDamage
      self.hash = hash
    }
  }

  public struct Result: Sendable {
    /// What was found while decoding.
    public var notices: [EditNotice]
    /// The output's pixel hash, where it was asked for.
    public var hash: String?
  }

  /// The bytes of decoded pixels that rendering holds.
  public var sourceBytes: Int { Renderer(plan).sourceBytes }

  /// What is known to be lost or left out before any pixel is read.
  public var notices: [EditNotice] {
    let ofPictures = pictures.flatMap { picture in
      picture.header.notices.map { EditNotice.picture(picture.name, $0) }
    }
    return ofPictures + plan.losses.map(EditNotice.loss) + profile.notices
  }

  /// Decodes, renders and encodes. What was written counts only when this has returned.
  ///
  /// - Throws: `PictureFailure` for a picture that cannot be decoded, `CodecError` for an output that
  ///   cannot be encoded or written.
  public func render(into output: ByteOutput, options: Options = Options()) throws -> Result {
    let renderer = Renderer(plan)
    do throws(LimitExceeded) {
      try limits.check(memory: sourceBytes)
    } catch {
      throw CodecError.limit(error)
    }
    let request = DecodeRequest(onDamage: options.onDamage, limits: limits)
    let decoders = try pictures.map { try NamedDecoder($0, request) }
    let encoder = try codec.encoder(
      output,
      EncodeRequest(
        size: plan.window.size, pixels: plan.output, metadata: metadata, quality: options.quality))
    let hash = options.hash ? PixelHash(size: plan.window.size, format: plan.output) : nil
    var sink: any PixelSink = HashingSink(inner: encoder, hash: hash)
    try renderer.render(decoders, into: &sink)
    return Result(
      notices: decoders.flatMap(\.notices), hash: (sink as? HashingSink)?.hash?.text)
  }

  // MARK: What travels along

  private var metadata: ImageMetadata {
    guard let first = pictures.first else { return ImageMetadata() }
    var metadata = first.header.metadata
    metadata.profile = profile.kept
    if let resolution = metadata.resolution, let draw = plan.copied, draw.matrix.a == 0 {
      // Rows have become columns.
      metadata.resolution = ImageMetadata.Resolution(x: resolution.y, y: resolution.x)
    }
    return metadata
  }

  /// The profile that the output gets, and what is to be said of those it does not get.
  private var profile: (kept: [UInt8]?, notices: [EditNotice]) {
    let profiles = pictures.map(\.header.metadata.profile)
    var notices: [EditNotice] = []
    if Set(profiles).count > 1 { notices.append(.profilesDiffer) }
    guard let first = profiles.first, let kept = first else { return (nil, notices) }
    // A profile is for grey or for colour (ICC.1:2022, 7.2.6); the output may be the other.
    let wasGray = pictures[0].header.pixels.channels.isGray
    guard wasGray == plan.output.channels.isGray else {
      return (nil, notices + [.profileLeftOut(pictures[0].name)])
    }
    return (kept, notices)
  }
}

/// A decoder that says which picture failed.
final class NamedDecoder: PixelSource {
  private let name: String
  private var decoder: any ImageDecoder
  /// What the header already told is not told again.
  private let known: [CodecNotice]

  init(_ picture: OpenPicture, _ request: DecodeRequest) throws(PictureFailure) {
    name = picture.name
    known = picture.header.notices
    do throws(CodecError) {
      decoder = try picture.codec.decoder(picture.bytes, request)
    } catch {
      throw PictureFailure(name: picture.name, error: error)
    }
  }

  var size: PixelSize { decoder.size }
  var format: PixelFormat { decoder.format }
  var notices: [EditNotice] {
    decoder.notices.filter { !known.contains($0) }.map { .picture(name, $0) }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    do {
      try decoder.read(from: row, into: &band)
    } catch let error as CodecError {
      throw PictureFailure(name: name, error: error)
    }
  }

  func finish() throws {
    do {
      try decoder.finish()
    } catch let error as CodecError {
      throw PictureFailure(name: name, error: error)
    }
  }
}

/// Passes rows on, and takes their hash on the way where one is wanted.
struct HashingSink: PixelSink {
  var inner: any PixelSink
  var hash: PixelHash?

  mutating func write(_ band: Span<UInt8>) throws {
    hash?.write(band)
    try inner.write(band)
  }

  mutating func finish() throws {
    hash?.finish()
    try inner.finish()
  }
}
