import FrameModel

extension Tolerance {
  /// Looks for the best shift where that is asked for, compares, and draws: everything but opening the images.
  ///
  /// - Parameters:
  ///   - size: what both images have, from the corner at 0,0.
  ///   - drawing: makes an image of the difference for what is compared; it is finished only where they differ.
  ///   - onRow: is given the size of what is compared, and each row, from the top down.
  ///   - reading: opens the images and hands them to its body, once for each time that they are read.
  /// - Throws: `ComparisonError`, and what `reading`, `drawing` and its encoder throw.
  public func compare<E: PixelSource, A: PixelSource, M: PixelSource>(
    _ size: PixelSize, drawing: ((PixelSize) throws -> DifferenceImage)? = nil,
    onRow: ((PixelSize, Span<PixelVerdict>, Span<UInt8>) -> Void)? = nil,
    reading: ((inout E, inout A, inout M?) throws -> Void) throws -> Void
  ) throws -> ImageDifference {
    var shift = PixelShift.none
    if let reach {
      let alignment = ImageAlignment(reach: reach)
      try reading { left, right, _ in shift = try alignment.shift(&left, &right) }
    }
    let comparison = ImageComparison(options: options)
    let part = shift.common(of: size)
    var image = try drawing?(part)
    var difference: ImageDifference!
    try reading { left, right, mask in
      difference = try comparison.run(
        &left, &right, mask: &mask, shift: shift,
        onRow: image == nil && onRow == nil
          ? nil
          : { y, verdicts, expected, actual in
            try image?.write(y, verdicts, expected, actual)
            onRow?(part, verdicts, expected)
          })
    }
    if difference.looked == 0 { throw ComparisonError.everythingIgnored }
    guard difference.differing > 0, image != nil else { return difference }
    if image?.form == .flicker {
      try reading { left, right, mask in
        _ = try comparison.run(&left, &right, mask: &mask, shift: shift) { y, _, _, row in
          try image?.writeSecond(y, row)
        }
      }
    }
    try image?.finish()
    return difference
  }
}
