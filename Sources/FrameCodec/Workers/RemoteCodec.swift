import CCodecWorker
import CFrameCodec
import FrameImage
import Platform

/// A codec that runs in a worker: that of a plugin, or a built-in one in isolation.
package struct RemoteCodec: Codec {
  package let format: ImageFormat
  package let plugin: String?
  private let pool: WorkerPool
  /// The same codec in this process, used only for its properties; nil for a plugin.
  private let builtIn: (any Codec)?

  /// The codec of a plugin.
  ///
  /// - Parameter worker: the program that runs plugins.
  /// - Returns: nil for a plugin that is refused.
  package init?(_ found: DiscoveredPlugin, worker: String, _ policy: PluginPolicy = PluginPolicy()) {
    guard case .success(let manifest) = found.result, let library = found.libraryPath else { return nil }
    let plugin = WorkerTask.Plugin(library: library, worker: worker, isThreaded: manifest.isThreaded)
    self.init(manifest.format, plugin: library, WorkerPool(.plugin(plugin), policy))
  }

  init(_ format: ImageFormat, plugin: String?, builtIn: (any Codec)? = nil, _ pool: WorkerPool) {
    (self.format, self.plugin, self.builtIn, self.pool) = (format, plugin, builtIn, pool)
  }

  /// Returns built-in codecs in isolation, in the same order.
  ///
  /// - Parameter codecs: the codecs of `CodecServer`.
  package static func isolating(_ codecs: [any Codec]) -> [any Codec] {
    let pool = WorkerPool(.builtIn)
    return codecs.map { RemoteCodec($0.format, plugin: nil, builtIn: $0, pool) }
  }

  /// Loads the plugin. For a plugin that cannot be loaded, says so with the reason.
  package var library: String {
    if let builtIn { return builtIn.library }
    do throws(CodecError) {
      return try loadedLibrary()
    } catch {
      guard case .refusedPlugin(_, let reason) = error else { return "refused" }
      return "refused: \(reason)"
    }
  }

  /// Returns the library underneath, as the plugin reports it after loading.
  package func loadedLibrary() throws(CodecError) -> String {
    let session = try WorkerSession(pool, Limits(), bytes: 0)
    return String(c: try session.worker.ask(codec_describe, fill).report.message)
  }

  package func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try RemoteReader(self, input, limits, session(input, limits))
  }

  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    guard format.capabilities.writes else {
      throw .unsupported(detail: "\(format.title) can be read but not written")
    }
    let session = try WorkerSession(pool, request.limits, bytes: 0)
    return try RemoteEncoder(self, session, output, request, codec_encode)
  }

  package func heldBytes(_ request: EncodeRequest, like model: ImageHeader?) -> Int {
    builtIn?.heldBytes(request, like: model) ?? 0
  }

  /// Encodes with the quality settings of an image. The worker that has the image open may be needed for its rows, so
  /// another one opens it, too.
  func makeEncoder(
    like input: ByteInput, _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    let session = try session(input, request.limits)
    _ = try open(input, request.limits, session)
    return try RemoteEncoder(self, session, output, request, codec_encode_like)
  }

  private func session(_ input: ByteInput, _ limits: Limits) throws(CodecError) -> WorkerSession {
    try WorkerSession(pool, limits, bytes: input.length)
  }

  /// Asks a worker to open an image.
  func open(
    _ input: ByteInput, _ limits: Limits, _ session: WorkerSession
  ) throws(CodecError) -> codec_reply {
    try input.withDescriptor { descriptor throws(CodecError) in
      try session.worker.ask(codec_open, descriptor: descriptor) { request in
        fill(&request)
        request.count = UInt64(input.length)
        request.image = UInt32(
          input.part == .gainMap ? FRAMEIT_CODEC_GAIN_MAP : FRAMEIT_CODEC_PRIMARY_IMAGE)
        request.limits = frameit_codec_limits(
          struct_size: UInt32(MemoryLayout<frameit_codec_limits>.size), side: UInt32(clamping: limits.side),
          pixels: UInt64(limits.pixels), memory: UInt64(limits.memory),
          metadata: UInt64(DecoderLimits.metadata))
      }
    }
  }

  /// Puts the codec's name into a request.
  func fill(_ request: inout codec_request) { copy(format.name, to: &request.codec) }
}

extension ByteInput {
  /// Runs `body` with a descriptor of these bytes, which can be passed to another process. The descriptor is valid
  /// only during the call.
  ///
  /// - Throws: an error if there is no memory for a copy, and the errors of `body`.
  fileprivate func withDescriptor<R>(_ body: (Int32) throws(CodecError) -> R) throws(CodecError) -> R {
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
