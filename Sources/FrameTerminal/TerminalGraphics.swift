import FrameModel

/// A way to show a picture in a terminal.
///
///     let bytes = TerminalGraphics.blocks(.indexed).bytes(of: picture)
public enum TerminalGraphics: Hashable, Sendable {
  /// kitty's protocol: pixels as they are.
  case kitty
  /// DEC's sixels: pixels of 256 colours at most.
  case sixel
  /// A character for two pixels, one above the other: any terminal that has colours.
  case blocks(CellColours)

  public enum CellColours: Hashable, Sendable {
    /// 24 bits.
    case direct
    /// The 240 of xterm's 256 that users do not redefine.
    case indexed
  }

  /// What a terminal is to be sent. The cursor is at the beginning of a line before, and of the line below the
  /// picture after it.
  ///
  /// - Parameter picture: `rgb8`: what is transparent was laid over a ground before. It is shown pixel by pixel,
  ///   so it has to fit: see `TerminalWindow.canvas`.
  public func bytes(of picture: Bitmap) -> [UInt8] {
    precondition(picture.format == .rgb8)
    switch self {
    case .kitty: return KittyEncoder.bytes(of: picture)
    case .sixel: return SixelEncoder.bytes(of: picture)
    case .blocks(let colours): return BlockEncoder(colours: colours).bytes(of: picture)
    }
  }
}
