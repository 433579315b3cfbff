import FrameCodec
import FrameImage
import FrameEngine
import FrameKit
import PNGCodec
import Testing

/// Edits of animated images: one pass, frame by frame, from bytes to bytes.
@Suite struct AnimatedInputTests {
  /// The calls to a codec. Unchecked: there is one job, so calls come one at a time.
  private final class Log: @unchecked Sendable {
    var calls: [String] = []
  }

  /// A PNG codec that logs the frames it reads and writes.
  private struct Logged: Codec {
    let log = Log()
    private let inner = PNGCodec()

    var format: ImageFormat { inner.format }
    var library: String { inner.library }

    func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
      LoggedReader(try inner.open(input, limits: limits), log)
    }

    func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
      LoggedEncoder(inner: try inner.makeEncoder(output, request), log: log)
    }
  }

  private final class LoggedReader: ImageReader {
    private let inner: any ImageReader
    private let log: Log

    init(_ inner: any ImageReader, _ log: Log) { (self.inner, self.log) = (inner, log) }

    var header: ImageHeader { inner.header }

    func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
      log.calls.append("open")
      return LoggedDecoder(inner: try inner.makeDecoder(request), log: log)
    }
  }

  private final class LoggedDecoder: ImageDecoder {
    let inner: any ImageDecoder
    let log: Log

    init(inner: any ImageDecoder, log: Log) { (self.inner, self.log) = (inner, log) }

    var size: PixelSize { inner.size }
    var format: PixelFormat { inner.format }
    var frames: Int { inner.frames }
    var damage: Damage { inner.damage }

    func beginFrame(_ index: Int) throws(CodecError) -> Int {
      log.calls.append("read \(index)")
      return try inner.beginFrame(index)
    }

    func read(into band: inout MutableSpan<UInt8>) throws(CodecError) { try inner.read(into: &band) }
    func skip(_ rows: Int) throws(CodecError) { try inner.skip(rows) }
    func finish(unread: Int) throws(CodecError) { try inner.finish(unread: unread) }
  }

  private final class LoggedEncoder: ImageEncoder {
    let inner: any ImageEncoder
    let log: Log

    init(inner: any ImageEncoder, log: Log) { (self.inner, self.log) = (inner, log) }

    func beginFrame(milliseconds: Int) throws(CodecError) {
      log.calls.append("write for \(milliseconds)")
      try inner.beginFrame(milliseconds: milliseconds)
    }

    func write(_ band: Span<UInt8>) throws(CodecError) { try inner.write(band) }
    func finish() throws(CodecError) { try inner.finish() }
  }

  /// Returns a PNG with a frame for each time; each frame has one color.
  private func sequence(_ times: [Int]) throws -> [UInt8] {
    let size = try #require(PixelSize(width: 6, height: 4))
    var request = EncodeRequest(size: size, pixels: .rgb8)
    if times.count > 1 { request.animation = Animation(frames: times.count, loopCount: 2) }
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, request)
    for (index, time) in times.enumerated() {
      if times.count > 1 { try encoder.beginFrame(milliseconds: time) }
      try encoder.write([UInt8](repeating: UInt8(50 * index), count: 3 * size.area).span)
    }
    try encoder.finish()
    return output.bytes
  }

  private func edit(_ text: String, _ films: [[UInt8]]) throws -> (calls: [String], header: ImageHeader) {
    let codec = Logged()
    let editor = Editor(codecs: CodecList([codec]))
    let script = try editor.parse(text, name: "script")
    let edit = try editor.prepare(
      ScriptScene(script), images: SourceHost(sources: films.map(ImageSource.bytes)),
      output: OutputRequest(codec: codec))
    let output = ByteOutput()
    _ = try edit.render(into: output)
    return (codec.log.calls, try PNGCodec().open(ByteInput(bytes: output.bytes), limits: Limits()).header)
  }

  @Test("Each frame is written with its duration before the next one is read")
  func onePass() throws {
    let result = try edit("rotate 90deg", [try sequence([40, 500, 70])])
    #expect(
      result.calls == [
        "open", "read 0", "write for 40", "read 1", "write for 500", "read 2", "write for 70",
      ])
    #expect(result.header.frames == 3 && result.header.loopCount == 2)
  }

  @Test("The first animation sets the delays, shorter ones repeat, and still images are read each time")
  func several() throws {
    let films = try [sequence([0]), sequence([30, 60, 90]), sequence([10, 20])]
    let result = try edit("layer a image $1; layer b image $2 at 0,0; layer c image $3 at 2,2", films)
    // The decoder of a still image is made when its first row is needed.
    #expect(
      result.calls == [
        "open", "read 0", "open", "read 0", "write for 30", "open", "read 0",
        "read 1", "read 1", "write for 60", "open", "read 0",
        "read 2", "open", "read 0", "write for 90", "open", "read 0",
      ])
  }
}
