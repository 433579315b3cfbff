import FrameGeometry
import FrameImage

/// Finds the smallest rectangle of an image that has all pixels which do not have the border's colors, from its rows.
package struct BorderScanner {
  /// The part of the image that is scanned, as it is stored.
  private let part: PixelRect
  private let border: BorderColors
  private let rowBytes: Int
  private var row = 0
  /// The columns and rows with pixels of other colors.
  private var columns = 0..<0
  private var rows = 0..<0

  package init(_ part: PixelRect, _ border: BorderColors, width: Int) {
    (self.part, self.border) = (part, border)
    rowBytes = border.format.rowBytes(width: width)
  }

  package var contents: Rect? { PixelRect(columns: columns, rows: rows).map { Rect($0) } }

  package mutating func beginFrame() { row = 0 }

  /// - Parameter band: The next whole rows.
  package mutating func write(_ band: Span<UInt8>) {
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      defer { row += 1 }
      guard part.rows.contains(row) else { continue }
      scan(band.extracting(start..<start + rowBytes))
    }
  }

  /// Only pixels that would widen the known columns matter, and whether the row has any.
  private mutating func scan(_ pixels: Span<UInt8>) {
    let right = part.columns.upperBound
    var first = part.x
    while first < right, border.contain(first, in: pixels) { first += 1 }
    guard first < right else { return }
    let known = columns.union(first..<first + 1)
    var end = right
    while end > known.upperBound, border.contain(end - 1, in: pixels) { end -= 1 }
    columns = known.lowerBound..<end
    rows = rows.union(row..<row + 1)
  }
}

/// The colors that count as the border's.
package struct BorderColors {
  let format: PixelFormat
  /// The lowest and the highest value of each sample.
  private let bounds: [ClosedRange<Int>]
  /// True if pixels without opacity belong to the border, whatever their colors are.
  private let containClear: Bool

  package init(_ format: PixelFormat, around color: [Int], tolerance: Double) {
    self.format = format
    // With the slack, a tenth of 255 levels is 25 of them, however 0.1 is rounded.
    let most = Int((tolerance * Double(format.depth.maximum) + 1e-9).rounded(.down))
    bounds = color.map { $0 - most...$0 + most }
    containClear = format.channels.hasAlpha && bounds.last?.contains(0) == true
  }

  func contain(_ x: Int, in pixels: Span<UInt8>) -> Bool {
    if containClear, format.sample(bounds.count - 1, ofPixel: x, in: pixels) == 0 { return true }
    for channel in bounds.indices {
      guard bounds[channel].contains(format.sample(channel, ofPixel: x, in: pixels)) else { return false }
    }
    return true
  }
}

extension PixelFormat {
  package func sample(_ channel: Int, ofPixel x: Int, in pixels: Span<UInt8>) -> Int {
    let index = x * channels.rawValue + channel
    switch depth {
    case .eight: return Int(pixels[index])
    case .sixteen: return Int(pixels.bytes.unsafeLoadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
    }
  }
}
