import CPNG
import FrameImage

/// A frame of an animation, received row by row over the previous one.
struct PNGFrame {
  private let size: PixelSize
  private let pixelBytes: Int
  private let rowBytes: Int
  /// The new frame before `next`, and the previous frame from there on.
  private(set) var bytes: [UInt8]
  private var next = 0
  /// The columns that contain all differences, in pixels; empty if there are none yet.
  private var columns: Range<Int>
  private var rows: Range<Int>

  /// The first frame has no predecessor: all of it differs.
  init(size: PixelSize, format: PixelFormat) {
    self.size = size
    pixelBytes = format.bytesPerPixel
    rowBytes = format.rowBytes(width: size.width)
    bytes = [UInt8](repeating: 0, count: rowBytes * size.height)
    (columns, rows) = (0..<size.width, 0..<size.height)
  }

  var isWhole: Bool { next == size.height }

  /// The area to write. It has at least one pixel, even if nothing has changed.
  var changed: PixelRect {
    guard let box = PixelSize(width: columns.count, height: rows.count) else {
      return PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1)!)
    }
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, size: box)
  }

  /// - Parameter row: the next row of the frame.
  mutating func take(_ row: Span<UInt8>) {
    let (start, count) = (next * rowBytes, rowBytes)
    var (first, end) = (0, 0)
    let differs = bytes.withUnsafeMutableBufferPointer { held in
      row.withUnsafeBufferPointer {
        cpng_replace(held.baseAddress! + start, $0.baseAddress!, count, &first, &end) != 0
      }
    }
    if differs {
      let found = first / pixelBytes..<(end - 1) / pixelBytes + 1
      columns = columns.isEmpty ? found : columns.including(found)
      rows = rows.isEmpty ? next..<next + 1 : rows.including(next..<next + 1)
    }
    next += 1
  }

  /// Returns the position in `bytes` of the part of a row that is in an area.
  func range(ofRow y: Int, in area: PixelRect) -> Range<Int> {
    let start = y * rowBytes + area.x * pixelBytes
    return start..<start + area.size.width * pixelBytes
  }

  mutating func beginNext() {
    next = 0
    (columns, rows) = (0..<0, 0..<0)
  }
}

extension Range<Int> {
  fileprivate func including(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
