import FrameImage

/// The mean colors of an image in the cells of a small grid, from its rows.
package struct ImageGrid {
  /// The number of cells on the longer side of larger images.
  package static let longestSide = 256
  /// The value of a full sample.
  package static let full = 4080

  package var size: PixelSize { sums.grid }
  /// Red, green, blue and alpha of each cell, row by row, from 0 to `full`. The colors are those over mid gray.
  package private(set) var cells: [Int32] = []

  private let format: PixelFormat
  private var sums: AreaSums
  /// The samples of a row.
  private var row: [Int]

  /// - Parameters: The size and format of the rows.
  package init(_ image: PixelSize, _ format: PixelFormat) {
    self.format = format
    let longer = max(image.width, image.height)
    func cells(_ side: Int) -> Int {
      longer <= Self.longestSide ? side : max(1, (side * Self.longestSide + longer / 2) / longer)
    }
    // Both are from 1 to the sides of the image.
    let size = PixelSize(width: cells(image.width), height: cells(image.height))!
    sums = AreaSums(image, over: size, channels: 4)
    row = [Int](repeating: 0, count: 4 * image.width)
    self.cells.reserveCapacity(4 * size.area)
  }

  /// - Parameter band: The next whole rows.
  package mutating func write(_ band: Span<UInt8>) {
    let rowBytes = format.rowBytes(width: sums.size.width)
    let area = sums.size.area
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      let pixels = band.extracting(start..<start + rowBytes)
      switch format.depth {
      case .eight: blend { Int(pixels[$0]) }
      case .sixteen:
        let bytes = pixels.bytes
        blend { Int(bytes.unsafeLoadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self) >> 8) }
      }
      sums.add(row) { sums in
        cells += sums.map { Int32(($0 * (Self.full / 255) + area / 2) / area) }
      }
    }
  }

  /// Blends a row over mid gray.
  ///
  /// - Parameter sample: Returns a sample of 8 bits by its index in the row.
  @inline(__always)
  private mutating func blend(_ sample: (Int) -> Int) {
    let (count, hasAlpha) = (format.channels.rawValue, format.channels.hasAlpha)
    let (green, blue) = format.channels.isGray ? (0, 0) : (1, 2)
    row.withUnsafeMutableBufferPointer { row in
      for x in 0..<sums.size.width {
        let at = x * count
        let alpha = hasAlpha ? sample(at + count - 1) : 255
        let below = 128 * (255 - alpha) + 127
        for (channel, offset) in [0, green, blue].enumerated() {
          row[4 * x + channel] = (sample(at + offset) * alpha + below) / 255
        }
        row[4 * x + 3] = alpha
      }
    }
  }
}
