import FrameModel

/// How an image shows where two others differ.
public enum DifferenceForm: String, CaseIterable, Sendable {
  /// Over the expected one, gray and pale: red what differs, yellow what is excused for its smooth edges, blue
  /// what was not looked at.
  case overlay
  /// The expected one, the actual one, and the overlay.
  case sideBySide = "side-by-side"
  /// Two frames, the expected one and the actual one, in turns.
  case flicker

  /// How large the image is, or each of its frames; nil where that is too wide.
  ///
  /// - Parameter size: of what is compared.
  public func size(of size: PixelSize) -> PixelSize? {
    self == .sideBySide
      ? PixelSize(width: 3 * size.width + 2 * DifferenceImage.gap, height: size.height) : size
  }
}

/// Draws where two images differ, in `DifferenceColors`, row by row as they are compared.
public struct DifferenceImage {
  let form: DifferenceForm
  private let width: Int
  private var encoder: any FrameSink
  private var line: [UInt8]

  /// How long each frame of a flicker is shown, in milliseconds.
  private static let frameTime = 500

  /// Pixels between images that lie beside each other.
  static let gap = 8

  /// - Parameters:
  ///   - encoder: takes rows of `rgb8`, as wide as `form` says.
  ///   - width: of what is compared.
  public init(_ form: DifferenceForm = .overlay, encoder: any FrameSink, width: Int) {
    self.form = form
    self.width = width
    self.encoder = encoder
    let columns = form == .sideBySide ? 3 * width + 2 * Self.gap : width
    line = [UInt8](repeating: 255, count: columns * 3)
  }

  /// Draws a row of an overlay, or of images side by side. Of a flicker it is one of the expected image.
  ///
  /// - Parameters: expected, actual: as red, green, blue, alpha.
  public mutating func write(
    _ y: Int, _ verdicts: Span<PixelVerdict>, _ expected: Span<UInt8>, _ actual: Span<UInt8>
  ) throws {
    if form == .flicker, y == 0 { try encoder.beginFrame(milliseconds: Self.frameTime) }
    if form != .overlay { lay(expected, y, at: 0) }
    if form == .sideBySide { lay(actual, y, at: width + Self.gap) }
    if form != .flicker { mark(verdicts, over: expected, at: form == .overlay ? 0 : 2 * (width + Self.gap)) }
    let drawn = line
    try encoder.write(drawn.span)
  }

  /// A flicker's second frame.
  public mutating func writeSecond(_ y: Int, _ actual: Span<UInt8>) throws {
    if y == 0 { try encoder.beginFrame(milliseconds: Self.frameTime) }
    lay(actual, y, at: 0)
    let drawn = line
    try encoder.write(drawn.span)
  }

  public mutating func finish() throws { try encoder.finish() }

  /// As seen over squares of white and gray, which tell what is transparent.
  private mutating func lay(_ row: Span<UInt8>, _ y: Int, at start: Int) {
    for x in 0..<width {
      let alpha = Int(row[4 * x + 3])
      let ground = (x / 8 + y / 8) % 2 == 0 ? 255 : 204
      for channel in 0..<3 {
        let seen = (Int(row[4 * x + channel]) * alpha + ground * (255 - alpha) + 127) / 255
        line[3 * (start + x) + channel] = UInt8(seen)
      }
    }
  }

  private mutating func mark(_ verdicts: Span<PixelVerdict>, over expected: Span<UInt8>, at start: Int) {
    for i in 0..<verdicts.count {
      let at = 3 * (start + i)
      let color = DifferenceColors.color(verdicts[i], over: DifferenceColors.pale(expected, i))
      (line[at], line[at + 1], line[at + 2]) = color
    }
  }
}
