import CCodecWorker
import CFrameCodec
import FrameImage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The other side of `IsolatedCodecs`: this program as a sandboxed process that runs codecs for another one.
package enum CodecServer {
  /// The first argument of such a process, an implementation detail: `WORD MEMORY SECONDS STRICTNESS`.
  static let word = "--serve-codecs"

  /// If the arguments ask for it, enters the sandbox and serves requests until the other side ends.
  ///
  /// - Parameter codecs: the same as for `IsolatedCodecs`.
  /// - Returns: false if the arguments ask for something else.
  package static func run(_ words: [String], _ codecs: () -> [any Codec]) -> Bool {
    guard words.count == 5, words[1] == word, let memory = UInt64(words[2]), let seconds = UInt32(words[3]),
      Channel.isThere
    else { return false }
    codec_sandbox_limit(memory, seconds)
    guard codec_channel_end_with_program() == 0 else { return true }
    var sandbox = codec_sandbox()
    let failed = codec_sandbox_enter(nil, Int32(codec_lifeline_descriptor), &sandbox)
    let number = errno
    var first = codec_reply()
    withUnsafeMutableBytes(of: &first.kind) { kind in
      codec_sandbox_text(sandbox, kind.baseAddress, UInt32(kind.count))
    }
    if let failed {
      first.code = Int32(FRAMEIT_CODEC_IO)
      let text =
        "\(String(cString: failed)) cannot be set up in the worker process: \(String(cString: strerror(number)))"
      withUnsafeMutableBytes(of: &first.report.message) { message in
        message.copyBytes(from: text.utf8.prefix(message.count - 1))
      }
    }
    guard Channel.send(first), failed == nil, Channel.send(codec_reply()) else { return true }
    var service = CodecService(codecs())
    service.serve()
    return true
  }
}

/// This process's end of the socket.
private enum Channel {
  private static let socket = Int32(codec_channel_descriptor)

  /// True if this process was started by a program that passed it a socket.
  static var isThere: Bool {
    var status = stat()
    return fstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  static func send(_ reply: codec_reply) -> Bool {
    var reply = reply
    reply.milliseconds_used = codec_channel_milliseconds_used()
    return codec_channel_send(socket, &reply, MemoryLayout<codec_reply>.size, -1) == 0
  }

  /// - Returns: nil if the other side has ended. The descriptor is -1 if there is none.
  static func receive() -> (request: codec_request, descriptor: Int32)? {
    var request = codec_request()
    var descriptor: Int32 = -1
    let size = MemoryLayout<codec_request>.size
    return codec_channel_receive(socket, &request, size, &descriptor, -1) == 0 ? (request, descriptor) : nil
  }
}

/// Serves requests for one image at a time.
private struct CodecService {
  let codecs: [any Codec]
  private var shared = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The parts of the next request's value.
  private var sent: [UInt8] = []
  /// The last reply's value.
  private var answer: [UInt8] = []

  private var reader: (any ImageReader)?
  private var decoder: (any ImageDecoder)?
  private var encoder: (any ImageEncoder)?
  private var output = ByteOutput()

  init(_ codecs: [any Codec]) {
    self.codecs = codecs
  }

  mutating func serve() {
    while let (request, descriptor) = Channel.receive() {
      var reply = codec_reply()
      do {
        try handle(request, descriptor, &reply)
      } catch {
        let error = error as? CodecError ?? .misuse(detail: "\(error)")
        // For memory that cannot be mapped, the reply has no value.
        reply.code = Int32(error == .outOfMemory ? FRAMEIT_CODEC_NO_MEMORY : FRAMEIT_CODEC_DAMAGED)
        answer = error.wire
      }
      reply.report.damages = UInt32(clamping: decoder?.damage.count ?? 0)
      reply.count = UInt64(answer.count)
      if request.operation != CodecOperation.rest.rawValue { place(from: 0) }
      guard Channel.send(reply) else { return }
    }
  }

