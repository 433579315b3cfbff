import FrameCodec
import FrameModel

/// The 14-byte header of a file.
struct QOIHeader {
  static let magic = Array("qoif".utf8)
  static let length = 14
  /// The last bytes of a file.
  static let endMarker: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  let size: PixelSize
  let hasAlpha: Bool
  /// Whether the header marks all channels as linear, not only alpha. The specification calls this informative, and
  /// Pillow sets it for sRGB by default, so it cannot be trusted.
  let isLinear: Bool

  init(size: PixelSize, hasAlpha: Bool, isLinear: Bool) {
    self.size = size
    self.hasAlpha = hasAlpha
    self.isLinear = isLinear
  }

  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.limit`, `.readFailed`.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    if input.length == 0 { throw .empty }
    let bytes = try input.read(at: 0, count: Self.length)
    guard bytes.starts(with: Self.magic.prefix(bytes.count)) else {
      throw .damaged(detail: "it does not begin with qoif")
    }
    guard bytes.count == Self.length else { throw .truncated(detail: "the file ends in its header") }
    func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(at: 4), number(at: 8))
    guard bytes[12] == 3 || bytes[12] == 4 else {
      throw .damaged(detail: "\(bytes[12]) channels: there are 3 or 4")
    }
    guard bytes[13] <= 1 else { throw .damaged(detail: "a color space of \(bytes[13]): it is 0 or 1") }
    size = try CodecError.size(width: width, height: height, within: limits)
    hasAlpha = bytes[12] == 4
    isLinear = bytes[13] == 1
  }

  var bytes: [UInt8] {
    let sides = [size.width, size.height].flatMap { side in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
    }
    return Self.magic + sides + [hasAlpha ? 4 : 3, isLinear ? 1 : 0]
  }

  var pixels: PixelFormat { hasAlpha ? .rgba8 : .rgb8 }
}
