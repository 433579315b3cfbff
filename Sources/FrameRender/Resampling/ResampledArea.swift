/// A rectangle of output pixels that an image is drawn on: where they lie, and how much of the image each
/// of them shows.
struct ResampledArea {
  let x: Range<Int>
  let y: Range<Int>
  /// What is there; from a row to the next it is `stride` pixels.
  let pixels: UnsafeMutablePointer<WorkingPixel>
  let stride: Int
  /// Of each pixel; nil where all have `share`.
  let shares: UnsafePointer<Float>?
  let share: Float
}
