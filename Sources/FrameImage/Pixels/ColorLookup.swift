/// Tables that replace colors, as a .cube file has them. Samples are encoded, and from 0 to 1 unless a table covers more.
package struct ColorLookup: Hashable, Sendable {
  /// The file, as the script names it.
  package let path: String
  /// What is done, in order.
  package let tables: [Table]

  package enum Table: Hashable, Sendable {
    /// Red, green and blue.
    case curves([LookupCurve])
    case cube(LookupCube)
  }

  package init(path: String, tables: [Table]) { (self.path, self.tables) = (path, tables) }
}

/// Evenly spaced values of a function of one channel, interpolated linearly, and constant outside of them.
package struct LookupCurve: Hashable, Sendable {
  /// The samples of the first and the last value.
  package let domain: ClosedRange<Double>
  /// Two or more.
  package let values: [Double]

  package init(domain: ClosedRange<Double>, values: [Double]) {
    (self.domain, self.values) = (domain, values)
  }

  package func callAsFunction(_ x: Double) -> Double {
    let last = values.count - 1
    let place = (x - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * Double(last)
    guard place > 0 else { return values[0] }
    guard place < Double(last) else { return values[last] }
    let cell = Int(place)
    let share = place - Double(cell)
    return values[cell] + (values[cell + 1] - values[cell]) * share
  }

  /// True if it only limits samples to 0...1: each value is its own sample, as far as six digits tell.
  package var isIdentity: Bool {
    domain == 0...1
      && values.enumerated().allSatisfy {
        abs($1 - Double($0) / Double(values.count - 1)) < LookupCube.tolerance
      }
  }
}

/// Colors at the points of an even grid in a box of colors.
///
/// `@unchecked`, because pointers are not `Sendable`: nothing is written after `init` has returned.
package final class LookupCube: Hashable, @unchecked Sendable {
  /// The samples of each channel at the ends of the grid.
  package let domain: [ClosedRange<Double>]
  /// The number of points along each side, two or more.
  package let size: Int
  /// `size³` colors; red changes fastest. The fourth number is 0.
  package let colors: UnsafeMutableBufferPointer<SIMD4<Float>>

  package init(domain: [ClosedRange<Double>], size: Int, colors values: [SIMD4<Float>]) {
    (self.domain, self.size) = (domain, size)
    colors = .allocate(capacity: values.count)
    _ = colors.initialize(fromContentsOf: values)
  }

  deinit { colors.deallocate() }

  /// The error of numbers with six digits after the point, and more than that of a Float.
  fileprivate static let tolerance = 2e-6

  /// True if it only limits samples to 0...1: each point has its own color.
  package var isIdentity: Bool {
    guard domain.allSatisfy({ $0 == 0...1 }) else { return false }
    let last = Float(size - 1)
    return colors.indices.allSatisfy { i in
      let place = SIMD4(Float(i % size), Float(i / size % size), Float(i / (size * size)), 0)
      let error = colors[i] - place / last
      return (0..<3).allSatisfy { abs(error[$0]) < Float(Self.tolerance) }
    }
  }

  /// True if every gray becomes a gray.
  package var keepsGray: Bool {
    domain.allSatisfy { $0 == domain[0] }
      && (0..<size).allSatisfy { i in
        let color = colors[i * (1 + size + size * size)]
        return color.x == color.y && color.y == color.z
      }
  }

  package static func == (l: LookupCube, r: LookupCube) -> Bool {
    l === r || l.domain == r.domain && l.size == r.size && l.colors.elementsEqual(r.colors)
  }

  /// Only a part of the colors, because there can be millions.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(domain)
    for color in colors.prefix(64) { hasher.combine(color) }
  }
}
