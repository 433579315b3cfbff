import FrameGeometry
import FrameImage

/// An image format: its names, its signatures, its capabilities.
package struct ImageFormat: Equatable, Sendable {
  /// The short name for `--format`: "jpeg".
  package var name: String
  /// The name that people write: "JPEG".
  package var title: String
  /// Lowercase without a dot; new files get the first one.
  package var extensions: [String]
  package var signatures: [Signature]
  package var capabilities: Capabilities

  package init(
    name: String, title: String, extensions: [String], signatures: [Signature], capabilities: Capabilities
  ) {
    self.name = name
    self.title = title
    self.extensions = extensions
    self.signatures = signatures
    self.capabilities = capabilities
  }

  /// The first bytes of a format's files. Bits that are 0 in the mask are ignored.
  package struct Signature: Hashable, Sendable {
    package var bytes: [UInt8]
    package var mask: [UInt8]?

    package init(_ bytes: [UInt8], mask: [UInt8]? = nil) {
      self.bytes = bytes
      self.mask = mask
    }

    package func matches(_ start: [UInt8]) -> Bool {
      guard start.count >= bytes.count else { return false }
      return bytes.indices.allSatisfy { i in
        let bits = mask?[i] ?? 0xFF
        return start[i] & bits == bytes[i] & bits
      }
    }
  }

  /// What a file of a format can store, so that a plan can report losses.
  package struct Capabilities: Equatable, Sendable {
    package var alpha: Bool
    package var depths: [PixelFormat.Depth]
    package var maximumSide: Int
    package var loss: EncodingLoss
    /// The quality of an encoder that was not given one; nil if it is not known.
    package var defaultQuality: Int?
    /// True if a color profile can be stored.
    package var profile: Bool
    /// The kind of `ImageMetadata.Colorimetry` that can be stored.
    package var colorimetry: ColorimetrySupport
    /// True if several frames can be written.
    package var animation: Bool
    /// True if files store pixels per length, apart from EXIF.
    package var resolution: Bool
    /// What the encoder can hold of the whole image to make the file smaller.
    package var holding: ImageHolding
    /// True if readers are `LosslessReader`s.
    package var movesBlocks: Bool
    /// True if gain maps can be stored.
    package var gainMap: Bool
    /// True if the format can be written at all.
    package var writes: Bool
    /// The kinds of metadata that can be written, each with the maximum number of bytes.
    package var metadata: [MetadataBlock.Kind: Int]

    package init(
      alpha: Bool, depths: [PixelFormat.Depth], maximumSide: Int, loss: EncodingLoss,
      defaultQuality: Int? = nil,
      profile: Bool = true,
      colorimetry: ColorimetrySupport = .none, animation: Bool = false, resolution: Bool = false,
      holding: ImageHolding = .nothing, movesBlocks: Bool = false, gainMap: Bool = false, writes: Bool = true,
      metadata: [MetadataBlock.Kind: Int] = [:]
    ) {
      self.writes = writes
      (self.movesBlocks, self.gainMap) = (movesBlocks, gainMap)
      self.animation = animation
      (self.resolution, self.holding) = (resolution, holding)
      self.metadata = metadata
      self.alpha = alpha
      self.depths = depths
      self.maximumSide = maximumSide
      (self.loss, self.defaultQuality) = (loss, defaultQuality)
      self.profile = profile
      self.colorimetry = colorimetry
    }
  }
}

/// The colorimetry that a format can store as numbers.
package enum ColorimetrySupport: Equatable, Sendable {
  case none
  /// Only that samples are linear.
  case linear
  /// Only code points.
  case codePoints
  case all

  package func has(_ numbers: ImageMetadata.Colorimetry) -> Bool {
    switch self {
    case .none: false
    case .linear: numbers == ImageMetadata.Colorimetry(gamma: 100_000)
    case .codePoints: numbers == ImageMetadata.Colorimetry(codePoints: numbers.codePoints)
    case .all: true
    }
  }

  /// True if code points can be stored, which name the transfer functions of HDR images.
  package var hasCodePoints: Bool { self == .codePoints || self == .all }
}

/// What encoding loses, apart from what a format cannot store at all.
package enum EncodingLoss: Equatable, Sendable {
  case nothing
  /// Colors, if there are too many.
  case colors
  /// Detail, depending on `quality`.
  case detail
}

