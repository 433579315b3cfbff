import FrameCodec
import FrameImage
import FramePixels
import FrameScene

extension Editor {
  /// Plans an edit for a display: a still image in sRGB that fits in the display. Animated images show their first frame, and
  /// animations their end.
  ///
  /// The edit is rendered at the size of the display, which is much faster than at the size of its canvas. It has the notices of the
  /// whole edit.
  ///
  /// - Parameters:
  ///   - bounds: The size of the display. Smaller images are not enlarged.
  ///   - decoded: Keeps opened and decoded images for other edits; nil to keep nothing.
  /// - Throws: `EditFailure`; `.expectations` if an expectation of the script failed.
  package func preview(
    _ scene: ScriptScene, images host: any ImageHost, in bounds: PixelSize, onDamage: DamagePolicy,
    sharing decoded: DecodedImages?
  ) throws(EditFailure) -> PreparedEdit {
    var editor = self
    editor.colors = .srgb
    if frames == .all { editor.frames = .one(0) }
    var request = OutputRequest(codec: codecs.lossless, lossless: .never)
    (request.size, request.isPreview) = (.within(bounds), true)
    (request.onDamage, request.decoded) = (onDamage, decoded)
    return try editor.prepare(scene, images: host, output: request)
  }
}

extension RenderedFrames {
  /// The first frame for a display: `rgb8`, over a checkerboard where it is transparent.
  package var shown: Bitmap { frames[0].pixels.overCheckerboard }
}
