import FrameModel

/// The source pixels along one axis that an output pixel is made of.
struct Taps {
  /// The first one's index, which may lie before the picture.
  let first: Int
  /// From the output pixel's place to the middle of the first tap; each further tap lies a pixel on.
  let offset: Float

  /// - Parameter reach: how far the footprint goes to each side; taps lie in (place - reach, place + reach].
  @inline(__always)
  init(_ place: SourceMap.Place, reach: Double) {
    // The first tap is the first whose middle, index + 0.5, lies beyond place - reach.
    let shifted = SourceMap.Place.shifted(place, by: -(reach + 0.5))
    first = shifted.whole + 1
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
