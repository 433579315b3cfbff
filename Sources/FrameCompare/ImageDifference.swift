import FrameGeometry
import FrameImage

/// The result for a pixel of the compared area. The raw values are in the order of their importance.
package enum PixelVerdict: UInt8, Sendable {
  case same
  case ignored
  /// The pixel differs but looks antialiased, so it does not count.
  case antialiased
  /// Only the expected image has the pixel's row or column.
  case removed
  /// Only the actual image has the pixel's row or column.
  case added
  /// The pixel differs and counts.
  case differs

  /// True if samples of both images were compared.
  var isCompared: Bool { self == .same || self == .antialiased || self == .differs }
}

/// The difference of two images.
public struct ImageDifference: Hashable, Sendable {
  /// The size of the compared area: the common area at the top left of both images, or with an alignment, the area with
  /// the rows and columns of both.
  public var size: PixelSize
  /// The size of the expected image.
  public var expectedSize: PixelSize
  /// The size of the actual image.
  public var actualSize: PixelSize
  /// The shift from the expected to the actual image.
  public var shift = PixelShift.none
  /// The rows and columns that were added or removed; nil if pixels at the same place were compared.
  public var alignment: ImageAlignment?
  /// The number of pixels that differ and count, including those of added and removed rows and columns.
  public var differing = 0
  /// The number of differing pixels in added and removed lines, and how many of those differ from the line before.
  var (gapPixels, gapDetail) = (0, 0)
  /// The number of pixels that the metric `odiff` counts, with the pixels of added and removed lines; 0 if it was not requested.
  var odiff = 0
  /// The number of pixels that differ and are excused as antialiased.
  public var antialiased = 0
  /// The number of pixels that were not compared.
  public var ignored = 0
  /// The number of pixels above the hard threshold, included in `differing`.
  public var overHardThreshold = 0
  /// The number of differing pixels that are fully transparent in both images, so that the difference is
  /// invisible.
  public var invisible = 0
  /// The largest difference of two samples of a compared pixel, as a fraction of the range, 0 to 1.
  public var maxDifference = 0.0
  /// The bounding box of the differing pixels; nil if there are none.
  public var box: PixelRect?
  /// The regions of differing pixels that touch by a side or a corner. The largest comes first; equal ones
  /// are ordered from the top down. Contains at most 100.
  public var regions: [Region] = []
  /// The number of all such regions.
  public var regionCount = 0
  /// The changes with their names, the largest first, at most 100; empty if none were asked for.
  public var changes: [Change] = []
  /// The requested metrics.
  public var metrics: [ComparisonMetric: Double] = [:]

  /// The number of compared pixels.
  public var comparedPixels: Int { size.area - ignored }

  /// The largest number of regions that are listed.
  package static let maxRegions = 100

  /// Differing pixels that touch each other.
  public struct Region: Hashable, Sendable {
    /// The bounding box of the region.
    public var box: PixelRect
    /// The number of differing pixels in the region.
    public var count: Int
    /// What happened; nil if changes were not asked for.
    public var kind: Change.Kind?

    public init(box: PixelRect, count: Int) {
      self.box = box
      self.count = count
    }
  }

  /// Creates an empty difference.
  public init(expectedSize: PixelSize, actualSize: PixelSize) {
    self.expectedSize = expectedSize
    self.actualSize = actualSize
    size = PixelSize(
      width: min(expectedSize.width, actualSize.width),
      height: min(expectedSize.height, actualSize.height))!
  }

  /// Returns the difference on one line, without the limits that it exceeds.
  ///
  /// - Parameter isAllowed: True if the tolerance allows the difference.
  package func details(isAllowed: Bool) -> String {
    var line: String
    if differing == 0, isAllowed {
      line = "(\(comparedPixels.text) pixels compared)"
    } else {
      line = "\(differing.text) of \(comparedPixels.text) pixels"
      if isAllowed { line += " (\(share)) differ" }
      if differing > 0 {
        if !isAllowed { line += " (\(share))" }
        if let box { line += " in \(box.size.width) x \(box.size.height) at \(box.x),\(box.y)" }
        if regionCount > 1 { line += ", \(regionCount) regions" }
        // Added and removed lines alone have no samples to compare.
        if maxDifference > 0 { line += ", largest difference \((maxDifference * 100).fixed(1))%" }
      }
    }
    if invisible > 0, invisible == differing { line += ", only in fully transparent pixels" }
    if overHardThreshold > 0 { line += ", \(overHardThreshold.text) over the hard threshold" }
    if antialiased > 0 { line += ", \(antialiased.text) antialiased" }
    if ignored > 0 { line += ", \(ignored.text) ignored" }
    if shift != .none { line += ", shifted by \(shift.dx),\(shift.dy)" }
    if expectedSize != actualSize { line += "; \(sizesText)" }
    let changes = changeTexts
    if !changes.isEmpty { line += "; \(changes.joined(separator: ", "))" }
    return line + metricsText
  }

  /// The metrics as text, such as ", psnr infinite, ssim 1"; empty if none were requested.
  var metricsText: String {
    metrics.sorted { $0.key.rawValue < $1.key.rawValue }.map { metric, value in
      ", \(metric.rawValue) \(value.isFinite ? value.trimmed(6) : "infinite")"
    }.joined()
  }

  /// The added and removed lines and the named changes, such as "20 rows added at 340", "moved by 3,0" and "content (2)".
  private var changeTexts: [String] {
    func lines(_ alignment: LineAlignment?, _ one: String, _ many: String) -> [String] {
      (alignment?.segments ?? []).compactMap { segment in
        let noun = segment.count == 1 ? one : many
        return switch segment {
        case .both: nil
        case .added(let start, let count): "\(count.text) \(noun) added at \(start)"
        case .removed(let start, let count): "\(count.text) \(noun) removed at \(start)"
        }
      }
    }
    var counts: [String: Int] = [:]
    var texts: [String] = []
    for change in changes where change.expected != nil && change.actual != nil {
      let text = change.kind.text
      if counts[text] == nil { texts.append(text) }
      counts[text, default: 0] += 1
    }
    return lines(alignment?.rows, "row", "rows") + lines(alignment?.columns, "column", "columns")
      + texts.map { text in counts[text] == 1 ? text : "\(text) (\(counts[text] ?? 0))" }
  }

  /// The share of differing pixels, rounded up so that it can serve as a limit that allows them.
  private var share: String {
    let hundredths = differing.multipliedFullWidth(by: 10_000)
    let (quotient, rest) = comparedPixels.dividingFullWidth(hundredths)
    let share = rest > 0 ? quotient + 1 : quotient
    return quotient == 0 ? "less than 0.01%" : "\((Double(share) / 100).fixed(2))%"
  }

  /// The sizes as text, the expected one first: "the sizes are 40 x 30 and 41 x 30".
  var sizesText: String {
    "the sizes are \(expectedSize.width) x \(expectedSize.height) and \(actualSize.width) x \(actualSize.height)"
  }
}

extension Int {
  /// The number, with its digits in groups if there are more than four: "4585", "1,024,000".
  fileprivate var text: String { magnitude < 10_000 ? String(self) : grouped }
}
