import FrameCodec
import FrameCompare
import FrameFiles
import FrameImage
import Platform

/// The settings of a comparison of two images.
package struct ComparisonRequest: Sendable {
  package var tolerance: Tolerance
  /// True to compare images of different sizes in their common area, from the corner at 0,0.
  package var pads = false
  /// True to name the changes.
  package var namesChanges = false
  package var limits: Limits
  /// The memory that concurrent comparisons share.
  package var memory: MemoryBudget
  /// The largest number of threads; 1 uses the caller's thread only.
  package var jobs = 1

  /// - Parameter memory: The memory that concurrent comparisons share; nil for one comparison at a time.
  package init(
    tolerance: Tolerance = .exact, pads: Bool = false, limits: Limits = Limits(), memory: MemoryBudget? = nil
  ) {
    (self.tolerance, self.pads, self.limits) = (tolerance, pads, limits)
    self.memory = memory ?? MemoryBudget(limit: limits.memory, jobs: 1)
  }
}

/// The output for a difference image.
package struct DifferenceOutput {
  package var codec: any Codec
  package var bytes: ByteOutput
  package var form: DifferenceForm

  /// - Parameter codec: the codec of the image. It must support animation if `form` is `flicker`.
  package init(codec: any Codec, bytes: ByteOutput, form: DifferenceForm = .overlay) {
    self.codec = codec
    self.bytes = bytes
    self.form = form
  }

  /// Makes the difference image, which writes to the output.
  ///
  /// - Parameter size: the size of the compared area.
  fileprivate func image(of size: PixelSize, _ limits: Limits) throws(CodecError) -> DifferenceImage {
    guard let drawn = form.size(of: size) else {
      throw .unsupported(detail: "three images of this width side by side are too wide")
    }
    var request = EncodeRequest(size: drawn, pixels: .rgb8)
    request.limits = limits
    if form == .flicker { request.animation = Animation(frames: 2) }
    return DifferenceImage(form, encoder: try codec.encoder(bytes, request), width: size.width)
  }
}

