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
  /// A command of the pen.
  public enum Element: Hashable, Sendable {
    /// Lifts the pen.
    case move(Point)
    case line(Point)
    /// A parabola, with the intersection of the tangents at its ends.
    case quadratic(Point, to: Point)
    /// A cubic Bézier curve.
    case cubic(Point, Point, to: Point)
    /// A part of an ellipse that starts at `arc.start`, which is the pen's position.
    case arc(EllipticArc)
    /// A line to the start of the contour, joined to it.
    case close
  }

  private enum Storage: Hashable, Sendable {
    case elements([Element])
    case glyphs(GlyphRun)
  }

  private var storage: Storage

  public init(_ elements: [Element] = []) {
    storage = .elements(elements)
  }

  /// The outlines of a text's glyphs, which share their curves: a glyph takes 24 bytes, and its outline some 2,000.
  package init(_ glyphs: GlyphRun) {
    storage = .glyphs(glyphs)
  }

  /// All elements. Those of glyphs are made for each call; `forEach` makes them one by one.
  public var elements: [Element] {
    get {
      if case .elements(let elements) = storage { return elements }
      var elements: [Element] = []
      forEach { elements.append($0) }
      return elements
    }
    _modify {
      var elements = self.elements
      storage = .elements([])
      defer { storage = .elements(elements) }
      yield &elements
    }
  }

  /// Calls `body` for each element in order.
  ///
  /// - Parameter box: glyphs to one side of it are omitted; nil for all.
  package func forEach<E: Error>(near box: Rect? = nil, _ body: (Element) throws(E) -> Void) throws(E) {
    switch storage {
    case .elements(let elements): for element in elements { try body(element) }
    case .glyphs(let glyphs): try glyphs.forEach(near: box, body)
    }
  }

  /// The number of elements.
  package var count: Int {
    switch storage {
    case .elements(let elements): elements.count
    case .glyphs(let glyphs): glyphs.elementCount
    }
  }

  /// True if the path has no elements.
  public var isEmpty: Bool { count == 0 }

  /// The bytes that the path holds beside its inline storage. Outlines that several texts share do not count.
  package var heldBytes: Int {
    switch storage {
    case .elements(let elements):
      elements.isEmpty
        ? 0 : AllocatedBytes.header + AllocatedBytes.growing(elements.count, of: Element.self)
    case .glyphs(let glyphs): glyphs.heldBytes
    }
  }

  /// Lifts the pen and begins a contour.
  public mutating func move(to point: Point) { elements.append(.move(point)) }
  /// Draws a line from the pen's position.
  public mutating func line(to point: Point) { elements.append(.line(point)) }
  /// Draws a line to the start of the contour and joins it there.
  public mutating func close() { elements.append(.close) }

  /// Returns the path with every point transformed. Curves and arcs stay what they are.
  public func applying(_ t: AffineTransform) -> Path {
    switch storage {
    case .elements(let elements): return Path(elements.map { $0.applying(t) })
    case .glyphs(var glyphs):
      glyphs.transforms.append(t)
      return Path(glyphs)
    }
  }
}

extension Path.Element {
  func applying(_ t: AffineTransform) -> Path.Element {
    switch self {
    case .move(let p): .move(p.applying(t))
    case .line(let p): .line(p.applying(t))
    case .quadratic(let c, let p): .quadratic(c.applying(t), to: p.applying(t))
    case .cubic(let c, let d, let p): .cubic(c.applying(t), d.applying(t), to: p.applying(t))
    case .arc(let arc): .arc(arc.applying(t))
    case .close: .close
    }
  }
}

/// Positioned glyph outlines. Elements are made on demand, by applying the transforms one after the other: bit for
/// bit what `Path.applying` makes of the elements.
package struct GlyphRun: Hashable, Sendable {
  private struct Place: Hashable, Sendable {
    var outline: Int
    var origin: Point
  }

  /// From font units to the text's, with y pointing down.
  private let scale: Double
  /// Each distinct outline once.
  private var outlines: [[Path.Element]] = []
  /// The bounding box of each outline; nil for a path that is not drawable.
  private var boxes: [Rect?] = []
  private var places: [Place] = []
  private(set) var elementCount = 0
  /// The transforms after positioning.
  fileprivate(set) var transforms: [AffineTransform] = []

  package init(scale: Double) {
    self.scale = scale
  }

  /// Adds an outline for glyphs.
  ///
  /// - Parameter elements: in font units with y pointing up. The same array added again is shared.
  /// - Returns: its number.
  package mutating func add(_ elements: [Path.Element]) -> Int {
    outlines.append(elements)
    boxes.append(Path(elements).boundingBox)
    return outlines.count - 1
  }

  /// - Parameters:
  ///   - outline: its number.
  ///   - origin: the position of the pen on the baseline.
  package mutating func draw(_ outline: Int, at origin: Point) {
    guard !outlines[outline].isEmpty else { return }
    places.append(Place(outline: outline, origin: origin))
    elementCount += outlines[outline].count
  }

  func forEach<E: Error>(
    near box: Rect?, _ body: (Path.Element) throws(E) -> Void
  ) throws(E) {
    let after = transforms.reduce(AffineTransform.identity) { $0.concatenating($1) }
    for place in places {
      let matrix = AffineTransform(scale, 0, 0, -scale, place.origin.x, place.origin.y)
      if let box, let own = boxes[place.outline]?.applying(matrix).applying(after), own.isBeside(box) {
        continue
      }
      for element in outlines[place.outline] {
        var element = element.applying(matrix)
        for transform in transforms { element = element.applying(transform) }
        try body(element)
      }
    }
  }

  var heldBytes: Int {
    3 * AllocatedBytes.header + AllocatedBytes.growing(places.count, of: Place.self)
      + AllocatedBytes.growing(outlines.count, of: [Path.Element].self)
      + AllocatedBytes.growing(outlines.count, of: Rect?.self)
      + transforms.count * MemoryLayout<AffineTransform>.stride
  }
}

extension Rect {
  /// Returns whether it is to one side of another box, by more than rounding.
  fileprivate func isBeside(_ other: Rect) -> Bool {
    let slack = 1e-9 * max(abs(minX), abs(maxX), abs(minY), abs(maxY))
    return maxX + slack < other.minX || minX - slack > other.maxX || maxY + slack < other.minY
      || minY - slack > other.maxY
  }
}
