import CPNG
import FrameModel

/// A frame of an animation as it comes in, row by row, over the one before it.
struct PNGFrame {
  private let size: PixelSize
  private let pixelBytes: Int
  private let rowBytes: Int
  /// The new frame above `next`, the one before from there on.
  private(set) var bytes: [UInt8]
  private var next = 0
  /// What holds all differences, in pixels; empty where there are none yet.
  private var columns: Range<Int>
  private var rows: Range<Int>

  /// Nothing is before the first frame: it differs everywhere.
  init(size: PixelSize, format: PixelFormat) {
    self.size = size
    pixelBytes = format.bytesPerPixel
    rowBytes = format.rowBytes(width: size.width)
    bytes = [UInt8](repeating: 0, count: rowBytes * size.height)
    (columns, rows) = (0..<size.width, 0..<size.height)
  }

  var isWhole: Bool { next == size.height }

  /// What is to be written. A frame has one pixel at the least, even where none has changed.
  var changed: PixelRect {
    guard let box = PixelSize(width: columns.count, height: rows.count) else {
      return PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1)!)
    }
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, size: box)
  }

  /// - Parameter row: the frame's next one.
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

  /// Where in `bytes` the part of a row lies that is in an area.
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
