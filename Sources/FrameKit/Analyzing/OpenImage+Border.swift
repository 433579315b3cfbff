import FrameCodec
import FrameGeometry
import FrameImage
import FramePixels
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
