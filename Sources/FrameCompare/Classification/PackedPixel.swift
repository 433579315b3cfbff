import FrameImage

/// A pixel packed into one integer, with red in the lowest bits, then green, blue and alpha, so that equal
/// pixels are equal integers. Images of 8 bits are compared as `UInt32`. If either image has 16 bits, both
/// are compared as `UInt64`. Only alignment rounds 16 bits to 8.
protocol PackedPixel: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  static var sampleBits: Int { get }
}

extension UInt32: PackedPixel { static var sampleBits: Int { 8 } }
extension UInt64: PackedPixel { static var sampleBits: Int { 16 } }

extension PackedPixel {
  static var maximum: Int { (1 << sampleBits) - 1 }

  init(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) {
    let low = Self(truncatingIfNeeded: red | green << Self.sampleBits)
    let high = Self(truncatingIfNeeded: blue | alpha << Self.sampleBits)
    self = low | high &<< Self(2 * Self.sampleBits)
  }

  func sample(_ channel: Int) -> Int {
    Int(truncatingIfNeeded: self &>> Self(channel * Self.sampleBits)) & Self.maximum
  }

  /// Returns a sample on the scale of 8 bits, 0 to 255, without rounding.
  func level(_ channel: Int) -> Double {
    Self.sampleBits == 8 ? Double(sample(channel)) : Double(sample(channel)) / 257
  }

  /// Returns the largest difference of any sample.
  func largestDifference(from other: Self) -> Int {
    var largest = 0
    for channel in 0..<4 { largest = Swift.max(largest, abs(sample(channel) - other.sample(channel))) }
    return largest
  }

  /// Packs a row of any format. Gray becomes three equal samples, and missing alpha becomes opaque.
  static func pack(
    _ row: UnsafeRawPointer, _ format: PixelFormat, count: Int, into pixels: UnsafeMutablePointer<Self>
  ) {
    let packed = format.channels == .rgba && format.depth.rawValue == sampleBits
    if packed && isStoredAsBytes {
      UnsafeMutableRawPointer(pixels).copyMemory(from: row, byteCount: count * MemoryLayout<Self>.size)
    } else if let pixels = pixels as? UnsafeMutablePointer<UInt32>, format == .rgb8, count > 0 {
      packRGB(row, count, into: pixels)
    } else if format.depth == .eight {
      pack(row, of: UInt8.self, format.channels, count, into: pixels)
    } else {
      pack(row, of: UInt16.self, format.channels, count, into: pixels)
    }
  }

  /// True if the bytes of a packed row in memory are those of its samples, one after the other.
  private static var isStoredAsBytes: Bool { UInt16(1).littleEndian == 1 }

  /// Packs the most common format of screenshots: each pixel with one read, whose fourth byte is the next pixel's.
  private static func packRGB(
    _ row: UnsafeRawPointer, _ count: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<count - 1 {
      let bytes = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 3 * x, as: UInt32.self))
      pixels[x] = bytes | 0xFF00_0000
    }
    let last = row + 3 * (count - 1)
    func sample(_ channel: Int) -> Int { Int(last.load(fromByteOffset: channel, as: UInt8.self)) }
    pixels[count - 1] = UInt32(sample(0), sample(1), sample(2), UInt32.maximum)
  }

  private static func pack<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeRawPointer, of: Sample.Type, _ channels: PixelFormat.Channels, _ count: Int,
    into pixels: UnsafeMutablePointer<Self>
  ) {
    // Scales 8 bits to 16: 255 * 257 is 65535.
    let scale = Sample.bitWidth < sampleBits ? 257 : 1
    func sample(_ at: Int) -> Int {
      let sample = Int(row.loadUnaligned(fromByteOffset: at * MemoryLayout<Sample>.size, as: Sample.self))
      return Sample.bitWidth > sampleBits ? (sample &+ 128) / 257 : sample &* scale
    }
    for x in 0..<count {
      switch channels {
      case .gray:
        let gray = sample(x)
        pixels[x] = Self(gray, gray, gray, maximum)
      case .grayAlpha:
        let gray = sample(2 * x)
        pixels[x] = Self(gray, gray, gray, sample(2 * x + 1))
      case .rgb: pixels[x] = Self(sample(3 * x), sample(3 * x + 1), sample(3 * x + 2), maximum)
      case .rgba: pixels[x] = Self(sample(4 * x), sample(4 * x + 1), sample(4 * x + 2), sample(4 * x + 3))
      }
    }
  }

  /// Writes a row as 8-bit samples, rounded to nearest.
  static func unpack(_ pixels: UnsafePointer<Self>, count: Int, into bytes: UnsafeMutablePointer<UInt8>) {
    if sampleBits == 8, isStoredAsBytes {
      return UnsafeMutableRawPointer(bytes).copyMemory(from: pixels, byteCount: 4 * count)
    }
    for x in 0..<count {
      for channel in 0..<4 {
        let sample = pixels[x].sample(channel)
        bytes[4 * x + channel] = UInt8(sampleBits == 8 ? sample : (sample + 128) / 257)
      }
    }
  }

  /// Returns the first index from `start` on at which two rows differ, or `count` if there is none. Equal
  /// pixels are skipped many at a time.
  static func firstDifference(
    _ l: UnsafePointer<Self>, _ r: UnsafePointer<Self>, from start: Int, count: Int
  ) -> Int {
    var x = start
    skip(&x, l, r, count, by: SIMD8<UInt64>.self)
    skip(&x, l, r, count, by: UInt64.self)
    while x < count && l[x] == r[x] { x += 1 }
    return x
  }

  private static func skip<Word: BitwiseCopyable & Equatable>(
    _ x: inout Int, _ l: UnsafePointer<Self>, _ r: UnsafePointer<Self>, _ count: Int, by: Word.Type
  ) {
    let step = MemoryLayout<Word>.size / MemoryLayout<Self>.size
    while x + step <= count,
      UnsafeRawPointer(l + x).loadUnaligned(as: Word.self)
        == UnsafeRawPointer(r + x).loadUnaligned(as: Word.self)
    { x += step }
  }
}
