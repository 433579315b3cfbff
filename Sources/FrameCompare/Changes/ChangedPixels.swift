import FrameImage

/// The pixels of two images on the area where they were compared, at random access.
struct ChangedPixels {
  let width: Int
  let height: Int
  /// Packed pixels with 8 bits per sample.
  private(set) var expected: [UInt32] = []
  private(set) var actual: [UInt32] = []
  private(set) var verdicts: [PixelVerdict] = []
  /// The rows with differing pixels, from the top down.
  private(set) var differingRows: [Int] = []
  /// The color distance up to which colors count as equal.
  private let maxDistance: Double
  private let distance: ColorDistance<UInt32>

  /// The largest number of pixels, so that the time is bounded.
  static let maximumArea = 1 << 24
  /// The bytes per pixel that naming changes needs at most: these pixels and the visits of searches 13, the differing
  /// pixels of a group 4, three objects 4 each, the pixels that a search visits next 12, and rows that are read again.
  static let bytesPerPixel = 64

  init(_ size: PixelSize, _ options: ComparisonOptions) {
    (width, height) = (size.width, size.height)
    distance = ColorDistance(over: options.background)
    maxDistance = options.threshold.map { ColorDistance<UInt32>.maximum * $0 * $0 } ?? 0
    expected = [UInt32](repeating: 0, count: size.area)
    actual = expected
    verdicts = [PixelVerdict](repeating: .same, count: size.area)
  }

  /// Sets a row of both images from RGBA of 8 bits.
  mutating func set(_ y: Int, _ row: Span<PixelVerdict>, _ expected: Span<UInt8>, _ actual: Span<UInt8>) {
    row.withUnsafeBufferPointer { row in
      if row.contains(.differs) { differingRows.append(y) }
      for x in 0..<width { verdicts[y * width + x] = row[x] }
    }
    Self.copy(expected, to: y * width, of: &self.expected)
    Self.copy(actual, to: y * width, of: &self.actual)
  }

  private static func copy(_ row: Span<UInt8>, to index: Int, of pixels: inout [UInt32]) {
    row.withUnsafeBytes { row in
      pixels.withUnsafeMutableBufferPointer { pixels in
        // A packed pixel has red in its lowest byte.
        for x in 0..<row.count / 4 {
          pixels[index + x] = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
        }
      }
    }
  }

  /// Returns whether two colors count as equal.
  func isNear(_ l: UInt32, _ r: UInt32) -> Bool {
    l == r || maxDistance > 0 && distance.between(l, r) <= maxDistance
  }

  /// Returns the brightness of a color over the background, 0 to 255.
  func brightness(_ pixel: UInt32) -> Double { distance.brightness(pixel) }

  subscript(image: ImageSide) -> [UInt32] { image == .expected ? expected : actual }
}

/// A rectangle of pixels with exclusive ends.
struct PixelBox: Equatable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  /// A box without pixels, to which others are added.
  static let empty = PixelBox(left: .max, top: .max, right: .min, bottom: .min)

  var isEmpty: Bool { left >= right }
  var width: Int { right - left }
  var height: Int { bottom - top }

  mutating func add(_ x: Int, _ y: Int) { add(PixelBox(left: x, top: y, right: x + 1, bottom: y + 1)) }

  mutating func add(_ other: PixelBox) {
    (left, top) = (min(left, other.left), min(top, other.top))
    (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
  }

  func contains(_ other: PixelBox) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  var rect: PixelRect {
    PixelRect(columns: left..<right, rows: top..<bottom)!
  }
}
