import FrameImage

/// The result of comparing two images.
package struct ComparisonResult: Equatable, Sendable {
  package enum Verdict: Equatable, Sendable {
    /// The files are identical byte by byte. They were not decoded.
    case identical
    /// No pixel differs that counts.
    case same
    /// Pixels differ, and the tolerance allows it.
    case within
    case differs
    /// The sizes differ, and nothing was compared.
    case sizesDiffer
  }

  package let verdict: Verdict
  /// If nothing was compared, it has only the sizes.
  package let difference: ImageDifference
  /// The reason for the verdict: "153 of 60,000 pixels (0.26%) in 40 x 12 at 130,88, largest difference 61.6%".
  package let details: String
  /// The comparison of the gain maps; nil if they were not compared.
  package let gainMaps: GainMapDifference?

  private init(
    _ verdict: Verdict, _ difference: ImageDifference, _ details: String,
    _ gainMaps: GainMapDifference? = nil
  ) {
    (self.verdict, self.difference, self.details, self.gainMaps) = (verdict, difference, details, gainMaps)
  }

  /// Returns the result for images with gain maps: they differ if their maps do.
  package func adding(_ gainMaps: GainMapDifference) -> ComparisonResult {
    guard isSame, !gainMaps.isSame else {
      return ComparisonResult(verdict, difference, details + gainMaps.text, gainMaps)
    }
    let details =
      verdict == .within
      ? "in the gain map\(gainMaps.detail); the images are within the limit"
      : "only in the gain map\(gainMaps.detail)"
    return ComparisonResult(.differs, difference, details, gainMaps)
  }

  /// Creates the result for compared pixels.
  package init(_ difference: ImageDifference, _ tolerance: Tolerance) {
    if tolerance.allows(difference) {
      self.init(
        difference.differing == 0 ? .same : .within, difference, difference.details(isAllowed: true))
      return
    }
    let exceeded = tolerance.exceededLimits(by: difference).map { limit in
      let value = difference.metrics[limit.metric] ?? 0
      let side = limit.metric.growsWithSimilarity ? "below" : "above"
      return "; \(limit.metric.rawValue) \(value.trimmed(6)) is \(side) \(limit.bound.trimmed(6))"
    }
    self.init(.differs, difference, difference.details(isAllowed: false) + exceeded.joined())
  }

  /// Returns the result for identical files.
  package static func identical(_ difference: ImageDifference) -> ComparisonResult {
    ComparisonResult(.identical, difference, "the files are identical\(difference.metricsText)")
  }

  /// Returns the result for images that cannot be compared, because their sizes differ.
  package static func sizesDiffer(expected: PixelSize, actual: PixelSize) -> ComparisonResult {
    let difference = ImageDifference(expectedSize: expected, actualSize: actual)
    return ComparisonResult(.sizesDiffer, difference, difference.sizesText)
  }

  /// True if there is a difference image. It shows only pixels of the images, so not what gain maps or metrics differ in.
  package var isDrawn: Bool { verdict == .differs && difference.differing > 0 }

  /// True if the images are the same, or if the tolerance allows their difference.
  package var isSame: Bool {
    switch verdict {
    case .identical, .same, .within: true
    case .differs, .sizesDiffer: false
    }
  }

  /// The verdict and its reason on one line, such as "same (60,000 pixels compared)", "within the limit: 4585 of
  /// 1,024,000 pixels (0.45%) differ, largest difference 87.8%" or "differs: 153 of 60,000 pixels (0.26%) in 40 x 12 at
  /// 130,88, 2 regions, largest difference 61.6%".
  package var summary: String {
    switch verdict {
    case .identical: "same: \(details)"
    case .same: "same \(details)"
    case .within: "within the limit: \(details)"
    case .differs, .sizesDiffer: "differs: \(details)"
    }
  }
}
