import FrameModel

/// Some rows of the output at work: premultiplied, in working light.
final class Band {
  let width: Int
  /// In the output.
  let rows: Range<Int>
  let pixels: UnsafeMutablePointer<WorkingPixel>

  init(width: Int, rows: Range<Int>, filledWith pixel: WorkingPixel) {
    self.width = width
    self.rows = rows
    pixels = .allocate(capacity: width * rows.count)
    pixels.initialize(repeating: pixel, count: width * rows.count)
  }

  deinit {
    pixels.deallocate()
  }

  /// The pixels of a row of the output.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    pixels + (y - rows.lowerBound) * width
  }

  /// Lays a pixel over one that is there: Porter and Duff's `over` ("Compositing digital images", 1984).
  @inline(__always)
  static func over(_ source: WorkingPixel, _ below: WorkingPixel) -> WorkingPixel {
    source + below * (1 - source.w)
  }
}

extension WorkingPixel {
  /// Filters with negative lobes leave the range of colours; a premultiplied channel lies between 0 and
  /// alpha.
  @inline(__always)
  var bounded: WorkingPixel {
    let alpha = Swift.min(Swift.max(w, 0), 1)
    return clamped(lowerBound: .zero, upperBound: WorkingPixel(repeating: alpha))
  }
}
