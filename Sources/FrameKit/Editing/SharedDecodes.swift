import FrameCodec
import FrameModel

/// Pictures that several results are made of, each decoded once.
///
/// Only still pictures, and only as many pixels as may be held: others are read anew for each result.
public final class SharedDecodes {
  private struct Key: Hashable {
    var name: String
    var reduction: Reduction
  }

  private struct Decoded {
    var pixels: Bitmap
    var notices: [EditNotice]
  }

  private var decoded: [Key: Decoded] = [:]
  private var held = 0

  public init() {}

  /// The rows of a picture, and what was found while they were decoded.
  ///
  /// - Returns: nil where the picture cannot be shared.
  /// - Throws: `PictureFailure`
  func rows(of picture: OpenPicture, _ request: DecodeRequest) throws -> (
    rows: Bitmap, notices: [EditNotice]
  )? {
    guard picture.header.frames == 1 else { return nil }
    let key = Key(name: picture.name, reduction: request.reduction)
    if let found = decoded[key] { return (found.pixels, found.notices) }
    let size = picture.header.size.reduced(by: request.reduction)
    let (bytes, isTooMuch) = picture.header.pixels.rowBytes(width: size.width).multipliedReportingOverflow(
      by: size.height)
    guard !isTooMuch, bytes <= request.limits.memory / 2 - held else { return nil }
    var decoder = try NamedDecoder(picture, request)
    var pixels = Bitmap(size: size, format: picture.header.pixels)
    try decoder.forEachBand { pixels.write($0) }
    try decoder.finish()
    held += bytes
    decoded[key] = Decoded(pixels: pixels, notices: decoder.notices)
    return (pixels, decoder.notices)
  }
}
