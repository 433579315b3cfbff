import FrameModel

/// A way to show an image in a terminal.
///
///     let bytes = TerminalGraphics.blocks(.indexed).bytes(of: image)
public enum TerminalGraphics: Hashable, Sendable {
  /// kitty's protocol: pixels as they are.
  case kitty
  /// DEC's sixels: pixels of 256 colors at most.
  case sixel
  /// A character for two pixels, one above the other: any terminal that has colors.
  case blocks(CellColors)

  public enum CellColors: Hashable, Sendable {
    /// 24 bits.
    case direct
    /// The 240 of xterm's 256 that users do not redefine.
    case indexed
  }

  /// What a terminal is to be sent. The cursor is at the beginning of a line before, and of the line below the
  /// image after it.
  ///
  /// - Parameter image: `rgb8`: what is transparent was laid over a ground before. It is shown pixel by pixel,
  ///   so it has to fit: see `TerminalWindow.canvas`.
  public func bytes(of image: Bitmap) -> [UInt8] {
    precondition(image.format == .rgb8)
    switch self {
    case .kitty: return KittyEncoder.bytes(of: image)
    case .sixel: return SixelEncoder.bytes(of: image)
    case .blocks(let colors): return BlockEncoder(colors: colors).bytes(of: image)
    }
  }
}
