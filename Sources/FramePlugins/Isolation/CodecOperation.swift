import CCodecChannel

/// What the program asks the process that runs its own codecs for. Questions and answers are the structs of
/// `codec_channel.h`; of a question's fields, those that are named here count.
///
/// Values go through shared memory as `WireValue`s: a question's are there when it comes, `count` bytes of them, and
/// an answer's when that comes, `count` bytes again, as far as there is room. What there is no room for is sent
/// ahead by `more`, and fetched by `rest`. An answer whose code is not 0 has a `CodecError`.
enum CodecOperation: UInt32 {
  /// `count` bytes of shared memory, by the descriptor: the one that plugins' workers know too.
  case map = 2
  /// A part of the next question's value; the answer has none.
  case more = 100
  /// From `offset` on, the last answer's value.
  case rest
  /// `index` of the codec; the input by the descriptor; its length and `Limits`. An `ImageHeader`.
  case probe
  /// As `probe`, but a `DecodeRequest`. `RowLayout`.
  case decode
  /// `index` of the frame. The answer's `milliseconds`.
  case frame
  /// The next `count` rows, into shared memory. Of this and the next two the answer's `report.damages` says how much
  /// damage was found so far.
  case rows
  /// `count` rows.
  case skip
  /// With `count` rows that nobody asked for.
  case finishDecoding
  /// The `Damage` that was found so far.
  case damage
  /// `index` of the codec; an `EncodeRequest`. Bytes of the file; as every answer of an encoder, no `WireValue`.
  case encode
  /// As `encode`, but after the length of the input that comes by the descriptor, whose quality is taken over.
  case encodeLike
  /// `milliseconds`. Bytes of the file.
  case encodeFrame
  /// `count` bytes of rows. Bytes of the file.
  case write
  /// Bytes of the file.
  case finishEncoding
  /// As `probe`, but a `TransformRequest`. Notices.
  case move
  /// Bytes of the file that `move` made.
  case moved
  /// Forget the image.
  case close

  var operation: codec_operation { codec_operation(rawValue: rawValue) }
}

extension WireWriter {
  /// An input's length, and what is wanted of it.
  init(_ length: Int, _ request: some WireValue) {
    self.init()
    put(length)
    put(request)
  }
}
