import FrameModel

/// The source pixels along one axis that an output pixel is made of.
struct Taps {
  /// The first one's index, which may lie before the picture.
  let first: Int
  /// From the middle of the first tap to the output pixel's place, negative: add whole pixels to get on.
  let offset: Float

  /// - Parameter reach: how far the footprint goes to each side; taps lie in (place - reach, place + reach].
  @inline(__always)
  init(_ place: SourceMap.Place, reach: Double) {
    // Of reach - 0.5 only whole pixels move the index; the rest moves the place.
    let shifted = SourceMap.Place.shifted(place, by: -(reach + 0.5))
    first = shifted.whole + 1
    // Middle of the first tap: first + 0.5. Its offset from the place: first + 0.5 - place.
    offset = Float(first - place.whole) + 0.5 - place.fraction
  }
}

extension SourceMap.Place {
  @inline(__always)
  static func shifted(_ place: SourceMap.Place, by amount: Double) -> SourceMap.Place {
    SourceMap.Place(fixed: place.fixed &+ Int64((amount * 4_294_967_296).rounded()))
  }

  @inline(__always)
  init(fixed: Int64) {
    self.fixed = fixed
  }
}
