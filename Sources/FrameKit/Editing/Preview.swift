import FrameCodec
import FrameImage
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
  /// - Throws: `EditFailure`; `.expectations` if an expectation of the script failed.
  package init(
    _ editor: Editor, _ script: Script, images host: any ImageHost, context: RunContext, in bounds: PixelSize,
    onDamage: DamagePolicy = .fail
  ) throws(EditFailure) {
    var editor = editor
    editor.colors = .srgb
    if editor.frames == .all { editor.frames = .one(0) }
    var request = OutputRequest(codec: editor.codecs.lossless, lossless: .never)
    (request.bounds, request.isPreview) = (bounds, true)
    request.onDamage = onDamage
    edit = try editor.prepare(script, images: host, context: context, output: request)
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

extension Bitmap {
  /// The image as `rgb8`, over a checkerboard of white and gray where it is transparent.
  var overCheckerboard: Bitmap {
    if format == .rgb8 { return self }
    let channels = format.channels.rawValue
    let colors = format.channels.isGray ? 1 : 3
    // The high byte of a sample in the machine's byte order.
    let high = format.depth == .eight ? 0 : UInt16(1).littleEndian == 1 ? 1 : 0
    var shown = [UInt8](repeating: 0, count: size.area * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = y * size.width + x
        func sample(_ channel: Int) -> Int {
          Int(bytes[(pixel * channels + channel) * format.depth.bytes + high])
        }
        let alpha = format.channels.hasAlpha ? sample(channels - 1) : 255
        let background = (x / 8 + y / 8) % 2 == 0 ? 255 : 204
        for channel in 0..<3 {
          let value = sample(min(channel, colors - 1))
          shown[3 * pixel + channel] = UInt8((value * alpha + background * (255 - alpha) + 127) / 255)
        }
      }
    }
    return Bitmap(size: size, format: .rgb8, bytes: shown)!
  }
}
