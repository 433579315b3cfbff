import CCodecWorker
import CFrameCodec
import FrameImage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A plugin's codec, run by a worker. This maps the contract in Swift to the one in C, which have the same ideas.
package struct PluginCodec: Codec {
  package let format: ImageFormat
  package let plugin: String?
  private let pool: WorkerPool

  /// - Parameter worker: the program that runs plugins.
  /// - Returns: nil for a plugin that is refused.
  package init?(_ found: DiscoveredPlugin, worker: String, _ policy: PluginPolicy = PluginPolicy()) {
    guard case .success(let manifest) = found.result, let library = found.libraryPath else { return nil }
    format = manifest.format
    plugin = library
    let plugin = WorkerTask.Plugin(library: library, worker: worker, isThreaded: manifest.isThreaded)
    pool = WorkerPool(.plugin(plugin), policy)
  }

  /// Loads the plugin.
  package var library: String { (try? loadedLibrary()) ?? "cannot be used" }

  /// Returns the library underneath, as the plugin reports it after loading.
  package func loadedLibrary() throws(CodecError) -> String {
    let worker = try pool.take(Limits(), bytes: 0)
    defer { pool.put(worker, Limits()) }
    return try worker.library(of: try worker.index(of: format.name))
  }

  package func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try PluginImage(input, pool, format.name, limits)
  }

  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    guard format.capabilities.writes else {
      throw .unsupported(detail: "\(format.title) can be read but not written")
    }
    return try PluginEncoder(output, request, pool, format.name)
  }
}

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
    if reader.descriptor >= 0 { return try body(reader.descriptor) }
    let descriptor = codec_channel_memory(max(1, length))
    guard descriptor >= 0 else { throw CodecError(ofMemory: -descriptor) }
    defer { close(descriptor) }
    var written = 0
    while written < length {
      let count = pwrite(descriptor, reader.bytes + written, length - written, off_t(written))
      guard count > 0 else { throw .outOfMemory }
      written += count
    }
    return try body(descriptor)
  }
}
