import CKernels
import FrameModel

/// Resampling by one of the kernels in C, a rectangle of output pixels at a time. The same bits as
/// `ScalarResampler`'s.
struct VectorResampler: Sendable {
  private let version: InstructionSet
  private let resampling: Resampling

  /// Kernels lay out the weights of sixteen pixels at once. Of more taps than this, which lie almost all
  /// beyond the image, that would be more memory than it is worth.
  private static let mostTaps = 1 << 16

  /// - Returns: nil where there is only the specification.
  init?(_ version: InstructionSet, _ resampling: Resampling) {
    guard version.table != nil, max(resampling.x.taps, resampling.y.taps) <= Self.mostTaps else {
      return nil
    }
    self.version = version
    self.resampling = resampling
  }

  /// Working pixels around a block, before its first and after its last one, that kernels may read; what
  /// is there weighs nothing, but must be numbers.
  static let margin = Int(FRAMEIT_BLOCK_MARGIN)

  /// How many floats are needed on the way.
  ///
  /// - Parameters:
  ///   - side: of the rectangle, at the most.
  ///   - columns: of the block, at the most.
  func scratchCount(side: Int, columns: Int) -> Int {
    withValues { values in
      var tile = frameit_tile()
      (tile.width, tile.height) = (Int32(side), Int32(side))
      var block = frameit_block(pixels: nil, left: 0, top: 0, width: Int32(columns))
      return frameit_scratch_size(&values, &block, &tile)
    }
  }

  /// Lays a rectangle of output pixels over what is there.
  func draw(_ area: ResampledArea, from block: SourceBlock, workspace: Workspace) {
    var tile = frameit_tile(
      x: Int32(area.x.lowerBound), y: Int32(area.y.lowerBound), width: Int32(area.x.count),
      height: Int32(area.y.count), pixels: area.pixels.floats, stride: area.stride, shares: area.shares,
      share: area.share)
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
        inverse_xy: resampling.footprint.inverseXY, filter: resampling.curve.filter.value,
        support: resampling.curve.filter.support, lanczos: table.baseAddress)
      return body(&values)
    }
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
  fileprivate var values: frameit_axis {
    frameit_axis(
      step_x: stepX, step_y: stepY, offset: offset, reach: Int64(reach), inverse: inverse,
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
