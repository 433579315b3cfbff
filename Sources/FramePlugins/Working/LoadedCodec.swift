import CCodecChannel
import CFrameCodec
import FrameCodec
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A codec that a plugin brings, run by a worker. The contract in C and the one in Swift are the same ideas;
/// this is where they meet.
public struct LoadedCodec: Codec {
  public let format: ImageFormat
  public let writes: Bool
  private let pool: WorkerPool
  private let index: UInt32

  /// - Parameter worker: the program that runs plugins.
  public init(_ manifest: PluginManifest, library: String, worker: String) {
    format = manifest.format
    writes = manifest.writes
    pool = WorkerPool(PluginFiles(worker: worker, library: library))
    index = 0
  }

  /// Loads the plugin.
  public var library: String {
    do throws(CodecError) {
      let worker = try pool.take(Limits())
      let reply = try worker.ask(codec_describe) { $0.index = index }
      pool.put(worker, Limits())
      return String(c: reply.report.message)
    } catch {
      return "cannot be used"
    }
  }

  public func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    let session = try LoadedPicture(input, pool, index, limits)
    defer { session.close() }
    return session.header
  }

  public func decoder(
    _ input: ByteInput, _ request: DecodeRequest
  ) throws(CodecError) -> any ImageDecoder {
    try LoadedDecoder(try LoadedPicture(input, pool, index, request.limits), request)
  }

  public func encoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any PixelSink {
    guard writes else { throw .unsupported(detail: "\(format.title) can be read, not written") }
    return try LoadedEncoder(output, request, pool, index)
  }
}
