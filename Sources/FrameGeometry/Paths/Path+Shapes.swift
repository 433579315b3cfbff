/// Shapes with the start points and directions of the equivalent paths in SVG 2, part 10. Trims and dashes follow
/// them.
extension Path {
  /// Starts at the smallest x and y, clockwise with y pointing down.
  public init(_ rect: Rect) {
    self.init(polygon: rect.corners)
  }

  /// Starts at the end of the first corner's arc, clockwise with y pointing down.
  ///
  /// - Parameter cornerRadii: of the quarter ellipses; clamped to half the sides. Corners are sharp unless both are
  ///   above 0.
  public init(roundedRect rect: Rect, cornerRadii: Size) {
    let (x0, y0, x1, y1) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    let rx = min(cornerRadii.width, (x1 - x0) / 2)
    let ry = min(cornerRadii.height, (y1 - y0) / 2)
    guard rx > 0, ry > 0 else {
      self.init(rect)
      return
    }
    func corner(_ x: Double, _ y: Double, from degrees: Double) -> Element {
      .arc(
        EllipticArc(
          center: Point(x: x, y: y), u: Vector(dx: rx, dy: 0), v: Vector(dx: 0, dy: ry),
          start: Angle(degrees: degrees), sweep: Angle(degrees: 90)))
    }
    self.init([
      .move(Point(x: x0 + rx, y: y0)),
      .line(Point(x: x1 - rx, y: y0)), corner(x1 - rx, y0 + ry, from: -90),
      .line(Point(x: x1, y: y1 - ry)), corner(x1 - rx, y1 - ry, from: 0),
      .line(Point(x: x0 + rx, y: y1)), corner(x0 + rx, y1 - ry, from: 90),
      .line(Point(x: x0, y: y0 + ry)), corner(x0 + rx, y0 + ry, from: 180),
      .close,
    ])
  }

  /// Starts at 3 o'clock, clockwise with y pointing down.
  public init(ellipseIn rect: Rect) {
    let arc = EllipticArc(
      center: Point(x: rect.midX, y: rect.midY), u: Vector(dx: (rect.maxX - rect.minX) / 2, dy: 0),
      v: Vector(dx: 0, dy: (rect.maxY - rect.minY) / 2), start: .zero, sweep: Angle(degrees: 360))
    self.init([.move(arc.point(at: arc.start)), .arc(arc), .close])
  }

  /// An open circular arc: 0 points right, and angles grow clockwise with y pointing down. It runs counterclockwise
  /// if `end` is less than `start`.
  public init(arcAround center: Point, radius: Double, from start: Angle, to end: Angle) {
    let arc = EllipticArc(
      center: center, radius: radius, start: start, sweep: Angle(degrees: end.degrees - start.degrees))
    self.init([.move(arc.point(at: start)), .arc(arc)])
  }

  public init(lineFrom start: Point, to end: Point) {
    self.init([.move(start), .line(end)])
  }

  /// Closed; empty without points.
  public init(polygon points: [Point]) {
    self.init()
    guard let first = points.first else { return }
    elements = [.move(first)] + points.dropFirst().map(Element.line) + [.close]
  }
}

/// The declaration that a path was made from.
package enum ShapeKind: Hashable, Sendable {
  /// Corners are sharp unless both radii are above 0.
  case rect(Rect, cornerRadii: Size)
  /// The ellipse in this box.
  case ellipse(Rect)
  case line
  case arc
  case path
  case text

  /// The keyword in scripts.
  package var word: String {
    switch self {
    case .rect: "rect"
    case .ellipse: "ellipse"
    case .line: "line"
    case .arc: "arc"
    case .path: "path"
    case .text: "text"
    }
  }
}
