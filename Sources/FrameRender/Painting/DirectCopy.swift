import FrameModel

/// Puts out the pixels of one picture as they are, turned or mirrored: no arithmetic touches a sample.
struct DirectCopy {
  private let source: Bitmap
  private let visible: Rect
  private let output: PixelFormat
  private let toSource: AffineTransform

  /// - Parameter draw: of a plan whose `copied` it is.
  init?(_ draw: RenderPlan.PictureDraw, source: Bitmap, output: PixelFormat) {
    guard let inverse = draw.matrix.snapped.inverse else { return nil }
    self.source = source
    self.visible = draw.visible
    self.output = output
    toSource = inverse
  }

  /// Fills one row of the output; where no pixel of the picture lies, it stays as it is.
  func fill(row y: Int, width: Int, into out: UnsafeMutableRawPointer) {
    let first = Point(x: 0.5, y: Double(y) + 0.5).applying(toSource)
    let stepX = Int(toSource.a)
    let stepY = Int(toSource.b)
    var x = Int(first.x.rounded(.down))
    var y = Int(first.y.rounded(.down))
    let columns = Int(visible.minX)..<Int(visible.maxX)
    let rows = Int(visible.minY)..<Int(visible.maxY)
    let pixelBytes = source.format.bytesPerPixel
    let same = source.format == output
    source.bytes.withUnsafeBytes { bytes in
      for column in 0..<width {
        if columns.contains(x), rows.contains(y) {
          let pixel = bytes.baseAddress! + y * source.rowBytes + x * pixelBytes
          let place = out + column * output.bytesPerPixel
          if same { place.copyMemory(from: pixel, byteCount: pixelBytes) } else { expand(pixel, place) }
        }
        x += stepX
        y += stepY
      }
    }
  }

  /// Adds channels: grey becomes three, what has no alpha becomes opaque.
  private func expand(_ pixel: UnsafeRawPointer, _ place: UnsafeMutableRawPointer) {
    let bytes = output.depth.bytes
    let from = source.format.channels
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
