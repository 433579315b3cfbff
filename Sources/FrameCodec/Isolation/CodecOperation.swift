import CCodecWorker

/// The requests to a process that runs the built-in codecs. Requests and replies are the structs of
/// `codec_channel.h`; only the fields named here are used.
///
/// Values are passed through shared memory as `WireValue`s: `count` bytes with a request, and `count` bytes with a
/// reply, as far as they fit. What does not fit is sent before the request by `more`, and fetched by `rest`. A reply
/// with a code other than 0 contains a `CodecError`.
enum CodecOperation: UInt32 {
  /// Maps `count` bytes of shared memory, by the descriptor; the same operation as for plugins' workers.
  case map = 2
  /// A part of the next request's value; the reply has none.
  case more = 100
  /// The last reply's value, from `offset` on.
  case rest
  /// Request: `index` of the codec, the input as the descriptor, its length, `Limits`. Reply: an `ImageHeader`.
  case open
  /// Request: a `DecodeRequest` for the open image. Reply: a `RowLayout`.
  case decode
  /// Request: `index` of the frame. Reply: `milliseconds`.
  case frame
  /// The next `count` rows, into shared memory. For this and the next two, the reply's `report.damages` is the amount
  /// of damage so far.
  case rows
  /// Request: `count` rows.
  case skip
  /// Request: `count` unread rows.
  case finishDecoding
  /// Reply: the `Damage` so far.
  case damage
  /// Request: `index` of the codec, an `EncodeRequest`. Reply: bytes of the file, not as a `WireValue`, as all
  /// replies of an encoder.
  case encode
  /// As `encode`, with the length of an input before it, passed by the descriptor, whose quality settings are used.
  case encodeLike
  /// Request: `milliseconds`. Reply: bytes of the file.
  case encodeFrame
  /// Request: `count` bytes of rows. Reply: bytes of the file.
  case write
  /// Reply: bytes of the file.
  case finishEncoding
  /// Request: a `TransformRequest` for the open image. Reply: notices.
  case move
  /// Reply: bytes of the file that `move` made.
  case moved
  /// Closes the image.
  case close

  var operation: codec_operation { codec_operation(rawValue: rawValue) }
}

extension WireWriter {
  /// A request for an open image.
  init(_ request: some WireValue) {
    self.init()
    put(request)
  }

  /// An input's length and the request for it.
  init(_ length: Int, _ request: some WireValue) {
    self.init()
    put(length)
    put(request)
  }
}
