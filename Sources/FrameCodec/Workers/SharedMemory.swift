import CCodecWorker
import Platform

/// Memory that the worker has also mapped.
final class SharedMemory {
  let whole: UnsafeMutableRawBufferPointer
  /// Open as long as this object lives.
  let descriptor: Int32

  /// The part for rows and metadata.
  var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: whole[..<rows]) }
  /// The part in which the worker writes a file.
  var output: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: whole[rows...]) }
  private var rows: Int { whole.count - Int(codec_output_room) }

  /// - Parameter count: the bytes for rows and metadata.
  init(_ count: Int) throws(CodecError) {
    let size = count + Int(codec_output_room)
    descriptor = codec_channel_memory(size)
    guard descriptor >= 0 else { throw CodecError(ofMemory: -descriptor) }
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else {
      close(descriptor)
      throw .outOfMemory
    }
    whole = UnsafeMutableRawBufferPointer(start: address, count: size)
  }

  deinit {
    munmap(whole.baseAddress, whole.count)
    close(descriptor)
  }
}

extension CodecError {
  /// The error for shared memory, which counts as a file if files are limited.
  init(ofMemory errorNumber: Int32) {
    self = errorNumber == EFBIG ? .writeFailed(errorNumber: EFBIG) : .outOfMemory
  }
}
