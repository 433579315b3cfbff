import FrameCodec
import FrameFiles
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
    do throws(CodecError) {
      let notices = try reader.move(target, request)
      var result = PreparedEdit.Result(notices: notices.map { .image(image.name, $0) }, hash: nil)
      if options.hash {
        let bytes = target.bytes
        result.hash = try pixelHash(of: bytes)
        try output.write(bytes)
      }
      return result
    } catch {
      if case .writeFailed = error { throw .output(error) }
      throw .input(InputError(image.name, .unreadable(error)), at: nil)
    }
  }

  private func pixelHash(of bytes: [UInt8]) throws(CodecError) -> String {
    let limits = request.limits
    do throws(InputError) {
      let input = ImageInput(name: "", bytes: ByteInput(bytes: bytes))
      let image = try OpenImage(input, codecs: CodecList([codec]), limits: limits)
      return try image.pixelHash(limits: limits)
    } catch {
      guard case .unreadable(let reason) = error.problem else { throw .misuse(detail: error.problem.text) }
      throw reason
    }
  }
}