/// What an encoder can hold of a whole image, so that it codes the image with knowledge of all of it.
package enum ImageHolding: Equatable, Sendable {
  case nothing
  /// Quantized coefficients, from which Huffman tables are made. Such an encoder also writes progressive images, at any
  /// chroma subsampling.
  case coefficients
  /// Pixels, of which few colors become a palette.
  case pixels
}

/// The resolution of the chroma channels of an image in Y'CbCr, by its usual name.
public enum ChromaSubsampling: Int, Hashable, Sendable, CaseIterable {
  /// Full resolution.
  case full = 444
  /// Half the horizontal resolution.
  case halfWidth = 422
  /// Half the resolution in both directions.
  case half = 420
}

/// An image format with its reader and encoder.
///
/// A codec is a value without state; everything that lasts is in the reader or encoder that it makes. It never opens
/// files: bytes come from a `ByteInput` and go to a `ByteOutput`.
package protocol Codec: Sendable {
  var format: ImageFormat { get }
  /// The library underneath and its version, as it reports it: "libpng 1.6.39".
  var library: String { get }
  /// The file that it was loaded from; nil for a built-in codec.
  var plugin: String? { get }

  /// Reads the header of an image: no pixel is decoded and nothing as large as the image is allocated.
  ///
  /// - Throws: errors in the header, and `CodecError.limit` for an image that is too large.
  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader

  /// Writes the header and prepares for rows. Callers use `encoder(_:_:)`.
  ///
  /// - Throws: `CodecError.unsupported` for a pixel format or size that the format cannot store.
  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder

  /// Returns the bytes of what an encoder holds of the whole image if `EncodeRequest.holdsImage` allows it.
  ///
  /// - Parameter model: The header of the image whose quality settings are used; nil for those of the request.
  func heldBytes(_ request: EncodeRequest, like model: ImageHeader?) -> Int
}

extension Codec {
  package var plugin: String? { nil }

  package func heldBytes(_ request: EncodeRequest, like model: ImageHeader?) -> Int { 0 }

  /// Opens an image for one unit of work: once that is canceled, all reads fail.
  ///
  /// - Throws: as `open(_:limits:)`.
  package func reader(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try open(input.until(limits.cancellation), limits: limits)
  }
}

