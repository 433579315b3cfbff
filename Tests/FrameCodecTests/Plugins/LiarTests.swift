import Foundation
import FrameImage
import TestSupport
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

  private func codec(_ lie: String) -> RemoteCodec {
    var policy = PluginPolicy()
    // The liar has no sandbox, and it may die more often than a plugin.
    (policy.allowsUnsandboxed, policy.mostDeaths) = (true, .max)
    let task = WorkerTask.plugin(WorkerTask.Plugin(library: lie, worker: liar))
    let format = ImageFormat(
      name: "nothing", title: "Nothing", extensions: ["nothing"], signatures: [],
      capabilities: ImageFormat.Capabilities(alpha: true, depths: [.eight], maximumSide: 1, loss: .nothing))
    return RemoteCodec(format, plugin: nil, WorkerPool(task, policy))
  }

  /// Tries all lies in one test, because building the liar takes longer than running it.
  @Test("Invalid replies of a worker are crashes, damage or exceeded limits, and write no output")
  func invalidReplies() throws {
    let input = ByteInput(bytes: [1, 2, 3])
    let broken = CodecError.crashed("the worker process violated the protocol")
    for lie in ["count", "cut", "none", "long", "short"] {
      #expect(throws: broken, "\(lie)") { try codec(lie).open(input, limits: Limits()).header }
    }
    let others: [(String, CodecError)] = [
      ("leave", .crashed("the worker process exited with code 3")),
      ("size", .limit(LimitExceeded(.side, needed: 1 << 24, allowed: 65_535))),
      ("channels", .damaged(detail: "the codec reported 5 channels of 16 bits")),
      ("frames", .damaged(detail: "the codec reported 4 channels of 16 bits")),
      ("many", .limit(LimitExceeded(.parts("blocks of metadata"), needed: Int(UInt32.max), allowed: 10_000))),
      ("error", .damaged(detail: "no details")),
    ]
    for (lie, error) in others {
      #expect(throws: error, "\(lie)") { try codec(lie).open(input, limits: Limits()).header }
    }
    #expect(throws: CodecError.self) { try codec("endless").open(input, limits: Limits()).header }
    let size = try #require(PixelSize(width: 4, height: 4))
    let move = LosslessTransform(.exact, .left, source: PixelRect(x: 0, y: 0, size: size))
    for lie in ["written", "beyond", "partial"] {
      let output = ByteOutput()
      #expect(throws: broken, "\(lie)") {
        _ = try codec(lie).encoder(output, EncodeRequest(size: size, pixels: .rgb8))
      }
      let reader = try #require(codec(lie).open(input, limits: Limits()) as? any LosslessReader)
      #expect(throws: broken, "\(lie)") {
        try reader.move(
          output, TransformRequest(move, metadata: .replaced(reader.header.metadata, keepsUnknown: true)))
      }
      expectEqual(output.length, 0)
    }
  }

  @Test("Invalid numbers of a header are left out")
  func invalidNumbers() throws {
    let input = ByteInput(bytes: [1, 2, 3])
    try expectTrue(codec("units").open(input, limits: Limits()).header.blocks == nil)
    let header = try codec("numbers").open(input, limits: Limits()).header
    expectTrue(
      header.metadata.resolution == nil
        && header.metadata.blocks == [MetadataBlock(.comment, Array("abc".utf8))])
  }

  @Test("A worker that writes without an end is stopped")
  func endlessOutput() throws {
    var request = EncodeRequest(size: try #require(PixelSize(width: 4, height: 4)), pixels: .rgb8)
    request.limits.memory = 1 << 20
    #expect(throws: CodecError.crashed("it wrote more than the largest possible output")) {
      _ = try codec("flood").encoder(ByteOutput(), request)
    }
  }

  @Test("A worker's decoder refuses a band that repeats rows and exceeds the image")
  func bandOutsideImage() throws {
    var decoder = try codec("rows").decoder(ByteInput(bytes: [1]), DecodeRequest())
    expectTrue(decoder.size == PixelSize(width: 1000, height: 1000) && decoder.format == .rgba16)
    var band = [UInt8](repeating: 7, count: 8000 * 300)
    var span = band.mutableSpan
    try decoder.read(from: 700, into: &span)
    #expect(throws: CodecError.self) {
      var rows = band.mutableSpan
      try decoder.read(from: 701, into: &rows)
    }
    expectEqual(decoder.notices, [])
  }
}
