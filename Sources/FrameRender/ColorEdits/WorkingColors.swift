import CKernels
import FrameImage
import FramePlan

/// A color function between working pixels.
struct WorkingColors: Sendable {
  private let passes: [Pass]
  private let kernels: InstructionSet
  /// The same for kernels.
  nonisolated(unsafe) private let kernelPasses: [frameit_color_pass]

  /// One step for each pixel.
  fileprivate enum Pass: Sendable {
    case matrix(WorkingMatrix)
    case tables(ColorTables)
    case cube(WorkingCube)
    case levels(Float, in: Channels)
    case threshold(Float, in: Channels)
    /// Keeps the color for `mix`.
    case keep
    /// Mixes this share of the color with the rest of the kept one.
    case mix(Float)
  }

  fileprivate typealias Channels = SIMDMask<SIMD4<Int32>>

  /// - Parameter curve: the tone curve that defines linear light.
  init(_ function: ColorFunction, light: Light, curve: ToneCurve, kernels: InstructionSet) {
    self.init(stages: function.stages(in: light), curve: curve, kernels: kernels)
  }

  /// - Parameter stages: between working samples.
  init(stages: [ColorStage], curve: ToneCurve, kernels: InstructionSet) {
    var passes: [Pass] = []
    var ranges = [ClosedRange<Double>](repeating: 0...1, count: 3)
    for stage in stages { Self.add(stage, to: &passes, &ranges, curve) }
    (self.passes, self.kernels) = (passes, kernels)
    kernelPasses = passes.map(\.forKernels)
  }

  private static func add(
    _ stage: ColorStage, to passes: inout [Pass], _ ranges: inout [ClosedRange<Double>], _ curve: ToneCurve
  ) {
    switch stage {
    case .matrix(let matrix):
      passes.append(.matrix(WorkingMatrix(matrix)))
      ranges = matrix.ranges(ranges)
    case .curves(let curves): add(curves.functions, to: &passes, &ranges, curve)
    case .cube(let cube):
      let cube = WorkingCube(cube)
      passes.append(.cube(cube))
      ranges = cube.values
    case .mixed(let stages, let amount):
      let kept = ranges
      passes.append(.keep)
      for stage in stages { add(stage, to: &passes, &ranges, curve) }
      passes.append(.mix(Float(amount)))
      ranges = zip(kept, ranges).map {
        min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
      }
    }
  }

  /// Adds tables, and between them the steps that jump.
  private static func add(
    _ functions: [ToneFunction], to passes: inout [Pass], _ ranges: inout [ClosedRange<Double>],
    _ curve: ToneCurve
  ) {
    let jumps = functions.contains { $0.steps.contains(where: \.jumps) }
    if !jumps { return addTables(functions, to: &passes, &ranges, curve) }
    // Different functions jump at different places, so each channel has passes of its own.
    let isOne = Set(functions).count == 1
    for group in isOne ? [[0, 1, 2]] : [[0], [1], [2]] {
      var smooth = ToneFunction()
      func addSmooth() {
        guard !smooth.steps.isEmpty else { return }
        addTables((0..<3).map { group.contains($0) ? smooth : ToneFunction() }, to: &passes, &ranges, curve)
        smooth = ToneFunction()
      }
      var channels = Channels(repeating: false)
      for channel in group { channels[channel] = true }
      for step in functions[group[0]].steps {
        switch step {
        case .levels(let count):
          addSmooth()
          passes.append(.levels(Float(count), in: channels))
        case .threshold(let level):
          addSmooth()
          passes.append(.threshold(Float(level), in: channels))
        default: smooth.append(step)
        }
        if step.jumps { for channel in group { ranges[channel] = 0...1 } }
      }
      addSmooth()
    }
  }

  private static func addTables(
    _ functions: [ToneFunction], to passes: inout [Pass], _ ranges: inout [ClosedRange<Double>],
    _ curve: ToneCurve
  ) {
    let tables = ColorTables.shared(functions, of: ranges, curve)
    passes.append(.tables(tables))
    ranges = tables.values
  }

  /// Added before a step that jumps, so that rounding does not put the sample of a code below its level: a fifth of a 16-bit
  /// step, and more than tables are off.
  private static let slack: Float = 0x1p-18

  // MARK: Pixels

