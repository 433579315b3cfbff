import FrameImage

extension Tolerance {
  /// Compares two images: finds the best shift or alignment if one is asked for, compares, and draws a difference image.
  /// The caller opens the images.
  ///
  /// - Parameters:
  ///   - namesChanges: True to name the changes. They are not named in images of more than 16 megapixels, and if that needs
  ///     more memory than the limit.
  ///   - memory: The memory that concurrent comparisons share.
  ///   - cancellation: Ends waiting for memory.
  ///   - drawing: Makes a difference image for a size. The image is finished only if pixels differ.
  ///   - onRow: Called with the size of the compared area and with each row, from the top down.
  ///   - reading: Opens the images and passes them to its body. Called once for each pass over the images.
  /// - Throws: `ComparisonError`, and the errors of `reading`, `drawing` and the encoder.
  package func compare(
    namesChanges: Bool = false, within memory: MemoryBudget = .unlimited,
    until cancellation: Cancellation? = nil, drawing: ((PixelSize) throws -> DifferenceImage)? = nil,
    onRow: ((PixelSize, Span<PixelVerdict>, Span<UInt8>) -> Void)? = nil,
    reading: @escaping ComparedImages.Reading
  ) throws -> ImageDifference {
    let passes = ComparisonPasses(comparison: ImageComparison(options: measuredOptions), reading: reading)
    var (placement, difference) = try passes.placement(alignment)
    if difference == nil || drawing != nil || onRow != nil {
      difference = try passes.run(placement, drawing, onRow)
    }
    guard var difference else { preconditionFailure("no image was compared") }
    if difference.comparedPixels == 0 { throw ComparisonError.everythingIgnored }
    let bytes = difference.size.area * ChangedPixels.bytesPerPixel
    if namesChanges, difference.differing > 0, difference.size.area <= ChangedPixels.maximumArea,
      bytes <= memory.limit
    {
      try memory.reserve(bytes, until: cancellation)
      defer { memory.release(bytes) }
      var pixels = ChangedPixels(difference.size, options)
      _ = try passes.run(placement) { y, verdicts, expected, actual in
        pixels.set(y, verdicts, expected, actual)
      }
      difference.name(ChangeNaming.changes(pixels, placement))
    }
    return difference
  }

  /// Draws a difference that `compare` has found, in one pass, without another search for an alignment.
  ///
  /// - Throws: As `compare`.
  package func draw(
    _ difference: ImageDifference, drawing: ((PixelSize) throws -> DifferenceImage)?,
    onRow: ((PixelSize, Span<PixelVerdict>, Span<UInt8>) -> Void)?,
    reading: @escaping ComparedImages.Reading
  ) throws {
    let passes = ComparisonPasses(comparison: ImageComparison(options: measuredOptions), reading: reading)
    let placement =
      difference.alignment.map { PixelPlacement.aligned($0) } ?? .shifted(difference.shift)
    _ = try passes.run(placement, drawing, onRow)
  }
}

/// The passes over two images: each opens them and reads them once.
private struct ComparisonPasses {
  let comparison: ImageComparison
  let reading: ComparedImages.Reading

  /// Compares the images in one pass.
  func run(_ placement: PixelPlacement, onRow: ImageComparison.RowBody? = nil) throws -> ImageDifference {
    var difference: ImageDifference!
    try reading { difference = try comparison.run($0, placement: placement, onRow: onRow) }
    return difference
  }

  /// Compares the images in one pass, and draws the difference image, whose second frame needs another pass.
  func run(
    _ placement: PixelPlacement, _ drawing: ((PixelSize) throws -> DifferenceImage)?,
    _ onRow: ((PixelSize, Span<PixelVerdict>, Span<UInt8>) -> Void)?
  ) throws -> ImageDifference {
    guard drawing != nil || onRow != nil else { return try run(placement) }
    var image: DifferenceImage?
    var difference: ImageDifference!
    try reading { images in
      let area = placement.area(images.expected.size, images.actual.size)
      image = try drawing?(area)
      difference = try comparison.run(images, placement: placement) {
        y, verdicts, expected, actual in
        try image?.write(y, verdicts, expected, actual)
        onRow?(area, verdicts, expected)
      }
    }
    guard difference.differing > 0, difference.comparedPixels > 0, image != nil else { return difference }
    if image?.form == .flicker {
      _ = try run(placement) { y, _, _, row in try image?.writeSecondFrame(y, row) }
    }
    try image?.finish()
    return difference
  }

  /// Returns how the pixels are paired, and the difference if the images had to be compared for that.
  func placement(_ alignment: Tolerance.Alignment) throws -> (PixelPlacement, ImageDifference?) {
    switch alignment {
    case .off: return (.shifted(.none), nil)
    case .shift(let maxShift):
      let search = ShiftSearch(maxShift: maxShift)
      var shift = PixelShift.none
      try reading { shift = try search.shift($0) }
      return (.shifted(shift), nil)
    case .lines(let lines): return try aligned(lines)
    }
  }

  /// Returns the placement that explains the difference best. Among equal ones, the images as they are win.
  private func aligned(_ lines: AlignedLines) throws -> (PixelPlacement, ImageDifference?) {
    var search: AlignmentSearch!
    var placement = PixelPlacement.shifted(.none)
    var best: ImageDifference!
    try reading { images in
      search = AlignmentSearch(
        lines: lines, expectedSize: images.expected.size, actualSize: images.actual.size)
      if images.expected.size != images.actual.size { placement = .aligned(search.inPlace) }
      best = try comparison.run(images, placement: placement)
    }
    let inPlace = best.differing
    guard inPlace > 0 else { return (placement, best) }
    var candidates: [ImageAlignment] = []
    try reading { candidates = try search.candidates($0) }
    for alignment in candidates {
      let found = try run(.aligned(alignment))
      // Without this rule, an element that moved on a plain background would be two gaps.
      let isWeak =
        found.expectedSize == found.actualSize && (found.gapDetail == 0 || !alignment.columns.isInPlace)
      if isWeak, inPlace * 20 <= found.size.area { continue }
      if found.detail < best.detail { (placement, best) = (.aligned(alignment), found) }
    }
    return (placement, best)
  }
}

extension ImageDifference {
  /// Sets the changes, and names the regions that are parts of them.
  fileprivate mutating func name(_ changes: [Change]) {
    self.changes = changes
    for index in regions.indices {
      let box = regions[index].box
      let parts = changes.filter { change in
        // The differing pixels of something that moved may be one region around both of its places.
        let both = change.expected.flatMap { expected in change.actual.map { expected.union($0) } }
        return [change.expected, change.actual, both].contains { $0.map { $0.union(box) == $0 } ?? false }
      }
      regions[index].kind = parts.min { $0.area < $1.area }?.kind ?? .content
    }
  }

  /// The cost of an alignment: the number of differing pixels. In added and removed lines, only pixels that differ from the
  /// line before count, because a plain line is a small difference, however long it is.
  fileprivate var detail: Int { differing - gapPixels + gapDetail }
}

extension Change {
  fileprivate var area: Int { max(expected?.size.area ?? 0, actual?.size.area ?? 0) }
}
