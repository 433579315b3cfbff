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

  var box: PixelRect? { boundingRegion?.box.rect }

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
      let box = PixelBox(left: start, top: y, right: x, bottom: y + 1)
      regions.append(PartialRegion(box: box, count: box.width))
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

/// A region that may still grow.
private struct PartialRegion {
  var box: PixelBox
  var count: Int

  mutating func merge(_ other: PartialRegion) {
    box.add(other.box)
    count += other.count
  }

  /// Orders regions by size, the largest first, then from the top down, then from the left.
  func precedes(_ other: PartialRegion) -> Bool {
    let (l, r) = (box, other.box)
    return (-count, l.top, l.left, l.bottom, l.right) < (-other.count, r.top, r.left, r.bottom, r.right)
  }

  var region: ImageDifference.Region { ImageDifference.Region(box: box.rect, count: count) }
}
