import FrameCodec
import FrameModel

/// Images that several results are made of, each decoded once.
///
/// Only still images, and only as many pixels as may be held: others are read anew for each result.
public final class DecodeCache {
  private struct Key: Hashable {
    var name: String
    var reduction: ShrinkFactor
  }

  private struct Decoded {
    var pixels: Bitmap
    var notices: [EditNotice]
  }

  private var decoded: [Key: Decoded] = [:]
  private var held = 0

  public init() {}

  /// The rows of an image, and what was found while they were decoded.
  ///
  /// - Returns: nil where the image cannot be shared.
  /// - Throws: `ImageError`
  func rows(of image: OpenImage, _ request: DecodeRequest) throws -> (
    rows: Bitmap, notices: [EditNotice]
  )? {
    guard image.header.frames == 1 else { return nil }
    let key = Key(name: image.name, reduction: request.reduction)
    if let found = decoded[key] { return (found.pixels, found.notices) }
    let size = image.header.size.reduced(by: request.reduction)
    let (bytes, isTooMuch) = image.header.pixels.rowBytes(width: size.width).multipliedReportingOverflow(
      by: size.height)
    guard !isTooMuch, bytes <= request.limits.memory / 2 - held else { return nil }
    var decoder = try SourceDecoder(image, request)
    var pixels = Bitmap(size: size, format: image.header.pixels)
    try decoder.forEachBand { pixels.write($0) }
    try decoder.finish()
    held += bytes
    decoded[key] = Decoded(pixels: pixels, notices: decoder.notices)
    return (pixels, decoder.notices)
  }
}
