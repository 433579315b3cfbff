import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage

/// An output that is a lossless transform of an image: its MCUs are moved and not decoded.
package struct BlockTransform {
  let image: OpenImage
  /// The request, without a policy for damage.
  private(set) var request: TransformRequest
  /// The codec of the output.
  let codec: any Codec

  var kind: LosslessTransform.Kind { request.move.kind }

  /// True if all MCUs stay in place.
  private var isStill: Bool { request.move.isStill(stored: image.header.size) }

  /// True if the output keeps all data of the image. Only the orientation and the resolution may change.
  var keepsEverything: Bool { request.metadata.isAsStored }

  /// The bytes that the transform holds at once.
  var heldBytes: Int {
    guard let blocks = image.header.blocks else { return 0 }
    if isStill { return request.isProgressive ? blocks.bytes : 0 }
    return 2 * blocks.bytes
  }

  /// Returns a transform that also writes a gain map.
  func adding(_ map: EncodedGainMap) -> BlockTransform {
    guard case .replaced(let metadata, let keepsUnknown, _) = request.metadata else { return self }
    var other = self
    other.request.metadata = .replaced(metadata, keepsUnknown: keepsUnknown, gainMap: map)
    return other
  }

  /// Writes the output.
  ///
  /// - Throws: `EditFailure` of the image or of the output.
  func render(
    into output: ByteOutput, _ options: PreparedEdit.Options
  ) throws(EditFailure) -> PreparedEdit.Result {
    var request = request
    request.onDamage = options.onDamage
    // The pixel hash needs pixels after all: those that a reader of the output will decode.
    let target = options.hash ? ByteOutput() : output
    target.cancellation = request.limits.cancellation
    let reader = try image.losslessReader()
    let convert = { (error: CodecError) in
      if case .writeFailed = error { return EditFailure.output(error) }
      return EditFailure.input(FileError(image.name, .unreadable(error)), at: nil)
    }
    let notices = try converting(reader.move(target, request), convert)
    var result = PreparedEdit.Result(notices: notices.map { .image(image.name, $0) }, hash: nil)
    if options.hash {
      let bytes = target.bytes
      result.hash = try converting(pixelHash(of: bytes), convert)
      try converting(output.write(bytes), convert)
    }
    return result
  }

  private func pixelHash(of bytes: [UInt8]) throws(CodecError) -> String {
    let limits = request.limits
    let input = ImageInput(name: "", bytes: ByteInput(bytes: bytes))
    return try converting(
      OpenImage(input, codecs: CodecList([codec]), limits: limits).pixelHash(limits: limits)
    ) { (error: FileError) -> CodecError in
      if case .unreadable(let reason) = error.problem { reason } else { .misuse(detail: error.problem.text) }
    }
  }
}
