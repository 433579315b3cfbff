import FrameCompare
import FrameImage

extension Bitmap {
  /// Creates an image from samples, row by row.
  init(_ width: Int, _ height: Int, _ format: PixelFormat, _ samples: [Int]) {
    self.init(size: PixelSize(width: width, height: height)!, format: format)
    for (at, sample) in samples.enumerated() {
      let (pixel, channel) = at.quotientAndRemainder(dividingBy: format.channels.rawValue)
      self[pixel % width, pixel / width, channel] = sample
    }
  }

  /// Returns a white 8-bit image in which some pixels have another gray.
  static func white(_ width: Int, _ height: Int, _ others: [(x: Int, y: Int)] = [], gray: Int = 0) -> Bitmap {
    var image = Bitmap(width, height, .gray8, [Int](repeating: 255, count: width * height))
    for (x, y) in others { image[x, y, 0] = gray }
    return image
  }

  /// The same image in 16 bits.
  var deepened: Bitmap {
    var deep = Bitmap(size: size, format: PixelFormat(format.channels, .sixteen))
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<format.channels.rawValue { deep[x, y, channel] = self[x, y, channel] * 257 }
      }
    }
    return deep
  }
}

extension PixelRect {
  init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.init(x: x, y: y, size: PixelSize(width: width, height: height)!)
  }
}

/// Compares two images with options that a closure sets.
func difference(
  _ expected: Bitmap, _ actual: Bitmap, _ set: (inout ComparisonOptions) -> Void = { _ in }
) -> ImageDifference {
  var options = ComparisonOptions()
  set(&options)
  return ImageComparison(options: options).difference(expected, actual)
}
