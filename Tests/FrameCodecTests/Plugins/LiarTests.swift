import Foundation
import FrameImage
import Testing

@testable import FrameCodec

/// Workers that run built-in codecs are not trusted, because they process untrusted images. Invalid replies are
/// errors.
@Suite final class LiarTests {
  private let liar: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sources = root.appendingPathComponent("../../../Sources")
    liar = NSTemporaryDirectory() + "/frameit-liar-\(UUID().uuidString)"
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Uses the compiler that is installed; Swift's toolchain includes clang.
    compiler.arguments = [
      "sh", "-c", "exec $(command -v cc || command -v clang) \"$@\"", "cc", "-w", "-o", liar,
      "-I", sources.appendingPathComponent("CFrameCodec/include").path,
      "-I", sources.appendingPathComponent("CCodecWorker/include").path,
      root.appendingPathComponent("Liar/liar.c").path,
      sources.appendingPathComponent("CCodecWorker/channel.c").path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: liar) }

  private func codec(_ lie: String) -> IsolatedCodec {
    var policy = PluginPolicy()
    // The liar has no sandbox, and it may die more often than a plugin.
    (policy.allowsUnsandboxed, policy.mostDeaths) = (true, .max)
    let task = WorkerTask.plugin(WorkerTask.Plugin(library: lie, worker: liar))
    return IsolatedCodec(inner: Nothing(), index: 0, pool: WorkerPool(task, policy))
  }

  /// Tries all lies in one test, because building the liar takes longer than running it.
  @Test("Invalid replies of a worker are crashes or exceeded limits, and write no output")
  func invalidReplies() throws {
    let input = ByteInput(bytes: [1, 2, 3])
    let broken = CodecError.crashed("the worker process violated the protocol")
    for lie in ["count", "many", "more", "nonsense", "error", "short", "nothing"] {
      #expect(throws: broken, "\(lie)") { try codec(lie).open(input, limits: Limits()).header }
    }
    #expect(throws: CodecError.crashed("the worker process exited with code 3")) {
      try codec("leave").open(input, limits: Limits()).header
    }
    for lie in ["count", "many", "more", "nonsense", "error", "short", "nothing"] {
      #expect(throws: broken, "\(lie)") { _ = try codec("decode-" + lie).decoder(input, DecodeRequest()) }
    }
    #expect(throws: broken) { _ = try codec("resize").decoder(input, DecodeRequest()) }
    let side = LimitExceeded(.side, needed: 1 << 24, allowed: 65_535)
    #expect(throws: CodecError.limit(side)) { try codec("size").open(input, limits: Limits()).header }
    let size = try #require(PixelSize(width: 4, height: 4))
    let request = EncodeRequest(size: size, pixels: .rgb8)
    for lie in ["count", "many", "error", "short"] {
      let output = ByteOutput()
      #expect(throws: broken, "\(lie)") { _ = try codec(lie).encoder(output, request) }
      #expect(output.length == 0)
    }
  }

  @Test("A worker's decoder refuses a band that repeats rows and exceeds the image")
  func bandOutsideImage() throws {
    var decoder = try codec("rows").decoder(ByteInput(bytes: [1]), DecodeRequest())
    #expect(decoder.size == PixelSize(width: 1000, height: 1000) && decoder.format == .rgba16)
    var band = [UInt8](repeating: 7, count: 8000 * 300)
    var span = band.mutableSpan
    try decoder.read(from: 700, into: &span)
    #expect(throws: CodecError.self) {
      var rows = band.mutableSpan
      try decoder.read(from: 701, into: &rows)
    }
    #expect(decoder.notices == [])
  }
}

/// A codec that is never called.
private struct Nothing: Codec {
  var format: ImageFormat {
    ImageFormat(
      name: "nothing", title: "Nothing", extensions: ["nothing"], signatures: [],
      capabilities: ImageFormat.Capabilities(alpha: true, depths: [.eight], maximumSide: 1, isLossy: false))
  }
  var library: String { "" }

  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader { throw .empty }
  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    throw .empty
  }
}
