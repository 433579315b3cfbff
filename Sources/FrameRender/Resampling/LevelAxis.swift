import CKernels

/// The taps of output pixels along one axis, computed once, with weights in units of 2⁻¹⁴ that sum to 1.
struct LevelAxis: Sendable {
  private let axis: SourceAxis
  private let start: Int
  private let firsts: [Int32]
  private let weights: [Int16]
  /// The number of weights of each pixel, of which the last ones may be 0.
  let count: Int

  enum Direction {
    /// Kernels read sixteen columns at once.
    case columns
    /// Kernels add two rows at once, from an even one on.
    case rows
  }

  /// - Parameter pixels: of the output.
  init(_ axis: SourceAxis, _ pixels: Range<Int>, _ direction: Direction) {
    let (kept, step) = (axis.kept, direction == .rows ? 2 : 16)
    let count = (kept + (direction == .rows ? 1 : 0) + step - 1) / step * step
    self.axis = axis
    start = pixels.lowerBound
    self.count = count
    var firsts: [Int32] = []
    var weights = [Int16](repeating: 0, count: pixels.count * count)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: axis.taps) { exact in
      for (i, pixel) in pixels.enumerated() {
        // The axis depends on one coordinate only.
        let first = axis.weigh(pixel, pixel, into: exact.baseAddress!)
        let start = direction == .rows ? first & ~1 : first
        firsts.append(Int32(start))
        // Weights are differences of rounded running sums, so they sum to exactly 1.
        var (sum, before): (Float, Int32) = (0, 0)
        for k in 0..<kept {
          sum += exact[k] * 16384
          let rounded = Int32(sum.rounded())
          weights[i * count + first - start + k] = Int16(rounded - before)
          before = rounded
        }
      }
    }
    (self.firsts, self.weights) = (firsts, weights)
  }

  func taps(of pixel: Int) -> (first: Int, weights: ArraySlice<Int16>) {
    let i = pixel - start
    return (Int(firsts[i]), weights[i * count..<(i + 1) * count])
  }

  /// Returns the source's columns or rows that have weights for a range of pixels.
  func weighed(for pixels: Range<Int>) -> Range<Int> { axis.needed(for: pixels, pixels) }

  /// Returns all that kernels read: from the first tap to the last, of a range of pixels.
  func needed(for pixels: Range<Int>) -> Range<Int> {
    let part = firsts[pixels.lowerBound - start..<pixels.upperBound - start]
    return Int(part.min()!)..<Int(part.max()!) + count
  }

  /// Calls `body` with the taps from a pixel on, as kernels use them.
  func withValues<R>(from pixel: Int, _ body: (inout frameit_level_axis) -> R) -> R {
    firsts.withUnsafeBufferPointer { firsts in
      weights.withUnsafeBufferPointer { weights in
        let i = pixel - start
        var values = frameit_level_axis(
          firsts: firsts.baseAddress! + i, weights: weights.baseAddress! + i * count, taps: Int32(count))
        return body(&values)
      }
    }
  }
}
