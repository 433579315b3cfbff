import CFrameCodec
import FrameImage
import Platform

/// The bytes of an encoded image: a file that stays open, or memory.
///
/// The first bytes of a file are read once and held, because the search for a format and the parsers of its header need
/// them again and again.
///
/// `@unchecked`, because pointers are not `Sendable`: the bytes do not change while this object lives.
package final class ByteInput: @unchecked Sendable {
  /// The reader for a codec's C part. Valid while this object lives, so retain the object together with the pointer.
  package let reader: UnsafePointer<frameit_reader>
  private let held: UnsafeMutableBufferPointer<UInt8>?
  /// What codecs read.
  let part: Part

  enum Part {
    case image
    /// The gain map beside the image, which is an image of its own.
    case gainMap
  }

  /// The number of bytes.
  package var length: Int { Int(reader.pointee.length) }

  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - descriptor: an open file that supports reading at any offset and does not change while this object lives.
  ///   - isImage: false for other files, whose start is not read in advance.
  ///   - end: called after the last read; closes the file.
  package convenience init(
    descriptor: Int32, length: Int, isImage: Bool = true, end: @escaping @Sendable () -> Void = {}
  ) {
    let held = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: isImage ? min(length, Self.heldBytes) : 0)
    // A file that cannot be read here cannot be read later, which is when it is reported.
    let count = isImage ? pread(descriptor, held.baseAddress, held.count, 0) : 0
    let reader = frameit_reader(
      bytes: held.baseAddress, held: UInt64(max(0, count)), descriptor: descriptor, length: UInt64(length),
      cancelled: nil, input: nil)
    self.init(reader, held: held, end: end)
  }

  /// Enough for every signature and for the header of an image without metadata.
  private static let heldBytes = 4096

  /// Copies these bytes.
  package convenience init(bytes: [UInt8]) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    let count = UInt64(bytes.count)
    let reader = frameit_reader(
      bytes: copy.baseAddress, held: count, descriptor: -1, length: count, cancelled: nil, input: nil)
    self.init(reader, held: copy)
  }

  /// - Parameter input: The bytes that a host passes to a plugin. It must outlive this object.
  convenience init(_ input: UnsafePointer<frameit_codec_input>) {
    let (contract, length) = (input.pointee, Int(clamping: input.pointee.length))
    let held = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: min(length, Self.heldBytes))
    let count = contract.read(contract.context, 0, held.baseAddress, held.count)
    let reader = frameit_reader(
      bytes: held.baseAddress, held: UInt64(max(0, count)), descriptor: -1, length: UInt64(length),
      cancelled: nil, input: input)
    self.init(reader, held: held)
  }

  private convenience init(_ whole: ByteInput, until cancellation: Cancellation? = nil, part: Part) {
    var reader = whole.reader.pointee
    if let cancellation { reader.cancelled = cancellation.address }
    // The reader points into both.
    self.init(reader, held: nil, part: part) { withExtendedLifetime((whole, cancellation)) {} }
  }

  /// - Parameters:
  ///   - held: what the reader holds; nil if another object owns it.
  ///   - end: called after the last read.
  private init(
    _ reader: frameit_reader, held: UnsafeMutableBufferPointer<UInt8>?, part: Part = .image,
    end: @escaping @Sendable () -> Void = {}
  ) {
    let pointer = UnsafeMutablePointer<frameit_reader>.allocate(capacity: 1)
    pointer.initialize(to: reader)
    self.reader = UnsafePointer(pointer)
    (self.held, self.part, self.end) = (held, part, end)
  }

  /// The same bytes, of which codecs read the gain map of `StoredGainMap.Place.image`.
  package var gainMap: ByteInput { ByteInput(self, part: .gainMap) }

  /// Returns the same bytes for one unit of work: once it is canceled, every read throws `LimitExceeded.cancelled`.
  package func until(_ cancellation: Cancellation?) -> ByteInput {
    cancellation.map { ByteInput(self, until: $0, part: part) } ?? self
  }

  deinit {
    reader.deallocate()
    held?.deallocate()
    end()
  }

  /// Reads up to `count` bytes from `offset` on; fewer only at the end.
  ///
  /// - Throws: `CodecError.readFailed`.
  package func read(at offset: Int, count: Int) throws(CodecError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    var failure: CodecError?
    let bytes = [UInt8](unsafeUninitializedCapacity: min(count, length - offset)) { buffer, filled in
      (filled, failure) = fill(buffer, from: offset)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Fills `span` with the bytes from `offset` on.
  ///
  /// - Returns: the number of bytes; less than requested only at the end.
  /// - Throws: `CodecError.readFailed`.
  package func read(at offset: Int, into span: inout MutableSpan<UInt8>) throws(CodecError) -> Int {
    guard offset >= 0, offset < length else { return 0 }
    let (filled, failure) = span.withUnsafeMutableBufferPointer { fill($0, from: offset) }
    if let failure { throw failure }
    return filled
  }

  private func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, from offset: Int
  ) -> (filled: Int, failure: CodecError?) {
    var filled = 0
    while filled < buffer.count {
      let got = frameit_read(
        reader, UInt64(offset + filled), buffer.baseAddress! + filled, buffer.count - filled)
      if got < 0 { return (filled, CodecError(reading: Int32(-got))) }
      if got == 0 { break }
      filled += got
    }
    return (filled, nil)
  }
}
