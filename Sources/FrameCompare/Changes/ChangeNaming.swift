import FrameImage

/// Names the groups of differing pixels of two images.
///
/// For each group, the color around it is the background, and the objects are the pixels of each image that stand out from
/// it and are connected to the group. Their places and shapes decide, by the rules in the order of `Change.Kind`.
struct ChangeNaming {
  /// A change on the compared area.
  fileprivate struct Found {
    var kind: Change.Kind
    var expected: PixelBox
    var actual: PixelBox
    var count: Int
  }

  private let pixels: ChangedPixels
  private let groups: ChangeGroups
  private var finder: ObjectFinder
  private var found: [Found] = []

  private init(_ pixels: ChangedPixels) {
    self.pixels = pixels
    groups = ChangeGroups(pixels)
    finder = ObjectFinder(pixels)
  }

  /// Returns the changes, the largest first, at most `Change.maxChanges`.
  ///
  /// - Parameter placement: How the pixels of the images are paired in the compared area.
  static func changes(_ pixels: ChangedPixels, _ placement: PixelPlacement) -> [Change] {
    var naming = ChangeNaming(pixels)
    naming.nameGroups()
    naming.pairMoves()
    let inPlace = naming.found.map { change in
      Change(
        kind: change.kind, expected: placement.rect(of: change.expected.rect, in: .expected),
        actual: placement.rect(of: change.actual.rect, in: .actual), count: change.count)
    }
    let gaps = if case .aligned(let alignment) = placement { naming.gaps(alignment) } else { [Change]() }
    let all = inPlace + gaps
    return Array(all.sorted { $0.precedes($1) }.prefix(Change.maxChanges))
  }

  /// Returns the added and removed rows and columns.
  private func gaps(_ alignment: ImageAlignment) -> [Change] {
    AlignmentGaps(alignment).gaps.compactMap { gap in
      var count = 0
      for y in gap.rect.rows {
        for x in gap.rect.columns
        where pixels.verdicts[y * pixels.width + x] == gap.verdict { count += 1 }
      }
      guard count > 0 else { return nil }
      return Change(
        kind: gap.verdict == .added ? .added : .removed,
        expected: alignment.rect(of: gap.rect, in: .expected),
        actual: alignment.rect(of: gap.rect, in: .actual), count: count)
    }
  }

  private mutating func nameGroups() {
    let named = groups.groups.prefix(Change.maxChanges).map { name($0) }
    // A part of a moved, recolored or resized object belongs to that object, which has the larger boxes.
    for part in named.sorted(by: { $0.area > $1.area }) {
      let whole = found.firstIndex { whole in
        whole.isWhole && whole.expected.contains(part.expected) && whole.actual.contains(part.actual)
      }
      if let whole { found[whole].count += part.count } else { found.append(part) }
    }
  }

  private mutating func name(_ group: ChangeGroups.Group) -> Found {
    var seeds: [Int32] = []
    seeds.reserveCapacity(group.count)
    groups.forEachPixel(of: group) { seeds.append(Int32($0)) }
    for background in backgrounds(of: group.box) {
      guard let objects = objects(seeds, on: background) else { continue }
      let (expected, actual) = objects
      if expected.isEmpty || actual.isEmpty {
        let kind: Change.Kind = expected.isEmpty ? .added : .removed
        return Found(kind: kind, expected: group.box, actual: group.box, count: group.count)
      }
      if let kind = kind(expected.box, actual.box, on: background, seeds) {
        return Found(kind: kind, expected: expected.box, actual: actual.box, count: group.count)
      }
    }
    let kind: Change.Kind =
      isRecolored(group.box) ? .recolored : isTextEdge(seeds) ? .textEdge : .content
    return Found(kind: kind, expected: group.box, actual: group.box, count: group.count)
  }

  /// Returns the objects of both images that differing pixels belong to; nil if a color is not that of a background. An
  /// object that is partly hidden by the other one is found from there.
  private mutating func objects(
    _ seeds: [Int32], on background: UInt32
  ) -> (expected: ChangedObject, actual: ChangedObject)? {
    guard let first = finder.object(.actual, on: background, from: [seeds]),
      let expected = finder.object(.expected, on: background, from: [seeds, first.pixels]),
      let actual = finder.object(.actual, on: background, from: [seeds, expected.pixels])
    else { return nil }
    return (expected, actual)
  }

