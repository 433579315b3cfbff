import CKernels

extension KernelVersion {
  /// Lays the resampled pixels of a row over what is there.
  ///
  /// - Parameter shares: of each pixel; nil where all have `share`.
  func lay(
    _ values: UnsafePointer<WorkingPixel>, shares: UnsafePointer<Float>?, share: Float, count: Int,
    over line: UnsafeMutablePointer<WorkingPixel>
  ) {
    if let table {
      table.pointee.lay(line.floats, values.floats, shares, share, Int32(count))
    } else {
      for i in 0..<count { line[i] = Tile.over(values[i].bounded * (shares?[i] ?? share), line[i]) }
    }
  }
}
