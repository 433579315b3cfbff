import CKernels
import FrameModel

/// Resampling by one of the kernels in C, a rectangle of output pixels at a time. The same bits as
/// `ScalarResampler`'s.
struct VectorResampler {
  private let kernels: UnsafePointer<frameit_kernels>
  private let resampling: Resampling

  /// - Returns: nil for the specification.
  init?(_ version: KernelVersion, _ resampling: Resampling) {
    guard let table = version.table else { return nil }
    kernels = table
    self.resampling = resampling
  }

  /// Working pixels around a block, before its first and after its last one, that kernels may read; what
  /// is there weighs nothing, but must be numbers.
  static let margin = Int(FRAMEIT_BLOCK_MARGIN)

  /// - Parameter out: room for `x.count * y.count` pixels.
  func resample(
    _ x: Range<Int>, _ y: Range<Int>, from block: SourceBlock, workspace: Workspace,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    var tile = frameit_tile(
      x: Int32(x.lowerBound), y: Int32(y.lowerBound), width: Int32(x.count), height: Int32(y.count),
      pixels: UnsafeMutableRawPointer(out).floats)
    var part = frameit_block(
      pixels: UnsafeRawPointer(block.pixels).floats, left: Int32(block.left), top: Int32(block.top),
      width: Int32(block.width))
    resampling.kernel.table.withUnsafeBufferPointer { table in
      var r = frameit_resampling(
        x: resampling.x.values, y: resampling.y.values, inverse_xy: resampling.footprint.inverseXY,
        filter: resampling.kernel.filter.value, support: resampling.kernel.filter.support,
        lanczos: table.baseAddress)
      let scratch = workspace.numbers.lend(frameit_scratch_size(&r, &part, &tile))
      kernels.pointee.resample(&r, &part, &tile, scratch)
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
