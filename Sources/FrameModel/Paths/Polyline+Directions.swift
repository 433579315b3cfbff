/// Where a pen goes as it follows a polyline. Along a curve this is not where the chords lead, but between them.
///
/// Chords of equal steps of a parameter say where: their half sum is the derivative in the middle of two, and one
/// and a half times the last less half the one before the derivative at the end; both are exact for parabolas.
extension Polyline {
  /// How many lines there are.
  var edges: Int { isClosed && points.count > 1 ? points.count : max(0, points.count - 1) }

  /// From one point to the next.
  func chord(_ edge: Int) -> Vector {
    Vector(from: points[edge], to: points[(edge + 1) % points.count])
  }

  /// At the beginning of an edge, of no certain length.
  func departure(_ edge: Int) -> Vector {
    if edge == 0, let startDirection { return startDirection }
    let chord = chord(edge)
    if isSmooth(edge) { return between(before(edge), chord) ?? chord }
    return isSmooth(after(edge)) ? beyond(chord, from: self.chord(after(edge))) : chord
  }

  /// At the end of an edge, of no certain length.
  func arrival(_ edge: Int) -> Vector {
    if edge == edges - 1, let endDirection { return endDirection }
    let chord = chord(edge)
    if isSmooth(after(edge)) { return between(chord, self.chord(after(edge))) ?? chord }
    return isSmooth(edge) ? beyond(chord, from: before(edge)) : chord
  }

  /// In an edge, at a share of its length.
  func direction(_ edge: Int, at share: Double) -> Vector {
    departure(edge).mixed(with: arrival(edge), share)
  }

  private func after(_ edge: Int) -> Int { (edge + 1) % points.count }

  private func before(_ edge: Int) -> Vector { chord((edge + points.count - 1) % points.count) }

  /// Nil at a cusp, where there is no direction.
  private func between(_ a: Vector, _ b: Vector) -> Vector? {
    a.dot(b) > 0 ? Vector.zero.mixed(with: a + b, 0.5) : nil
  }

  /// The chord itself where the pen stands almost still: of next to nothing the direction is rounding.
  private func beyond(_ chord: Vector, from other: Vector) -> Vector {
    let end = chord + (chord - other) * 0.5
    return 2 * end.dot(chord) > chord.dot(chord) ? end : chord
  }
}
