import FrameCodec
import FrameGeometry
import FrameImage
import FrameScript
import JPEGCodec

/// A harness that reads arbitrary bytes as a JPEG: decodes it with every shrink factor and damage policy, transforms it
/// losslessly, and encodes an image with its settings.
enum Harness: FuzzTarget {
  static let codec = JPEGCodec()

  static func seeds() -> [[UInt8]] {
    [
      encoded(drawn(17, 9, .gray8), by: codec), encoded(drawn(33, 40, .rgb8), by: codec, quality: 50),
      encoded(drawn(16, 16, .rgb8), by: codec, quality: 95),
    ]
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let request = DecodeRequest(
      reduction: choice.pick(ShrinkFactor.allCases), onDamage: choice.pick(DamagePolicy.allCases, shift: 2),
      limits: fuzzLimits)
    checkDecoding(bytes, by: codec, request, skipping: choice.bit(6))
    if choice.bit(5) { move(choice, bytes, request) }
    if choice.bit(7) { encodeLike(bytes) }
  }

  /// Checks that the result of a lossless transform without notices decodes without errors, at the expected size.
  private static func move(_ choice: Choice, _ bytes: [UInt8], _ request: DecodeRequest) {
    do {
      let reader = try codec.open(ByteInput(bytes: bytes), limits: fuzzLimits) as! any LosslessReader
      let header = reader.header
      guard let mcu = header.blocks?.mcu else { return }
      let orientation = choice.pick(Orientation.allCases, shift: 2)
      // Only whole MCUs, so that any edge may become any other edge.
      let width = header.size.width / mcu.width * mcu.width
      let height = header.size.height / mcu.height * mcu.height
      let kept = PixelSize(width: width, height: height).map { PixelRect(x: 0, y: 0, size: $0) }
      let all = PixelRect(x: 0, y: 0, size: header.size)
      let move = LosslessTransform(
        choice.pick([.exact, .tagged]), orientation, source: choice.bit(0) ? all : kept ?? all)
      guard move.kind == .tagged || kept != nil else { return }
      let output = ByteOutput()
      let moved = LosslessTransform(move.kind, orientation, source: move.kind == .tagged ? all : kept!)
      let notices = try reader.move(
        output,
        TransformRequest(
          moved, onDamage: request.onDamage, limits: fuzzLimits,
          metadata: .replaced(ImageMetadata(), keepsUnknown: choice.bit(4))))
      guard notices.isEmpty, request.onDamage == .fail else { return }
      let swaps = moved.kind != .tagged && orientation.swapsAxes
      let size = moved.source.size
      var limits = fuzzLimits
      limits.memory *= 2
      let result = decoded(output.bytes, by: codec, DecodeRequest(limits: limits))
      hold(result != nil, "the result of a lossless transform cannot be decoded")
      hold(
        result?.image.size
          == (swaps ? PixelSize(width: size.height, height: size.width) : size))
    } catch {
      check(error)
    }
  }

  /// Encodes a generated image with the quantization tables and the chroma subsampling of the input.
  private static func encodeLike(_ bytes: [UInt8]) {
    let image = drawn(16, 8, .rgb8)
    do {
      let output = ByteOutput()
      let reader = try codec.open(ByteInput(bytes: bytes), limits: fuzzLimits) as! any LosslessReader
      var sink = try reader.encoder(output, EncodeRequest(size: image.size, pixels: image.format))
      try sink.write(image.bytes.span)
      try sink.finish()
      hold(decoded(output.bytes, by: codec, DecodeRequest()) != nil)
    } catch {
      check(error)
    }
  }
}