/// Two opened images to compare.
package struct ImagePair {
  package let expected: OpenImage
  package let actual: OpenImage
  /// An image whose black pixels exclude pixels from the comparison.
  package let mask: OpenImage?

  package init(expected: OpenImage, actual: OpenImage, mask: OpenImage? = nil) {
    self.expected = expected
    self.actual = actual
    self.mask = mask
  }

  /// Notices about what is not compared, such as all frames after the first.
  package var notices: [EditNotice] {
    let ofImages = [expected, actual].flatMap { image in
      image.header.notices.map { EditNotice.image(image.name, $0) }
    }
    let isTurned = expected.header.orientation != actual.header.orientation
    let colors = (ImageColors(expected.header.metadata), ImageColors(actual.header.metadata))
    let grays = (expected.header.pixels.channels.isGray, actual.header.pixels.channels.isGray)
    let isRecolored = !colors.0.isSame(as: colors.1, grays)
    return ofImages + (isTurned ? [.orientationsDiffer] : [])
      + (isRecolored ? [.colorSpacesDiffer(colors.0.name, colors.1.name)] : [])
  }

  /// A function that receives a compared row: the size of the compared area, the verdicts on the row's pixels, and the
  /// row of the expected image as RGBA with 8 bits per channel.
  package typealias RowBody = (
    _ size: PixelSize, _ verdicts: Span<PixelVerdict>, _ expected: Span<UInt8>
  ) -> Void

  /// Compares the images. Both are decoded at the same time, in bands.
  ///
  /// - Parameters:
  ///   - output: the output for a difference image. It is valid only if the images differ.
  ///   - onRow: receives each compared row, from the top down.
  package func compare(
    _ request: ComparisonRequest, difference output: DifferenceOutput? = nil, onRow: RowBody? = nil
  ) throws(EditFailure) -> ComparisonResult {
    try request.limits.working(on: actual.name) { () throws(EditFailure) in
      try compareImages(request, difference: output, onRow: onRow)
    }
  }

  private func compareImages(
    _ request: ComparisonRequest, difference output: DifferenceOutput?, onRow: RowBody?
  ) throws(EditFailure) -> ComparisonResult {
    try EditFailure.converting {
      if try isIdentical() { return .identical(try noDifference(request)) }
      let (expectedSize, actualSize) = (expected.header.size, actual.header.size)
      let gainMaps = request.tolerance.comparesGainMaps ? try compareGainMaps(request) : nil
      guard request.pads || request.tolerance.alignment.canAlign(expectedSize, actualSize)
      else { return .sizesDiffer(expected: expectedSize, actual: actualSize) }
      let drawing = output.map { output in { (area: PixelSize) in try output.image(of: area, request.limits) }
      }
      let kept = keptRows(request, drawing: output?.form)
      let difference = try request.tolerance.compare(
        namesChanges: request.namesChanges, within: request.memory, until: request.limits.cancellation,
        drawing: drawing, onRow: onRow
      ) { body in
        try read(request, kept, body)
      }
      let result = ComparisonResult(difference, request.tolerance)
      return gainMaps.map { result.adding($0) } ?? result
    }
  }

  /// Draws a difference that `compare` has found with the same request.
  package func draw(
    _ difference: ImageDifference, _ request: ComparisonRequest, _ output: DifferenceOutput?,
    onRow: @escaping RowBody
  ) throws(EditFailure) {
    try EditFailure.converting {
      // An animation holds a frame.
      let bytes = output?.form == .flicker ? 3 * difference.size.area : 0
      try request.memory.reserve(bytes, until: request.limits.cancellation)
      defer { request.memory.release(bytes) }
      let kept = keptRows(request, drawing: output?.form)
      try request.tolerance.draw(
        difference, drawing: output.map { output in { try output.image(of: $0, request.limits) } },
        onRow: onRow
      ) { body in
        try read(request, kept, body)
      }
    }
  }

  /// Returns the difference of identical images. Only the mask is decoded, to count the compared pixels.
  private func noDifference(_ request: ComparisonRequest) throws -> ImageDifference {
    let maskDecoder = mask.map { SourceDecoder($0, DecodeRequest(limits: request.limits)) }
    let comparison = ImageComparison(options: request.tolerance.measuredOptions)
    let difference = try comparison.differenceOfEqualImages(size, mask: maskDecoder)
    if difference.comparedPixels == 0 { throw ComparisonError.everythingIgnored }
    return difference
  }

  /// Returns the ignored rectangles that lie outside the common area of both images. They may be a mistake.
  package func ignoredRectsOutside(_ options: ComparisonOptions) -> [PixelRect] {
    options.ignored.filter { rect in
      func misses(_ start: Int, _ length: Int, _ side: Int) -> Bool { start >= side || start <= -length }
      return misses(rect.x, rect.size.width, size.width) || misses(rect.y, rect.size.height, size.height)
    }
  }

  /// The size of the common area, from the corner at 0,0.
  private var size: PixelSize {
    let (a, b) = (expected.header.size, actual.header.size)
    return PixelSize(width: min(a.width, b.width), height: min(a.height, b.height))!
  }

  /// The rows of both images, for several passes.
  private func keptRows(
    _ request: ComparisonRequest, drawing form: DifferenceForm?
  ) -> (expected: KeptRows, actual: KeptRows) {
    let isAligned = if case .lines = request.tolerance.alignment { true } else { false }
    let hasPasses = request.namesChanges || request.tolerance.alignment != .off || form == .flicker
    func kept(_ image: OpenImage) -> KeptRows {
      KeptRows(
        of: image, rows: isAligned ? image.header.size.height : size.height, hasPasses: hasPasses,
        most: min(KeptRows.maxBytes, request.memory.jobBytes / 2)
      ) {
        SourceDecoder(image, DecodeRequest(limits: request.limits))
      }
    }
    return (kept(expected), kept(actual))
  }

  /// Runs one pass over both images and the mask.
  private func read(
    _ request: ComparisonRequest, _ kept: (expected: KeptRows, actual: KeptRows),
    _ body: @escaping (ComparedImages) throws -> Void
  ) throws {
    func source(_ rows: KeptRows) -> ReadAhead {
      rows.begin()
      return ReadAhead(rows, rows: rows.rows, limits: request.limits)
    }
    let (expectedRows, actualRows) = (source(kept.expected), source(kept.actual))
    let maskDecoder = mask.map { SourceDecoder($0, DecodeRequest(limits: request.limits)) }
    try ReadAhead.run([expectedRows, actualRows], jobs: request.jobs) {
      try body(ComparedImages(expectedRows, actualRows, mask: maskDecoder))
    }
  }

  /// Returns whether both files have the same bytes.
  ///
  /// - Throws: `FileError`
  private func isIdentical() throws -> Bool {
    guard let expected = expected.file, let actual = actual.file else { return false }
    let length = try expected.length()
    guard try actual.length() == length else { return false }
    let chunk = 1 << 20
    for start in stride(from: 0, to: length, by: chunk) {
      let (first, second) = (try expected.bytes(at: start, chunk), try actual.bytes(at: start, chunk))
      guard first.count == second.count, memcmp(first, second, first.count) == 0 else { return false }
    }
    return true
  }
}

extension ImagePair {
  /// Compares the gain maps of the images, as strictly as their pixels.
  ///
  /// Ignored rectangles, masks, metrics and alignments are those of the images, so they do not apply.
  ///
  /// - Throws: `EditFailure` of an image.
  private func compareGainMaps(_ request: ComparisonRequest) throws(EditFailure) -> GainMapDifference {
    let stored = (expected.header.gainMap, actual.header.gainMap)
    guard stored.0 != nil || stored.1 != nil else { return .none }
    guard let first = stored.0 else { return .onlyActual }
    guard let second = stored.1 else { return .onlyExpected }
    guard first.parameters == second.parameters else { return .parameters }
    var own = request
    own.namesChanges = false
    own.tolerance = Tolerance(request.tolerance.options, limit: request.tolerance.limit)
    (own.tolerance.options.ignored, own.tolerance.options.metrics) = ([], [])
    let maps = try EditFailure.converting { (try expected.openGainMap(), try actual.openGainMap()) }
    guard let expected = maps.0, let actual = maps.1 else { return .none }
    return .compared(try ImagePair(expected: expected, actual: actual).compare(own))
  }
}
