import FrameImage

/// The pixels of two images on the area where they were compared, at random access.
struct ChangedPixels {
  let width: Int
  let height: Int
  /// Packed pixels with 8 bits per sample.
  private(set) var expected: [UInt32] = []
  private(set) var actual: [UInt32] = []
  private(set) var verdicts: [PixelVerdict] = []
  /// The color distance up to which colors count as equal.
  private let maxDistance: Double
  private let distance: ColorDistance<UInt32>

  /// The largest number of pixels, so that memory is bounded.
  static let maximumArea = 1 << 24

  init(_ size: PixelSize, _ options: ComparisonOptions) {
    (width, height) = (size.width, size.height)
    distance = ColorDistance(over: options.background)
    maxDistance = options.threshold.map { ColorDistance<UInt32>.maximum * $0 * $0 } ?? 0
    expected.reserveCapacity(size.area)
    actual.reserveCapacity(size.area)
    verdicts.reserveCapacity(size.area)
  }

  /// Adds a row of both images as RGBA of 8 bits.
  mutating func add(_ row: Span<PixelVerdict>, _ expected: Span<UInt8>, _ actual: Span<UInt8>) {
    for x in 0..<width {
      verdicts.append(row[x])
      self.expected.append(Self.pixel(expected, x))
      self.actual.append(Self.pixel(actual, x))
    }
  }

  private static func pixel(_ row: Span<UInt8>, _ x: Int) -> UInt32 {
    UInt32(Int(row[4 * x]), Int(row[4 * x + 1]), Int(row[4 * x + 2]), Int(row[4 * x + 3]))
  }

  /// Returns whether two colors count as equal.
  func isNear(_ l: UInt32, _ r: UInt32) -> Bool {
    l == r || maxDistance > 0 && distance.between(l, r) <= maxDistance
  }

  /// Returns the brightness of a color over the background, 0 to 255.
  func brightness(_ pixel: UInt32) -> Double { distance.brightness(pixel) }

  subscript(image: Side) -> [UInt32] { image == .expected ? expected : actual }

  enum Side {
    case expected, actual

    var other: Side { self == .expected ? .actual : .expected }
  }
}

/// A rectangle of pixels with exclusive ends.
struct PixelBox: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  /// A box without pixels, to which others are added.
  static let empty = PixelBox(left: .max, top: .max, right: .min, bottom: .min)

  var isEmpty: Bool { left >= right }
  var width: Int { right - left }
  var height: Int { bottom - top }

  mutating func add(_ x: Int, _ y: Int) {
    (left, top) = (min(left, x), min(top, y))
    (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
  }

  func contains(_ other: PixelBox) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  var rect: PixelRect {
    PixelRect(x: left, y: top, size: PixelSize(width: width, height: height)!)
  }
}
