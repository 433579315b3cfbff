import CFrameCodec
import CPNG
import FrameCodec
import FrameModel

/// A file that libpng has read up to its first IDAT, and the C decoder that is paused there.
final class PNGReader {
  let input: ByteInput
  let limits: Limits
  let header: PNGHeader
  private let decoder: OpaquePointer

  /// - Throws: errors in the header, and `CodecError.limit`, before anything that grows with the image is allocated.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    if input.length == 0 { throw .empty }
    try PNGHeader.check(input, limits)
    var status = frameit_status()
    let decoder = cpng_decoder_open(input.reader, UInt32(clamping: min(limits.side, Int(Int32.max))), &status)
    guard let decoder else {
      throw CodecError(status) ?? .misuse(detail: "libpng did not start")
    }
    do {
      header = try PNGHeader(cpng_decoder_header(decoder), limits)
    } catch {
      cpng_decoder_close(decoder)
      throw error
    }
    self.input = input
    self.limits = limits
    self.decoder = decoder
  }

  deinit { cpng_decoder_close(decoder) }

  /// - Throws: `CodecError.limit` if decoding needs too much memory.
  func start() throws(CodecError) {
    try check(memory: header.decoderBytes)
    var status = frameit_status()
    cpng_decoder_start(decoder, &status)
    if let error = CodecError(status) { throw error }
  }

  private func check(memory needed: Int) throws(CodecError) {
    do { try limits.check(memory: needed) } catch { throw .limit(error) }
  }

  /// Decodes rows into a band. The band is filled for any status.
  func read(into band: inout MutableSpan<UInt8>, rows: Int) -> frameit_status {
    var status = frameit_status()
    band.withUnsafeMutableBufferPointer {
      cpng_decoder_read(decoder, $0.baseAddress, UInt32(rows), &status)
    }
    return status
  }

  func skip(rows: Int) -> frameit_status {
    var status = frameit_status()
    cpng_decoder_read(decoder, nil, UInt32(rows), &status)
    return status
  }

  func finish() -> frameit_status {
    var status = frameit_status()
    cpng_decoder_finish(decoder, &status)
    return status
  }
}
