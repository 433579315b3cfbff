extension Path {
  /// The path as SVG path data: absolute commands, numbers with the fewest digits that are the same numbers.
  ///
  /// Only arcs are not what they were to the last bit: they stand by their ends, in parts of at most half a turn, so
  /// that a whole one is two. Empty for a path that is not drawable.
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
    // A to and fro on a line is no arc of path data: it turns at the ends of its box. Nor is one of no length, and
    // that would be left out, where a line of no length is a dot.
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
