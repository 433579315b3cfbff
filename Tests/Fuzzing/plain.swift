import FrameCodec
import FrameImage
import FrameScript
import PNMCodec
import QOICodec

/// A harness that reads arbitrary bytes as PNM or QOI. Encoding and decoding a decoded image must not change it.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let texts = [
      "P1\n3 2\n101\n010\n", "P2\n# a comment\n2 2\n15\n0 7 15 3\n", "P3\n1 1\n255\n1 2 3\n",
      "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\nabcdefgh",
      "P4\n9 2\nabcd", "Pf\n1 1\n-1.0\nabcd",
    ].map { Array($0.utf8) }
    let formats: [PixelFormat] = [.gray8, .rgb8, .rgb16, .rgba8, .rgba16]
    return texts + formats.map { encoded(drawn(9, 5, $0), by: PNMCodec(.pam)) }
      + [PixelFormat.rgb8, .rgba8].map { encoded(drawn(9, 5, $0), by: QOICodec()) }
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    if bytes.first == UInt8(ascii: "P") {
      run(PNMCodec(.pam), choice, bytes)
    } else {
      run(QOICodec(), choice, bytes)
    }
  }

  private static func run(_ codec: some Codec, _ choice: Choice, _ bytes: [UInt8]) {
    let request = DecodeRequest(onDamage: choice.pick(DamagePolicy.allCases), limits: fuzzLimits)
    checkDecoding(bytes, by: codec, request, skipping: choice.bit(6))
    guard let whole = decoded(bytes, by: codec, request) else { return }
    let again = decoded(encoded(whole.image, by: codec), by: codec, DecodeRequest(limits: fuzzLimits))
    hold(again?.image == whole.image)
  }
}
