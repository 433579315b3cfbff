import CKernels
import FrameGeometry
import FrameImage

/// Resampling by a C kernel, a rectangle of output pixels at a time. Gives the same bits as `ScalarResampler`.
struct VectorResampler: Sendable {
  private let version: InstructionSet
  private let resampling: Resampling

  /// Kernels store the weights of sixteen pixels at once. With more taps than this, almost all of them outside the
  /// image, that is not worth the memory.
  private static let mostTaps = 1 << 16

  /// - Returns: nil if there is only the specification.
  init?(_ version: InstructionSet, _ resampling: Resampling) {
    guard version.table != nil, max(resampling.x.taps, resampling.y.taps) <= Self.mostTaps else {
      return nil
    }
    self.version = version
    self.resampling = resampling
  }

  /// The working pixels before a block's first and after its last one that kernels may read. They have no weight, but
  /// must be numbers.
  static let margin = Int(FRAMEIT_BLOCK_MARGIN)

  /// Returns the number of floats for intermediate results.
  ///
  /// - Parameters:
  ///   - side: the maximum of the rectangle.
  ///   - columns: the maximum of the block.
  func scratchCount(side: Int, columns: Int) -> Int {
    withValues { values in
      var tile = frameit_tile()
      (tile.width, tile.height) = (Int32(side), Int32(side))
      var block = frameit_block(pixels: nil, left: 0, top: 0, width: Int32(columns))
      return frameit_scratch_size(&values, &block, &tile)
    }
  }

  /// Blends a rectangle of output pixels over the existing ones.
  func draw(_ area: ResampledArea, from block: SourceBlock, workspace: Workspace) {
    var tile = area.values
    var part = frameit_block(
      pixels: block.pixels.floats, left: Int32(block.left), top: Int32(block.top), width: Int32(block.width))
    let side = max(area.x.count, area.y.count)
    let scratch = workspace.numbers.lend(scratchCount(side: side, columns: block.width))
    withValues { version.table!.pointee.resample(&$0, &part, &tile, scratch) }
  }

  private func withValues<R>(_ body: (inout frameit_resampling) -> R) -> R {
    resampling.curve.table.withUnsafeBufferPointer { table in
      var values = frameit_resampling(
        x: resampling.x.values, y: resampling.y.values, path: resampling.path.value,
        inverse_xy: resampling.footprint.inverseXY, most: resampling.pixels?.most ?? 1,
        filter: resampling.curve.filter.value,
        support: resampling.curve.filter.support, lanczos: table.baseAddress)
      return body(&values)
    }
  }
}

extension ResampledArea {
  /// As kernels use it.
  var values: frameit_tile {
    frameit_tile(
      x: Int32(x.lowerBound), y: Int32(y.lowerBound), width: Int32(x.count), height: Int32(y.count),
      pixels: pixels.floats, stride: stride, coverage: coverage, uniform_coverage: uniformCoverage)
  }
}

extension Resampling.Path {
  fileprivate var value: frameit_path {
    switch self {
    case .runs: FRAMEIT_RUNS
    case .axes: FRAMEIT_AXES
    case .swappedAxes: FRAMEIT_SWAPPED_AXES
    case .general: FRAMEIT_GENERAL
    }
  }
}

extension SourceAxis {
  /// As kernels use it.
  var values: frameit_axis {
    frameit_axis(
      step_x: stepX, step_y: stepY, offset: offset, weight_x: horizon?.x ?? 0, weight_y: horizon?.y ?? 0,
      weight_1: horizon?.one ?? 1, has_horizon: horizon == nil ? 0 : 1, reach: Int64(reach), inverse: inverse,
      sums_to_one: sumsToOne ? 1 : 0, taps: Int32(taps), size: Int32(size))
  }
}

extension Filter {
  fileprivate var value: frameit_filter {
    switch self {
    case .nearest: FRAMEIT_NEAREST
    case .linear: FRAMEIT_LINEAR
    case .cubic: FRAMEIT_CUBIC
    case .mitchell: FRAMEIT_MITCHELL
    case .lanczos3: FRAMEIT_LANCZOS3
    }
  }
}
