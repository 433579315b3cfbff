extension Path {
  /// Larger coordinates and angles are not drawn: the squares of lengths must be finite.
  static let farthest = 1e150

  /// True if every number is finite and at most 1e150. Other paths draw nothing: they have no box, no points and no
  /// text.
  package var isDrawable: Bool {
    let checked: Void? = try? forEach { element throws(OutlineError) in
      if !element.isDrawable { throw .notFinite }
    }
    return checked != nil
  }

  /// Calls `body` for each element.
  ///
  /// Elements before the first `move` draw nothing and are omitted.
  ///
  /// - Parameter body: takes an element, the pen's position before it, and the start of the contour, to which `close`
  ///   returns. Arcs are `unwound`.
  /// - Parameter box: glyphs to one side of it are omitted; nil for all.
  package func walk<E: Error>(
    near box: Rect? = nil, _ body: (_ element: Element, _ pen: Point, _ start: Point) throws(E) -> Void
  ) throws(E) {
    var start: Point?
    var pen = Point.zero
    try forEach(near: box) { element throws(E) in
      if case .move(let p) = element {
        try body(element, p, p)
        (pen, start) = (p, p)
        return
      }
      guard let first = start else { return }
      switch element {
      case .move: break
      case .line(let p), .quadratic(_, to: let p), .cubic(_, _, to: let p):
        try body(element, pen, first)
        pen = p
      case .arc(let arc):
        let arc = arc.unwound
        try body(.arc(arc), pen, first)
        pen = arc.point(at: arc.end)
      case .close:
        try body(element, pen, first)
        pen = first
      }
    }
  }
}

extension Path.Element {
  fileprivate var isDrawable: Bool {
    func isNear(_ p: Point) -> Bool { abs(p.x) <= Path.farthest && abs(p.y) <= Path.farthest }
    return switch self {
    case .move(let p), .line(let p): isNear(p)
    case .quadratic(let c, to: let p): isNear(c) && isNear(p)
    case .cubic(let c, let d, to: let p): isNear(c) && isNear(d) && isNear(p)
    case .arc: numbers.allSatisfy { abs($0) <= Path.farthest }
    case .close: true
    }
  }

  /// All numbers of the element.
  var numbers: [Double] {
    switch self {
    case .move(let p), .line(let p): [p.x, p.y]
    case .quadratic(let c, to: let p): [c.x, c.y, p.x, p.y]
    case .cubic(let c, let d, to: let p): [c.x, c.y, d.x, d.y, p.x, p.y]
    case .arc(let arc):
      [
        arc.center.x, arc.center.y, arc.u.dx, arc.u.dy, arc.v.dx, arc.v.dy,
        arc.start.degrees, arc.sweep.degrees,
      ]
    case .close: []
    }
  }
}
