import FrameImage

/// Finds regions of differing pixels in rows that arrive from the top down.
///
/// Each run of differing pixels in a row joins the regions of the runs above that it touches, by union-find
/// (Galler and Fischer, 1964). A region is complete if no run of the last row belongs to it. Only the largest
/// complete regions are kept, so memory is proportional to the width.
struct RegionFinder {
  private(set) var differing = 0
  private(set) var count = 0
  private var boundingRegion: PartialRegion?
  /// The largest complete regions, in the order of the result.
  private var largest: [PartialRegion] = []

  /// The runs of the last row, from left to right.
  private var runs: [Run] = []
  private var regions: [PartialRegion] = []
  /// The parent of each region in the union-find forest; a root is its own parent.
  private var parents: [Int] = []

  private struct Run {
    var start: Int
    var end: Int
    var region: Int
  }

  var box: PixelRect? { boundingRegion?.region.box }

  mutating func add(_ y: Int, _ verdicts: UnsafeBufferPointer<PixelVerdict>, isEqual: Bool) {
    if isEqual && runs.isEmpty { return }
    var found: [Run] = []
    var above = 0
    var x = 0
    while !isEqual && x < verdicts.count {
      guard verdicts[x] == .differs else {
        x += 1
        continue
      }
      let start = x
      while x < verdicts.count && verdicts[x] == .differs { x += 1 }
      let region = regions.count
      regions.append(PartialRegion(left: start, right: x, y: y))
      parents.append(region)
      found.append(Run(start: start, end: x, region: region))
      differing += x - start
      // Runs that meet at a corner touch: a run above may begin where this one ends. The last run that
      // touches this one may also touch the next.
      while above < runs.count && runs[above].end < start { above += 1 }
      var next = above
      while next < runs.count && runs[next].start <= x {
        union(region, runs[next].region)
        next += 1
      }
      above = max(above, next - 1)
    }
    renumber(found)
  }

  /// Ends the image.
  ///
  /// - Returns: The largest regions, including those that the last row belongs to.
  mutating func finish() -> [ImageDifference.Region] {
    renumber([])
    return largest.map(\.region)
  }

  private mutating func union(_ one: Int, _ other: Int) {
    let (l, r) = (root(one), root(other))
    guard l != r else { return }
    parents[l] = r
    regions[r].merge(regions[l])
  }

  private mutating func root(_ region: Int) -> Int {
    var region = region
    while parents[region] != region {
      parents[region] = parents[parents[region]]
      region = parents[region]
    }
    return region
  }

  /// Keeps the regions of the runs found, in their order, and closes all others.
  private mutating func renumber(_ found: [Run]) {
    var numbers = [Int](repeating: -1, count: regions.count)
    var open: [PartialRegion] = []
    runs = found
    for index in runs.indices {
      let root = root(runs[index].region)
      if numbers[root] < 0 {
        numbers[root] = open.count
        open.append(regions[root])
      }
      runs[index].region = numbers[root]
    }
    for region in regions.indices where parents[region] == region && numbers[region] < 0 {
      close(regions[region])
    }
    regions = open
    parents = Array(open.indices)
  }

  private mutating func close(_ region: PartialRegion) {
    count += 1
    if boundingRegion?.merge(region) == nil { boundingRegion = region }
    guard largest.count < ImageDifference.maxRegions || region.precedes(largest.last!) else { return }
    largest.insert(region, at: largest.firstIndex { region.precedes($0) } ?? largest.count)
    if largest.count > ImageDifference.maxRegions { largest.removeLast() }
  }
}

/// A region that may still grow. `right` and `bottom` are exclusive.
private struct PartialRegion {
  var left: Int
  var right: Int
  var top: Int
  var bottom: Int
  var count: Int

  init(left: Int, right: Int, y: Int) {
    (self.left, self.right, top, bottom, count) = (left, right, y, y + 1, right - left)
  }

  mutating func merge(_ other: PartialRegion) {
    left = min(left, other.left)
    right = max(right, other.right)
    top = min(top, other.top)
    bottom = max(bottom, other.bottom)
    count += other.count
  }

  /// Orders regions by size, the largest first, then from the top down, then from the left.
  func precedes(_ other: PartialRegion) -> Bool {
    (-count, top, left, bottom, right) < (-other.count, other.top, other.left, other.bottom, other.right)
  }

  var region: ImageDifference.Region {
    let size = PixelSize(width: right - left, height: bottom - top)!
    return ImageDifference.Region(box: PixelRect(x: left, y: top, size: size), count: count)
  }
}
