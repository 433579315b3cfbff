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
  /// How far what is at one place of the expected picture lies from there in the actual one, x and y; none where
  /// that was not looked for.
  public var shift: [Int]?
  /// Pixels that were compared, that count, that are excused for their smooth edges, and that were not looked at.
  public var pixels: Int?
  public var differing: Int?
  public var antialiased: Int?
  public var ignored: Int?
  /// Over the hard threshold.
  public var hard: Int?
  /// The largest difference of two samples, of their range.
  public var maxDifference: Double?
  /// x y width height of what counts.
  public var box: [Int]?
  /// What counts, in regions, the largest first.
  public var regions: [Region]?
  public var regionCount: Int?
  /// Those without end are null.
  public var metrics: [String: Double?]?
  /// What of the pictures was not compared.
  public var notices: [String]?

  /// - Parameter holds: whether so many differing pixels are allowed.
  public init(
    _ pair: PicturePair, _ request: ComparisonRequest, _ outcome: PicturePair.Outcome,
    holds: (PictureDifference) -> Bool
  ) {
    func numbers(_ size: PixelSize) -> [Int] { [size.width, size.height] }
    expected = pair.expected.name
    actual = pair.actual.name
    expectedSize = numbers(pair.expected.header.size)
    actualSize = numbers(pair.actual.header.size)
    identical = false
    notices = pair.notices.map(\.wording.what)
    switch outcome {
    case .identical:
      identical = true
      status = "same"
      differing = 0
      notices = nil
    case .sizesDiffer: status = "sizes"
    case .compared(let difference):
      status = holds(difference) ? "same" : "differs"
      if request.reach != nil { shift = [difference.shift.dx, difference.shift.dy] }
      pixels = difference.size.area
      differing = difference.differing
      antialiased = difference.antialiased
      ignored = difference.ignored
      hard = difference.hard
      maxDifference = difference.maxDifference
      box = difference.box?.numbers
      regions = difference.clusters.map { Region(box: $0.box.numbers, count: $0.count) }
      regionCount = difference.clusterCount
      let measured = difference.metrics.map { ($0.key.rawValue, $0.value.isFinite ? $0.value : nil) }
      metrics = measured.isEmpty ? nil : Dictionary(uniqueKeysWithValues: measured)
    }
  }

  public var isSame: Bool { status == "same" }

  /// One line for people.
  public var text: String {
    if identical { return "same: the files are identical\n" }
    let sizes = "\(expectedSize[0]) x \(expectedSize[1]) and \(actualSize[0]) x \(actualSize[1])"
    guard let pixels, let differing else { return "differs: the sizes are \(sizes)\n" }
    let share = Double(differing) / Double(max(1, pixels)) * 100
    var line = "\(status): \(differing) of \(pixels) pixels"
    if differing > 0 {
      line += share < 0.01 ? " (less than 0.01%)" : " (\(share.fixed(2))%)"
      if let box { line += " in \(box[2]) x \(box[3]) at \(box[0]),\(box[1])" }
      if let regionCount, regionCount > 1 { line += ", \(regionCount) regions" }
      if let maxDifference { line += ", at most \((maxDifference * 100).fixed(1))%" }
    }
    if let hard, hard > 0 { line += ", \(hard) over the hard threshold" }
    if let antialiased, antialiased > 0 { line += ", \(antialiased) antialiased" }
    if let ignored, ignored > 0 { line += ", \(ignored) ignored" }
    if let shift, shift != [0, 0] { line += ", shifted by \(shift[0]),\(shift[1])" }
    if expectedSize != actualSize { line += "; the sizes are \(sizes)" }
    for (name, value) in (metrics ?? [:]).sorted(by: { $0.key < $1.key }) {
      line += ", \(name) \(value.map { $0.trimmed(6) } ?? "infinite")"
    }
    return line + "\n"
  }
}

extension PixelRect {
  fileprivate var numbers: [Int] { [x, y, size.width, size.height] }
}
