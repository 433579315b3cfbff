import FrameModel

/// An image's rows, with other samples as they come.
public struct ConvertedSource<Source: PixelSource>: PixelSource {
  private var source: Source
  private let conversion: any SampleConversion
  public let format: PixelFormat

  /// - Parameters:
  ///   - conversion: from the source's samples to those of `format`.
  ///   - format: of the same depth.
  public init(_ source: Source, _ conversion: any SampleConversion, format: PixelFormat) {
    (self.source, self.conversion, self.format) = (source, conversion, format)
  }

  public var size: PixelSize { source.size }

  public mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    try conversion.read(&source, from: row, into: &band, as: format)
  }

  public mutating func finish() throws { try source.finish() }
}
