import FrameCodec
import FrameImage
import TestSupport
import Testing

/// An encoder that records its calls, and writes one byte when it finishes.
private final class Listener: ImageEncoder {
  private(set) var calls: [String] = []
  var output: ByteOutput?

  func beginFrame(milliseconds: Int) { calls.append("frame \(milliseconds)") }
  func write(_ band: Span<UInt8>) { calls.append("write \(band.count)") }
  func finish() throws(CodecError) {
    calls.append("finish")
    try output?.write([0])
  }
}

/// A codec that encodes with a `Listener`.
private struct ListeningCodec: Codec, @unchecked Sendable {
  let listener: Listener
  var isSilent = false

  let format = ImageFormat(
    name: "listener", title: "Listener", extensions: [], signatures: [],
    capabilities: ImageFormat.Capabilities(alpha: true, depths: [.eight], maximumSide: 9, loss: .nothing))
  let library = "none"

  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader { throw .empty }
  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) -> any ImageEncoder {
    if !isSilent { listener.output = output }
    return listener
  }
}

@Suite struct CheckedEncoderTests {
  private let listener = Listener()

  private func encoder(frames: Int? = nil, isSilent: Bool = false) throws -> CheckedEncoder {
    var request = EncodeRequest(size: PixelSize(width: 2, height: 3)!, pixels: .rgb8)
    request.animation = frames.map { Animation(frames: $0) }
    return try ListeningCodec(listener: listener, isSilent: isSilent).encoder(ByteOutput(), request)
  }

  private func write(_ rows: Int, _ encoder: inout CheckedEncoder) throws {
    try encoder.write([UInt8](repeating: 0, count: rows * 6).span)
  }

  private func isMisuse(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch {
      if case .misuse? = error as? CodecError { return true } else { return false }
    }
  }

  @Test("A still image is one frame and needs no call of beginFrame")
  func still() throws {
    var encoder = try self.encoder()
    expectTrue(isMisuse { try encoder.finish() })
    try write(1, &encoder)
    expectTrue(isMisuse { try encoder.finish() })
    expectTrue(isMisuse { try encoder.write([0, 0, 0].span) }, "a part of a row")
    try write(2, &encoder)
    expectTrue(isMisuse { try write(1, &encoder) })
    try encoder.finish()
    try encoder.finish()
    expectEqual(listener.calls, ["frame 0", "write 6", "write 12", "finish"])
  }

  @Test("An encoder that succeeds without writing anything is an error")
  func silent() throws {
    var encoder = try self.encoder(isSilent: true)
    try write(3, &encoder)
    #expect(throws: CodecError.nothingWritten) { try encoder.finish() }
  }

  @Test("Frames are encoded in order, each with its duration and all its rows")
  func animated() throws {
    var encoder = try self.encoder(frames: 2)
    expectTrue(isMisuse { try write(1, &encoder) }, "before the first frame")
    try encoder.beginFrame(milliseconds: 40)
    try write(2, &encoder)
    expectTrue(isMisuse { try encoder.beginFrame(milliseconds: 50) })
    expectTrue(isMisuse { try write(2, &encoder) }, "into the next frame")
    try write(1, &encoder)
    expectTrue(isMisuse { try encoder.finish() })
    try encoder.beginFrame(milliseconds: 50)
    try write(3, &encoder)
    expectTrue(isMisuse { try encoder.beginFrame(milliseconds: 60) })
    try encoder.finish()
    expectEqual(listener.calls, ["frame 40", "write 12", "write 6", "frame 50", "write 18", "finish"])
  }
}
