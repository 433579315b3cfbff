import FrameCodec
import FrameGeometry
import FrameImage
import FrameScene

extension OpenImage {
  /// Returns what is inside the border of an image.
  ///
  /// Samples are compared as they are stored.
  ///
  /// - Parameters:
  ///   - part: The part of the upright image whose border is meant, in its whole pixels.
  ///   - frames: The frames of an animated image: what is inside the border in any of them is kept.
  ///   - onDamage: What to do with a damaged image.
  /// - Returns: The smallest part of the upright image that has all pixels of other colors; nil if there are none.
  /// - Throws: `InputError`
  func contents(
    in part: Rect, within border: ImageBorder, frames: Range<Int>, onDamage: DamagePolicy, limits: Limits
  ) throws(InputError) -> Rect? {
    let request = DecodeRequest(onDamage: onDamage, limits: limits)
    let toUpright = header.orientation.uprightTransform(stored: header.size)
    guard let toStored = toUpright.inverse, let first = frames.first else { return nil }
    let color: [Int]
    if let given = border.color {
      // Opaque pixels have no translucent border.
      guard header.pixels.channels.hasAlpha || given.alpha >= 1 - border.tolerance else { return part }
      color = given.samples(header.pixels)
    } else {
      let corner = Point(x: part.minX + 0.5, y: part.minY + 0.5).applying(toStored)
      color = try pixel(x: Int(corner.x), y: Int(corner.y), frame: first, request)
    }
    var scanner = BorderScanner(
      PixelRect(part.applying(toStored)),
      BorderColors(header.pixels, around: color, tolerance: border.tolerance), width: header.size.width)
    let decoder = SourceDecoder(self, request, frame: first, readsSeveralFrames: frames.count > 1)
    for frame in frames {
      if header.frames > 1 { _ = try decoder.beginFrame(frame) }
      scanner.beginFrame()
      try decoder.readAll { scanner.write($0) }
    }
    return scanner.contents?.applying(toUpright)
  }

  /// Returns the samples of a pixel of the stored image. Rows below it are not decoded.
  private func pixel(
    x: Int, y: Int, frame: Int, _ request: DecodeRequest
  ) throws(InputError) -> [Int] {
    let format = header.pixels
    var row = [UInt8](repeating: 0, count: format.rowBytes(width: header.size.width))
    do {
      var span = row.mutableSpan
      try SourceDecoder(self, request, frame: frame).read(from: y, into: &span)
    } catch let failure as InputError {
      throw failure
    } catch {
      throw InputError(name, .unreadable(.misuse(detail: "\(error)")))
    }
    return (0..<format.channels.rawValue).map { format.sample($0, ofPixel: x, in: row.span) }
  }
}

/// Finds the smallest rectangle of an image that has all pixels which do not have the border's colors, from its rows.
private struct BorderScanner {
  /// The part of the image that is scanned, as it is stored.
  private let part: PixelRect
  private let border: BorderColors
  private let rowBytes: Int
  private var row = 0
  /// The columns and rows with pixels of other colors; nil for none.
  private var columns: Range<Int>?
  private var rows: Range<Int>?

  init(_ part: PixelRect, _ border: BorderColors, width: Int) {
    (self.part, self.border) = (part, border)
    rowBytes = border.format.rowBytes(width: width)
  }

  var contents: Rect? {
    guard let columns, let rows else { return nil }
    return Rect(
      x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
      height: Double(rows.count))
  }

  mutating func beginFrame() { row = 0 }

  /// - Parameter band: The next whole rows.
  mutating func write(_ band: Span<UInt8>) {
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      defer { row += 1 }
      guard (part.y..<part.y + part.size.height).contains(row) else { continue }
      scan(band.extracting(start..<start + rowBytes))
    }
  }

  /// Only pixels that would widen the known columns matter, and whether the row has any.
  private mutating func scan(_ pixels: Span<UInt8>) {
    let right = part.x + part.size.width
    var first = part.x
    while first < right, border.contain(first, in: pixels) { first += 1 }
    guard first < right else { return }
    let known = columns ?? first..<first + 1
    var end = right
    while end > known.upperBound, border.contain(end - 1, in: pixels) { end -= 1 }
    columns = min(known.lowerBound, first)..<max(known.upperBound, end)
    rows = min(rows?.lowerBound ?? row, row)..<max(rows?.upperBound ?? 0, row + 1)
  }
}

/// The colors that count as the border's.
private struct BorderColors {
  let format: PixelFormat
  /// The lowest and the highest value of each sample.
  private let bounds: [ClosedRange<Int>]
  /// True if pixels without opacity belong to the border, whatever their colors are.
  private let containClear: Bool

  init(_ format: PixelFormat, around color: [Int], tolerance: Double) {
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
  fileprivate func sample(_ channel: Int, ofPixel x: Int, in pixels: Span<UInt8>) -> Int {
    let index = x * channels.rawValue + channel
    switch depth {
    case .eight: return Int(pixels[index])
    case .sixteen: return Int(pixels.bytes.unsafeLoadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
    }
  }
}

extension PixelRect {
  /// - Parameter rect: A rectangle of whole pixels, at least one.
  fileprivate init(_ rect: Rect) {
    let size = PixelSize(width: max(1, Int(rect.size.width)), height: max(1, Int(rect.size.height)))!
    self.init(x: Int(rect.minX), y: Int(rect.minY), size: size)
  }
}

extension Color {
  /// Returns the color as samples of a format. In gray, it is the luma of the color.
  fileprivate func samples(_ format: PixelFormat) -> [Int] {
    let full = Double(format.depth.maximum)
    let luma = isGray ? red : 0.299 * red + 0.587 * green + 0.114 * blue
    let colors = format.channels.isGray ? [luma] : [red, green, blue]
    return (colors + (format.channels.hasAlpha ? [alpha] : [])).map {
      Int((min(max($0, 0), 1) * full).rounded())
    }
  }
}
