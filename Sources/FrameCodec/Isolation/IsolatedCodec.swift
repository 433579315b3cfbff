import CCodecWorker
import FrameImage

/// Built-in codecs in processes of their own, with the same interface.
package enum IsolatedCodecs {
  /// Returns the isolated codecs, in the same order.
  ///
  /// - Parameter codecs: all codecs of `CodecServer`, in the same order.
  package static func of(_ codecs: [any Codec]) -> [any Codec] {
    let pool = WorkerPool(.builtIn)
    return codecs.enumerated().map { index, codec in
      IsolatedCodec(inner: codec, index: UInt32(index), pool: pool)
    }
  }
}

/// A codec that runs in another process.
struct IsolatedCodec: Codec {
  /// Used in this process only for its properties.
  let inner: any Codec
  /// Its index in the other process.
  let index: UInt32
  let pool: WorkerPool

  var format: ImageFormat { inner.format }
  var library: String { inner.library }

  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try IsolatedReader(self, input, limits)
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    let image = try IsolatedImage(pool, request.limits, bytes: 0)
    var value = WireWriter()
    value.put(request)
    let begun = try image.ask(.encode, value) { $0.index = index }
    return try IsolatedEncoder(image, output, request, begun)
  }
}

/// An image that another process has opened.
final class IsolatedReader: LosslessReader {
  let header: ImageHeader
  private let codec: IsolatedCodec
  private let input: ByteInput
  private let image: IsolatedImage

  init(_ codec: IsolatedCodec, _ input: ByteInput, _ limits: Limits) throws(CodecError) {
    (self.codec, self.input) = (codec, input)
    image = try IsolatedImage(codec.pool, limits, bytes: input.length)
    header = try image.value(of: image.ask(.open, reading: input, limits, codec.index), ImageHeader.self)
    _ = try CodecError.limited(limits.check(width: header.size.width, height: header.size.height))
  }

  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    let rows = try image.value(RowLayout.self, .decode, WireWriter(request))
    guard rows.size == header.size.reduced(by: request.reduction), rows.format == header.pixels,
      rows.frames >= header.frames
    else { throw image.breach() }
    return IsolatedDecoder(image, rows)
  }

  func move(_ output: ByteOutput, _ request: TransformRequest) throws(CodecError) -> [CodecNotice] {
    let notices = try image.value([CodecNotice].self, .move, WireWriter(request))
    try image.pass(try image.ask(.moved), to: output)
    return notices
  }

  /// The process of this image has no place for an encoder, so another one opens the image.
  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    let image = try IsolatedImage(codec.pool, request.limits, bytes: input.length)
    let begun = try image.ask(.encodeLike, reading: input, request, codec.index)
    return try IsolatedEncoder(image, output, request, begun)
  }
}

extension IsolatedImage {
  fileprivate func ask(
    _ question: CodecOperation, reading input: ByteInput, _ request: some WireValue, _ index: UInt32
  ) throws(CodecError) -> codec_reply {
    try input.withDescriptor { descriptor throws(CodecError) in
      try ask(question, WireWriter(input.length, request), descriptor: descriptor) { $0.index = index }
    }
  }
}
