import FrameCodec
import FrameFiles
import FrameEngine
import FrameImage
import FrameLayers

/// The metadata of an image, in the forms that all file formats share.
///
///     var result = try edit.apply(to: photo).render()
///     result.metadata.xmp = Array(packet.utf8)
///     try result.write(to: "framed.jpg")
public struct Metadata: Hashable, Sendable {
  /// A TIFF structure, from its byte order mark on (CIPA DC-008, 4.5). Results are upright, so files get no other orientation.
  public var exif: [UInt8]?
  /// An XMP packet in UTF-8 (ISO 16684-1).
  public var xmp: [UInt8]?
  /// Records of IPTC's Information Interchange Model (IIM 4.2), without the Photoshop resource around them.
  public var iptc: [UInt8]?
  /// Comments, in their order.
  public var comments: [String] = []

  public init() {}

  init(_ stored: ImageMetadata) {
    (exif, xmp, iptc) = (
      stored.blocks.first(.exif)?.bytes, stored.blocks.first(.xmp)?.bytes, stored.blocks.first(.iptc)?.bytes
    )
    comments = stored.blocks.filter { $0.kind == .comment }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Replaces the blocks of other metadata. A comment that stays keeps its keyword.
  func replace(in stored: inout ImageMetadata) {
    let old = stored.blocks
    stored.blocks =
      [
        exif.map { MetadataBlock(.exif, $0) }, xmp.map { MetadataBlock(.xmp, $0) },
        iptc.map { MetadataBlock(.iptc, $0) },
      ]
      .compactMap(\.self)
      + comments.map { text in
        old.first { $0.kind == .comment && $0.bytes.elementsEqual(text.utf8) }
          ?? MetadataBlock(.comment, Array(text.utf8))
      }
  }
}

/// The properties of an image, from its header.
public struct ImageInfo: Hashable, Sendable {
  /// The format; "bitmap" for an image that is not encoded.
  public let format: ImageFileType
  /// The width and height of the upright image.
  public let size: PixelSize
  /// The channels and the depth of its pixels.
  public let pixelFormat: PixelFormat
  /// The number of frames; 1 for a still image.
  public let frames: Int
  /// The ICC profile; nil without one.
  public let profile: [UInt8]?
  /// The metadata.
  public let metadata: Metadata
  /// True if it has an HDR gain map that can be read.
  public let hasGainMap: Bool
}

extension ImageSource {
  /// Reads the header of the image.
  ///
  /// - Parameters:
  ///   - formats: The formats of the image.
  ///   - limits: The resources that reading may use.
  /// - Throws: `EditError`
  public func info(formats: Formats = .builtIn, limits: Limits = Limits()) throws(EditError) -> ImageInfo {
    let image = try opened(1, formats, limits)
    let header = image.header
    return ImageInfo(
      format: ImageFileType(rawValue: image.codec.format.name), size: image.sourceImage(id: 0).uprightSize,
      pixelFormat: header.pixels,
      frames: header.frames, profile: header.metadata.profile, metadata: Metadata(header.metadata),
      hasGainMap: header.gainMap != nil)
  }

  /// Opens the image.
  func opened(_ number: Int, _ formats: Formats, _ limits: Limits) throws(EditError) -> OpenImage {
    do throws(InputError) {
      return try OpenImage(open(number: number), codecs: formats.codecs, limits: limits)
    } catch {
      throw EditError(error, at: .open)
    }
  }
}
