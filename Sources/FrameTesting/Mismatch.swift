import FrameCodec
import FrameCompare
import FrameModel
import PNGCodec

/// How a picture differs from the one that was expected.
struct Mismatch {
  /// For people, as `frameit compare` says it.
  let line: String
  /// A PNG of where; nil where the sizes differ.
  let picture: [UInt8]?

  /// - Returns: nil where the tolerance allows it.
  init?(of actual: Bitmap, from expected: Bitmap, _ tolerance: Tolerance) {
    // What most tests find; in debug builds a look at every pixel takes its time.
    if actual == expected { return nil }
    guard actual.size == expected.size else {
      let sizes = PictureDifference(expectedSize: expected.size, actualSize: actual.size)
      line = "differs: \(sizes.sizeWording)"
      picture = nil
      return
    }
    let output = ByteOutput()
    var (left, right, mask) = (expected, actual, Bitmap?.none)
    // Bitmaps and memory throw nothing, and there is no mask.
    let shift = try! tolerance.reach.map { try PictureAlignment(reach: $0).shift(&left, &right) } ?? .none
    let size = shift.common(of: actual.size)
    var drawing = try! DifferencePicture(
      encoder: PNGCodec().encoder(output, EncodeRequest(size: size, pixels: .rgb8)), width: size.width)
    let difference = try! PictureComparison(options: tolerance.options).run(
      &left, &right, mask: &mask, shift: shift
    ) { try drawing.write($0, $1, $2, $3) }
    if tolerance.allows(difference) { return nil }
    try! drawing.finish()
    line = difference.wording(isSame: false)
    picture = output.bytes
  }
}
