import CCodecWorker
import CFrameCodec
import Platform

/// This program as a sandboxed worker that runs the built-in codecs for another process.
package enum CodecServer {
  /// The first argument of such a process, an implementation detail: `WORD MEMORY SECONDS STRICTNESS`.
  static let word = "--serve-codecs"

  /// If the arguments ask for it, enters the sandbox and serves requests until the other side ends.
  ///
  /// - Parameter codecs: the codecs of `RemoteCodec.isolating(_:)`.
  /// - Returns: false if the arguments ask for something else.
  package static func run(_ words: [String], _ codecs: () -> [any Codec]) -> Bool {
    guard words.count == 5, words[1] == word, let memory = UInt64(words[2]), let seconds = UInt32(words[3]),
      hasSocket
    else { return false }
    codec_sandbox_limit(memory, seconds)
    guard codec_channel_end_with_program() == 0 else { return true }
    var sandbox = codec_sandbox()
    let failed = codec_sandbox_enter(nil, Int32(codec_lifeline_descriptor), &sandbox)
    let number = errno
    var first = codec_reply()
    withUnsafeMutableBytes(of: &first.text) { text in
      codec_sandbox_text(sandbox, text.baseAddress, UInt32(text.count))
    }
    if let failed {
      first.report.code = Int32(FRAMEIT_CODEC_IO)
      copy(
        "\(String(cString: failed)) cannot be set up in the worker process: \(String(cString: strerror(number)))",
        to: &first.report.message)
    }
    guard send(first), failed == nil, send(codec_reply()) else { return true }
    ExportedCodecs(codecs: codecs()).withEntryPoint { codec_server_run(Int32(codec_channel_descriptor), $0) }
    return true
  }

  /// True if this process was started by a program that passed it a socket.
  private static var hasSocket: Bool {
    var status = stat()
    return fstat(Int32(codec_channel_descriptor), &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func send(_ reply: codec_reply) -> Bool {
    var reply = reply
    return codec_channel_send(
      Int32(codec_channel_descriptor), &reply, MemoryLayout<codec_reply>.size, -1) == 0
  }
}
