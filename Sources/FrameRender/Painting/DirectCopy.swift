import FrameModel

/// Puts out the pixels of one picture as they are, turned or mirrored: no arithmetic touches a sample.
struct DirectCopy {
  private let picture: Int
  private let format: PixelFormat
  private let visible: Rect
  private let output: PixelFormat
  private let width: Int
  private let toSource: AffineTransform

  /// - Parameters:
  ///   - draw: the plan's `copied`.
  ///   - format: of the picture.
  init?(_ draw: RenderPlan.PictureDraw, _ plan: RenderPlan, format: PixelFormat) {
    guard let inverse = draw.matrix.snapped.inverse else { return nil }
    picture = draw.picture
    self.format = format
    visible = draw.visible
    output = plan.output
    width = plan.window.size.width
    toSource = inverse
  }

  func sourceRows(of picture: Int, for rows: Range<Int>) -> Range<Int> {
    guard picture == self.picture else { return 0..<0 }
    let part = Rect(x: 0, y: Double(rows.lowerBound), width: Double(width), height: Double(rows.count))
    guard let seen = part.applying(toSource).intersection(visible) else { return 0..<0 }
    return Int(seen.minY)..<Int(seen.maxY.rounded(.up))
  }

  /// Where no pixel of the picture lies, the output stays as it is.
  func draw(_ rows: Range<Int>, from sources: [SourceRows], into bytes: UnsafeMutableRawPointer) {
    for (i, y) in rows.enumerated() {
      fill(row: y, from: sources[picture], into: bytes + i * output.rowBytes(width: width))
    }
  }

  private func fill(row y: Int, from source: SourceRows, into out: UnsafeMutableRawPointer) {
    let first = Point(x: 0.5, y: Double(y) + 0.5).applying(toSource)
    let stepX = Int(toSource.a)
    let stepY = Int(toSource.b)
    var x = Int(first.x.rounded(.down))
    var y = Int(first.y.rounded(.down))
    let columns = Int(visible.minX)..<Int(visible.maxX)
    let rows = Int(visible.minY)..<Int(visible.maxY)
    let pixelBytes = format.bytesPerPixel
    let same = format == output
    for column in 0..<width {
      if columns.contains(x), rows.contains(y) {
        let pixel = source.row(y) + x * pixelBytes
        let place = out + column * output.bytesPerPixel
        if same { place.copyMemory(from: pixel, byteCount: pixelBytes) } else { expand(pixel, place) }
      }
      x += stepX
      y += stepY
    }
  }

  /// Adds channels: grey becomes three, what has no alpha becomes opaque.
  private func expand(_ pixel: UnsafeRawPointer, _ place: UnsafeMutableRawPointer) {
    let bytes = output.depth.bytes
    let from = format.channels
    let to = output.channels
    for channel in 0..<(to.isGray ? 1 : 3) {
      (place + channel * bytes)
        .copyMemory(from: pixel + (from.isGray ? 0 : channel) * bytes, byteCount: bytes)
    }
    guard to.hasAlpha else { return }
    let alpha = place + (to.rawValue - 1) * bytes
    if from.hasAlpha {
      alpha.copyMemory(from: pixel + (from.rawValue - 1) * bytes, byteCount: bytes)
    } else {
      for i in 0..<bytes { (alpha + i).storeBytes(of: 0xFF, as: UInt8.self) }
    }
  }
}
