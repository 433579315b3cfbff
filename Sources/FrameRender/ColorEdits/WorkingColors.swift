import FrameImage

/// A color function between working pixels.
struct WorkingColors: Sendable {
  private let passes: [Pass]

  /// What is done to all pixels before the next is done to any.
  private enum Pass: Sendable {
    case matrix(WorkingMatrix)
    /// A table for each channel; equal functions have the same one.
    case tables([ColorTable])
    case levels(Int, in: Channels)
    case threshold(Float, in: Channels)
  }

  private typealias Channels = SIMDMask<SIMD4<Int32>>

  /// - Parameter curve: the tone curve that defines linear light.
  init(_ function: ColorFunction, light: BlendingSpace, curve: ToneCurve) {
    var passes: [Pass] = []
    var ranges = [ClosedRange<Double>](repeating: 0...1, count: 3)
    for stage in function.stages(in: light) {
      switch stage {
      case .matrix(let matrix):
        passes.append(.matrix(WorkingMatrix(matrix)))
        ranges = matrix.ranges(ranges)
      case .curves(let curves):
        passes += Self.passes([curves.red, curves.green, curves.blue], &ranges, curve)
      }
    }
    self.passes = passes
  }

  /// Divides functions into tables and steps that jump.
  private static func passes(
    _ functions: [ToneFunction], _ ranges: inout [ClosedRange<Double>], _ curve: ToneCurve
  ) -> [Pass] {
    // Functions of different channels jump in different places, so each channel has passes of its own.
    guard Set(functions).count == 1 || functions.contains(where: { $0.steps.contains(where: \.jumps) }) else {
      return [.tables(tables(functions, &ranges, curve))]
    }
    if Set(functions).count == 1 {
      return passes(of: functions[0], in: [true, true, true], &ranges, curve)
    }
    return functions.indices.flatMap { channel in
      var mask = [false, false, false]
      mask[channel] = true
      return passes(of: functions[channel], in: mask, &ranges, curve)
    }
  }

  private static func passes(
    of function: ToneFunction, in channels: [Bool], _ ranges: inout [ClosedRange<Double>], _ curve: ToneCurve
  ) -> [Pass] {
    let mask = Channels([channels[0], channels[1], channels[2], false])
    var passes: [Pass] = []
    var smooth = ToneFunction()
    func addTable() {
      guard !smooth.steps.isEmpty else { return }
      let functions = channels.map { $0 ? smooth : ToneFunction() }
      passes.append(.tables(tables(functions, &ranges, curve)))
      smooth = ToneFunction()
    }
    for step in function.steps {
      switch step {
      case .levels(let count):
        addTable()
        passes.append(.levels(count, in: mask))
      case .threshold(let level):
        addTable()
        passes.append(.threshold(Float(level), in: mask))
      default: smooth.append(step)
      }
      if step.jumps { for i in 0..<3 where channels[i] { ranges[i] = 0...1 } }
    }
    addTable()
    return passes
  }

  private static func tables(
    _ functions: [ToneFunction], _ ranges: inout [ClosedRange<Double>], _ curve: ToneCurve
  ) -> [ColorTable] {
    var known: [ToneFunction: (ColorTable, ClosedRange<Double>)] = [:]
    // One table for a function, so that grays stay gray.
    for function in Set(functions) {
      let users = functions.indices.filter { functions[$0] == function }
      let low = users.map { ranges[$0].lowerBound }.min() ?? 0
      let high = users.map { ranges[$0].upperBound }.max() ?? 1
      let range = min(low, 0)...max(high, 0)
      var values = (0.0, 0.0)
      let table = ColorTable(range, isSteep: function.isSteep) { x in
        let y = function(x, curve)
        values = (min(values.0, y), max(values.1, y))
        return y
      }
      known[function] = (table, values.0...values.1)
    }
    let found = functions.map { known[$0]! }
    ranges = found.map(\.1)
    return found.map(\.0)
  }

  // MARK: Pixels

  /// Changes the colors of pixels. The colors of the result are from 0 to 1 before they are multiplied by alpha.
  func apply(to pixels: UnsafeMutablePointer<WorkingPixel>, count: Int) {
    for i in 0..<count {
      let alpha = pixels[i].w
      guard alpha > 0 else { continue }
      var pixel = alpha == 1 ? pixels[i] : pixels[i] / alpha
      pixel.w = alpha
      for pass in passes {
        switch pass {
        case .matrix(let matrix): pixel = matrix.applied(to: pixel)
        case .tables(let tables):
          pixel.x = tables[0](pixel.x)
          pixel.y = tables[1](pixel.y)
          pixel.z = tables[2](pixel.z)
        case .levels(let count, let channels):
          let steps = (pixel * Float(count)).rounded(.down)
          let values = steps.within(WorkingPixel(repeating: Float(count - 1))) / Float(count - 1)
          pixel = pixel.replacing(with: values, where: channels)
        case .threshold(let level, let channels):
          let values = WorkingPixel(repeating: 0).replacing(with: 1, where: pixel .>= level)
          pixel = pixel.replacing(with: values, where: channels)
        }
      }
      var color = pixel.within(WorkingPixel(repeating: 1)) * alpha
      color.w = alpha
      pixels[i] = color
    }
  }
}

/// A color matrix for working pixels.
///
/// Each channel is green times the sum of the weights, plus what red and blue are beyond green, weighted. So a gray has
/// equal channels afterwards, bit for bit, whatever the weights are rounded to.
struct WorkingMatrix: Sendable {
  private let sums, red, blue, alpha, constant: WorkingPixel

  init(_ matrix: ColorMatrix) {
    func pixel(_ v: SIMD3<Double>) -> WorkingPixel { WorkingPixel(Float(v.x), Float(v.y), Float(v.z), 0) }
    (sums, red, blue) = (pixel(matrix.sums), pixel(matrix.red), pixel(matrix.blue))
    (alpha, constant) = (pixel(matrix.alpha), pixel(matrix.constant))
  }

  /// - Parameter pixel: not premultiplied.
  @inline(__always)
  func applied(to pixel: WorkingPixel) -> WorkingPixel {
    var color = sums * pixel.y + red * (pixel.x - pixel.y)
    color += blue * (pixel.z - pixel.y)
    color += alpha * pixel.w
    color += constant
    color.w = pixel.w
    return color
  }
}

extension ColorMatrix {
  /// Returns the ranges of the output's channels for those of the input.
  fileprivate func ranges(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    let inputs = zip([red, green, blue, alpha], ranges + [0...1])
    return (0..<3).map { row in
      var (low, high) = (constant[row], constant[row])
      for (column, range) in inputs {
        let ends = (column[row] * range.lowerBound, column[row] * range.upperBound)
        (low, high) = (low + min(ends.0, ends.1), high + max(ends.0, ends.1))
      }
      return low...high
    }
  }
}
