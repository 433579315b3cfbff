import FrameModel

/// Which pixels are not looked at: those in rectangles, and those where a mask is black.
struct IgnoredPixels {
  private(set) var count = 0
  private let rectangles: [(rows: Range<Int>, columns: Range<Int>)]
  private var row: [UInt8] = []

  /// - Parameter size: of what is compared.
  init(_ rectangles: [PixelRect], mask: (any PixelSource)?, _ size: PixelSize) {
    self.rectangles = rectangles.map {
      (
        Self.clipped($0.y, $0.size.height, to: size.height),
        Self.clipped($0.x, $0.size.width, to: size.width)
      )
    }
    if let mask { row = [UInt8](repeating: 0, count: mask.format.rowBytes(width: mask.size.width)) }
  }

  /// Starts the verdicts of a row; rows come from the top down.
  mutating func begin(
    _ y: Int, mask: inout (any PixelSource)?, _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) throws {
    verdicts.update(repeating: .same)
    guard mask != nil || !rectangles.isEmpty else { return }
    for rectangle in rectangles where rectangle.rows.contains(y) {
      for x in rectangle.columns { verdicts[x] = .ignored }
    }
    if mask != nil { try cover(y, &mask!, verdicts) }
    for verdict in verdicts where verdict == .ignored { count += 1 }
  }

  /// A rectangle may begin so far out that its far side is no number.
  private static func clipped(_ start: Int, _ length: Int, to limit: Int) -> Range<Int> {
    let first = min(max(start, 0), limit)
    let (end, isBeyond) = start.addingReportingOverflow(length)
    return first..<(isBeyond ? limit : max(first, min(end, limit)))
  }

  /// Black is 0 in each channel but alpha.
  private mutating func cover(
    _ y: Int, _ mask: inout any PixelSource, _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) throws {
    var span = row.mutableSpan
    try mask.read(from: y, into: &span)
    let pixelBytes = mask.format.bytesPerPixel
    let colourBytes = (mask.format.channels.isGray ? 1 : 3) * mask.format.depth.bytes
    for x in verdicts.indices where (0..<colourBytes).allSatisfy({ row[x * pixelBytes + $0] == 0 }) {
      verdicts[x] = .ignored
    }
  }
}
