import FrameCodec
import FrameImage
import FramePixels
import FrameScene
import FrameScript

/// An edit for a display: a still image in sRGB that fits in the display. Animated images show their first frame, and
/// animations their end.
///
/// The edit is rendered at that size, which is much faster than at its own.
package struct Preview {
  /// The edit as it is shown. Its notices are those of the edit.
  package let edit: PreparedEdit

  /// Plans the edit.
  ///
  /// - Parameters:
  ///   - editor: The settings of the edit, except for its colors.
  ///   - script: The script.
  ///   - host: The images.
  ///   - context: The values that the script can read.
  ///   - bounds: The size of the display. Smaller images are not enlarged.
  ///   - onDamage: The policy for damaged images.
  ///   - decoded: Keeps opened and decoded images for other edits; nil to keep nothing.
  /// - Throws: `EditFailure`; `.expectations` if an expectation of the script failed.
  package init(
    _ editor: Editor, _ script: Script, images host: any ImageHost, context: RunContext, in bounds: PixelSize,
    onDamage: DamagePolicy = .fail, sharing decoded: DecodedImages? = nil
  ) throws(EditFailure) {
    var editor = editor
    editor.colors = .srgb
    if editor.frames == .all { editor.frames = .one(0) }
    var request = OutputRequest(codec: editor.codecs.lossless, lossless: .never)
    (request.size, request.isPreview) = (.within(bounds), true)
    (request.onDamage, request.decoded) = (onDamage, decoded)
    edit = try editor.prepare(ScriptScene(script, context), images: host, output: request)
  }

  /// The bytes that rendering holds at once.
  package var heldBytes: Int { edit.heldBytes.adding(edit.plan.frameBytes) }

  /// Renders the edit.
  ///
  /// - Returns: An `rgb8` image, over a checkerboard where it is transparent, and the notices of the decoders.
  /// - Throws: `EditFailure`
  package func render(_ options: PreparedEdit.Options) throws(EditFailure) -> (Bitmap, [EditNotice]) {
    let rendered = try edit.renderIntoMemory(options)
    guard let frame = rendered.frames.first else { throw .bug("a preview has no frame") }
    return (frame.pixels.overCheckerboard, rendered.notices)
  }
}