  /// Returns the two most frequent colors around a box that both images have there, the most frequent first.
  private func backgrounds(of box: PixelBox) -> [UInt32] {
    var counts: [UInt32: Int] = [:]
    func add(_ x: Int, _ y: Int) {
      guard (0..<pixels.width).contains(x), (0..<pixels.height).contains(y) else { return }
      let index = y * pixels.width + x
      if pixels.verdicts[index] == .same { counts[pixels.expected[index], default: 0] += 1 }
    }
    for x in box.left - 1...box.right {
      add(x, box.top - 1)
      add(x, box.bottom)
    }
    for y in box.top..<box.bottom {
      add(box.left - 1, y)
      add(box.right, y)
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(2).map(\.key)
  }

  // MARK: Rules for two objects

  private func kind(_ e: PixelBox, _ a: PixelBox, on background: UInt32, _ seeds: [Int32]) -> Change.Kind? {
    if e.width == a.width && e.height == a.height {
      let shift = PixelShift(dx: a.left - e.left, dy: a.top - e.top)
      if shift != .none, isEqual(e, a) { return .moved(shift) }
      return shift == .none && isRecolored(e) ? .recolored : nil
    }
    // Fewer pixels than half of a side are a detail, not another size.
    guard seeds.count * 2 >= min(e.width, e.height, a.width, a.height) else { return nil }
    return !isTextEdge(seeds) && isSameShape(e, a, on: background) ? .resized : nil
  }

  /// Returns whether at least 98% of the pixels of two boxes of one size are equal.
  private func isEqual(_ e: PixelBox, _ a: PixelBox) -> Bool {
    var unequal = 0
    for y in 0..<e.height {
      for x in 0..<e.width {
        let l = pixels.expected[(e.top + y) * pixels.width + e.left + x]
        let r = pixels.actual[(a.top + y) * pixels.width + a.left + x]
        if !pixels.isNear(l, r) { unequal += 1 }
      }
    }
    return unequal * 50 <= e.width * e.height
  }

  /// Returns whether the pixels that stand out from the background have the same places in both boxes, when one is scaled
  /// to the other: at least 80% of those in either are in both.
  private func isSameShape(_ e: PixelBox, _ a: PixelBox, on background: UInt32) -> Bool {
    var (both, either) = (0, 0)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (sourceX, sourceY) = (e.left + x * e.width / a.width, e.top + y * e.height / a.height)
        let l = !pixels.isNear(pixels.expected[sourceY * pixels.width + sourceX], background)
        let r = !pixels.isNear(pixels.actual[(a.top + y) * pixels.width + a.left + x], background)
        if l && r { both += 1 }
        if l || r { either += 1 }
      }
    }
    return both * 5 >= either * 4
  }

  /// Pairs what was removed with what was added elsewhere, if both have the same pixels.
  private mutating func pairMoves() {
    for removed in found.indices where found[removed].kind == .removed {
      let box = found[removed].expected
      let candidates = found.indices.filter { index in
        let other = found[index].actual
        return found[index].kind == .added && other.width == box.width && other.height == box.height
          && isEqual(box, other)
      }
      guard
        let added = candidates.min(by: {
          found[$0].actual.distance(to: box) < found[$1].actual.distance(to: box)
        })
      else { continue }
      found[removed].actual = found[added].actual
      found[removed].count += found[added].count
      let shift = PixelShift(dx: found[added].actual.left - box.left, dy: found[added].actual.top - box.top)
      found[removed].kind = .moved(shift)
      found[added].count = 0
    }
    found.removeAll { $0.count == 0 }
  }

  // MARK: Rules for one place

  /// Returns whether each color became another one, or stayed, in at least 99% of the pixels, and the most frequent color
  /// that stands out changed. Images of many colors are examined channel by channel.
  private func isRecolored(_ box: PixelBox) -> Bool {
    let area = box.width * box.height
    var pairs = ColorPairs(pixels, box)
    if pairs.areMany {
      guard isRecoloredByChannels(box) else { return false }
      pairs.sort(pixels, box)
    }
    // Of all old colors: their number, the pixels of those that changed, the pixels that have the most frequent new color,
    // and the most pixels of one that stayed.
    var (colors, changed, consistent, stable) = (0, 0, 0, 0)
    var (color, count, most, target) = (UInt32(0), 0, 0, UInt32(0))
    func endColor() {
      guard count > 0 else { return }
      (colors, consistent) = (colors + 1, consistent + most)
      if target == color { stable = max(stable, count) } else { changed += count }
    }
    pairs.forEach { from, to, number in
      if from != color || count == 0 {
        endColor()
        (color, count, most) = (from, 0, 0)
      }
      if number > most { (most, target) = (number, to) }
      count += number
    }
    endColor()
    // A few changed pixels are no color of their own.
    guard changed * 2 >= area - stable else { return false }
    if consistent * 100 >= area * 99 { return colors * 4 <= max(area, 4) }
    return isRecoloredByChannels(box)
  }

  private func isRecoloredByChannels(_ box: PixelBox) -> Bool {
    let area = box.width * box.height
    return area >= 1 << 12
      && (0..<4).allSatisfy { channel in
        var counts = [Int](repeating: 0, count: 1 << 16)
        box.forEachIndex(width: pixels.width) { index in
          let (from, to) = (pixels.expected[index].sample(channel), pixels.actual[index].sample(channel))
          counts[from << 8 | to] += 1
        }
        let most = (0..<256).reduce(0) { $0 + counts[$1 << 8..<($1 + 1) << 8].max()! }
        return most * 100 >= area * 99
      }
  }

  /// Returns whether edges moved by less than a pixel: of the differing pixels, 80% are as bright as pixels at most one away
  /// in the other image, they change by at most 40% of the contrast there on average, and at most a quarter of them have
  /// only differing pixels for neighbors.
  private func isTextEdge(_ seeds: [Int32]) -> Bool {
    var (near, inner) = (0, 0)
    var (change, contrast) = (0.0, 0.0)
    for seed in seeds {
      let seed = Int(seed)
      let (y, x) = seed.quotientAndRemainder(dividingBy: pixels.width)
      var (e, a) = (Range.empty, Range.empty)
      var isInner = true
      for row in max(0, y - 1)...min(y + 1, pixels.height - 1) {
        for column in max(0, x - 1)...min(x + 1, pixels.width - 1) {
          let index = row * pixels.width + column
          e.add(pixels.brightness(pixels.expected[index]))
          a.add(pixels.brightness(pixels.actual[index]))
          if pixels.verdicts[index] != .differs { isInner = false }
        }
      }
      let l = pixels.brightness(pixels.expected[seed])
      let r = pixels.brightness(pixels.actual[seed])
      if e.contains(r) && a.contains(l) { near += 1 }
      if isInner { inner += 1 }
      change += abs(l - r)
      contrast += max(e.high, a.high) - min(e.low, a.low)
    }
    return near * 5 >= seeds.count * 4 && change * 5 <= contrast * 2 && inner * 4 <= seeds.count
  }

  /// A range of brightnesses, 0 to 255.
  private struct Range {
    var low: Double
    var high: Double

    static let empty = Range(low: 255, high: 0)

    mutating func add(_ brightness: Double) {
      (low, high) = (min(low, brightness), max(high, brightness))
    }

    /// A range includes values that differ by at most 5% from those in it.
    func contains(_ brightness: Double) -> Bool { (low - 13...high + 13).contains(brightness) }
  }
}

