import FrameCodec
import FrameGeometry
import FrameImage
import QOICodec
import Testing

struct Decoded: Equatable {
  var size: PixelSize
  var format: PixelFormat
  var bytes: [UInt8]
  var notices: [CodecNotice]
}

let marker: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

func header(_ width: Int, _ height: Int, channels: UInt8 = 3, colorSpace: UInt8 = 0) -> [UInt8] {
  let sides = [width, height].flatMap { side in [24, 16, 8, 0].map { UInt8(side >> $0 & 255) } }
  return Array("qoif".utf8) + sides + [channels, colorSpace]
}

/// Returns a file with one row of `width` pixels.
func file(_ width: Int, channels: UInt8 = 3, _ packed: [UInt8]) -> [UInt8] {
  header(width, 1, channels: channels) + packed + marker
}

/// Decodes a whole image in bands of `band` rows.
func decode(
  _ bytes: [UInt8], _ policy: DamagePolicy = .fail, band: Int = 16, limits: Limits = Limits()
) throws -> Decoded {
  let request = DecodeRequest(onDamage: policy, limits: limits)
  var decoder = try QOICodec().decoder(ByteInput(bytes: bytes), request)
  let rowBytes = decoder.format.rowBytes(width: decoder.size.width)
  var pixels: [UInt8] = []
  for row in stride(from: 0, to: decoder.size.height, by: band) {
    // Not zeros, so that a row that is not written is noticed.
    var rows = [UInt8](repeating: 0xA5, count: min(band, decoder.size.height - row) * rowBytes)
    var span = rows.mutableSpan
    try decoder.read(from: row, into: &span)
    pixels += rows
  }
  try decoder.finish()
  return Decoded(size: decoder.size, format: decoder.format, bytes: pixels, notices: decoder.notices)
}

func probe(_ bytes: [UInt8], limits: Limits = Limits()) throws -> ImageHeader {
  try QOICodec().open(ByteInput(bytes: bytes), limits: limits).header
}

func encode(
  _ image: Bitmap, _ metadata: ImageMetadata = ImageMetadata(), band: Int = 16
) throws -> [UInt8] {
  let output = ByteOutput()
  let request = EncodeRequest(size: image.size, pixels: image.format, metadata: metadata)
  var encoder = try QOICodec().encoder(output, request)
  for row in stride(from: 0, to: image.size.height, by: band) {
    let end = min(row + band, image.size.height)
    try encoder.write(image.bytes.span.extracting(row * image.rowBytes..<end * image.rowBytes))
  }
  try encoder.finish()
  return output.bytes
}

/// SplitMix64 (Steele, Lea and Flood 2014): pseudorandom numbers, the same in each run.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Returns an image that needs every kind of packed pixel: runs, recurring colors, small steps and large ones.
func image(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64 = 7) throws -> Bitmap {
  let size = try #require(PixelSize(width: width, height: height))
  var generator = Generator(state: seed)
  let channels = format.channels.rawValue
  var pixel = [UInt8](repeating: 255, count: channels)
  var seen = [pixel]
  var bytes: [UInt8] = []
  while bytes.count < width * height * channels {
    func step(_ most: Int) {
      let colors = format.channels.hasAlpha ? channels - 1 : channels
      for i in 0..<colors {
        pixel[i] &+= UInt8(truncatingIfNeeded: Int.random(in: -most...most, using: &generator))
      }
    }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: for _ in 0..<Int.random(in: 0..<150, using: &generator) { bytes += pixel }
    case 1: pixel = seen.randomElement(using: &generator)!
    case 2: step(2)
    case 3: step(9)
    case 4: step(127)
    default: pixel[channels - 1] = .random(in: 0...255, using: &generator)
    }
    seen.append(pixel)
    bytes += pixel
  }
  bytes.removeLast(bytes.count - width * height * channels)
  return try #require(Bitmap(size: size, format: format, bytes: bytes))
}

/// Returns the error of an expression that must fail.
func failure(_ body: () throws -> some Any) throws -> CodecError {
  do {
    _ = try body()
  } catch let error as CodecError {
    return error
  }
  throw Unexpected.success
}

enum Unexpected: Error { case success }

extension CodecError {
  var kind: String {
    switch self {
    case .empty: "empty"
    case .damaged: "damaged"
    case .truncated: "truncated"
    case .unsupported: "unsupported"
    case .limit: "limit"
    default: "\(self)"
    }
  }
}
