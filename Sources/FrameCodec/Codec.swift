import FrameModel

/// An image format: what it is called, how it is recognized, what it can hold.
public struct ImageFormat: Hashable, Sendable {
  /// The short name, as `--format` takes it: "jpeg".
  public var name: String
  /// As people write it: "JPEG".
  public var title: String
  /// Without a dot, in lower case; the first is the one that new files get.
  public var extensions: [String]
  public var signatures: [Signature]
  public var capabilities: Capabilities

  public init(
    name: String, title: String, extensions: [String], signatures: [Signature], capabilities: Capabilities
  ) {
    self.name = name
    self.title = title
    self.extensions = extensions
    self.signatures = signatures
    self.capabilities = capabilities
  }

  /// Bytes that files of a format begin with. Where a mask's bit is 0, anything may stand.
  public struct Signature: Hashable, Sendable {
    public var bytes: [UInt8]
    public var mask: [UInt8]?

    public init(_ bytes: [UInt8], mask: [UInt8]? = nil) {
      self.bytes = bytes
      self.mask = mask
    }

    public func matches(_ start: [UInt8]) -> Bool {
      guard start.count >= bytes.count else { return false }
      return bytes.indices.allSatisfy { i in
        let bits = mask?[i] ?? 0xFF
        return start[i] & bits == bytes[i] & bits
      }
    }
  }

  /// What a file of a format can hold, so that a plan can say what it would lose.
  public struct Capabilities: Hashable, Sendable {
    public var alpha: Bool
    public var depths: [PixelFormat.Depth]
    public var maximumSide: Int
    /// True where writing loses something, and how much is a matter of `quality`.
    public var isLossy: Bool
    /// True where a color profile travels with the pixels.
    public var profile: Bool
    /// What of `ImageMetadata.Colorimetry` does.
    public var colorimetry: ColorimetrySupport
    /// Whether several frames can be written.
    public var animation: Bool
    /// Whether anything can be.
    public var writes: Bool
    /// The kinds of metadata that can be written, each with the bytes that there is room for.
    public var metadata: [MetadataBlock.Kind: Int]

    public init(
      alpha: Bool, depths: [PixelFormat.Depth], maximumSide: Int, isLossy: Bool, profile: Bool = true,
      colorimetry: ColorimetrySupport = .none, animation: Bool = false, writes: Bool = true,
      metadata: [MetadataBlock.Kind: Int] = [:]
    ) {
      self.writes = writes
      self.animation = animation
      self.metadata = metadata
      self.alpha = alpha
      self.depths = depths
      self.maximumSide = maximumSide
      self.isLossy = isLossy
      self.profile = profile
      self.colorimetry = colorimetry
    }
  }
}

/// What of colors a format says in numbers.
public enum ColorimetrySupport: Hashable, Sendable {
  case none
  /// That samples are light, and nothing else.
  case linear
  case all

  public func has(_ numbers: ImageMetadata.Colorimetry) -> Bool {
    switch self {
    case .none: false
    case .linear: numbers == ImageMetadata.Colorimetry(gamma: 100_000)
    case .all: true
    }
  }
}

/// A format's four answers: what it is, what a file's header says, its rows, and rows into a file.
///
/// A codec is a value without state; everything that lasts lives in the decoder or encoder it makes.
/// It never opens files: bytes come from a `ByteInput` and go to a `ByteOutput`.
public protocol Codec: Sendable {
  var format: ImageFormat { get }
  /// The library underneath and its version, as it reports it: "libpng 1.6.39".
  var library: String { get }
  /// The file that it was loaded from; nil for a part of the program.
  var plugin: String? { get }

  /// Reads the header alone: no pixel is decoded and nothing as large as the image is allocated.
  ///
  /// - Throws: what is wrong with the header, and `CodecError.limit` for an image that is too large.
  func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader

  /// Makes ready to read rows. What the whole decode will hold is checked against the limits first. Who reads
  /// calls `decoder(_:_:)`.
  ///
  /// - Throws: what is wrong with the header and cannot be read over, and `CodecError.limit`.
  func makeDecoder(_ input: ByteInput, _ request: DecodeRequest) throws(CodecError) -> any ImageDecoder

  /// Writes the header, and makes ready to take rows. Who writes calls `encoder(_:_:)`.
  ///
  /// - Throws: `CodecError.unsupported` for a pixel format or size that the format cannot hold.
  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder
}

extension Codec {
  public var plugin: String? { nil }
}

