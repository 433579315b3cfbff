import FrameGeometry
import FrameImage
import FramePlan

/// The source as resampling sees it: all of an image or a part of it, or with an edge mode, a part of the plane that it
/// fills. Beyond the extent, resampling repeats its edge.
///
/// Because pixels are looked up when a block of the source is converted, kernels do not know about edges.
struct SourceExtent: Sendable {
  let x: Axis
  let y: Axis

  /// One axis of the extent: its indices count from 0, and each has a stored column or row.
  struct Axis: Sendable {
    /// The stored pixels that are sampled.
    let part: Range<Int>
    /// The index on the plane, which has the part's first pixel at 0, of the extent's first pixel.
    let start: Int
    /// The size of the extent.
    let count: Int
    let edge: EdgeMode

    /// Returns the stored index of an index in the extent.
    @inline(__always)
    func stored(_ index: Int) -> Int {
      let place = index + start
      let count = part.count
      guard place < 0 || place >= count else { return part.lowerBound + place }
      switch edge {
      case .transparent, .clamp: return part.lowerBound + min(max(place, 0), count - 1)
      case .repeat: return part.lowerBound + modulo(place, count)
      case .mirror:
        let folded = modulo(place, 2 * count)
        return part.lowerBound + (folded < count ? folded : 2 * count - 1 - folded)
      }
    }

    /// Returns whether a range lies in the part itself, and not beyond its edge.
    func isInside(_ range: Range<Int>) -> Bool {
      range.lowerBound + start >= 0 && range.upperBound + start <= part.count
    }

    @inline(__always)
    private func modulo(_ value: Int, _ divisor: Int) -> Int {
      let rest = value % divisor
      return rest < 0 ? rest + divisor : rest
    }

    /// Returns the stored indices, from the first to the last, of a range in the extent.
    func stored(_ range: Range<Int>) -> Range<Int> {
      guard !range.isEmpty else { return part.lowerBound..<part.lowerBound }
      let (first, last) = (range.lowerBound + start, range.upperBound - 1 + start)
      switch edge {
      case .transparent, .clamp: break
      case .repeat, .mirror:
        // Within one copy of the image, indices are consecutive.
        let (copy, lastCopy) = (floorDivide(first, part.count), floorDivide(last, part.count))
        guard copy == lastCopy else { return spansEdge(first, last, copies: lastCopy - copy) }
      }
      let ends = [stored(range.lowerBound), stored(range.upperBound - 1)]
      return ends.min()!..<ends.max()! + 1
    }

    /// Returns the stored indices of places in several copies of the image.
    private func spansEdge(_ first: Int, _ last: Int, copies: Int) -> Range<Int> {
      // Two copies that mirror each other share the pixels next to their common edge.
      guard edge == .mirror, copies == 1 else { return part }
      let edgePlace = floorDivide(last, part.count) * part.count
      let reach = max(edgePlace - first, last - edgePlace + 1)
      let atEdge = stored(edgePlace - start)
      return atEdge == part.lowerBound
        ? atEdge..<min(part.upperBound, atEdge + reach)
        : max(part.lowerBound, atEdge + 1 - reach)..<atEdge + 1
    }

    private func floorDivide(_ value: Int, _ divisor: Int) -> Int {
      (value - modulo(value, divisor)) / divisor
    }
  }

  /// - Parameters:
  ///   - draw: in terms of decoded pixels.
  ///   - source: the decoded size of the image.
  ///   - visible: what is visible of the plane that an edge mode fills, in decoded pixels.
  ///   - footprint: the largest one; its taps are around what is visible.
  init(_ draw: RenderPlan.ImageDraw, source: PixelSize, visible: Rect, _ footprint: Footprint) {
    let part = draw.part ?? PixelRect(x: 0, y: 0, size: source)
    let (columns, rows) = (part.columns, part.rows)
    guard draw.edge != .transparent else {
      x = Axis(part: columns, start: 0, count: columns.count, edge: .transparent)
      y = Axis(part: rows, start: 0, count: rows.count, edge: .transparent)
      return
    }
    func axis(_ low: Double, _ high: Double, taps: Int, _ part: Range<Int>) -> Axis {
      let bound = Self.mostDistant
      let first = Int(min(max(low.rounded(.down), -bound), bound)) - taps - part.lowerBound
      let end = Int(min(max(high.rounded(.up), -bound), bound)) + taps - part.lowerBound
      return Axis(part: part, start: first, count: max(1, end - first), edge: draw.edge)
    }
    x = axis(visible.minX, visible.maxX, taps: footprint.columns, columns)
    y = axis(visible.minY, visible.maxY, taps: footprint.rows, rows)
  }

  /// Beyond this distance from the image, its edge continues whatever the mode is. An extent with that on either side is not larger
  /// than `PixelSize.maximumSide`. On a flat canvas, nothing is so far away; a plane in perspective goes on to its horizon.
  private static let mostDistant = 8_000_000.0

  /// In pixels.
  var size: PixelSize { PixelSize(width: x.count, height: y.count)! }

  /// From stored pixels to those of the extent.
  var fromSource: AffineTransform {
    AffineTransform(
      translationX: -Double(x.part.lowerBound + x.start), y: -Double(y.part.lowerBound + y.start))
  }
}

extension WorkingSpace {
  /// Converts columns of an extent, in runs that are stored one after another.
  func decode(
    _ row: UnsafeRawPointer, format: PixelFormat, _ axis: SourceExtent.Axis, _ columns: Range<Int>,
    into pixels: UnsafeMutablePointer<WorkingPixel>
  ) {
    if axis.isInside(columns) {
      return decode(
        row, format: format, column: axis.stored(columns.lowerBound), count: columns.count, into: pixels)
    }
    var column = columns.lowerBound
    while column < columns.upperBound {
      let first = axis.stored(column)
      var end = column + 1
      while end < columns.upperBound, axis.stored(end) == first + (end - column) { end += 1 }
      decode(
        row, format: format, column: first, count: end - column, into: pixels + (column - columns.lowerBound)
      )
      column = end
    }
  }
}
