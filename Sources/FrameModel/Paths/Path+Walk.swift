extension Path {
  /// Larger coordinates, and degrees, are not drawn: their squares, and so lengths, must be numbers still.
  static let farthest = 1e150

  /// Whether every number of it is finite, and none beyond 1e150. A path that has others is one that draws
  /// nothing: it has no box, no points and no text.
  public var isDrawable: Bool {
    elements.allSatisfy { element in
      element.numbers.allSatisfy { abs($0) <= Path.farthest }
    }
  }

  /// Calls back for each element in turn.
  ///
  /// What comes before the first `move` draws nothing and is left out.
  ///
  /// - Parameter body: takes an element, where the pen is before it, and where the pen began the contour, to which
  ///   `close` returns. Arcs are `unwound`.
  func walk(_ body: (_ element: Element, _ pen: Point, _ start: Point) -> Void) {
    var start: Point?
    var pen = Point.zero
    for element in elements {
      if case .move(let p) = element {
        body(element, p, p)
        (pen, start) = (p, p)
        continue
      }
      guard let start else { continue }
      switch element {
      case .move: break
      case .line(let p), .quadratic(_, to: let p), .cubic(_, _, to: let p):
        body(element, pen, start)
        pen = p
      case .arc(let arc):
        let arc = arc.unwound
        body(.arc(arc), pen, start)
        pen = arc.point(at: arc.end)
      case .close:
        body(element, pen, start)
        pen = start
      }
    }
  }
}

extension Path.Element {
  /// All that it is made of.
  var numbers: [Double] {
    switch self {
    case .move(let p), .line(let p): [p.x, p.y]
    case .quadratic(let c, to: let p): [c.x, c.y, p.x, p.y]
    case .cubic(let c, let d, to: let p): [c.x, c.y, d.x, d.y, p.x, p.y]
    case .arc(let arc):
      [
        arc.centre.x, arc.centre.y, arc.u.dx, arc.u.dy, arc.v.dx, arc.v.dy,
        arc.start.degrees, arc.sweep.degrees,
      ]
    case .close: []
    }
  }
}
