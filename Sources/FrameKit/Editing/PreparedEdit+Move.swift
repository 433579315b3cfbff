import FrameCodec
import FrameModel

extension PreparedEdit {
  /// Writes the output from the picture's blocks.
  func move(
    _ move: BlockMove, into output: ByteOutput, _ options: Options
  ) throws(EditError) -> Result {
    guard let codec = codec as? any LosslessCodec, let picture = pictures.first else {
      throw .output(.misuse(detail: "a codec that knows no blocks shall move some"))
    }
    let request = MoveRequest(
      move, onDamage: options.onDamage, limits: limits, metadata: outgoing.metadata,
      keepsUnknown: metadata == .all)
    // Pixels are needed after all where their hash is: those that a reader of the output will see.
    let target = options.hash ? ByteOutput() : output
    target.cancellation = limits.cancellation
    do throws(CodecError) {
      let notices = try codec.move(picture.bytes.until(limits.cancellation), target, request)
      var result = Result(notices: notices.map { .picture(picture.name, $0) }, hash: nil)
      if options.hash {
        let moved = target.bytes
        result.hash = try Self.hash(of: moved, codec, limits)
        try output.write(moved)
      }
      return result
    } catch {
      if case .writeFailed = error { throw .output(error) }
      throw .picture(PictureFailure(name: picture.name, error: error), at: nil)
    }
  }

  private static func hash(
    of bytes: [UInt8], _ codec: any Codec, _ limits: Limits
  ) throws(CodecError) -> String {
    do throws(PictureFailure) {
      let input = NamedInput(name: "", bytes: ByteInput(bytes: bytes))
      let picture = try OpenPicture(input, codecs: CodecList([codec]), limits: limits)
      return try picture.pixelHash(limits: limits)
    } catch {
      throw error.error
    }
  }
}
