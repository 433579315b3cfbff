import FrameModel

/// A terminal's size.
public struct TerminalWindow: Hashable, Sendable {
  /// Characters; at least 1.
  public var columns: Int
  public var rows: Int
  /// A character's size, in pixels.
  public var cell: PixelSize

  /// Where a terminal does not tell a character's size: that of the VGA's text.
  public static let usualCell = PixelSize(width: 8, height: 16)!

  /// - Parameters:
  ///   - columns, rows: characters; what is less than 1 counts as 1.
  ///   - width, height: all of them, in pixels; 0 where the terminal does not say it.
  public init(columns: Int, rows: Int, width: Int = 0, height: Int = 0) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cell =
      PixelSize(width: width / self.columns, height: height / self.rows) ?? Self.usualCell
  }

  /// The pixels that an image may have: the width, and two thirds of the height, so that what was said before stays
  /// in sight.
  public func canvas(for graphics: TerminalGraphics) -> PixelSize {
    let lines = max(1, rows * 2 / 3)
    let most: (width: Int, height: Int) =
      switch graphics {
      case .blocks: (columns, 2 * lines)
      case .kitty: (columns * cell.width, lines * cell.height)
      // xterm cuts off what is more.
      case .sixel: (min(1000, columns * cell.width), min(1000, lines * cell.height))
      }
    let largest = PixelSize.maximumSide
    return PixelSize(width: min(largest, most.width), height: min(largest, most.height))!
  }
}

extension PixelSize {
  /// The largest size of this shape, to the pixel, that is no larger than this and that; no side less than 1.
  public func fitted(in most: PixelSize) -> PixelSize {
    guard width > most.width || height > most.height else { return self }
    func part(_ side: Int, _ numerator: Int, _ denominator: Int) -> Int {
      max(1, (2 * side * numerator + denominator) / (2 * denominator))
    }
    // Whether the width is what does not fit: width / most.width >= height / most.height.
    return width * most.height >= height * most.width
      ? PixelSize(width: most.width, height: part(height, most.width, width))!
      : PixelSize(width: part(width, most.height, height), height: most.height)!
  }
}
