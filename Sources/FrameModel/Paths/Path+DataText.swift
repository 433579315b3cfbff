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
