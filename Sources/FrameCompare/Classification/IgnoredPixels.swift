import FrameModel

/// Which pixels are not looked at: those in rectangles, and those where a mask is black.
struct IgnoredPixels {
  private(set) var count = 0
  private let rectangles: [(rows: Range<Int>, columns: Range<Int>)]
  private let part: PixelRect
  private var row: [UInt8] = []

  /// - Parameter part: what is compared of the image that rectangles and mask are meant for.
  init(_ rectangles: [PixelRect], mask: (any PixelSource)?, _ part: PixelRect) {
    self.part = part
    self.rectangles = rectangles.map {
      (
        Self.clipped($0.y, $0.size.height, to: part.y, part.size.height),
        Self.clipped($0.x, $0.size.width, to: part.x, part.size.width)
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

  /// Counted from where the part begins. A rectangle may begin so far out that its far side is no number.
  private static func clipped(_ start: Int, _ length: Int, to first: Int, _ count: Int) -> Range<Int> {
    let limit = first + count
    let lower = min(max(start, first), limit)
    let (end, isBeyond) = start.addingReportingOverflow(length)
    return lower - first..<(isBeyond ? limit : max(lower, min(end, limit))) - first
  }

  /// Black is 0 in each channel but alpha.
  private mutating func cover(
    _ y: Int, _ mask: inout any PixelSource, _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) throws {
    let top = part.y + y
    var span = row.mutableSpan
    try mask.read(from: top, into: &span)
    let pixelBytes = mask.format.bytesPerPixel
    let colorBytes = (mask.format.channels.isGray ? 1 : 3) * mask.format.depth.bytes
    for x in verdicts.indices where (0..<colorBytes).allSatisfy({ row[(part.x + x) * pixelBytes + $0] == 0 })
    {
      verdicts[x] = .ignored
    }
  }
}
