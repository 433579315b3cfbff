import FrameCodec
import FrameModel

extension PreparedEdit {
  /// Writes the output from the image's blocks.
  func move(
    _ move: LosslessTransform, into output: ByteOutput, _ options: Options
  ) throws(EditError) -> Result {
    guard let codec = codec as? any LosslessCodec, let image = images.first else {
      throw .output(.misuse(detail: "a codec that knows no blocks shall move some"))
    }
    let request = TransformRequest(
      move, onDamage: options.onDamage, limits: limits, metadata: filteredMetadata.metadata,
      keepsUnknown: metadata == .all)
    // Pixels are needed after all where their hash is: those that a reader of the output will see.
    let target = options.hash ? ByteOutput() : output
    target.cancellation = limits.cancellation
    do throws(CodecError) {
      let notices = try codec.move(image.bytes.until(limits.cancellation), target, request)
      var result = Result(notices: notices.map { .image(image.name, $0) }, hash: nil)
      if options.hash {
        let moved = target.bytes
        result.hash = try Self.hash(of: moved, codec, limits)
        try output.write(moved)
      }
      return result
    } catch {
      if case .writeFailed = error { throw .output(error) }
      throw .image(ImageError(name: image.name, error: error), at: nil)
    }
  }

  private static func hash(
    of bytes: [UInt8], _ codec: any Codec, _ limits: Limits
  ) throws(CodecError) -> String {
    do throws(ImageError) {
      let input = NamedInput(name: "", bytes: ByteInput(bytes: bytes))
      let image = try OpenImage(input, codecs: CodecList([codec]), limits: limits)
      return try image.pixelHash(limits: limits)
    } catch {
      throw error.error
    }
  }
}
