/// An image file whose header has been read. The bytes of the header are not read again for the rows.
///
/// A reader makes one decoder or moves the image's blocks once, and is not used after that.
package protocol ImageReader: AnyObject, SendableMetatype {
  var header: ImageHeader { get }

  /// Prepares for reading rows, after checking the memory for the whole decode against the limits. Callers use
  /// `rows(_:)`.
  ///
  /// - Throws: `CodecError.limit`
  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder
}

/// A reader of a format that stores blocks of samples, which can be moved without decoding them to pixels. Formats say
/// so by `Capabilities.movesBlocks`.
package protocol LosslessReader: ImageReader {
  /// Writes the image with its blocks moved, after checking the memory for it against the limits.
  ///
  /// - Returns: notices about damage and dropped data.
  func move(_ output: ByteOutput, _ request: TransformRequest) throws(CodecError) -> [CodecNotice]

  /// As `Codec.makeEncoder(_:_:)`, with the quality settings of this image. The reader can still be used after that.
  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder
}

extension ImageReader {
  /// Begins the first frame and returns its rows.
  ///
  /// - Throws: as `makeDecoder(_:)`, `CodecError.unsupported` for a shrink factor that the header does not list, and damage in
  ///   the header that the policy does not allow.
  package func rows(_ request: DecodeRequest) throws(CodecError) -> CheckedDecoder {
    guard header.reductions.contains(request.reduction) else {
      throw .unsupported(
        detail: "the image cannot be reduced by \(request.reduction.rawValue) during decoding")
    }
    let decoder = try makeDecoder(request)
    let size = header.size.reduced(by: request.reduction)
    guard decoder.size == size, decoder.format == header.pixels, decoder.frames >= header.frames else {
      throw .misuse(
        detail: "the header says \(header.frames) frames of \(size) \(header.pixels), "
          + "and the decoder \(decoder.frames) of \(decoder.size) \(decoder.format)")
    }
    return try CheckedDecoder(decoder, request)
  }
}

extension LosslessReader {
  /// Writes the header of an image with the quality settings of this one, and prepares for rows.
  ///
  /// - Throws: `CodecError.unsupported` for a pixel format or size that the format cannot store.
  package func encoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> CheckedEncoder {
    try CheckedEncoder(output, request, makeEncoder)
  }
}
