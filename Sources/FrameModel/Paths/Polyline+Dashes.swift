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
    _ = try DashPattern(pattern, offset: offset, along: length, contours: count)
  }

  /// What is drawn of the contours where drawn and left out lengths take turns: SVG 2, part 13.5.6.
  ///
  /// The pattern begins anew with each contour, at `offset`; an odd one is repeated, and one of no length is no
  /// pattern. Dashes are open, and go around corners. A dash that ends where a closed contour does goes on in one
  /// that begins there: SVG's text would put two caps back to back, no renderer that we know does.
  public func dashed(_ pattern: [Double], offset: Double = 0) throws(DashError) -> [Polyline] {
    let pattern = try DashPattern(pattern, offset: offset, along: length, contours: count)
    var dashes: [Polyline] = []
    for line in self {
      let first = dashes.count
      pattern.cut(line) { dashes.append($0) }
      // The first dash of a closed contour comes last, as the last one may go on in it.
      if line.isClosed, dashes.count > first + 1, pattern.beginsDrawn {
        dashes.insert(dashes.removeLast(), at: first)
      }
    }
    return dashes
  }
}

/// Where the dashes of contours begin and end.
struct DashPattern: Sendable {
  /// Drawn and left out, in turn; none for a line without gaps.
  private var lengths: [Double] = []
  /// Which of the lengths a contour begins with; those of even numbers are drawn.
  private var first = 0
  /// How much of this length is over already.
  private var phase = 0.0

  /// Whether a contour begins with a dash, and not with a gap.
  var beginsDrawn: Bool { !lengths.isEmpty && first % 2 == 0 }

  static let unbroken = DashPattern()

  /// A length that is sure to have too many dashes.
  static func longest(of pattern: [Double]) -> Double {
    // A pattern of two lengths has one dash a period, and an odd one is repeated: none has fewer.
    2 * pattern.reduce(0, +) * Double(Polyline.mostDashes) + 1
  }

  private init() {}

  /// - Parameters:
  ///   - length: of all contours together.
  ///   - contours: how many there are.
  /// - Throws: what dashes cannot be. None is made for it.
  init(
    _ pattern: [Double], offset: Double, along length: Double, contours: Int
  ) throws(DashError) {
    if let index = pattern.firstIndex(where: { $0 < 0 }) { throw .negative(index) }
    let sum = pattern.reduce(0, +)
    guard (2 * sum).isFinite, offset.isFinite else { throw .notFinite }
    guard sum > 0 else { return }
    let isEven = pattern.count % 2 == 0
    let period = isEven ? sum : 2 * sum
    let count =
      (length / period + Double(contours)) * Double(isEven ? pattern.count / 2 : pattern.count)
    guard count <= Double(Polyline.mostDashes) else { throw .tooMany(allowed: Polyline.mostDashes) }
    lengths = isEven ? pattern : pattern + pattern
    let rest = offset.truncatingRemainder(dividingBy: period)
    phase = rest < 0 ? rest + period : rest
    // A dash of no length is a dot, and not over before it begins.
    while phase > lengths[first] || phase == lengths[first] && phase > 0, first < lengths.count - 1 {
      phase -= lengths[first]
      first += 1
    }
  }

  /// Calls back for each dash of a contour. One that goes on in the contour's first dash comes last, joined to that.
  func cut<E: Error>(_ line: Polyline, _ body: (Polyline) throws(E) -> Void) throws(E) {
    guard !lengths.isEmpty else { return try body(line) }
    var cutter = PolylineCutter(line)
    guard cutter.length > 0 else {
      if first % 2 == 0 { try body(line) }
      return
    }
    var index = first
    var position = 0.0
    var end = lengths[first] - phase
    // The first dash of a closed contour, until it is known how the last one ends.
    var waiting: Polyline?
    while position < cutter.length {
      if index % 2 == 0 {
        let isLast = end >= cutter.length
        if isLast, position == 0 { return try body(line) }
        let dash = cutter.part(from: position, to: min(end, cutter.length))
        if position == 0, line.isClosed {
          waiting = dash
        } else if isLast, let beginning = waiting {
          waiting = nil
          try body(dash.joined(to: beginning))
        } else {
          try body(dash)
        }
      }
      position = end
      index = (index + 1) % lengths.count
      end = position + lengths[index]
    }
    if let waiting { try body(waiting) }
  }
}

extension Polyline {

  /// - Parameter next: begins where this ends.
  fileprivate func joined(to next: Polyline) -> Polyline {
    Polyline(
      points + next.points.dropFirst(), isClosed: false,
      smooth: points.indices.map(isSmooth) + next.points.indices.dropFirst().map(next.isSmooth),
      startDirection: startDirection, endDirection: next.endDirection)
  }
}