/// How many pixels of a box have each pair of an old and a new color, which is in the upper and in the lower half.
private struct ColorPairs {
  /// In order.
  private var counts: [(pair: UInt64, count: Int)] = []
  /// The pairs of all pixels, in order, if there are many: a table of them would need more memory.
  private var all: [UInt64] = []
  /// True if there are so many different pairs that, even if 1% of the pixels are exceptions, more than a quarter of the
  /// pixels have colors of their own. They must be sorted then.
  let areMany: Bool

  init(_ pixels: ChangedPixels, _ box: PixelBox) {
    let area = box.width * box.height
    var table: [UInt64: Int] = [:]
    for y in box.top..<box.bottom where table.count <= area / 4 + area / 100 + 1 {
      for index in y * pixels.width + box.left..<y * pixels.width + box.right {
        table[Self.pair(pixels, index), default: 0] += 1
      }
    }
    areMany = table.count > area / 4 + area / 100 + 1
    if !areMany { counts = table.map { ($0.key, $0.value) }.sorted { $0.pair < $1.pair } }
  }

  mutating func sort(_ pixels: ChangedPixels, _ box: PixelBox) {
    all.reserveCapacity(box.width * box.height)
    box.forEachIndex(width: pixels.width) { all.append(Self.pair(pixels, $0)) }
    all.sort()
  }

  private static func pair(_ pixels: ChangedPixels, _ index: Int) -> UInt64 {
    UInt64(pixels.expected[index]) << 32 | UInt64(pixels.actual[index])
  }

  /// Calls `body` with each pair and its count, in the order of the old colors.
  func forEach(_ body: (_ from: UInt32, _ to: UInt32, _ count: Int) -> Void) {
    func emit(_ pair: UInt64, _ count: Int) {
      body(UInt32(pair >> 32), UInt32(truncatingIfNeeded: pair), count)
    }
    for (pair, count) in counts { emit(pair, count) }
    var start = 0
    for end in all.indices.dropFirst() where all[end] != all[start] {
      emit(all[start], end - start)
      start = end
    }
    if start < all.count { emit(all[start], all.count - start) }
  }
}

extension PixelBox {
  /// Calls `body` with the index of each pixel in an image of this width.
  fileprivate func forEachIndex(width: Int, _ body: (Int) -> Void) {
    for y in top..<bottom {
      for index in y * width + left..<y * width + right { body(index) }
    }
  }
}

extension ChangeNaming.Found {
  /// True if the boxes are those of whole objects.
  fileprivate var isWhole: Bool {
    switch kind {
    case .moved, .resized, .recolored: true
    case .added, .removed, .textEdge, .content: false
    }
  }

  fileprivate var area: Int { expected.width * expected.height + actual.width * actual.height }
}

extension PixelBox {
  /// Returns the square of the distance between the corners of two boxes.
  fileprivate func distance(to other: PixelBox) -> Int {
    (left - other.left) * (left - other.left) + (top - other.top) * (top - other.top)
  }
}

extension Change {
  /// Orders changes by size, the largest first, then from the top down.
  fileprivate func precedes(_ other: Change) -> Bool {
    let (l, r) = (actual ?? expected, other.actual ?? other.expected)
    return (-count, l?.y ?? 0, l?.x ?? 0) < (-other.count, r?.y ?? 0, r?.x ?? 0)
  }
}
