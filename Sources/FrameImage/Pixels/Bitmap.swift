/// An image in memory.
///
/// A pixel has its samples in the order gray, alpha or red, green, blue, alpha, as far as its format has them. Samples are from 0
/// to `format.depth.maximum`, which stands for 1. Colors are sRGB, unless the owner of the bitmap has an ICC profile for it, and
/// are not multiplied by alpha, which is 0 for transparent pixels.
///
/// Invariant: `bytes.count == format.rowBytes(width: size.width) * size.height`; there is no padding between rows.
public struct Bitmap: Hashable, Sendable {
  /// The width and height in pixels.
  public let size: PixelSize
  /// The channels and the depth of each pixel.
  public let format: PixelFormat
  /// The rows from the top down, without padding; 16-bit samples are in the machine's byte order.
  public private(set) var bytes: [UInt8]
  /// The number of bytes that a writer has filled; only `write` changes it.
  private var filled = 0

  /// A bitmap of zeros: black, and transparent if the format has alpha.
  public init(size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
    self.bytes = [UInt8](repeating: 0, count: format.rowBytes(width: size.width) * size.height)
  }

  /// - Returns: nil if the number of bytes does not match the size and format.
  public init?(size: PixelSize, format: PixelFormat, bytes: [UInt8]) {
    guard bytes.count == format.rowBytes(width: size.width) * size.height else { return nil }
    self.size = size
    self.format = format
    self.bytes = bytes
    self.filled = bytes.count
  }

  /// The number of bytes of a row.
  public var rowBytes: Int { format.rowBytes(width: size.width) }

  /// Compares size, format and bytes; how a bitmap was filled does not matter.
  public static func == (l: Bitmap, r: Bitmap) -> Bool {
    l.size == r.size && l.format == r.format && l.bytes == r.bytes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(format)
    hasher.combine(bytes)
  }

  /// A sample, 0 to `format.depth.maximum`.
  public subscript(x: Int, y: Int, channel: Int) -> Int {
    get {
      let at = offset(x, y, channel)
      switch format.depth {
      case .eight: return Int(bytes[at])
      case .sixteen:
        return Int(bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt16.self))
      }
    }
    set {
      let at = offset(x, y, channel)
      switch format.depth {
      case .eight: bytes[at] = UInt8(newValue)
      case .sixteen:
        withUnsafeBytes(of: UInt16(newValue)) { pair in
          bytes[at] = pair[0]
          bytes[at + 1] = pair[1]
        }
      }
    }
  }

  private func offset(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height)
    precondition(channel >= 0 && channel < format.channels.rawValue)
    return y * rowBytes + x * format.bytesPerPixel + channel * format.depth.bytes
  }
}

extension Bitmap: PixelSource {
  /// Copies whole rows.
  public func read(from row: Int, into band: inout MutableSpan<UInt8>) {
    let start = row * rowBytes
    precondition(start >= 0 && start + band.count <= bytes.count, "rows outside the bitmap")
    bytes.withUnsafeBytes { all in
      band.withUnsafeMutableBytes {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<start + $0.count]))
      }
    }
  }

  package func finish() {}
}

extension Bitmap: PixelSink {
  package mutating func write(_ band: Span<UInt8>) {
    precondition(filled + band.count <= bytes.count, "more rows than the bitmap has")
    bytes.withUnsafeMutableBytes { all in
      band.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: all[filled..<filled + $0.count]).copyMemory(from: $0)
      }
    }
    filled += band.count
  }
}