  private mutating func handle(
    _ request: codec_request, _ descriptor: Int32, _ reply: inout codec_reply
  ) throws {
    guard let question = CodecOperation(rawValue: request.operation) else { throw WireError() }
    if question == .rest { return place(from: Int(clamping: request.offset)) }
    answer = []
    switch question {
    case .map:
      defer { close(descriptor) }
      try map(Int(clamping: request.count), descriptor)
    case .more: sent += try part(request)
    case .rest: break
    case .open:
      let (input, limits) = try opened(request, descriptor, Limits.self)
      let reader = try codec(request).open(input, limits: limits)
      answer = reader.header.wire
      self.reader = reader
    case .decode:
      guard let reader else { throw WireError() }
      let decoder = try reader.makeDecoder(DecodeRequest(wire: try value(request)))
      answer =
        RowLayout(
          size: decoder.size, format: decoder.format, frames: decoder.frames, damage: decoder.damage
        ).wire
      self.decoder = decoder
    case .frame:
      reply.milliseconds = UInt32(clamping: try decoder?.beginFrame(Int(request.index)) ?? 0)
    case .rows: try read(Int(clamping: request.count))
    case .skip: try decoder?.skip(Int(clamping: request.count))
    case .finishDecoding: try decoder?.finish(unread: Int(clamping: request.count))
    case .damage: answer = (decoder?.damage ?? Damage()).wire
    case .encode:
      let wanted = try EncodeRequest(wire: try value(request))
      encoder = try codec(request).makeEncoder(output, wanted)
      answer = output.takeBytes()
    case .encodeLike:
      let (model, wanted) = try opened(request, descriptor, EncodeRequest.self)
      let reader = try codec(request).open(model, limits: wanted.limits)
      encoder = try lossless(reader).makeEncoder(output, wanted)
      answer = output.takeBytes()
    case .encodeFrame:
      try encoder?.beginFrame(milliseconds: Int(request.milliseconds))
      answer = output.takeBytes()
    case .write:
      let rows = UnsafeRawBufferPointer(try place(request)).bindMemory(to: UInt8.self)
      try encoder?.write(rows.span)
      answer = output.takeBytes()
    case .finishEncoding:
      try encoder?.finish()
      answer = output.takeBytes()
    case .move:
      let wanted = try TransformRequest(wire: try value(request))
      answer = try lossless(reader).move(output, wanted).wire
    case .moved: answer = output.takeBytes()
    case .close: (reader, decoder, encoder, output) = (nil, nil, nil, ByteOutput())
    }
  }

  // MARK: Images

  private func codec(_ request: codec_request) throws -> any Codec {
    guard codecs.indices.contains(Int(request.index)) else { throw WireError() }
    return codecs[Int(request.index)]
  }

  private func lossless(_ reader: (any ImageReader)?) throws -> any LosslessReader {
    guard let reader = reader as? any LosslessReader else { throw WireError() }
    return reader
  }

  /// Returns the input of a request, closed after its last use, and the request's value.
  private mutating func opened<Value: WireValue>(
    _ request: codec_request, _ descriptor: Int32, _ type: Value.Type
  ) throws -> (ByteInput, Value) {
    var wire = WireReader(try value(request))
    let length: Int = try wire.take()
    return (ByteInput(descriptor: descriptor, length: length) { close(descriptor) }, try wire.take())
  }

  private func read(_ count: Int) throws {
    guard let decoder else { return }
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(
      by: decoder.format.rowBytes(width: decoder.size.width))
    guard !isTooMuch, bytes <= shared.count else { throw WireError() }
    var band = UnsafeMutableRawBufferPointer(rebasing: shared[..<bytes]).bindMemory(to: UInt8.self)
      .mutableSpan
    try decoder.read(into: &band)
  }

  // MARK: Shared memory

  private mutating func map(_ count: Int, _ descriptor: Int32) throws {
    if let old = shared.baseAddress { munmap(old, shared.count) }
    shared = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw CodecError.outOfMemory }
    shared = UnsafeMutableRawBufferPointer(start: address, count: count)
  }

  /// Returns the position of a request's bytes.
  private func place(_ request: codec_request) throws -> UnsafeMutableRawBufferPointer {
    guard request.count <= shared.count else { throw WireError() }
    return UnsafeMutableRawBufferPointer(rebasing: shared[..<Int(request.count)])
  }

  private func part(_ request: codec_request) throws -> [UInt8] { [UInt8](try place(request)) }

  private mutating func value(_ request: codec_request) throws -> [UInt8] {
    defer { sent = [] }
    return sent + (try part(request))
  }

  /// Copies the reply's bytes from `start` on into shared memory, as far as they fit.
  private func place(from start: Int) {
    guard start < answer.count else { return }
    answer[start..<min(answer.count, start + shared.count)].withUnsafeBytes { shared.copyMemory(from: $0) }
  }
}
