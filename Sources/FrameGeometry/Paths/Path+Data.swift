extension Path {
  /// Parses SVG path data, the `d` of an SVG `path`: SVG 2, part 9.3.
  ///
  ///     try Path(svgData: "M10 10h80v80h-80z")
  ///
  /// An empty text is the empty path.
  ///
  /// - Parameter mostElements: the maximum number of elements.
  /// - Throws: a `PathDataError` for invalid data; unlike in a browser, nothing before the error is kept.
  public init(svgData text: String, mostElements: Int = .max) throws(PathDataError) {
    var parser = PathDataParser(text, mostElements: mostElements)
    self.init(try parser.parse())
  }
}

/// Parses path data to absolute elements.
private struct PathDataParser {
  private var reader: PathDataLexer
  private var elements: [Path.Element] = []
  private var pen = Point.zero
  private var start = Point.zero
  /// The control point of the previous command if it was a curve of this degree: S and T reflect it.
  private var control: (degree: Int, point: Point)?

  private let mostElements: Int

  init(_ text: String, mostElements: Int) {
    reader = PathDataLexer(text)
    self.mostElements = mostElements
  }

  mutating func parse() throws(PathDataError) -> [Path.Element] {
    while let letter = try reader.command(isFirst: elements.isEmpty) {
      try command(letter)
      try checkCount()
    }
    return elements
  }

  private mutating func command(_ letter: Character) throws(PathDataError) {
    guard letter != "Z", letter != "z" else {
      draw(.close, to: start)
      return
    }
    var command = Character(letter.uppercased())
    repeat {
      try round(of: command, from: letter.isLowercase ? pen : .zero)
      try checkCount()
      // Further points after a moveto are linetos.
      if command == "M" { command = "L" }
    } while reader.skipToNextRound()
  }

  private func checkCount() throws(PathDataError) {
    guard elements.count <= mostElements else {
      throw PathDataError(.tooManyElements(allowed: mostElements), at: reader.offset)
    }
  }

  /// Parses the arguments of a command once.
  private mutating func round(of command: Character, from origin: Point) throws(PathDataError) {
    switch command {
    case "M":
      let p = try point(from: origin)
      start = p
      draw(.move(p), to: p)
    case "L":
      let p = try point(from: origin)
      draw(.line(p), to: p)
    case "H":
      let p = Point(x: try coordinate(from: origin.x), y: pen.y)
      draw(.line(p), to: p)
    case "V":
      let p = Point(x: pen.x, y: try coordinate(from: origin.y))
      draw(.line(p), to: p)
    case "C":
      let c = try point(from: origin, separated: true)
      try cubic(c, from: origin)
    case "S":
      try cubic(mirrored(degree: 3), from: origin)
    case "Q":
      let c = try point(from: origin, separated: true)
      try quadratic(c, from: origin)
    case "T":
      try quadratic(mirrored(degree: 2), from: origin)
    default:
      try arc(from: origin)
    }
  }

  private mutating func cubic(_ first: Point, from origin: Point) throws(PathDataError) {
    let second = try point(from: origin, separated: true)
    let p = try point(from: origin)
    draw(.cubic(first, second, to: p), to: p)
    control = (3, second)
  }

  private mutating func quadratic(_ middle: Point, from origin: Point) throws(PathDataError) {
    let p = try point(from: origin)
    draw(.quadratic(middle, to: p), to: p)
    control = (2, middle)
  }

  private mutating func arc(from origin: Point) throws(PathDataError) {
    let begin = reader.offset
    let rx = try separatedNumber()
    let ry = try separatedNumber()
    let rotation = Angle(degrees: try separatedNumber())
    let isLarge = try separatedFlag()
    let isClockwise = try separatedFlag()
    let p = try point(from: origin)
    // An arc from a point to itself is omitted.
    guard p != pen else {
      control = nil
      return
    }
    let arc = EllipticArc(
      from: pen, to: p, radii: Size(width: rx, height: ry), rotation: rotation, isLarge: isLarge,
      isClockwise: isClockwise)
    let element = arc.map(Path.Element.arc) ?? .line(p)
    guard element.numbers.allSatisfy(\.isFinite) else { throw PathDataError(.notFinite, at: begin) }
    draw(element, to: p)
  }

