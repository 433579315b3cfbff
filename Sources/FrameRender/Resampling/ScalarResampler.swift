import FrameModel

/// The specification of resampling: one output pixel after the other, rows of taps from the top, each
/// from the left, sums in that order. Every faster kernel gives these bits.
struct ScalarResampler {
  let kernel: Kernel
  let footprint: Footprint
  let map: SourceMap
  /// Of the source.
  let size: PixelSize

  init(filter: Filter, inverse: AffineTransform, size: PixelSize) {
    kernel = Kernel(filter)
    footprint = Footprint(jacobian: inverse.linear, filter: filter, source: size)
    map = SourceMap(inverse: inverse)
    self.size = size
  }

  /// Working pixels of a part of the source.
  struct Region {
    var pixels: UnsafePointer<WorkingPixel>
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// The columns and rows of the source that a rectangle of output pixels needs, within the picture.
  func needed(for x: Range<Int>, _ y: Range<Int>) -> (columns: Range<Int>, rows: Range<Int>) {
    let corners = [
      map.place(x.lowerBound, y.lowerBound), map.place(x.upperBound - 1, y.lowerBound),
      map.place(x.lowerBound, y.upperBound - 1), map.place(x.upperBound - 1, y.upperBound - 1),
    ]
    let columns = corners.map { Taps($0.x, reach: footprint.reachX).first }
    let rows = corners.map { Taps($0.y, reach: footprint.reachY).first }
    func range(_ firsts: [Int], _ count: Int, below limit: Int) -> Range<Int> {
      let low = min(max(firsts.min()!, 0), limit - 1)
      let high = min(max(firsts.max()! + count - 1, 0), limit - 1)
      return low..<high + 1
    }
    return (
      range(columns, footprint.columns, below: size.width), range(rows, footprint.rows, below: size.height)
    )
  }

  /// How many source pixels a square tile needs at the most, wherever it lies.
  func neededPixels(forSide side: Int) -> Double {
    let extent = Double(side - 1)
    let columns = (abs(map.inverse.a) + abs(map.inverse.c)) * extent + Double(footprint.columns + 1)
    let rows = (abs(map.inverse.b) + abs(map.inverse.d)) * extent + Double(footprint.rows + 1)
    return min(columns, Double(size.width)) * min(rows, Double(size.height))
  }

  /// Adds what the region's rows hold of one output pixel to its sums. Regions come from the top down;
  /// when all have come, `sums.value` is the pixel.
  @inline(__always)
  func accumulate(
    _ column: Int, _ row: Int, from region: Region, scratch: Scratch, into sums: inout Sums
  ) {
    let place = map.place(column, row)
    let i = Taps(place.x, reach: footprint.reachX)
    let j = Taps(place.y, reach: footprint.reachY)
    if footprint.isSeparable {
      addSeparable(i, j, region, scratch, &sums)
    } else {
      addGeneral(i, j, region, &sums)
    }
  }

  /// The sums of one output pixel on the way.
  struct Sums {
    var pixel = WorkingPixel.zero
    var weight: Float = 0

    /// The weighted mean; weights sum to something well above zero.
    var value: WorkingPixel { pixel / weight }
  }

  /// Room for one pixel's weights along each axis.
  struct Scratch {
    var x: UnsafeMutablePointer<Float>
    var y: UnsafeMutablePointer<Float>
  }

  // MARK: Weights by axis

  @inline(__always)
  private func addSeparable(
    _ i: Taps, _ j: Taps, _ region: Region, _ scratch: Scratch, _ sums: inout Sums
  ) {
    let xs = weigh(i, footprint.columns, footprint.inverseX, below: size.width, into: scratch.x)
    let ys = weigh(j, footprint.rows, footprint.inverseY, below: size.height, into: scratch.y)
    let top = max(ys.range.lowerBound, region.rows.lowerBound)
    let bottom = min(ys.range.upperBound, region.rows.upperBound)
    sums.weight = xs.sum * ys.sum
    guard top < bottom else { return }
    let stride = region.columns.count
    var line =
      region.pixels + (top - region.rows.lowerBound) * stride + xs.range.lowerBound
      - region.columns.lowerBound
    for y in top..<bottom {
      var rowSum = WorkingPixel.zero
      for k in 0..<xs.range.count { rowSum += line[k] * scratch.x[k] }
      sums.pixel += rowSum * scratch.y[y - ys.range.lowerBound]
      line += stride
    }
  }

  /// The weight of each source index along one axis. Taps beyond the picture repeat its edge: their
  /// weights are added, from the first on, to the edge's.
  @inline(__always)
  private func weigh(
    _ taps: Taps, _ count: Int, _ inverse: Float, below limit: Int,
    into weights: UnsafeMutablePointer<Float>
  ) -> (range: Range<Int>, sum: Float) {
    let low = min(max(taps.first, 0), limit - 1)
    let high = min(max(taps.first + count - 1, 0), limit - 1)
    for k in 0...(high - low) { weights[k] = 0 }
    var sum: Float = 0
    for k in 0..<count {
      let weight = kernel.weight((taps.offset + Float(k)) * inverse)
      weights[min(max(taps.first + k, low), high) - low] += weight
      sum += weight
    }
    return (low..<high + 1, sum)
  }

  // MARK: Weights by pixel

  @inline(__always)
  private func addGeneral(_ i: Taps, _ j: Taps, _ region: Region, _ sums: inout Sums) {
    // Rows beyond the picture's edge repeat the edge row.
    let top = region.rows.lowerBound == 0 ? j.first : max(j.first, region.rows.lowerBound)
    let end = j.first + footprint.rows
    let bottom = region.rows.upperBound == size.height ? end : min(end, region.rows.upperBound)
    guard top < bottom else { return }
    for y in top..<bottom {
      let line =
        region.pixels + (min(max(y, 0), size.height - 1) - region.rows.lowerBound) * region.columns.count
        - region.columns.lowerBound
      let dy = j.offset + Float(y - j.first)
      var rowSum = WorkingPixel.zero
      var rowWeight: Float = 0
      for k in footprint.columns(from: i.offset, at: dy, support: kernel.filter.support) {
        let dx = i.offset + Float(k)
        let u = dx * footprint.inverseX + dy * footprint.inverseXY
        let v = dx * footprint.inverseXY + dy * footprint.inverseY
        let w = kernel.weight(u) * kernel.weight(v)
        rowSum += line[min(max(i.first + k, 0), size.width - 1)] * w
        rowWeight += w
      }
      sums.pixel += rowSum
      sums.weight += rowWeight
    }
  }
}
