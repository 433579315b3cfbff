import FrameModel

/// Where an output pixel's centre lies in the source: computed in `Double`, kept in 32.32 fixed point.
struct SourceMap {
  let inverse: AffineTransform

  /// A coordinate in source pixels.
  struct Place {
    /// In units of 2⁻³².
    let fixed: Int64

    @inline(__always)
    init(_ value: Double) {
      // What is this far away is beyond every picture; its edge pixel is all that can be seen of it.
      let bounded = min(max(value, -1e9), 1e9)
      fixed = Int64((bounded * 4_294_967_296).rounded())
    }

    @inline(__always)
    var whole: Int { Int(fixed >> 32) }

    /// 0 up to 1, exact in `Float`.
    @inline(__always)
    var fraction: Float { Float(UInt32(truncatingIfNeeded: fixed) >> 8) * (1 / 16_777_216) }
  }

  /// - Parameters: the output pixel's column and row; its centre lies half a pixel further.
  @inline(__always)
  func place(_ column: Int, _ row: Int) -> (x: Place, y: Place) {
    let x = Double(column) + 0.5
    let y = Double(row) + 0.5
    return (
      Place(inverse.a * x + inverse.c * y + inverse.tx), Place(inverse.b * x + inverse.d * y + inverse.ty)
    )
  }
}
