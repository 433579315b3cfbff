import CKernels
import FrameImage
import FramePlan

/// A smooth function for each color channel, as lines: one for each 256th of an octave, and one for the samples around 0.
///
/// `@unchecked`, because pointers are not `Sendable`: nothing is written after `init` has returned.
final class ColorTables: @unchecked Sendable {
  /// The table of a channel. Channels with the same function have the same one, so that grays stay gray.
  struct Table {
    /// The samples for which the table holds.
    let range: ClosedRange<Float>
    /// The place of the first line.
    let start: Int
    /// The upper bits of the largest sample of the first line.
    let first: Int
    /// The number of lines before those for negative samples, which are ordered by their magnitude.
    let negative: Int
  }

  let tables: [Table]
  /// The values that the functions take, for each channel.
  let values: [ClosedRange<Double>]
  let lines: UnsafeMutableBufferPointer<frameit_line>

  /// The upper bits of a sample choose its line: the exponent and eight bits of the significand.
  private static let shift = 15

  private static func part(_ magnitude: Float) -> Int { Int(magnitude.bitPattern) >> shift }

  private static func sample(_ part: Int) -> Double { Double(Float(bitPattern: UInt32(part) << shift)) }

  /// - Parameters:
  ///   - functions: those of red, green and blue.
  ///   - ranges: The samples of each channel.
  init(_ functions: [ToneFunction], of ranges: [ClosedRange<Double>], _ curve: ToneCurve) {
    var all: [frameit_line] = []
    var known: [ToneFunction: (table: Table, values: ClosedRange<Double>)] = [:]
    for function in functions where known[function] == nil {
      let users = functions.indices.filter { functions[$0] == function }
      let low = users.reduce(0) { min($0, ranges[$1].lowerBound) }
      let high = users.reduce(0) { max($0, ranges[$1].upperBound) }
      known[function] = Self.table(of: function, low...high, curve, &all)
    }
    tables = functions.map { known[$0]!.table }
    values = functions.map { known[$0]!.values }
    lines = .allocate(capacity: all.count)
    _ = lines.initialize(fromContentsOf: all)
  }

  deinit { lines.deallocate() }

  /// Nearly all images have sRGB's curve, and its tables take as long as a frame of a small animation. So they are made once.
  private static let sRGBEncoding = ColorTables(step: .encode)
  private static let sRGBDecoding = ColorTables(step: .decode)

  private convenience init(step: ToneFunction.Step) {
    self.init(
      Array(repeating: ToneFunction(step), count: 3), of: Array(repeating: 0...1, count: 3), .sRGB)
  }

  /// Returns tables as `init` makes them. All callers that only encode or decode sRGB get the same object.
  static func shared(
    _ functions: [ToneFunction], of ranges: [ClosedRange<Double>], _ curve: ToneCurve
  ) -> ColorTables {
    guard curve == .sRGB, ranges.allSatisfy({ $0 == 0...1 }) else {
      return ColorTables(functions, of: ranges, curve)
    }
    if functions.allSatisfy({ $0 == ToneFunction(.encode) }) { return sRGBEncoding }
    if functions.allSatisfy({ $0 == ToneFunction(.decode) }) { return sRGBDecoding }
    return ColorTables(functions, of: ranges, curve)
  }

  /// - Parameter range: contains 0.
  private static func table(
    of function: ToneFunction, _ range: ClosedRange<Double>, _ curve: ToneCurve, _ lines: inout [frameit_line]
  ) -> (Table, ClosedRange<Double>) {
    let start = lines.count
    // A function that rises infinitely fast at 0 needs more lines there.
    let first = part(function.isSteep(curve) ? 0x1p-28 : 0x1p-12)
    func bounded(_ x: Double) -> Double {
      min(max(function(x, curve), -ColorFunction.largest), ColorFunction.largest)
    }
    let zero = bounded(0)
    var (lowest, highest) = (zero, zero)
    func add(to end: Double, sign: Double) {
      let last = max(part(Float(end)), first)
      var (x, y) = (0.0, zero)
      for part in first...last {
        let next = part == last ? end : sample(part + 1)
        let value = bounded(sign * next)
        let slope = next > x ? sign * (value - y) / (next - x) : 0
        lines.append(frameit_line(start: Float(y - sign * slope * x), slope: Float(slope)))
        (x, y) = (next, value)
        (lowest, highest) = (min(lowest, value), max(highest, value))
      }
    }
    add(to: range.upperBound, sign: 1)
    let negative = lines.count - start
    if range.lowerBound < 0 { add(to: -range.lowerBound, sign: -1) }
    let samples = Float(range.lowerBound)...Float(range.upperBound)
    return (Table(range: samples, start: start, first: first, negative: negative), lowest...highest)
  }

  /// Returns the value of a channel's function.
  @inline(__always)
  func value(of sample: Float, in channel: Int) -> Float {
    let table = tables[channel]
    var v = sample > table.range.lowerBound ? sample : table.range.lowerBound
    v = v < table.range.upperBound ? v : table.range.upperBound
    let place = max(0, Self.part(v.magnitude) - table.first) + (v < 0 ? table.negative : 0)
    let line = lines[table.start + place]
    return line.start + line.slope * v
  }
}
