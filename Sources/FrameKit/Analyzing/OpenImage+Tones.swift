import FrameCodec
import FrameGeometry
import FrameImage
import FramePixels
import FrameRender

extension OpenImage {
  /// Returns the range of each channel's samples in a part of an image. The image is decoded at a reduced size if its
  /// codec can, unless every pixel counts.
  ///
  /// Samples are those that are stored, in the image's own profile.
  ///
  /// - Parameters:
  ///   - part: The part of the upright image, in its whole pixels.
  ///   - share: The share of the part's pixels that may be below a range, and above it: less than one half.
  ///   - frames: The frames of an animated image, which have one range together.
  ///   - onDamage: What to do with a damaged image.
  /// - Returns: nil if no pixel is visible.
  /// - Throws: `InputError`
  func tones(
    in part: Rect, clipping share: Double, frames: Range<Int>, onDamage: DamagePolicy, limits: Limits
  ) throws(InputError) -> ToneRanges? {
    guard let toStored = header.orientation.uprightTransform(stored: header.size).inverse,
      let first = frames.first
    else { return nil }
    let reduction =
      share > 0
      ? reduction(of: Int(max(part.size.width, part.size.height)), to: ToneHistogram.longestSide) : .none
    let decoder = SourceDecoder(
      self, DecodeRequest(reduction: reduction, onDamage: onDamage, limits: limits), frame: first,
      readsSeveralFrames: frames.count > 1)
    var histogram = ToneHistogram(
      decoder.size, decoder.format, part: part.applying(toStored), shrunk: Double(reduction.rawValue))
    for frame in frames {
      if header.frames > 1 { _ = try decoder.beginFrame(frame) }
      histogram.beginFrame()
      try decoder.readAll { histogram.write($0) }
    }
    return histogram.ranges(clipping: share)
  }
}
