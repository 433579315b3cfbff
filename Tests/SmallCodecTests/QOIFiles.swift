import FrameGeometry
import FrameImage
import QOICodec
import Testing

enum QOI {
  static let codec = QOICodec()

  static let marker: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  static func header(_ width: Int, _ height: Int, channels: UInt8 = 3, colorSpace: UInt8 = 0) -> [UInt8] {
    let sides = [width, height].flatMap { side in [24, 16, 8, 0].map { UInt8(side >> $0 & 255) } }
    return Array("qoif".utf8) + sides + [channels, colorSpace]
  }

  /// Returns a file with one row of `width` pixels.
  static func file(_ width: Int, channels: UInt8 = 3, _ packed: [UInt8]) -> [UInt8] {
    header(width, 1, channels: channels) + packed + marker
  }

  /// Returns an image that needs every kind of packed pixel: runs, recurring colors, small steps and large ones.
  static func image(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64 = 7) throws -> Bitmap {
    let size = try #require(PixelSize(width: width, height: height))
    var generator = SplitMix64(seed: seed)
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
}
