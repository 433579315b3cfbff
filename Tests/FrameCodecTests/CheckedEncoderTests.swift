import FrameCodec
import FrameModel
import Testing

/// Writes down what it is told.
private final class Listener: ImageEncoder {
  private(set) var calls: [String] = []

  func beginFrame(milliseconds: Int) { calls.append("frame \(milliseconds)") }
  func write(_ band: Span<UInt8>) { calls.append("write \(band.count)") }
  func finish() { calls.append("finish") }
}

@Suite struct CheckedEncoderTests {
  private let listener = Listener()

  private func encoder(frames: Int? = nil) -> CheckedEncoder {
    var request = EncodeRequest(size: PixelSize(width: 2, height: 3)!, pixels: .rgb8)
    request.animation = frames.map { Animation(frames: $0) }
    return CheckedEncoder(listener, request)
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

  @Test("A still picture is one frame, which nobody need begin")
  func still() throws {
    var encoder = self.encoder()
    #expect(isMisuse { try encoder.finish() })
    try write(1, &encoder)
    #expect(isMisuse { try encoder.finish() })
    #expect(isMisuse { try encoder.write([0, 0, 0].span) }, "a part of a row")
    try write(2, &encoder)
    #expect(isMisuse { try write(1, &encoder) })
    try encoder.finish()
    try encoder.finish()
    #expect(listener.calls == ["frame 0", "write 6", "write 12", "finish"])
  }

  @Test("Frames begin one after the other, each with all its rows and its time")
  func animated() throws {
    var encoder = self.encoder(frames: 2)
    #expect(isMisuse { try write(1, &encoder) }, "before the first frame")
    try encoder.beginFrame(milliseconds: 40)
    try write(2, &encoder)
    #expect(isMisuse { try encoder.beginFrame(milliseconds: 50) })
    #expect(isMisuse { try write(2, &encoder) }, "into the next frame")
    try write(1, &encoder)
    #expect(isMisuse { try encoder.finish() })
    try encoder.beginFrame(milliseconds: 50)
    try write(3, &encoder)
    #expect(isMisuse { try encoder.beginFrame(milliseconds: 60) })
    try encoder.finish()
    #expect(listener.calls == ["frame 40", "write 12", "write 6", "frame 50", "write 18", "finish"])
  }
}
