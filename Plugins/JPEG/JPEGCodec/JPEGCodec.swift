import CJPEG
import FrameCodec
import FrameImage

/// JPEG (ITU-T T.81, JFIF, and Adobe's CMYK) with the system's libjpeg-turbo.
///
/// Reads 8-bit baseline, extended, progressive and arithmetic-coded images of 1, 3 or 4 components. Writes baseline and
/// progressive images with 1 or 3 components, by default 4:4:4 from quality 90 up, else 4:2:0. A lossless transform
/// keeps the coding.
package struct JPEGCodec: Codec {
  package init() {}

  package var format: ImageFormat {
    ImageFormat(
      name: "jpeg", title: "JPEG", extensions: ["jpg", "jpeg", "jpe", "jfif"],
      signatures: [ImageFormat.Signature([0xFF, 0xD8, 0xFF])],
      capabilities: ImageFormat.Capabilities(
        alpha: false, depths: [.eight], maximumSide: Int(cjpeg_maximum_side()), loss: .detail,
        defaultQuality: JPEGEncoder.defaultQuality, resolution: true, holding: .coefficients,
        movesBlocks: true, gainMap: true, metadata: JPEGSegment.room
      ))
  }

  package var library: String { String(cString: cjpeg_library()) }

  package func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try JPEGReader(input, limits: limits)
  }

  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try JPEGEncoder(output, request)
  }

  package func heldBytes(_ request: EncodeRequest, like model: ImageHeader?) -> Int {
    JPEGEncoder.coefficientBytes(request, like: model)
  }
}

/// A JPEG whose header has been read.
final class JPEGReader: LosslessReader {
  let header: ImageHeader
  private let input: ByteInput
  private let head: JPEGHead
  private let library: LibraryDecoder

  /// Reads the header twice: first with our own parser, because it is bounded, then with the library.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    if input.length == 0 { throw .empty }
    self.input = input
    head = try JPEGHead(input)
    library = try LibraryDecoder(input, limits: limits)
    let metadata = JPEGMetadata(head)
    let attachments = try JPEGAttachments(head, metadata, input)
    header = try ImageHeader(library.header, metadata, attachments, limits)
  }

  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    try JPEGDecoder(library, header, request, lookingFurtherIn: input)
  }

  func move(_ output: ByteOutput, _ request: TransformRequest) throws(CodecError) -> [CodecNotice] {
    try LosslessTransformer(input: input, output: output, request: request).run(library, header, head)
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    try JPEGEncoder(output, request, like: library)
  }
}

extension ImageHeader {
  /// Combines the library's header with the metadata.
  ///
  /// - Throws: `CodecError.limit` for an image that is too large.
  init(
    _ library: cjpeg_header, _ metadata: JPEGMetadata, _ attachments: JPEGAttachments, _ limits: Limits
  ) throws(CodecError) {
    let size = try CodecError.size(width: Int(library.width), height: Int(library.height), within: limits)
    let isCMYK = library.pixels == CJPEG_CMYK
    let pixels: PixelFormat =
      switch library.pixels {
      case CJPEG_GRAY: .gray8
      case CJPEG_CMYK: .rgba8
      default: .rgb8
      }
    let stored = metadata.profile.flatMap(ICCProfile.init)
    let profile = stored.flatMap {
      (isCMYK ? $0.describesCMYK : $0.describes(pixels.channels)) ? $0 : nil
    }
    let dropped: CodecNotice? =
      !metadata.hasProfile || profile != nil ? nil : stored == nil ? .profileUnreadable : .profileDropped
    self.init(
      size: size, pixels: pixels, orientation: metadata.orientation,
      metadata: ImageMetadata(
        profile: profile?.bytes,
        resolution: ImageMetadata.Resolution(
          JFIFDensity(
            unit: Int(library.density_unit), x: Int(library.x_density), y: Int(library.y_density)))
          ?? metadata.exif?.resolution,
        blocks: metadata.blocks),
      traits: [
        library.progressive != 0 ? "progressive" : nil,
        library.arithmetic != 0 ? "arithmetic" : nil,
        isCMYK ? "CMYK" : nil,
      ].compactMap(\.self),
      notices: (dropped.map { [$0] } ?? []) + metadata.notices + attachments.notices,
      reductions: [.none, .half, .quarter, .eighth],
      blocks: PixelSize(width: Int(library.piece_width), height: Int(library.piece_height)).map {
        let coefficient = 2
        return BlockGrid(mcu: $0, bytes: coefficient * Int(library.samples))
      })
    samples = isCMYK ? .cmyk : .colors
    decoderBytes = DecodeCost(library, limits).bytes
    (gainMap, self.attachments) = (attachments.gainMap, attachments.others)
  }
}
