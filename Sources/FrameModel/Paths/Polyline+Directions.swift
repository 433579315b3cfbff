/// The directions of a pen that follows a polyline. Along a curve these are not the directions of chords but lie
/// between them.
///
/// They follow from chords at equal steps of a parameter: half the sum of two is the derivative between them, and one
/// and a half times the last one minus half the one before is the derivative at the end. Both are exact for
/// parabolas.
extension Polyline {
  /// The number of lines.
  var edges: Int { isClosed && points.count > 1 ? points.count : max(0, points.count - 1) }

  /// Returns the vector from one point to the next.
  func chord(_ edge: Int) -> Vector {
    Vector(from: points[edge], to: points[(edge + 1) % points.count])
  }

  /// Returns the direction at the start of an edge, with any length.
  func departure(_ edge: Int) -> Vector {
    if edge == 0, let startDirection { return startDirection }
    let chord = chord(edge)
    if isSmooth(edge) { return between(before(edge), chord) ?? chord }
    return isSmooth(after(edge)) ? beyond(chord, from: self.chord(after(edge))) : chord
  }

  /// Returns the direction at the end of an edge, with any length.
  func arrival(_ edge: Int) -> Vector {
    if edge == edges - 1, let endDirection { return endDirection }
    let chord = chord(edge)
    if isSmooth(after(edge)) { return between(chord, self.chord(after(edge))) ?? chord }
    return isSmooth(edge) ? beyond(chord, from: before(edge)) : chord
  }

  /// Returns the direction within an edge, at a share of its length.
  func direction(_ edge: Int, at share: Double) -> Vector {
    departure(edge).mixed(with: arrival(edge), share)
  }

  private func after(_ edge: Int) -> Int { (edge + 1) % points.count }

  private func before(_ edge: Int) -> Vector { chord((edge + points.count - 1) % points.count) }

  /// Nil at a cusp, where there is no direction.
  private func between(_ a: Vector, _ b: Vector) -> Vector? {
    a.dot(b) > 0 ? Vector.zero.mixed(with: a + b, 0.5) : nil
  }

  /// Returns the chord itself if the pen hardly moves, because the direction would be a rounding error.
  private func beyond(_ chord: Vector, from other: Vector) -> Vector {
    let end = chord + (chord - other) * 0.5
    return 2 * end.dot(chord) > chord.dot(chord) ? end : chord
  }
}
