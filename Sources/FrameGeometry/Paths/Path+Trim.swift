extension Path {
  /// Returns a part of all contours, by their total length, as a path: the curves whose points `[Polyline].trimmed`
  /// returns.
  ///
  /// A contour that is cut is open. Empty if the path is not drawable.
  ///
  /// - Parameters:
  ///   - start: a share of the length from 0 to 1, as `end`.
  ///   - tolerance: the precision of lengths, in the path's own units, above 0.
  package func trimmed(from start: Double, to end: Double, tolerance: Double) -> Path {
    guard start < end, start < 1, end > 0 else { return Path() }
    if start <= 0, end >= 1 { return self }
    let contours = measured(tolerance)
    let length = contours.reduce(0) { $0 + $1.length }
    let (from, to) = (max(start, 0) * length, end < 1 ? end * length : .infinity)
    var elements: [Element] = []
    var passed = 0.0
    for contour in contours {
      let (a, b) = (from - passed, to - passed)
      passed += contour.length
      if a <= 0, b >= contour.length {
        elements += contour.elements
      } else if a < contour.length, b > 0 {
        elements += contour.part(from: max(a, 0), to: min(b, contour.length))
      }
    }
    return Path(elements)
  }

  private func measured(_ tolerance: Double) -> [MeasuredContour] {
    guard isDrawable else { return [] }
    var contours: [MeasuredContour] = []
    var contour = MeasuredContour()
    func finish() {
      if !contour.pieces.isEmpty { contours.append(contour) }
    }
    walk { element, pen, start in
      if case .arc(let arc) = element {
        let first = arc.point(at: arc.start)
        if max(abs(first.x - pen.x), abs(first.y - pen.y)) > arc.rounding {
          contour.append(Line(pen, first), tolerance)
        }
      }
      if let curve = element.curve(from: pen) { return contour.append(curve, tolerance) }
      if case .close = element {
        contour.append(Line(pen, start), tolerance)
        contour.isClosed = true
      }
      finish()
      contour = MeasuredContour()
    }
    finish()
    return contours
  }
}

/// The segments of a contour and their lengths.
private struct MeasuredContour {
  /// Each segment, with the length up to each of the points by which it is measured.
  private(set) var pieces: [(curve: any Curve, lengths: [Double])] = []
  var isClosed = false
  private(set) var length = 0.0

  mutating func append(_ piece: some Curve, _ tolerance: Double) {
    let needed = (piece.deviation(from: 0, to: 1) / tolerance).squareRoot().rounded(.up)
    let steps = min(max(needed, piece.leastSteps.rounded(.up), 1), Double(Path.mostSegments))
    let points = (0...Int(steps)).map { piece.point(at: Double($0) / steps) }
    var sums = [0.0]
    for (p, q) in zip(points, points.dropFirst()) {
      sums.append(sums[sums.count - 1] + Vector(dx: q.x - p.x, dy: q.y - p.y).length)
    }
    length += sums[sums.count - 1]
    pieces.append((piece, sums))
  }

  /// The whole contour.
  var elements: [Path.Element] {
    let drawn = isClosed ? pieces.dropLast() : pieces[...]
    return [.move(pieces[0].curve.point(at: 0))] + drawn.map(\.curve.element) + (isClosed ? [.close] : [])
  }

  /// - Parameters: lengths from the beginning, in rising order.
  func part(from start: Double, to end: Double) -> [Path.Element] {
    var elements: [Path.Element] = []
    var passed = 0.0
    for (piece, sums) in pieces {
      let length = sums[sums.count - 1]
      let (a, b) = (start - passed, end - passed)
      passed += length
      guard length > 0, a < length, b > 0 else { continue }
      let part = piece.part(
        from: a > 0 ? Self.parameter(of: a, in: sums) : 0,
        to: b < length ? Self.parameter(of: b, in: sums) : 1)
      if elements.isEmpty { elements.append(.move(part.point(at: 0))) }
      elements.append(part.element)
    }
    return elements
  }

  /// Returns the parameter at a length. Points are at equal steps of the parameter and are joined by lines.
  private static func parameter(of length: Double, in sums: [Double]) -> Double {
    let high = min(max(sums.partitioningIndex { $0 > length }, 1), sums.count - 1)
    let low = high - 1
    let whole = sums[high] - sums[low]
    let share = whole > 0 ? (length - sums[low]) / whole : 0
    return (Double(low) + share) / Double(sums.count - 1)
  }
}
