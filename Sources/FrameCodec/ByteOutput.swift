import CFrameCodec
import FrameImage

/// The destination of an encoded image: an open file, or memory.
package final class ByteOutput {
  /// The writer for a codec's C part. Valid while this object lives, so retain the object together with the pointer.
  package let writer: UnsafeMutablePointer<frameit_writer>

  /// Ends the work that writes here: once it is set, every write throws `LimitExceeded.cancelled`.
  package var cancellation: Cancellation? {
    didSet { writer.pointee.cancelled = cancellation.map { UnsafePointer($0.address) } }
  }

  private init(descriptor: Int32, output: UnsafePointer<frameit_codec_output>?, maximum: Int) {
    writer = .allocate(capacity: 1)
    writer.initialize(
      to: frameit_writer(
        descriptor: descriptor, bytes: nil, length: 0, capacity: 0, cancelled: nil, output: output,
        maximum: maximum, is_full: 0))
  }

  /// Appends to an open file, without closing it.
  package convenience init(descriptor: Int32) { self.init(descriptor: descriptor, output: nil, maximum: 0) }

  /// Collects bytes in memory, for `bytes`.
  ///
  /// - Parameter maximum: The number of bytes from which on writing fails; nil for any number.
  package convenience init(maximum: Int? = nil) {
    self.init(descriptor: -1, output: nil, maximum: maximum.map { max(1, $0) } ?? 0)
  }

  /// Returns memory for bytes that are written here later, in the same unit of work.
  package func memory() -> ByteOutput {
    let memory = ByteOutput()
    memory.cancellation = cancellation
    return memory
  }

  /// - Parameter output: The destination that a host passes to a plugin. It must outlive this object.
  convenience init(_ output: UnsafePointer<frameit_codec_output>) {
    self.init(descriptor: -1, output: output, maximum: 0)
  }

  deinit {
    frameit_writer_release(writer)
    writer.deallocate()
  }

  /// True if a write failed because memory would have held more bytes than its maximum.
  package var isFull: Bool { writer.pointee.is_full != 0 }

  /// The number of bytes written, including those that were taken.
  package var length: Int { taken + writer.pointee.length }
  private var taken = 0

  /// The bytes written to memory; empty for a file.
  package var bytes: [UInt8] {
    guard let start = writer.pointee.bytes else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: writer.pointee.length))
  }

  /// Returns and removes the bytes written to memory.
  package func takeBytes() -> [UInt8] {
    let bytes = self.bytes
    taken += bytes.count
    writer.pointee.length = 0
    return bytes
  }

  /// - Throws: `CodecError.writeFailed`.
  package func write(_ bytes: [UInt8]) throws(CodecError) {
    try write(bytes.span)
  }

  /// - Throws: `CodecError.writeFailed`.
  package func write(_ bytes: Span<UInt8>) throws(CodecError) {
    let result = bytes.withUnsafeBufferPointer { frameit_write(writer, $0.baseAddress, $0.count) }
    if result != 0 { throw CodecError(writing: -result) }
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, the highest first.
  package var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }

  /// Returns the number in bytes, the highest first. More bytes than it has are cut off at the front.
  package init(bigEndianBytes bytes: some Collection<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }
}