/// What is known of an image before any pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
  /// As stored: before the orientation is applied.
  public var size: PixelSize
  /// As decoded: palettes and depths below 8 are already brought to one of our formats.
  public var pixels: PixelFormat
  /// What the channels of `pixels` are amounts of.
  public var samples = Samples.colors
  public var orientation: Orientation
  public var metadata: ImageMetadata
  /// How many frames, where the format says so.
  public var frames: Int
  /// How often all frames are shown; 0 is for ever.
  public var loopCount = 0
  /// Whether frames are pages, which do not build on earlier frames.
  public var arePages = false
  /// Other than "as stored": "progressive", "interlaced", "palette", "CMYK", in a fixed order.
  public var traits: [String]
  /// What decoding will not keep.
  public var notices: [CodecNotice]
  /// The reductions that the codec can decode at.
  public var reductions: [ShrinkFactor]
  /// What a `LosslessCodec` can move; nil where it cannot.
  public var blocks: BlockGrid?

  public init(
    size: PixelSize, pixels: PixelFormat, orientation: Orientation = .up,
    metadata: ImageMetadata = ImageMetadata(), frames: Int = 1, traits: [String] = [],
    notices: [CodecNotice] = [], reductions: [ShrinkFactor] = [.none], blocks: BlockGrid? = nil
  ) {
    self.size = size
    self.pixels = pixels
    self.orientation = orientation
    self.metadata = metadata
    self.frames = frames
    self.traits = traits
    self.notices = notices
    self.reductions = reductions
    self.blocks = blocks
  }
}

/// What the samples of an image are amounts of.
public enum Samples: UInt8, Hashable, Sendable {
  /// Light, as the channels are called.
  case colors
  /// Cyan, magenta, yellow and black in four channels, that are RGBA by name: 0 for no ink. A profile is one of CMYK.
  case cmyk
}

/// What travels with the pixels.
public struct ImageMetadata: Hashable, Sendable {
  /// An ICC profile that describes the decoded pixels.
  public var profile: [UInt8]?
  /// Pixels per meter; nil where unknown or only a ratio.
  public var resolution: Resolution?
  /// What the samples mean, where a file says it in numbers beside or instead of a profile.
  public var colorimetry: Colorimetry?
  /// What else is said of the image, as the file has it: of EXIF, XMP and IPTC one block at the most.
  public var blocks: [MetadataBlock]

  public init(
    profile: [UInt8]? = nil, resolution: Resolution? = nil, colorimetry: Colorimetry? = nil,
    blocks: [MetadataBlock] = []
  ) {
    self.profile = profile
    self.resolution = resolution
    self.colorimetry = colorimetry
    self.blocks = blocks
  }

  public struct Resolution: Hashable, Sendable {
    /// Pixels per meter.
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// PNG's description of colors (PNG specification 11.3.2: gAMA, cHRM, sRGB and cICP), in the numbers
  /// of the file, so that writing it again changes nothing. Of several parts, cICP counts before a
  /// profile, a profile before `renderingIntent`, and that before the others.
  public struct Colorimetry: Hashable, Sendable {
    /// The exponent from light to samples, times 100,000: 45455 for 1/2.2.
    public var gamma: UInt32?
    /// x and y of white, red, green and blue, times 100,000: eight numbers.
    public var chromaticities: [UInt32]?
    /// The image is sRGB, to be rendered with this ICC intent, 0...3.
    public var renderingIntent: UInt8?
    /// Color primaries, transfer function, matrix coefficients and full range flag (ITU-T H.273): four
    /// bytes.
    public var codePoints: [UInt8]?

    public init(
      gamma: UInt32? = nil, chromaticities: [UInt32]? = nil, renderingIntent: UInt8? = nil,
      codePoints: [UInt8]? = nil
    ) {
      self.gamma = gamma
      self.chromaticities = chromaticities
      self.renderingIntent = renderingIntent
      self.codePoints = codePoints
    }
  }
}

/// How the frames of an image follow each other.
public struct Animation: Hashable, Sendable {
  /// How many there are. How long each is shown is told when it begins.
  public var frames: Int
  /// How often all are shown; 0 is for ever.
  public var loopCount: Int

  public init(frames: Int, loopCount: Int = 0) {
    self.frames = frames
    self.loopCount = loopCount
  }
}

public struct DecodeRequest: Sendable {
  public var reduction: ShrinkFactor
  public var onDamage: DamagePolicy
  public var limits: Limits

  public init(
    reduction: ShrinkFactor = .none, onDamage: DamagePolicy = .fail, limits: Limits = Limits()
  ) {
    self.reduction = reduction
    self.onDamage = onDamage
    self.limits = limits
  }
}

public struct EncodeRequest: Sendable {
  public var size: PixelSize
  public var pixels: PixelFormat
  public var metadata: ImageMetadata
  /// 1...100, for formats that lose something; nil for the codec's default.
  public var quality: Int?
  /// What an encoder may hold.
  public var limits = Limits()
  /// Several frames, whose rows come one frame after the other; only for formats that hold animations.
  public var animation: Animation?

  public init(
    size: PixelSize, pixels: PixelFormat, metadata: ImageMetadata = ImageMetadata(),
    quality: Int? = nil
  ) {
    self.size = size
    self.pixels = pixels
    self.metadata = metadata
    self.quality = quality
  }
}
