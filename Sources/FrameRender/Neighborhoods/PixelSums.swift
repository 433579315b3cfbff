import CKernels

/// Weighted sums of rows of pixels.
struct PixelSums: Sendable {
  let kernels: InstructionSet

  /// Stores the sum of rows, each times its weight, in their order.
  ///
  /// - Parameters:
  ///   - first: the first row, of `count` pixels.
  ///   - stride: the number of pixels from the start of a row to that of the next.
  ///   - weights: of one row or more.
  ///   - out: does not overlap the rows.
  func sum(
    _ first: UnsafePointer<WorkingPixel>, stride: Int, _ weights: [Float], count: Int,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    if let kernels = kernels.table {
      return kernels.pointee.sum_rows(
        first.floats, 4 * stride, weights, Int32(weights.count), Int32(4 * count), out.floats)
    }
    for i in 0..<count {
      var sum = first[i] * weights[0]
      for row in 1..<weights.count { sum += first[i + row * stride] * weights[row] }
      out[i] = sum
    }
  }

  /// Stores the sum of rows whose weights are the same before and after the middle row. Two rows with the same weight are added
  /// before they are multiplied.
  ///
  /// - Parameters:
  ///   - middle: the middle row, of `count` pixels. All rows can be read.
  ///   - stride: the number of pixels from the start of a row to that of the next.
  ///   - weights: of the middle row, of the rows beside it, and so on outward.
  ///   - out: does not overlap the rows.
  func sumMirrored(
    _ middle: UnsafePointer<WorkingPixel>, stride: Int, _ weights: [Float], count: Int,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    if let kernels = kernels.table {
      return kernels.pointee.sum_mirrored_rows(
        middle.floats, 4 * stride, weights, Int32(weights.count), Int32(4 * count), out.floats)
    }
    for i in 0..<count {
      var sum = middle[i] * weights[0]
      for row in 1..<weights.count {
        sum += (middle[i - row * stride] + middle[i + row * stride]) * weights[row]
      }
      out[i] = sum
    }
  }
}
