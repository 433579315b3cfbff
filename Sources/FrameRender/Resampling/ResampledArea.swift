/// A rectangle of output pixels on which an image is drawn, with the image's coverage of each.
struct ResampledArea {
  let x: Range<Int>
  let y: Range<Int>
  /// The pixels; rows are `stride` pixels apart.
  let pixels: UnsafeMutablePointer<WorkingPixel>
  let stride: Int
  /// The coverage of each pixel; nil if all have `share`.
  let shares: UnsafePointer<Float>?
  let share: Float
}
