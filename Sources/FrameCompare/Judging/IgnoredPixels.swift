import FrameModel

/// Which pixels are not looked at: those in rectangles, and those where a mask is black.
struct IgnoredPixels {
  private(set) var count = 0
  private let rectangles: [PixelRect]
  private var row: [UInt8] = []

  init(_ rectangles: [PixelRect], mask: (any PixelSource)?) {
    self.rectangles = rectangles
    if let mask { row = [UInt8](repeating: 0, count: mask.format.rowBytes(width: mask.size.width)) }
  }

  /// Starts the verdicts of a row; rows come from the top down.
  mutating func begin(
    _ y: Int, mask: inout (any PixelSource)?, _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) throws {
    verdicts.update(repeating: .same)
    guard mask != nil || !rectangles.isEmpty else { return }
    for rectangle in rectangles where y >= rectangle.y && y - rectangle.y < rectangle.size.height {
      let left = min(max(0, rectangle.x), verdicts.count)
      // A rectangle may lie so far out that its far side is no number.
      let (end, beyond) = rectangle.x.addingReportingOverflow(rectangle.size.width)
      let right = beyond ? verdicts.count : max(left, min(end, verdicts.count))
      for x in left..<right { verdicts[x] = .ignored }
    }
    if mask != nil { try cover(y, &mask!, verdicts) }
    for verdict in verdicts where verdict == .ignored { count += 1 }
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
