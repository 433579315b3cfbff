import FrameCodec
import FrameModel

/// The rows of a picture that another process decodes.
final class IsolatedDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat

  private let picture: IsolatedPicture
  private var found: [CodecNotice] = []

  init(_ picture: IsolatedPicture, _ rows: RowsOnTheWire) {
    self.picture = picture
    (size, format) = (rows.size, rows.format)
  }

  /// Of a process that is gone, those that it had told.
  var notices: [CodecNotice] {
    if let now = try? picture.value([CodecNotice].self, .notices) { found = now }
    return found
  }

  func beginFrame(_ index: Int) throws -> Int {
    guard let index = UInt32(exactly: index) else { throw CodecError.misuse(detail: "frame \(index)") }
    return Int(try picture.ask(.frame) { $0.index = index }.milliseconds)
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    let rowBytes = format.rowBytes(width: size.width)
    let (count, rest) = band.count.quotientAndRemainder(dividingBy: rowBytes)
    guard rest == 0, row >= 0, row <= size.height - count else {
      throw CodecError.misuse(detail: "rows \(row)..<\(row + count) of \(size.height)")
    }
    let most = max(1, IsolatedPicture.sharedBytes / rowBytes)
    try band.withUnsafeMutableBytes { band throws(CodecError) in
      for at in stride(from: 0, to: count, by: most) {
        let part = min(most, count - at)
        try picture.rows(
          part, from: row + at, of: rowBytes,
          into: UnsafeMutableRawBufferPointer(rebasing: band[at * rowBytes..<(at + part) * rowBytes]))
      }
    }
  }

  func finish() throws { try picture.ask(.finishDecoding) }
}

/// What rows there will be.
struct RowsOnTheWire: WireValue {
  var size: PixelSize
  var format: PixelFormat

  init(size: PixelSize, format: PixelFormat) {
    (self.size, self.format) = (size, format)
  }

  func write(to wire: inout WireWriter) {
    wire.put(size)
    wire.put(format)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(size: try wire.take(), format: try wire.take())
  }
}
