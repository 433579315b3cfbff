import FrameImage

/// The mean colors of an image in the cells of a small grid, from its rows.
///
/// A pixel on the border of cells counts in each by its part, in integers: in units in which a pixel is as wide as the
/// grid has columns and a cell as wide as the image has, every overlap is a whole number.
package struct ImageGrid {
  /// The number of cells on the longer side of larger images.
  package static let longestSide = 256
  /// The value of a full sample.
  package static let full = 4080

  package let size: PixelSize
  /// Red, green, blue and alpha of each cell, row by row, from 0 to `full`. The colors are those over mid gray.
  package private(set) var cells: [Int32]

  private let image: PixelSize
  private let format: PixelFormat
  private let columns: [Overlap]
  /// The sums of the current row and of the current row of cells.
  private var rowSums: [Int]
  private var sums: [Int]
  private var row = 0
  private var finishedRows = 0

  /// The pixels of a row that overlap a cell, and the parts of the first and the last one.
  private struct Overlap {
    var first: Int
    var last: Int
    var firstPart: Int
    var lastPart: Int
  }

  /// - Parameters: The size and format of the rows.
  package init(_ image: PixelSize, _ format: PixelFormat) {
    (self.image, self.format) = (image, format)
    let longer = max(image.width, image.height)
    func cells(_ side: Int) -> Int {
      longer <= Self.longestSide ? side : max(1, (side * Self.longestSide + longer / 2) / longer)
    }
    // Both are from 1 to the sides of the image.
    size = PixelSize(width: cells(image.width), height: cells(image.height))!
    let (from, to) = (image.width, size.width)
    columns = (0..<to).map { cell in
      let (left, right) = (cell * from, (cell + 1) * from)
      let (first, last) = (left / to, (right - 1) / to)
      return Overlap(
        first: first, last: last, firstPart: min(right, (first + 1) * to) - left, lastPart: right - last * to)
    }
    rowSums = [Int](repeating: 0, count: 4 * to)
    sums = rowSums
    self.cells = []
    self.cells.reserveCapacity(4 * size.area)
  }

  /// - Parameter band: The next whole rows.
  package mutating func write(_ band: Span<UInt8>) {
    let rowBytes = format.rowBytes(width: image.width)
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      sumRow(band.extracting(start..<start + rowBytes))
      let bottom = (row + 1) * size.height
      let edge = (finishedRows + 1) * image.height
      add(min(bottom, edge) - row * size.height)
      if bottom >= edge {
        endRow()
        add(bottom - edge)
      }
      row += 1
    }
  }

  private mutating func sumRow(_ pixels: Span<UInt8>) {
    switch (format.depth, format.channels) {
    case (.eight, .gray): sumRow { (Int(pixels[$0]), Int(pixels[$0]), Int(pixels[$0]), 255) }
    case (.eight, .grayAlpha): sumRow { over(Int(pixels[2 * $0]), alpha: Int(pixels[2 * $0 + 1])) }
    case (.eight, .rgb):
      sumRow { (Int(pixels[3 * $0]), Int(pixels[3 * $0 + 1]), Int(pixels[3 * $0 + 2]), 255) }
    case (.eight, .rgba):
      sumRow {
        over(
          Int(pixels[4 * $0]), Int(pixels[4 * $0 + 1]), Int(pixels[4 * $0 + 2]),
          alpha: Int(pixels[4 * $0 + 3]))
      }
    case (.sixteen, let channels):
      let bytes = pixels.bytes
      let (green, blue) = channels.isGray ? (0, 0) : (1, 2)
      let count = channels.rawValue
      sumRow { x in
        func sample(_ channel: Int) -> Int {
          Int(bytes.unsafeLoadUnaligned(fromByteOffset: 2 * (x * count + channel), as: UInt16.self) >> 8)
        }
        return over(
          sample(0), sample(green), sample(blue), alpha: channels.hasAlpha ? sample(count - 1) : 255)
      }
    }
  }

  /// Sums the pixels of a row in each cell.
  private mutating func sumRow(_ pixel: (Int) -> (r: Int, g: Int, b: Int, a: Int)) {
    for (cell, overlap) in columns.enumerated() {
      var sum = (r: 0, g: 0, b: 0, a: 0)
      func add(_ x: Int, _ part: Int) {
        let pixel = pixel(x)
        sum.r += pixel.r * part
        sum.g += pixel.g * part
        sum.b += pixel.b * part
        sum.a += pixel.a * part
      }
      if overlap.last > overlap.first + 1 {
        for x in overlap.first + 1..<overlap.last { add(x, 1) }
        sum = (sum.r * size.width, sum.g * size.width, sum.b * size.width, sum.a * size.width)
      }
      add(overlap.first, overlap.firstPart)
      if overlap.last > overlap.first { add(overlap.last, overlap.lastPart) }
      (rowSums[4 * cell], rowSums[4 * cell + 1]) = (sum.r, sum.g)
      (rowSums[4 * cell + 2], rowSums[4 * cell + 3]) = (sum.b, sum.a)
    }
  }

  private mutating func add(_ part: Int) {
    guard part > 0 else { return }
    for i in sums.indices { sums[i] += rowSums[i] * part }
  }

  private mutating func endRow() {
    let area = image.area
    for i in sums.indices {
      cells.append(Int32((sums[i] * (Self.full / 255) + area / 2) / area))
      sums[i] = 0
    }
    finishedRows += 1
  }
}

/// Blends samples of 8 bits over mid gray.
@inline(__always)
private func over(_ r: Int, _ g: Int, _ b: Int, alpha: Int) -> (r: Int, g: Int, b: Int, a: Int) {
  let below = 128 * (255 - alpha) + 127
  return ((r * alpha + below) / 255, (g * alpha + below) / 255, (b * alpha + below) / 255, alpha)
}

@inline(__always)
private func over(_ gray: Int, alpha: Int) -> (r: Int, g: Int, b: Int, a: Int) {
  over(gray, gray, gray, alpha: alpha)
}
