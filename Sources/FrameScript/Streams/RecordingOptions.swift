import FrameGeometry

/// How `include` reads recorded touches.
struct RecordingOptions {
  /// The size of the screen as shown; nil for a pixel for each unit of the axes.
  var screen: Size?
  /// How far the picture on the touchscreen is turned, clockwise: 0, 1, 2 or 3 quarters.
  var quarters = 0
  /// The least and greatest numbers of the touchscreen's axes; nil for the ranges in the log.
  var ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>)?
  /// The centers of elements, by ID, for actions whose origin is an element.
  var elements: [String: Point] = [:]

  /// The words of the options, in their order.
  var words: [Word] = []

  struct Word {
    let word: String
    let position: ScriptPosition

    /// True for an option of a touchscreen's log; false for one of actions.
    var isForTouchscreens: Bool { word != "element" }
  }

  /// Converts the touchscreen's numbers to pixels of the screen, as Android's InputReader does.
  func place(_ x: Double, _ y: Double, in ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>)) -> Point {
    func units(_ range: ClosedRange<Double>) -> Double { range.upperBound - range.lowerBound + 1 }
    let (width, height) = (units(ranges.x), units(ranges.y))
    let (u, v) = (x - ranges.x.lowerBound, y - ranges.y.lowerBound)
    // The position in units of the axes, and their number.
    let (right, below, size): (Double, Double, Size) =
      switch quarters {
      case 1: (v, width - u, Size(width: height, height: width))
      case 2: (width - u, height - v, Size(width: width, height: height))
      case 3: (height - v, u, Size(width: height, height: width))
      default: (u, v, Size(width: width, height: height))
      }
    let screen = screen ?? size
    return Point(x: right * screen.width / size.width, y: below * screen.height / size.height)
  }
}
