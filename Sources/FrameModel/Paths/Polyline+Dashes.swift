/// What dashes cannot be.
public enum DashError: Error, Hashable, Sendable {
  /// A length below 0, and which, from 0.
  case negative(Int)
  /// A length or the offset is no number.
  case notFinite
  /// So short for so long a path that there would be more than `allowed`.
  case tooMany(allowed: Int)
}

extension Polyline {
  /// So many dashes all contours together have at most.
  public static let mostDashes = 1_000_000
}

extension [Polyline] {
  /// - Throws: what `dashed` would, and no dash is made for it.
  public func checkDashes(_ pattern: [Double], offset: Double = 0) throws(DashError) {
    if let index = pattern.firstIndex(where: { $0 < 0 }) { throw .negative(index) }
    let sum = pattern.reduce(0, +)
    guard (2 * sum).isFinite, offset.isFinite else { throw .notFinite }
    guard sum > 0 else { return }
    let isEven = pattern.count % 2 == 0
    let count =
      (length / (isEven ? sum : 2 * sum) + Double(self.count))
      * Double(isEven ? pattern.count / 2 : pattern.count)
    guard count <= Double(Polyline.mostDashes) else { throw .tooMany(allowed: Polyline.mostDashes) }
  }

  /// What is drawn of the contours where drawn and left out lengths take turns: SVG 2, part 13.5.6.
  ///
  /// The pattern begins anew with each contour, at `offset`; an odd one is repeated, and one of no length is no
  /// pattern. Dashes are open, and go around corners. A dash that ends where a closed contour does goes on in one
  /// that begins there: SVG's text would put two caps back to back, no renderer that we know does.
  public func dashed(_ pattern: [Double], offset: Double = 0) throws(DashError) -> [Polyline] {
    try checkDashes(pattern, offset: offset)
    let sum = pattern.reduce(0, +)
    guard sum > 0 else { return self }

    let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    let period = pattern.count % 2 == 0 ? sum : 2 * sum
    let rest = offset.truncatingRemainder(dividingBy: period)
    var (first, phase) = (0, rest < 0 ? rest + period : rest)
    // A dash of no length is a dot, and not over before it begins.
    while phase > lengths[first] || phase == lengths[first] && phase > 0, first < lengths.count - 1 {
      phase -= lengths[first]
      first += 1
    }
    return flatMap { $0.dashed(lengths, from: first, phase: phase) }
  }
}

extension Polyline {
  /// - Parameters:
  ///   - first: which of the lengths it begins with; those of even numbers are drawn.
  ///   - phase: how much of this length is over already.
  fileprivate func dashed(_ lengths: [Double], from first: Int, phase: Double) -> [Polyline] {
    var cutter = PolylineCutter(self)
    guard cutter.length > 0 else { return first % 2 == 0 ? [self] : [] }
    var dashes: [Polyline] = []
    var index = first
    var position = 0.0
    var end = lengths[first] - phase
    var isOpen = false
    while position < cutter.length {
      isOpen = index % 2 == 0 && end >= cutter.length
      if isOpen, position == 0 { return [self] }
      if index % 2 == 0 { dashes.append(cutter.part(from: position, to: Swift.min(end, cutter.length))) }
      position = end
      index = (index + 1) % lengths.count
      end = position + lengths[index]
    }
    if isClosed, isOpen, first % 2 == 0, dashes.count > 1 {
      dashes[0] = dashes.removeLast().joined(to: dashes[0])
    }
    return dashes
  }

  /// - Parameter next: begins where this ends.
  private func joined(to next: Polyline) -> Polyline {
    Polyline(
      points + next.points.dropFirst(), isClosed: false,
      smooth: points.indices.map(isSmooth) + next.points.indices.dropFirst().map(next.isSmooth),
      startDirection: startDirection, endDirection: next.endDirection)
  }
}
