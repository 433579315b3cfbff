import FrameGeometry
import FrameImage
import FramePlan

/// Copies the pixels of one image, turned or mirrored: no arithmetic touches a sample. It needs no memory beside rows.
struct DirectCopy: BandDrawing {
  private let image: Int
  private let visible: Rect
  private let source: PixelFormat
  private let output: PixelFormat
  private let width: Int
  private let toSource: AffineTransform

  /// The output columns that are copied together if the image is turned: their rows of the source, and their part of
  /// a band, stay in a core's cache.
  private static let blockColumns = 32

  /// - Parameter draw: the plan's `copied`.
  init?(_ draw: RenderPlan.ImageDraw, _ plan: RenderPlan) {
    guard let (matrix, visible) = draw.affine, let inverse = matrix.snapped.inverse else { return nil }
    image = draw.image
    source = plan.images[image].pixels
    self.visible = visible
    output = plan.output
    width = plan.window.size.width
    toSource = inverse
  }

  func sourceRows(ofEach count: Int, for rows: Range<Int>) -> [Range<Int>] {
    (0..<count).map { $0 == image ? sourceRows(for: rows) : 0..<0 }
  }

  private func sourceRows(for rows: Range<Int>) -> Range<Int> {
    let part = Rect(x: 0, y: Double(rows.lowerBound), width: Double(width), height: Double(rows.count))
    guard let seen = part.applying(toSource).intersection(visible) else { return 0..<0 }
    return Int(seen.minY)..<Int(seen.maxY.rounded(.up))
  }

  /// Outside the image, the output is zero.
  func draw(_ rows: Range<Int>, from sources: [SourceRows], into bytes: UnsafeMutableRawPointer) {
    let band = Band(rows: rows, source: sources[image], bytes: bytes)
    guard source == output else { return copy(band, ExpandedPixels(from: source, to: output)) }
    switch source.bytesPerPixel {
    case 1: copy(band, SamePixels<UInt8>())
    case 2: copy(band, SamePixels<UInt16>())
    case 3: copy(band, SamePixels<Three<UInt8>>())
    case 4: copy(band, SamePixels<UInt32>())
    case 6: copy(band, SamePixels<Three<UInt16>>())
    default: copy(band, SamePixels<UInt64>())
    }
  }

  private struct Band {
    var rows: Range<Int>
    var source: SourceRows
    var bytes: UnsafeMutableRawPointer
  }

  @inline(__always)
  private func copy(_ band: Band, _ pixels: some PixelCopy) {
    let all = Rect(
      x: 0, y: Double(band.rows.lowerBound), width: Double(width), height: Double(band.rows.count))
    // The part of the output that the image covers, in whole pixels.
    let seen = visible.applying(toSource.inverse!).intersection(all)
    if seen != all {
      let count = band.rows.count * output.rowBytes(width: width)
      band.bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }
    guard let seen else { return }
    let columns = Int(seen.minX.rounded())..<Int(seen.maxX.rounded())
    let rows = Int(seen.minY.rounded())..<Int(seen.maxY.rounded())
    if toSource.a != 0 {
      for y in rows { copy(columns, y..<y + 1, band, pixels) }
    } else {
      for block in columns.parts(of: Self.blockColumns) {
        for x in block { copy(x..<x + 1, rows, band, pixels) }
      }
    }
  }

  /// Copies a line of pixels, a row or column of the output, from one row of the source.
  @inline(__always)
  private func copy(_ columns: Range<Int>, _ rows: Range<Int>, _ band: Band, _ pixels: some PixelCopy) {
    let first = Point(x: Double(columns.lowerBound) + 0.5, y: Double(rows.lowerBound) + 0.5)
      .applying(toSource)
    let forward = toSource.a + toSource.c > 0
    let pixel =
      band.source.row(Int(first.y.rounded(.down))) + Int(first.x.rounded(.down)) * source.bytesPerPixel
    let rowBytes = output.rowBytes(width: width)
    let place =
      band.bytes + (rows.lowerBound - band.rows.lowerBound) * rowBytes
      + columns.lowerBound * output.bytesPerPixel
    pixels.copy(
      columns.count * rows.count, from: pixel,
      step: forward ? source.bytesPerPixel : -source.bytesPerPixel, to: place,
      step: columns.count > 1 ? output.bytesPerPixel : rowBytes)
  }
}

/// Copies pixels one by one.
private protocol PixelCopy {
  func copy(
    _ count: Int, from source: UnsafeRawPointer, step: Int, to place: UnsafeMutableRawPointer, step: Int)
}

/// For formats with this pixel size.
private struct SamePixels<Pixel: BitwiseCopyable>: PixelCopy {
  @inline(__always)
  func copy(
    _ count: Int, from source: UnsafeRawPointer, step: Int, to place: UnsafeMutableRawPointer,
    step placeStep: Int
  ) {
    let size = MemoryLayout<Pixel>.size
    if step == size, placeStep == size { return place.copyMemory(from: source, byteCount: count * size) }
    for i in 0..<count {
      (place + i * placeStep)
        .storeBytes(of: (source + i * step).loadUnaligned(as: Pixel.self), as: Pixel.self)
    }
  }
}

private struct Three<Sample: BitwiseCopyable>: BitwiseCopyable {
  var samples: (Sample, Sample, Sample)
}

/// Adds channels: gray becomes three, and missing alpha becomes opaque.
private struct ExpandedPixels: PixelCopy {
  let from: PixelFormat
  let to: PixelFormat

  func copy(
    _ count: Int, from source: UnsafeRawPointer, step: Int, to place: UnsafeMutableRawPointer,
    step placeStep: Int
  ) {
    for i in 0..<count { widen(source + i * step, place + i * placeStep) }
  }

  private func widen(_ pixel: UnsafeRawPointer, _ place: UnsafeMutableRawPointer) {
    let bytes = to.depth.bytes
    for channel in 0..<(to.channels.isGray ? 1 : 3) {
      (place + channel * bytes)
        .copyMemory(from: pixel + (from.channels.isGray ? 0 : channel) * bytes, byteCount: bytes)
    }
    guard to.channels.hasAlpha else { return }
    let alpha = place + (to.channels.rawValue - 1) * bytes
    if from.channels.hasAlpha {
      alpha.copyMemory(from: pixel + (from.channels.rawValue - 1) * bytes, byteCount: bytes)
    } else {
      for i in 0..<bytes { (alpha + i).storeBytes(of: 0xFF, as: UInt8.self) }
    }
  }
}
