import FrameCodec
import FrameImage

/// A harness that decodes or encodes an image with a worker that sends arbitrary answers, `liar.c`.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    // Plausible answers, followed by an answer with some overwritten fields.
    let plausible: [UInt8] = [0, 0, 0, 0]
    return (0..<8).map { Array(repeatElement(plausible, count: $0).joined()) }
      + (1..<12).map { n in
        Array(repeatElement(plausible, count: n).joined()) + [15, 4, UInt8(n * 4), 2, 0xFF, 0xFF, 0, 0]
      }
  }

  private static let plugin: DiscoveredPlugin = Liar.plugin(
    "frameit-codec 1\nname liar\ntitle Liar\nversion 1.0\nextensions lie\nsignature 6C 69\ndepths 8 16\nalpha\nwrites\nprofile\n"
  )

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    // A new codec for each input, because idle workers would go on with the answers of an earlier one.
    guard let codec = RemoteCodec(plugin, worker: Liar.worker, Liar.policy) else {
      fatalError("the manifest is rejected: \(plugin)")
    }
    Liar.answer(bytes)
    if choice.bit(0) {
      encode(codec)
    } else {
      decode(codec, choice)
    }
  }

  private static func decode(_ codec: RemoteCodec, _ choice: Choice) {
    do {
      let input = ByteInput(bytes: Array("li".utf8))
      if choice.bit(6), let reader = try codec.open(input, limits: fuzzLimits) as? any LosslessReader {
        let size = reader.header.size
        let move = LosslessTransform(.exact, .right, source: PixelRect(x: 0, y: 0, size: size))
        _ = try reader.move(
          ByteOutput(),
          TransformRequest(move, metadata: .replaced(reader.header.metadata, keepsUnknown: true)))
        return
      }
      let request = DecodeRequest(
        reduction: choice.pick(ShrinkFactor.allCases, shift: 1),
        onDamage: choice.pick(DamagePolicy.allCases, shift: 3), limits: fuzzLimits)
      var decoder = try codec.decoder(input, request)
      hold(decoder.size.area <= fuzzLimits.pixels)
      if choice.bit(5) { _ = try decoder.beginFrame(1) }
      try decoder.forEachBand { _ in }
    } catch {}
  }

  private static func encode(_ codec: RemoteCodec) {
    let image = drawn(7, 5, .rgb8)
    do {
      var request = EncodeRequest(size: image.size, pixels: image.format)
      request.metadata.profile = [1, 2, 3]
      let output = ByteOutput()
      var sink = try codec.encoder(output, request)
      try sink.write(image.bytes.span)
      try sink.finish()
      _ = output.bytes
    } catch {}
  }
}
