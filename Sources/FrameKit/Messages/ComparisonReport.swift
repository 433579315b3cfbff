import FrameCompare
import FrameModel

/// What `compare` says.
public struct ComparisonReport: Encodable, Sendable {
  public struct Region: Encodable, Sendable {
    /// x y width height
    var box: [Int]
    var count: Int
  }

  public var schema = 1
  public var expected: String
  public var actual: String
  /// "same", "differs", or "sizes" where these differ and nothing was compared.
  public var status: String
  /// True where the files are the same, byte for byte.
  public var identical: Bool
  public var expectedSize: [Int]
  public var actualSize: [Int]
  /// How far what is at one place of the expected image lies from there in the actual one, x and y; none where
  /// that was not looked for.
  public var shift: [Int]?
  /// Pixels of what both have; of these, those that count, that are excused for their smooth edges, and that were
  /// not looked at.
  public var pixels: Int?
  public var differing: Int?
  public var antialiased: Int?
  public var ignored: Int?
  /// Over the hard threshold.
  public var hard: Int?
  /// Of those that count, the wholly transparent ones.
  public var unseen: Int?
  /// The largest difference of two samples, of their range.
  public var maxDifference: Double?
  /// x y width height of what counts.
  public var box: [Int]?
  /// What counts, in regions, the largest first.
  public var regions: [Region]?
  public var regionCount: Int?
  /// Those without end are null.
  public var metrics: [String: Double?]?
  /// What of the images was not compared, and rectangles that lie outside.
  public var notices: [String]

  /// For people, without its end.
  public let line: String

  /// Everything but `line`, which says the same.
  private enum CodingKeys: CodingKey {
    case schema, expected, actual, status, identical, expectedSize, actualSize, pixels, differing, antialiased
    case ignored, hard, unseen, maxDifference, box, regions, regionCount, metrics, shift, notices
  }

  public init(_ pair: ImagePair, _ request: ComparisonRequest, _ outcome: ImagePair.Outcome) {
    func numbers(_ size: PixelSize) -> [Int] { [size.width, size.height] }
    expected = pair.expected.name
    actual = pair.actual.name
    expectedSize = numbers(pair.expected.header.size)
    actualSize = numbers(pair.actual.header.size)
    identical = false
    notices = pair.ignoredOutside(request.tolerance.options).map { rect in
      "ignore \(rect.numbers.map(String.init).joined(separator: ",")) lies outside what is compared"
    }
    switch outcome {
    case .identical(let difference):
      identical = true
      status = "same"
      line = "same: the files are identical\(difference.metricWording)"
      take(difference, request)
    case .sizesDiffer:
      status = "sizes"
      notices = pair.notices.map(\.message.what)
      let sizes = ImageDifference(
        expectedSize: pair.expected.header.size, actualSize: pair.actual.header.size)
      line = "differs: \(sizes.sizeWording)"
    case .compared(let difference):
      let isSame = request.tolerance.allows(difference)
      status = isSame ? "same" : "differs"
      line = difference.message(isSame: isSame)
      notices = pair.notices.map(\.message.what) + notices
      take(difference, request)
    }
  }

  private mutating func take(_ difference: ImageDifference, _ request: ComparisonRequest) {
    if request.tolerance.reach != nil { shift = [difference.shift.dx, difference.shift.dy] }
    pixels = difference.size.area
    differing = difference.differing
    antialiased = difference.antialiased
    ignored = difference.ignored
    hard = difference.hard
    unseen = difference.unseen
    maxDifference = difference.maxDifference
    box = difference.box?.numbers
    regions = difference.clusters.map { Region(box: $0.box.numbers, count: $0.count) }
    regionCount = difference.clusterCount
    let measured = difference.metrics.map { ($0.key.rawValue, $0.value.isFinite ? $0.value : nil) }
    metrics = measured.isEmpty ? nil : Dictionary(uniqueKeysWithValues: measured)
  }

  public var isSame: Bool { status == "same" }
}

extension PixelRect {
  fileprivate var numbers: [Int] { [x, y, size.width, size.height] }
}
