import FrameModel

/// Finds regions of pixels that count, as rows come from the top down.
///
/// A row's runs of such pixels join the regions of the runs above that they touch, by union-find (Galler and
/// Fischer, 1964). Regions that no run of the last row belongs to are complete, and of these only the largest
/// are kept, so that memory grows with the width alone.
struct ClusterFinder {
  private(set) var differing = 0
  private(set) var count = 0
  private var whole: Region?
  /// In the order of the result.
  private var largest: [Region] = []

  /// Those of the last row, from left to right.
  private var runs: [Run] = []
  private var regions: [Region] = []
  /// The region that a region has become part of, itself if none.
  private var parents: [Int] = []

  private struct Run {
    var start: Int
    var end: Int
    var region: Int
  }

  var box: PixelRect? { whole?.cluster.box }

  mutating func add(_ y: Int, _ verdicts: UnsafeBufferPointer<PixelVerdict>, isClean: Bool) {
    if isClean && runs.isEmpty { return }
    var found: [Run] = []
    var above = 0
    var x = 0
    while !isClean && x < verdicts.count {
      guard verdicts[x] == .differs else {
        x += 1
        continue
      }
      let start = x
      while x < verdicts.count && verdicts[x] == .differs { x += 1 }
      let region = regions.count
      regions.append(Region(left: start, right: x, y: y))
      parents.append(region)
      found.append(Run(start: start, end: x, region: region))
      differing += x - start
      // Corners touch: a run above may begin where this one ends. The last one that touches may also
      // touch the next run.
      while above < runs.count && runs[above].end < start { above += 1 }
      var next = above
      while next < runs.count && runs[next].start <= x {
        join(region, runs[next].region)
        next += 1
      }
      above = max(above, next - 1)
    }
    renumber(found)
  }

  /// - Returns: the largest regions, those included that the last row belongs to.
  mutating func finish() -> [ImageDifference.Cluster] {
    renumber([])
    return largest.map(\.cluster)
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (l, r) = (root(one), root(other))
    guard l != r else { return }
    parents[l] = r
    regions[r].unite(regions[l])
  }

  private mutating func root(_ region: Int) -> Int {
    var region = region
    while parents[region] != region {
      parents[region] = parents[parents[region]]
      region = parents[region]
    }
    return region
  }

  /// Keeps the regions of the runs found, in their order, and counts the others as complete.
  private mutating func renumber(_ found: [Run]) {
    var numbers = [Int](repeating: -1, count: regions.count)
    var kept: [Region] = []
    runs = found
    for index in runs.indices {
      let root = root(runs[index].region)
      if numbers[root] < 0 {
        numbers[root] = kept.count
        kept.append(regions[root])
      }
      runs[index].region = numbers[root]
    }
    for region in regions.indices where parents[region] == region && numbers[region] < 0 {
      complete(regions[region])
    }
    regions = kept
    parents = Array(kept.indices)
  }

  private mutating func complete(_ region: Region) {
    count += 1
    if whole?.unite(region) == nil { whole = region }
    guard largest.count < ImageDifference.mostClusters || region.precedes(largest.last!) else { return }
    largest.insert(region, at: largest.firstIndex { region.precedes($0) } ?? largest.count)
    if largest.count > ImageDifference.mostClusters { largest.removeLast() }
  }
}

/// A region that may still grow. Right and bottom lie outside.
private struct Region {
  var left: Int
  var right: Int
  var top: Int
  var bottom: Int
  var count: Int

  init(left: Int, right: Int, y: Int) {
    (self.left, self.right, top, bottom, count) = (left, right, y, y + 1, right - left)
  }

  mutating func unite(_ other: Region) {
    left = min(left, other.left)
    right = max(right, other.right)
    top = min(top, other.top)
    bottom = max(bottom, other.bottom)
    count += other.count
  }

  /// The larger first, then from the top down, then from the left.
  func precedes(_ other: Region) -> Bool {
    (-count, top, left, bottom, right) < (-other.count, other.top, other.left, other.bottom, other.right)
  }

  var cluster: ImageDifference.Cluster {
    let size = PixelSize(width: right - left, height: bottom - top)!
    return ImageDifference.Cluster(box: PixelRect(x: left, y: top, size: size), count: count)
  }
}
