/// Lines and curves, in the order in which a pen draws them.
///
/// Every element begins where the one before ended; the first is a `move`. An affine transform of a path is a
/// path again, without loss: circles stay what they are and do not become something near.
///
/// ```swift
/// var path = Path()
/// path.move(to: Point(x: 0, y: 0))
/// path.line(to: Point(x: 40, y: 0))
/// path.line(to: Point(x: 40, y: 30))
/// path.close()
/// ```
public struct Path: Hashable, Sendable {
  public enum Element: Hashable, Sendable {
    /// Lifts the pen.
    case move(Point)
    case line(Point)
    /// A parabola, with the point to which the tangents at both ends lead.
    case quadratic(Point, to: Point)
    /// A cubic Bézier curve.
    case cubic(Point, Point, to: Point)
    /// A part of an ellipse, from `arc.start` on, where the pen is.
    case arc(EllipticArc)
    /// A line to where the contour began, joined to it.
    case close
  }

  public var elements: [Element]

  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  public var isEmpty: Bool { elements.isEmpty }

  public mutating func move(to point: Point) { elements.append(.move(point)) }
  public mutating func line(to point: Point) { elements.append(.line(point)) }
  public mutating func close() { elements.append(.close) }

  public func applying(_ t: AffineTransform) -> Path {
    Path(
      elements.map { element in
        switch element {
        case .move(let p): .move(p.applying(t))
        case .line(let p): .line(p.applying(t))
        case .quadratic(let c, let p): .quadratic(c.applying(t), to: p.applying(t))
        case .cubic(let c, let d, let p): .cubic(c.applying(t), d.applying(t), to: p.applying(t))
        case .arc(let arc): .arc(arc.applying(t))
        case .close: .close
        }
      })
  }
}
