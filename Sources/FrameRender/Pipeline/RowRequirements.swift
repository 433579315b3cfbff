/// The rows of one image that each band needs, and so the rows that have to be held.
struct RowRequirements: Sendable {
  /// All rows that are read, from the first to the last one needed. Empty if nothing is visible.
  let rows: Range<Int>
  /// The bands from the first to the last that show some of the image.
  let bands: Range<Int>
  /// For each band, the end of the rows that it and the bands above it need.
  private let ends: [Int]
  /// For each band, the start of the rows that it and the bands below it need.
  private let starts: [Int]

  /// - Parameter needs: the rows that each band needs, from the top.
  init(_ needs: [Range<Int>]) {
    rows = needs.union
    let first = needs.firstIndex { !$0.isEmpty } ?? 0
    bands = first..<(needs.lastIndex { !$0.isEmpty } ?? first - 1) + 1
    var ends: [Int] = []
    var end = rows.lowerBound
    for need in needs {
      if !need.isEmpty { end = max(end, need.upperBound) }
      ends.append(end)
    }
    var starts: [Int] = []
    var start = rows.upperBound
    for need in needs.reversed() {
      if !need.isEmpty { start = min(start, need.lowerBound) }
      starts.append(start)
    }
    self.ends = ends
    self.starts = starts.reversed()
  }

  /// Returns the end of the rows that bands up to this one need.
  func end(_ band: Int) -> Int { ends[band] }

  /// Returns the first band that needs more than the rows above this one, or nil.
  func firstBand(beyond row: Int) -> Int? {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > row { high = middle } else { low = middle + 1 }
    }
    return low < ends.count ? low : nil
  }

  /// Returns the start of the rows that this band and later ones need; after the last band, no row is needed.
  func start(_ band: Int) -> Int { band < starts.count ? starts[band] : rows.upperBound }

  /// Returns the number of rows to hold so that all rows for the first undrawn band and `ahead` more can be present.
  func capacity(ahead: Int) -> Int {
    let last = ends.count - 1
    return ends.indices.map { ends[min($0 + ahead, last)] - starts[$0] }.max() ?? 0
  }
}