  private mutating func draw(_ element: Path.Element, to point: Point) {
    elements.append(element)
    pen = point
    control = nil
  }

  /// Returns the control point that continues the last curve, or the pen's position if that was not a curve of this
  /// degree.
  private func mirrored(degree: Int) throws(PathDataError) -> Point {
    guard let control, control.degree == degree else { return pen }
    let point = Point(x: 2 * pen.x - control.point.x, y: 2 * pen.y - control.point.y)
    guard point.x.isFinite, point.y.isFinite else { throw PathDataError(.notFinite, at: reader.offset) }
    return point
  }

  private mutating func point(from origin: Point, separated: Bool = false) throws(PathDataError) -> Point {
    let x = try coordinate(from: origin.x)
    reader.skipSeparator()
    let y = try coordinate(from: origin.y)
    if separated { reader.skipSeparator() }
    return Point(x: x, y: y)
  }

  private mutating func coordinate(from origin: Double) throws(PathDataError) -> Double {
    let begin = reader.offset
    let value = origin + (try reader.number())
    guard value.isFinite else { throw PathDataError(.notFinite, at: begin) }
    return value
  }

  private mutating func separatedNumber() throws(PathDataError) -> Double {
    let value = try reader.number()
    reader.skipSeparator()
    return value
  }

  private mutating func separatedFlag() throws(PathDataError) -> Bool {
    let value = try reader.flag()
    reader.skipSeparator()
    return value
  }
}

extension Path {
  /// The path as SVG path data: absolute commands, and numbers with the fewest digits that give the same value.
  ///
  /// Only arcs may change in the last bit: they are written by their ends, in parts of at most half a turn, so a full
  /// circle has two. Empty if the path is not drawable.
  public var svgData: String {
    guard isDrawable else { return "" }
    var words: [String] = []
    walk { element, _, _ in
      switch element {
      case .move(let p): words.append("M" + p.text)
      case .line(let p): words.append("L" + p.text)
      case .quadratic(let c, to: let p): words.append("Q\(c.text) \(p.text)")
      case .cubic(let c, let d, to: let p): words.append("C\(c.text) \(d.text) \(p.text)")
      case .arc(let arc): words += arc.commands
      case .close: words.append("Z")
      }
    }
    return words.joined(separator: " ")
  }
}

extension EllipticArc {
  fileprivate var commands: [String] {
    let axes = axes
    let parts = max(1, (abs(sweep.degrees) / 180).rounded(.up))
    let ends = stride(from: 1, through: parts, by: 1).map { part in
      part == parts ? end : Angle(degrees: start.degrees + sweep.degrees * (part / parts))
    }
    // A degenerate arc that goes back and forth on a line turns at the ends of its box, which path data cannot
    // express. An arc without length would be omitted, but a line without length is a dot.
    guard min(axes.x, axes.y) > rounding, sweep != .zero else {
      return (turns.sorted { way(to: $0.angle) < way(to: $1.angle) }.map(\.point) + [point(at: end)])
        .map { "L" + $0.text }
    }
    let isClockwise = (sweep.degrees > 0) == (frame.determinant > 0)
    let ellipse =
      "A\(axes.x.scriptText),\(axes.y.scriptText) \(axes.rotation.degrees.scriptText) 0 \(isClockwise ? 1 : 0) "
    return ends.map { ellipse + point(at: $0).text }
  }
}

extension Point {
  fileprivate var text: String { "\(x.scriptText),\(y.scriptText)" }
}

/// An error in SVG path data, with its position.
public struct PathDataError: Error, Hashable, Sendable {
  /// The kind of an error in path data.
  public enum Kind: Hashable, Sendable {
    /// A coordinate, a radius or an angle is expected.
    case expectedNumber
    /// 0 or 1 is expected: the direction of an arc, or the selection of the longer one.
    case expectedFlag
    /// One of the letters MmLlHhVvCcSsQqTtAaZz is expected.
    case expectedCommand
    /// The first command must be M or m.
    case expectedMoveTo
    /// A number is too large, or a position too far away.
    case notFinite
    /// There are more elements than allowed.
    case tooManyElements(allowed: Int)
  }

  /// The kind of the error.
  public var kind: Kind
  /// In UTF-8 bytes from the start of the text; the text's length if something is missing at the end.
  public var offset: Int

  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
