import FrameImage

extension Tolerance {
  /// Compares two images: finds the best shift or alignment if one is asked for, compares, and draws a difference image.
  /// The caller opens the images.
  ///
  /// - Parameters:
  ///   - drawing: Makes a difference image for a size. The image is finished only if pixels differ.
  ///   - namesChanges: True to name the changes. They are not named in images of more than 16 megapixels.
  ///   - onRow: Called with the size of the compared area and with each row, from the top down.
  ///   - reading: Opens the images and passes them to its body. Called once for each pass over the images.
  /// - Throws: `ComparisonError`, and the errors of `reading`, `drawing` and the encoder.
  package func compare<E: PixelSource, A: PixelSource, M: PixelSource>(
    namesChanges: Bool = false, drawing: ((PixelSize) throws -> DifferenceImage)? = nil,
    onRow: ((PixelSize, Span<PixelVerdict>, Span<UInt8>) -> Void)? = nil,
    reading: ((inout E, inout A, inout M?) throws -> Void) throws -> Void
  ) throws -> ImageDifference {
    let comparison = ImageComparison(options: measuredOptions)
    var placement = PixelPlacement.shifted(.none)
    var difference: ImageDifference?
    switch alignment {
    case .off: break
    case .shift(let maxShift):
      let search = ShiftSearch(maxShift: maxShift)
      try reading { left, right, _ in placement = .shifted(try search.shift(&left, &right)) }
    case .lines(let lines): (placement, difference) = try align(lines, comparison, reading)
    }
    if difference == nil || drawing != nil || onRow != nil {
      difference = try run(comparison, placement, drawing, onRow, reading)
    }
    guard var difference else { preconditionFailure("no image was compared") }
    if difference.comparedPixels == 0 { throw ComparisonError.everythingIgnored }
    if namesChanges, difference.differing > 0, difference.size.area <= ChangedPixels.maximumArea {
      var pixels = ChangedPixels(difference.size, options)
      try reading { left, right, mask in
        _ = try comparison.run(&left, &right, mask: &mask, placement: placement) {
          _, verdicts, expected, actual in
          pixels.add(verdicts, expected, actual)
        }
      }
      difference.name(ChangeNaming.changes(pixels, difference.alignment))
    }
    return difference
  }

  /// Compares the images in one pass, and draws the difference image.
  private func run<E: PixelSource, A: PixelSource, M: PixelSource>(
    _ comparison: ImageComparison, _ placement: PixelPlacement,
    _ drawing: ((PixelSize) throws -> DifferenceImage)?,
    _ onRow: ((PixelSize, Span<PixelVerdict>, Span<UInt8>) -> Void)?,
    _ reading: ((inout E, inout A, inout M?) throws -> Void) throws -> Void
  ) throws -> ImageDifference {
    var image: DifferenceImage?
    var difference: ImageDifference!
    try reading { left, right, mask in
      let area = placement.area(left.size, right.size)
      image = try drawing?(area)
      difference = try comparison.run(
        &left, &right, mask: &mask, placement: placement,
        onRow: image == nil && onRow == nil
          ? nil
          : { y, verdicts, expected, actual in
            try image?.write(y, verdicts, expected, actual)
            onRow?(area, verdicts, expected)
          })
    }
    guard difference.differing > 0, difference.comparedPixels > 0, image != nil else { return difference }
    if image?.form == .flicker {
      try reading { left, right, mask in
        _ = try comparison.run(&left, &right, mask: &mask, placement: placement) { y, _, _, row in
          try image?.writeSecondFrame(y, row)
        }
      }
    }
    try image?.finish()
    return difference
  }

  /// Returns the placement that explains the difference best, and the difference. Among equal ones, the images as they are
  /// win.
  private func align<E: PixelSource, A: PixelSource, M: PixelSource>(
    _ lines: AlignedLines, _ comparison: ImageComparison,
    _ reading: ((inout E, inout A, inout M?) throws -> Void) throws -> Void
  ) throws -> (PixelPlacement, ImageDifference) {
    func difference(_ placement: PixelPlacement) throws -> ImageDifference {
      var difference: ImageDifference!
      try reading { left, right, mask in
        difference = try comparison.run(&left, &right, mask: &mask, placement: placement)
      }
      return difference
    }
    var search: AlignmentSearch!
    var best: (placement: PixelPlacement, difference: ImageDifference)!
    try reading { left, right, mask in
      search = AlignmentSearch(lines, left.size, right.size)
      let isSameSize = left.size == right.size
      let placement = isSameSize ? PixelPlacement.shifted(.none) : .aligned(search.inPlace)
      best = (placement, try comparison.run(&left, &right, mask: &mask, placement: placement))
    }
    guard best.difference.differing > 0 else { return best }
    var candidates: [ImageAlignment] = []
    try reading { left, right, _ in
      var (l, r): (any PixelSource, any PixelSource) = (left, right)
      candidates = try search.candidates(&l, &r)
    }
    for alignment in candidates {
      let found = try difference(.aligned(alignment))
      // Without this rule, an element that moved on a plain background would be two gaps.
      let isWeak =
        found.expectedSize == found.actualSize && (found.gapDetail == 0 || !alignment.columns.isInPlace)
      if isWeak, best.difference.differing * 20 <= found.size.area { continue }
      if found.detail < best.difference.detail { best = (.aligned(alignment), found) }
    }
    return best
  }
}

extension ImageDifference {
  /// Sets the changes, and names the regions that are parts of them.
  fileprivate mutating func name(_ changes: [Change]) {
    self.changes = changes
    for index in regions.indices {
      let box = regions[index].box
      let parts = changes.filter { change in
        [change.expected, change.actual].contains { $0.map { $0.union(box) == $0 } ?? false }
      }
      regions[index].kind = parts.min { $0.area < $1.area }?.kind ?? .content
    }
  }
}

extension ImageDifference {
  /// How many pixels differ, where of added and removed lines those count that differ from the line before: a plain line
  /// is a small difference, however long it is.
  fileprivate var detail: Int { differing - gapPixels + gapDetail }
}

extension Change {
  fileprivate var area: Int { max(expected?.size.area ?? 0, actual?.size.area ?? 0) }
}
