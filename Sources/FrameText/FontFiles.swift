/// Where the font files come from that texts ask for: nothing is opened here.
public protocol FontFiles {
  /// All bytes of a file, by its path as the script has it.
  mutating func bytes(of file: String) throws(NoFontFile) -> [UInt8]
}

/// There is no such file, or it may not be read.
public struct NoFontFile: Error {
  public init() {}
}
