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
      let isolated = IsolatedCodec(inner: codec, index: UInt32(index), pool: pool)
      return codec is any LosslessCodec ? IsolatedLosslessCodec(codec: isolated) : isolated
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

  func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    let image = try IsolatedImage(pool, limits, bytes: input.length)
    let header = try image.value(ImageHeader.self, .probe, reading: input, limits, index)
    try CodecError.limited { () throws(LimitExceeded) in
      _ = try limits.check(width: header.size.width, height: header.size.height)
    }
    return header
  }

  func makeDecoder(_ input: ByteInput, _ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    let image = try IsolatedImage(pool, request.limits, bytes: input.length)
    let rows = try image.value(RowLayout.self, .decode, reading: input, request, index)
    try CodecError.limited { () throws(LimitExceeded) in
      _ = try request.limits.check(width: rows.size.width, height: rows.size.height)
    }
    return IsolatedDecoder(image, rows)
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    let image = try IsolatedImage(pool, request.limits, bytes: 0)
    var value = WireWriter()
    value.put(request)
    let begun = try image.ask(.encode, value) { $0.index = index }
    return try IsolatedEncoder(image, output, request, begun)
  }
}

/// The same for a codec that can move blocks.
struct IsolatedLosslessCodec: LosslessCodec {
  let codec: IsolatedCodec

  var format: ImageFormat { codec.format }
  var library: String { codec.library }

  func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    try codec.probe(input, limits: limits)
  }

  func makeDecoder(_ input: ByteInput, _ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    try codec.makeDecoder(input, request)
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    try codec.makeEncoder(output, request)
  }

  func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest, like model: ByteInput
  ) throws(CodecError) -> any ImageEncoder {
    let image = try IsolatedImage(codec.pool, request.limits, bytes: model.length)
    let begun = try image.ask(.encodeLike, reading: model, request, codec.index)
    return try IsolatedEncoder(image, output, request, begun)
  }

  func move(
    _ input: ByteInput, _ output: ByteOutput, _ request: TransformRequest
  ) throws(CodecError) -> [CodecNotice] {
    let image = try IsolatedImage(codec.pool, request.limits, bytes: input.length)
    let notices = try image.value([CodecNotice].self, .move, reading: input, request, codec.index)
    try image.pass(try image.ask(.moved), to: output)
    return notices
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

  fileprivate func value<Value: WireValue>(
    _ type: Value.Type, _ question: CodecOperation, reading input: ByteInput, _ request: some WireValue,
    _ index: UInt32
  ) throws(CodecError) -> Value {
    try input.withDescriptor { descriptor throws(CodecError) in
      try value(type, question, WireWriter(input.length, request), descriptor: descriptor) {
        $0.index = index
      }
    }
  }
}
