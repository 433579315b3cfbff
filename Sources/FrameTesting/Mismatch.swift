import FrameCodec
import FrameCompare
import FrameModel
import PNGCodec

/// How an image differs from the one that was expected.
struct Mismatch {
  /// For people, as `frameit compare` says it.
  let line: String
  /// A PNG of where; nil where the sizes differ, or nothing is compared.
  let image: [UInt8]?

  /// - Returns: nil where the tolerance allows it.
  init?(of actual: Bitmap, from expected: Bitmap, _ tolerance: Tolerance) {
    // What most tests find; in debug builds a look at every pixel takes its time.
    if actual == expected { return nil }
    guard actual.size == expected.size else {
      let sizes = ImageDifference(expectedSize: expected.size, actualSize: actual.size)
      line = "differs: \(sizes.sizeWording)"
      image = nil
      return
    }
    let output = ByteOutput()
    do {
      let difference = try tolerance.compare(
        actual.size,
        drawing: { size in
          let request = EncodeRequest(size: size, pixels: .rgb8)
          return DifferenceImage(encoder: try PNGCodec().encoder(output, request), width: size.width)
        },
        reading: { body in
          var (left, right, mask) = (expected, actual, Bitmap?.none)
          try body(&left, &right, &mask)
        })
      if tolerance.allows(difference) { return nil }
      line = difference.message(isSame: false)
      image = output.bytes
    } catch {
      // A tolerance that ignores everything; there is no other.
      line = "nothing is compared: \(error)"
      image = nil
    }
  }
}
