import FrameImage
import FramePlan
import FrameScene

extension LosslessObstacle {
  /// The reason why the output must be encoded from pixels, and what would avoid it.
  package var message: Message {
    switch self {
    case .notWanted: Message("encoding the image again was requested", .use(.movedBlocks))
    case .composed:
      Message(
        "the output is not just a single image",
        hint: "remove other layers, opacity, border, pad, corners and clips")
    case .pixelsChanged: Message("color edits, blurs or effects change the pixels")
    case .otherFormat:
      Message(
        "the format of the output or of the image does not support lossless transforms", hint: "JPEG does")
    case .recolored: Message("the image's colors are converted to sRGB", .use(.ownColors))
    case .resampled:
      Message(
        "the edit does more than rotate the image by right angles, mirror it or move it by whole pixels",
        hint: "'canvas fit' makes room for a rotated image")
    case .perspective: Message("the image is in perspective, which computes every pixel again")
    case .beside:
      Message(
        "the canvas shows an area outside the image", hint: "'canvas fit' fits the canvas to the image")
    case .cutBlocks(let columns, let rows, let size):
      Message(
        "\(Self.part(columns, rows, size)) in partial blocks, which cannot move to the left or top edge",
        .use(.orientationOnly))
    case .nothingWhole(let mcu):
      Message("the kept part has no whole block of \(mcu.width) x \(mcu.height) pixels")
    case .limit(let exceeded): exceeded.message
    }
  }

  private static func part(_ columns: Int, _ rows: Int, _ size: PixelSize) -> String {
    var parts: [String] = []
    if columns > 0 { parts.append("\(columns) of \(size.width) columns") }
    if rows > 0 { parts.append("\(rows) of \(size.height) rows") }
    return parts.joined(separator: " and ") + (columns + rows == 1 ? " is" : " are")
  }
}
