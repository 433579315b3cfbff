import CPNG
import FrameCodec
import FrameImage
import FrameScript
import PNGCodec

/// A harness that reads arbitrary bytes as a PNG or an APNG. It first repairs the checksums of the chunks, so that the code
/// after their check is reached. In some cases it compresses the image data, so that the bytes of the input become
/// filtered rows.
enum Harness: FuzzTarget {
  static let codec = PNGCodec()

  static func seeds() -> [[UInt8]] {
    let formats: [PixelFormat] = [.gray8, .rgb8, .rgba8, .rgb16, .rgba16]
    return formats.map { encoded(drawn(13, 7, $0), by: codec) } + [animation()]
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let file = choice.bit(0) ? bytes : repaired(bytes, deflating: choice.bit(1))
    let request = DecodeRequest(
      onDamage: choice.pick(DamagePolicy.allCases, shift: 2), limits: fuzzLimits)
    checkDecoding(file, by: codec, request, skipping: choice.bit(6))
    if choice.bit(5) { decodeFrames(file, request) }
  }

  /// Decodes every frame of an animation, or every other one.
  private static func decodeFrames(_ bytes: [UInt8], _ request: DecodeRequest) {
    do {
      let frames = try codec.open(ByteInput(bytes: bytes), limits: fuzzLimits).header.frames
      var decoder = try codec.decoder(ByteInput(bytes: bytes), request)
      for frame in stride(from: 0, to: min(frames, 20), by: 1 + bytes.count % 2) {
        _ = try decoder.beginFrame(frame)
        var image = Bitmap(size: decoder.size, format: decoder.format)
        try decoder.forEachBand { image.write($0) }
      }
    } catch {
      check(error)
    }
  }

  private static func animation() -> [UInt8] {
    let image = drawn(5, 4, .rgba8)
    let output = ByteOutput()
    var request = EncodeRequest(size: image.size, pixels: image.format)
    request.animation = Animation(frames: 3)
    do {
      var sink = try codec.encoder(output, request)
      for milliseconds in [20, 40, 60] {
        try sink.beginFrame(milliseconds: milliseconds)
        try add(image, to: &sink)
      }
      try sink.finish()
    } catch {
      fatalError("\(error)")
    }
    return output.bytes
  }

  private static func add(_ image: Bitmap, to sink: inout CheckedEncoder) throws {
    try sink.write(image.bytes.span)
  }

  // MARK: Chunks

  private static func repaired(_ bytes: [UInt8], deflating: Bool) -> [UInt8] {
    var file = Array(bytes.prefix(8))
    var at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - at - 12 else { break }
      let name = Array(bytes[at + 4..<at + 8])
      var content = Array(bytes[at + 8..<at + 8 + length])
      if deflating, name.elementsEqual("IDAT".utf8) { content = compressed(content) }
      file +=
        bigEndian(content.count) + name + content
        + bigEndian(Int(cpng_crc(0, name + content, name.count + content.count)))
      at += 12 + length
    }
    return file + bytes[min(at, bytes.count)...]
  }

  /// Compresses the bytes as a zlib stream.
  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = [UInt8](repeating: 0, count: cpng_deflate_bound(bytes.count))
    let count = cpng_deflate(bytes, bytes.count, &stream, stream.count)
    hold(count > 0)
    return Array(stream.prefix(count))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
