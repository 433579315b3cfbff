import FrameModel

extension Orientation {
  /// What happens to stored pixels that are shown so.
  var movement: String {
    switch self {
    case .up: "kept as they are"
    case .upMirrored: "mirrored left to right"
    case .down: "turned by 180 degrees"
    case .downMirrored: "mirrored top to bottom"
    case .leftMirrored: "mirrored along the falling diagonal"
    case .right: "turned by 90 degrees"
    case .rightMirrored: "mirrored along the rising diagonal"
    case .left: "turned by 270 degrees"
    }
  }
}

extension LosslessObstacle {
  /// Why pixels are needed, and what would help.
  public var message: Message {
    switch self {
    case .notWanted: Message("--lossless never, or a number for --quality, encodes anew")
    case .composed:
      Message(
        "more than one image alone is to be seen",
        note: "leave out layers, opacity, border, corners and clips")
    case .otherFormat:
      Message(
        "the output's format, or the image's, is not made of blocks that can be moved", note: "JPEG is")
    case .recolored: Message("the image's colors are brought to sRGB", note: "without --to they stay")
    case .resampled:
      Message(
        "the image is not only turned by right angles, mirrored, and moved by whole pixels",
        note: "'canvas fit' makes room for an image that is turned")
    case .beside:
      Message(
        "the canvas shows what lies beside the image", note: "'canvas fit' is as large as the image")
    case .cutBlocks(let columns, let rows, let size):
      Message(
        "\(Self.part(columns, rows, size)) no whole block at an edge that moves",
        note: "--lossless require leaves them out, or writes an orientation for viewers")
    case .nothingWhole(let piece):
      Message("what is kept has no whole block of \(piece.width) x \(piece.height) pixels")
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
