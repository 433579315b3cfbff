import CCodecChannel
import FrameCodec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ByteInput {
  /// Runs `body` with a descriptor of these bytes, which can be passed to another process. The descriptor is valid
  /// only during the call.
  ///
  /// - Throws: an error if there is no memory for a copy, and the errors of `body`.
  func withDescriptor<R>(_ body: (Int32) throws(CodecError) -> R) throws(CodecError) -> R {
    let reader = self.reader.pointee
    guard let bytes = reader.bytes else { return try body(reader.descriptor) }
    let descriptor = codec_channel_memory(max(1, length))
    guard descriptor >= 0 else { throw CodecError(ofMemory: -descriptor) }
    defer { close(descriptor) }
    var written = 0
    while written < length {
      let count = pwrite(descriptor, bytes + written, length - written, off_t(written))
      guard count > 0 else { throw .outOfMemory }
      written += count
    }
    return try body(descriptor)
  }
}
