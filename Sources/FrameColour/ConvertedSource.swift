import FrameModel

/// A picture's rows, brought to another profile as they come.
public struct ConvertedSource<Source: PixelSource>: PixelSource {
  private var source: Source
  private let transform: ColourTransform
  public let format: PixelFormat

  /// - Parameters:
  ///   - transform: from the source's samples to those of `format`.
  ///   - format: of the same depth, with alpha where the source has it.
  public init(_ source: Source, _ transform: ColourTransform, format: PixelFormat) {
    (self.source, self.transform, self.format) = (source, transform, format)
  }

  public var size: PixelSize { source.size }

  public mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    let width = source.size.width
    if format == source.format {
      try source.read(from: row, into: &band)
      band.withUnsafeMutableBytes {
        transform.apply($0.baseAddress!, into: $0.baseAddress!, count: $0.count / format.bytesPerPixel)
      }
      return
    }
    // Grey becomes RGB, or the other way round: rows have another length.
    let rows = band.count / format.rowBytes(width: width)
    var given = [UInt8](repeating: 0, count: source.format.rowBytes(width: width) * rows)
    var span = given.mutableSpan
    try source.read(from: row, into: &span)
    given.withUnsafeBytes { from in
      band.withUnsafeMutableBytes {
        transform.apply(from.baseAddress!, into: $0.baseAddress!, count: width * rows)
      }
    }
  }

  public mutating func finish() throws { try source.finish() }
}
