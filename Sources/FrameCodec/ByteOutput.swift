import CFrameCodec
import FrameModel

/// Where an encoded image goes: an open file, or memory.
public final class ByteOutput {
  /// What a codec's C part writes to. Valid while this object lives, so whoever keeps the pointer
  /// keeps the object.
  public let writer: UnsafeMutablePointer<frameit_writer>

  /// Ends the work that writes here: once it is set, every write throws `LimitExceeded.cancelled`.
  public var cancellation: Cancellation? {
    didSet { writer.pointee.cancelled = cancellation.map { UnsafePointer($0.address) } }
  }

  private init(_ value: frameit_writer) {
    writer = .allocate(capacity: 1)
    writer.initialize(to: value)
  }

  /// Appends to an open file, which is not closed here.
  public convenience init(descriptor: Int32) {
    self.init(frameit_writer(descriptor: descriptor, bytes: nil, length: 0, capacity: 0, cancelled: nil))
  }

  /// Collects in memory; `bytes` has the result.
  public convenience init() {
    self.init(frameit_writer(descriptor: -1, bytes: nil, length: 0, capacity: 0, cancelled: nil))
  }

  deinit {
    frameit_writer_release(writer)
    writer.deallocate()
  }

  /// How many bytes were written, those that were taken included.
  public var length: Int { taken + writer.pointee.length }
  private var taken = 0

  /// What was written to memory; empty for a file.
  public var bytes: [UInt8] {
    guard let start = writer.pointee.bytes else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: writer.pointee.length))
  }

  /// What was written to memory, which is forgotten here: the next bytes are the first ones again.
  public func takeBytes() -> [UInt8] {
    let bytes = self.bytes
    taken += bytes.count
    writer.pointee.length = 0
    return bytes
  }

  /// - Throws: `CodecError.writeFailed`.
  public func write(_ bytes: [UInt8]) throws(CodecError) {
    try write(bytes.span)
  }

  /// - Throws: `CodecError.writeFailed`.
  public func write(_ bytes: Span<UInt8>) throws(CodecError) {
    let result = bytes.withUnsafeBufferPointer { frameit_write(writer, $0.baseAddress, $0.count) }
    if result != 0 { throw CodecError(writing: -result) }
  }
}
