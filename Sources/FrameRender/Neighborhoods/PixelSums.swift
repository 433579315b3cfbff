import CKernels

/// Weighted sums of rows of pixels.
struct PixelSums: Sendable {
  let kernels: InstructionSet

  init(kernels: InstructionSet) { self.kernels = kernels }

  /// Stores the sum of rows, each times its weight, in their order.
  ///
  /// - Parameters:
  ///   - rows: one or more, of `count` pixels.
  ///   - out: not one of the rows.
  func sum(
    _ rows: [UnsafePointer<WorkingPixel>], _ weights: [Float], count: Int,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    if let kernels = kernels.table {
      rows.map(\.floats).withUnsafeBufferPointer { rows in
        // C's type of the pointers allows null.
        rows.withMemoryRebound(to: UnsafePointer<Float>?.self) {
          kernels.pointee.sum_rows($0.baseAddress!, weights, Int32(rows.count), Int32(4 * count), out.floats)
        }
      }
      return
    }
    for i in 0..<count {
      var sum = rows[0][i] * weights[0]
      for row in 1..<rows.count { sum += rows[row][i] * weights[row] }
      out[i] = sum
    }
  }
}
