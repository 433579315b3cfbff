import FrameImage

/// A style of difference image.
package enum DifferenceForm: String, CaseIterable, Sendable {
  /// The expected image, gray and faded, below colored marks. See `DifferenceColors`.
  case overlay
  /// The expected image, the actual image and the overlay.
  case sideBySide = "side-by-side"
  /// An animation that alternates between the expected and the actual image.
  case flicker

  /// Returns the size of the difference image, or of each of its frames; nil if it would be too wide.
  ///
  /// - Parameter size: The size of the compared area.
  package func size(of size: PixelSize) -> PixelSize? {
    self == .sideBySide
      ? PixelSize(width: 3 * size.width + 2 * DifferenceImage.gap, height: size.height) : size
  }
}

/// Draws a difference image, row by row during the comparison. See `DifferenceColors`.
package struct DifferenceImage {
  let form: DifferenceForm
  private let width: Int
  private var encoder: any FrameSink
  private var outputRow: [UInt8]

  /// The duration of each frame of an animation, in milliseconds.
  private static let frameTime = 500

  /// The gap between images side by side, in pixels.
  static let gap = 8

  /// - Parameters:
  ///   - encoder: Takes rows of `rgb8`, as wide as `form.size(of:)`.
  ///   - width: The width of the compared area.
  package init(_ form: DifferenceForm = .overlay, encoder: any FrameSink, width: Int) {
    self.form = form
    self.width = width
    self.encoder = encoder
    let columns = form == .sideBySide ? 3 * width + 2 * Self.gap : width
    outputRow = [UInt8](repeating: 255, count: columns * 3)
  }

  /// Draws a row of the overlay or of the images side by side, or a row of the first frame of an animation.
  ///
  /// - Parameters: expected, actual: RGBA rows of 8 bits, not premultiplied.
  package mutating func write(
    _ y: Int, _ verdicts: Span<PixelVerdict>, _ expected: Span<UInt8>, _ actual: Span<UInt8>
  ) throws {
    if form == .flicker, y == 0 { try encoder.beginFrame(milliseconds: Self.frameTime) }
    if form != .overlay { drawImage(expected, y, at: 0) }
    if form == .sideBySide { drawImage(actual, y, at: width + Self.gap) }
    if form != .flicker {
      drawOverlay(verdicts, over: expected, at: form == .overlay ? 0 : 2 * (width + Self.gap))
    }
    let drawn = outputRow
    try encoder.write(drawn.span)
  }

  /// Draws a row of the second frame of an animation.
  package mutating func writeSecondFrame(_ y: Int, _ actual: Span<UInt8>) throws {
    if y == 0 { try encoder.beginFrame(milliseconds: Self.frameTime) }
    drawImage(actual, y, at: 0)
    let drawn = outputRow
    try encoder.write(drawn.span)
  }

  package mutating func finish() throws { try encoder.finish() }

  /// Draws a row of an image over a checkerboard of white and gray, which shows transparency.
  private mutating func drawImage(_ row: Span<UInt8>, _ y: Int, at start: Int) {
    for x in 0..<width {
      let alpha = Int(row[4 * x + 3])
      let background = (x / 8 + y / 8) % 2 == 0 ? 255 : 204
      for channel in 0..<3 {
        let value = (Int(row[4 * x + channel]) * alpha + background * (255 - alpha) + 127) / 255
        outputRow[3 * (start + x) + channel] = UInt8(value)
      }
    }
  }

  private mutating func drawOverlay(_ verdicts: Span<PixelVerdict>, over expected: Span<UInt8>, at start: Int)
  {
    for i in 0..<verdicts.count {
      let at = 3 * (start + i)
      let color = DifferenceColors.color(verdicts[i], over: DifferenceColors.fadedGray(expected, i))
      (outputRow[at], outputRow[at + 1], outputRow[at + 2]) = color
    }
  }
}

/// The colors of an overlay: red for pixels that differ, green and purple for rows and columns that were added and
/// removed, yellow for excused antialiased pixels, blue for ignored pixels, and the faded expected image elsewhere.
package enum DifferenceColors {
  /// Returns the faded gray value of a pixel: the luma (ITU-R BT.601) over white, with its distance from
  /// white divided by three.
  ///
  /// - Parameter row: A row of the expected image, RGBA of 8 bits.
  package static func fadedGray(_ row: Span<UInt8>, _ i: Int) -> UInt8 {
    let luma = (299 * Int(row[4 * i]) + 587 * Int(row[4 * i + 1]) + 114 * Int(row[4 * i + 2])) / 1000
    return UInt8(255 - (255 - luma) * Int(row[4 * i + 3]) / 765)
  }

  /// Returns the color of a pixel in the overlay.
  ///
  /// - Parameter gray: The faded gray value of the expected image.
  package static func color(_ verdict: PixelVerdict, over gray: UInt8) -> (
    red: UInt8, green: UInt8, blue: UInt8
  ) {
    switch verdict {
    case .differs: (255, 0, 0)
    case .added: (0, 160, 0)
    case .removed: (160, 0, 160)
    case .antialiased: (255, 255, 0)
    case .same: (gray, gray, gray)
    case .ignored: (gray / 2, gray / 2, gray)
    }
  }
}
