/// The specification of resampling, one output pixel at a time: `Float`, in the order written. `VectorResampler` gives these
/// bits; resamplers of integers have specifications of their own.
///
/// Sums over columns use four lanes, column k in lane k mod 4, which are added last, so that four columns can be
/// processed at once.
struct ScalarResampler {
  let resampling: Resampling

  /// Blends a rectangle of output pixels over the existing ones.
  @inline(__always)
  func draw(_ area: ResampledArea, from rows: some WorkingRows, scratch: Scratch) {
    area.blend { pixel($0, $1, from: rows, scratch: scratch) }
  }

  /// Returns the weighted mean of one output pixel's footprint, without clamping or coverage.
  @inline(__always)
  private func pixel(_ column: Int, _ row: Int, from rows: some WorkingRows, scratch: Scratch) -> WorkingPixel
  {
    resampling.path == .general ? general(column, row, rows) : separable(column, row, rows, scratch)
  }

  /// Memory for one pixel's weights along each axis, and for its column sums.
  struct Scratch {
    let x: UnsafeMutablePointer<Float>
    let y: UnsafeMutablePointer<Float>
    let columns: UnsafeMutablePointer<WorkingPixel>

    /// In floats.
    static func count(_ resampling: Resampling) -> Int {
      4 * resampling.x.kept + resampling.x.taps + resampling.y.taps
    }

    init(for resampling: Resampling, in workspace: Workspace) {
      let numbers = workspace.numbers.lend(Self.count(resampling))
      // The sums come first, because they must be aligned to whole pixels.
      columns = UnsafeMutableRawPointer(numbers).assumingMemoryBound(to: WorkingPixel.self)
      x = numbers + 4 * resampling.x.kept
      y = x + resampling.x.taps
    }
  }

  private struct Lanes {
    var sums = (WorkingPixel.zero, WorkingPixel.zero, WorkingPixel.zero, WorkingPixel.zero)

    @inline(__always)
    mutating func add(_ value: WorkingPixel, column k: Int) {
      switch k & 3 {
      case 0: sums.0 += value
      case 1: sums.1 += value
      case 2: sums.2 += value
      default: sums.3 += value
      }
    }

    var total: WorkingPixel { (sums.0 + sums.2) + (sums.1 + sums.3) }
  }

  /// Weights by axis: sums each column from the top down, and then the columns.
  @inline(__always)
  private func separable(
    _ column: Int, _ row: Int, _ rows: some WorkingRows, _ scratch: Scratch
  ) -> WorkingPixel {
    let i = resampling.x.weigh(column, row, into: scratch.x)
    let j = resampling.y.weigh(column, row, into: scratch.y)
    let columns = resampling.x.kept
    for k in 0..<columns { scratch.columns[k] = .zero }
    for k in 0..<resampling.y.kept {
      let line = rows.row(j + k, columns: i..<i + columns) + (i - rows.left)
      for c in 0..<columns { scratch.columns[c] += line[c] * scratch.y[k] }
    }
    var lanes = Lanes()
    for k in 0..<columns { lanes.add(scratch.columns[k] * scratch.x[k], column: k) }
    return lanes.total
  }

  /// Weights by pixel. Taps outside the image repeat its edge. The sum of weights uses sixteen lanes.
  @inline(__always)
  private func general(_ column: Int, _ row: Int, _ rows: some WorkingRows) -> WorkingPixel {
    let (x, y) = (resampling.x, resampling.y)
    let footprint =
      resampling.pixels?.footprint(column, row, in: resampling.footprint) ?? resampling.footprint
    let i = x.firstTap(column, row)
    let j = y.firstTap(column, row)
    let support = Float(resampling.curve.filter.support)
    var lanes = Lanes()
    var weights = SIMD16<Float>.zero
    // Outside the image, all rows are the same.
    var known = (row: -1, columns: 0..<0)
    var line: UnsafePointer<WorkingPixel>?
    for jj in 0..<y.taps {
      let dy = j.distance + Float(jj)
      let taps = footprint.columns(from: i.distance, at: dy, support: resampling.curve.filter.support)
      guard !taps.isEmpty else { continue }
      let columns = x.index(i.index + taps.lowerBound)..<x.index(i.index + taps.upperBound - 1) + 1
      let row = y.index(j.index + jj)
      if known.row != row || known.columns != columns {
        known = (row, columns)
        line = rows.row(row, columns: columns) - rows.left
      }
      guard let line else { continue }
      for k in taps {
        let dx = i.distance + Float(k)
        let u = dx * footprint.inverseX + dy * footprint.inverseXY
        let v = dx * footprint.inverseXY + dy * footprint.inverseY
        // Taps outside the kernel have no weight: adding zero changes no bit.
        guard abs(u) < support, abs(v) < support else { continue }
        let weight = resampling.curve.weight(abs(u)) * resampling.curve.weight(abs(v))
        lanes.add(line[x.index(i.index + k)] * weight, column: k)
        weights[k & 15] += weight
      }
    }
    let eight = weights.lowHalf + weights.highHalf
    let four = eight.lowHalf + eight.highHalf
    return lanes.total * (1 / ((four[0] + four[2]) + (four[1] + four[3])))
  }
}
