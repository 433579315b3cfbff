import FrameImage

/// A smooth function of one channel, as lines: one for each 256th of an octave, and one for the samples around 0.
///
/// `@unchecked`, because pointers are not `Sendable`: nothing is written after `init` has returned.
final class ColorTable: @unchecked Sendable {
  struct Line {
    var start, slope: Float
  }

  /// The samples for which the table holds.
  let range: ClosedRange<Float>
  /// The lines for samples from 0 on, and then those for negative ones, by their magnitude.
  private let lines: UnsafeMutableBufferPointer<Line>
  /// The place of the lines for negative samples.
  private let negative: Int

  /// The upper bits of the largest sample of the first line.
  private let first: Int

  /// The upper bits of a sample choose its line: the exponent and eight bits of the significand.
  private static let shift = 15

  private static func part(_ magnitude: Float) -> Int { Int(magnitude.bitPattern) >> shift }

  private static func sample(_ part: Int) -> Double { Double(Float(bitPattern: UInt32(part) << shift)) }

  /// - Parameters:
  ///   - range: contains 0.
  ///   - isSteep: True if the function rises infinitely fast at 0, as a root does. Otherwise, one line is enough for
  ///     samples up to 2⁻¹².
  init(_ range: ClosedRange<Double>, isSteep: Bool, _ function: (Double) -> Double) {
    self.range = Float(range.lowerBound)...Float(range.upperBound)
    let first = Self.part(isSteep ? 0x1p-28 : 0x1p-12)
    self.first = first
    var all: [Line] = []
    func add(to end: Float, sign: Double) {
      let last = max(Self.part(end), first)
      var (x, y) = (0.0, function(0))
      for part in first...last {
        let next = part == last ? Double(end) : Self.sample(part + 1)
        let value = function(sign * next)
        let slope = next > x ? sign * (value - y) / (next - x) : 0
        all.append(Line(start: Float(y - sign * slope * x), slope: Float(slope)))
        (x, y) = (next, value)
      }
    }
    add(to: self.range.upperBound, sign: 1)
    negative = all.count
    if range.lowerBound < 0 { add(to: -self.range.lowerBound, sign: -1) }
    lines = .allocate(capacity: all.count)
    _ = lines.initialize(fromContentsOf: all)
  }

  deinit { lines.deallocate() }

  /// - Parameter sample: limited to `range`.
  @inline(__always)
  func callAsFunction(_ sample: Float) -> Float {
    let v = min(max(sample, range.lowerBound), range.upperBound)
    let line = lines[max(0, Self.part(v.magnitude) - first) + (v < 0 ? negative : 0)]
    return line.start + line.slope * v
  }
}