  /// Changes the colors of pixels. The colors of the result are from 0 to 1 before they are multiplied by alpha.
  func apply(to pixels: UnsafeMutablePointer<WorkingPixel>, count: Int) {
    if let kernels = kernels.table {
      return kernels.pointee.recolor(pixels.floats, Int32(count), kernelPasses, Int32(kernelPasses.count))
    }
    for i in 0..<count where pixels[i].w > 0 { pixels[i] = recolored(pixels[i]) }
  }

  /// - Parameter pixel: not transparent.
  private func recolored(_ pixel: WorkingPixel) -> WorkingPixel {
    let alpha = pixel.w
    var color = pixel / alpha
    color.w = alpha
    var kept = color
    for pass in passes {
      switch pass {
      case .matrix(let matrix): color = matrix.applied(to: color)
      case .tables(let tables):
        for channel in 0..<3 { color[channel] = tables.value(of: color[channel], in: channel) }
      case .cube(let cube): color = cube.color(at: color)
      case .levels(let count, let channels):
        let steps =
          ((color + Self.slack) * count).rounded(.down).within(WorkingPixel(repeating: count - 1))
          / (count - 1)
        color = color.replacing(with: steps, where: channels)
      case .threshold(let level, let channels):
        let values = WorkingPixel(repeating: 0).replacing(with: 1, where: color + Self.slack .>= level)
        color = color.replacing(with: values, where: channels)
      case .keep: kept = color
      case .mix(let share): color = kept + (color - kept) * share
      }
    }
    color = color.within(WorkingPixel(repeating: 1)) * alpha
    color.w = alpha
    return color
  }
}

/// A color matrix for working pixels.
///
/// Each channel is green times the sum of the weights, plus what red and blue are beyond green, weighted. So a gray has
/// equal channels afterwards, bit for bit, whatever the weights are rounded to.
struct WorkingMatrix: Sendable {
  fileprivate let sums, red, blue, alpha, constant: WorkingPixel

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
      let largest = ColorFunction.largest
      return max(low, -largest)...min(high, largest)
    }
  }
}

// MARK: Kernels

extension WorkingColors.Pass {
  fileprivate var forKernels: frameit_color_pass {
    var pass = frameit_color_pass()
    switch self {
    case .matrix(let matrix):
      pass.kind = FRAMEIT_COLOR_MATRIX
      (pass.sums, pass.red, pass.blue) = (matrix.sums.tuple, matrix.red.tuple, matrix.blue.tuple)
      (pass.alpha, pass.constant) = (matrix.alpha.tuple, matrix.constant.tuple)
    case .tables(let tables):
      func numbers<T>(_ number: (ColorTables.Table) -> T) -> (T, T, T, T) {
        let all = tables.tables.map(number)
        // The value of alpha is not used, but its place must be in the table.
        return (all[0], all[1], all[2], all[0])
      }
      pass.kind = FRAMEIT_COLOR_TABLES
      pass.lines = UnsafeRawPointer(tables.lines.baseAddress!).assumingMemoryBound(to: Float.self)
      (pass.low, pass.high) = (numbers(\.range.lowerBound), numbers(\.range.upperBound))
      (pass.start, pass.first) = (numbers { Int32($0.start) }, numbers { Int32($0.first) })
      pass.negative = numbers { Int32($0.negative) }
    case .cube(let cube):
      pass.kind = FRAMEIT_COLOR_CUBE
      pass.points = UnsafeRawPointer(cube.lookup.colors.baseAddress!).assumingMemoryBound(to: Float.self)
      pass.size = Int32(cube.lookup.size)
      (pass.low, pass.high, pass.scale) = (cube.low.tuple, cube.high.tuple, cube.scale.tuple)
    case .levels(let count, let channels):
      (pass.kind, pass.number) = (FRAMEIT_COLOR_LEVELS, count)
      pass.channels = channels.integers
    case .threshold(let level, let channels):
      (pass.kind, pass.number) = (FRAMEIT_COLOR_THRESHOLD, level)
      pass.channels = channels.integers
    case .keep: pass.kind = FRAMEIT_COLOR_KEEP
    case .mix(let share): (pass.kind, pass.number) = (FRAMEIT_COLOR_MIX, share)
    }
    return pass
  }
}

extension WorkingPixel {
  fileprivate var tuple: (Float, Float, Float, Float) { (x, y, z, w) }
}

extension WorkingColors.Channels {
  fileprivate var integers: (Int32, Int32, Int32, Int32) {
    (self[0] ? -1 : 0, self[1] ? -1 : 0, self[2] ? -1 : 0, 0)
  }
}