/// Everything known of an image before any pixel is decoded.
package struct ImageHeader: Equatable, Sendable {
  /// As stored, before the orientation is applied.
  package var size: PixelSize
  /// As decoded: palettes and depths below 8 are already converted.
  package var pixels: PixelFormat
  /// The meaning of the channels of `pixels`.
  package var samples = Samples.colors
  package var orientation: Orientation
  package var metadata: ImageMetadata
  /// The number of frames, if the format stores it.
  package var frames: Int
  /// How often the animation plays; 0 means forever.
  package var loopCount = 0
  /// True if frames are pages, which do not build on earlier frames.
  package var arePages = false
  /// Further properties: "progressive", "interlaced", "palette", "CMYK", in a fixed order.
  package var traits: [String]
  /// Notices about what decoding does not keep.
  package var notices: [CodecNotice]
  /// The shrink factors that the codec can decode at.
  package var reductions: [ShrinkFactor]
  /// The blocks that a `LosslessReader` can move; nil if it cannot.
  package var blocks: BlockGrid?
  /// The bytes that a decoder holds besides the rows that it returns: all coefficients of a progressive JPEG, for example.
  package var decoderBytes = 0
  /// The gain map in the same file; nil without one, or if it cannot be read.
  package var gainMap: StoredGainMap?
  /// Other data in the same file that decoding does not show.
  package var attachments: [Attachment] = []

  package init(
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

/// The meaning of an image's samples.
package enum Samples: UInt8, Hashable, Sendable {
  /// Light, as the names of the channels say.
  case colors
  /// Cyan, magenta, yellow and black, stored in four channels named RGBA: 0 means no ink. A profile is one for CMYK.
  case cmyk
}

/// The metadata of an image.
package struct ImageMetadata: Equatable, Sendable {
  /// An ICC profile that describes the decoded pixels.
  package var profile: [UInt8]?
  /// Pixels per meter; nil if unknown or only an aspect ratio.
  package var resolution: Resolution?
  /// The meaning of samples as numbers, in addition to or instead of a profile.
  package var colorimetry: Colorimetry?
  /// Other metadata as the file stores it: at most one block each of EXIF, XMP and IPTC.
  package var blocks: [MetadataBlock]

  package init(
    profile: [UInt8]? = nil, resolution: Resolution? = nil, colorimetry: Colorimetry? = nil,
    blocks: [MetadataBlock] = []
  ) {
    self.profile = profile
    self.resolution = resolution
    self.colorimetry = colorimetry
    self.blocks = blocks
  }

  package struct Resolution: Equatable, Sendable {
    /// Pixels per meter.
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// PNG's description of colors (PNG specification 11.3.2: gAMA, cHRM, sRGB and cICP), in the numbers of the file,
  /// so that writing it again changes nothing. Of several parts, cICP takes precedence over a profile, a profile over
  /// `renderingIntent`, and that over the others.
  package struct Colorimetry: Hashable, Sendable {
    /// The exponent from light to samples, times 100,000: 45455 for 1/2.2.
    package var gamma: UInt32?
    /// x and y of white, red, green and blue, times 100,000: eight numbers.
    package var chromaticities: [UInt32]?
    /// The image is sRGB, with this ICC rendering intent, 0...3.
    package var renderingIntent: UInt8?
    /// Color primaries, transfer function, matrix coefficients and full range flag (ITU-T H.273): four bytes.
    package var codePoints: [UInt8]?

    package init(
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

/// The frames of an animated image.
package struct Animation: Equatable, Sendable {
  /// Their number. Each frame's delay is passed when it begins.
  package var frames: Int
  /// How often the animation plays; 0 means forever.
  package var loopCount: Int

  package init(frames: Int, loopCount: Int = 0) {
    self.frames = frames
    self.loopCount = loopCount
  }
}

package struct DecodeRequest: Sendable {
  package var reduction: ShrinkFactor
  package var onDamage: DamagePolicy
  package var limits: Limits
  /// The largest number of threads that decode the image. Its rows do not depend on it.
  package var threads: Int

  package init(
    reduction: ShrinkFactor = .none, onDamage: DamagePolicy = .fail, limits: Limits = Limits(),
    threads: Int = 1
  ) {
    self.reduction = reduction
    self.onDamage = onDamage
    self.limits = limits
    self.threads = threads
  }
}

package struct EncodeRequest: Sendable {
  package var size: PixelSize
  package var pixels: PixelFormat
  package var metadata: ImageMetadata
  /// 1...100, for lossy formats; nil for the codec's default.
  package var quality: Int?
  /// The resolution of chroma; nil for the codec's choice. Only for encoders of coefficients.
  package var chroma: ChromaSubsampling?
  /// True to store red, green and blue as they are, and not as luminance and chroma, which rounds them. Only for encoders of
  /// coefficients.
  package var keepsRGB = false
  /// True for a progressive image, whose encoder holds the whole image. Only for encoders of coefficients.
  package var isProgressive = false
  /// True if the encoder may hold the whole image to make the file smaller.
  package var holdsImage = false
  /// The limits for the encoder.
  package var limits = Limits()
  /// Several frames, whose rows come one frame after the other; only for formats with animations.
  package var animation: Animation?
  /// Only for formats that store gain maps.
  package var gainMap: EncodedGainMap?

  package init(
    size: PixelSize, pixels: PixelFormat, metadata: ImageMetadata = ImageMetadata(),
    quality: Int? = nil
  ) {
    self.size = size
    self.pixels = pixels
    self.metadata = metadata
    self.quality = quality
  }
}

package struct TransformRequest: Sendable {
  package var move: LosslessTransform
  package var onDamage: DamagePolicy
  package var limits: Limits
  package var metadata: Metadata
  /// The resolution that replaces the image's; nil to keep that of the metadata.
  package var resolution: ImageMetadata.Resolution?
  /// True for a progressive image, whatever the coding of the image is.
  package var isProgressive = false

  package init(
    _ move: LosslessTransform, onDamage: DamagePolicy = .fail, limits: Limits = Limits(), metadata: Metadata
  ) {
    self.move = move
    self.onDamage = onDamage
    self.limits = limits
    self.metadata = metadata
  }

  /// The metadata of the output.
  package enum Metadata: Equatable, Sendable {
    /// All segments, and all data after the image. Only for an image whose blocks stay in place.
    case asStored
    /// These, and the segments of unknown meaning if they are kept. Data after the image is dropped, except for a gain map.
    case replaced(ImageMetadata, keepsUnknown: Bool, gainMap: EncodedGainMap? = nil)

    package var isAsStored: Bool { if case .asStored = self { true } else { false } }
  }
}
