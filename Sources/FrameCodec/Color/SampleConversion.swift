import FrameImage

/// A conversion of samples, pixel by pixel.
package protocol SampleConversion: Sendable {
  /// Converts pixels.
  ///
  /// - Parameters:
  ///   - input, output: May be the same memory if both have the same size.
  ///   - count: The number of pixels.
  func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int)
}

extension SampleConversion {
  /// Reads rows of a source and converts them to `format`, which has the same depth.
  package func read(
    _ source: inout some PixelSource, from row: Int, into band: inout MutableSpan<UInt8>,
    as format: PixelFormat
  ) throws {
    let width = source.size.width
    if format == source.format {
      try source.read(from: row, into: &band)
      band.withUnsafeMutableBytes {
        apply($0.baseAddress!, into: $0.baseAddress!, count: $0.count / format.bytesPerPixel)
      }
      return
    }
    // The converted rows have another length, so read into a separate buffer.
    let rows = band.count / format.rowBytes(width: width)
    var sourceBytes = [UInt8](repeating: 0, count: source.format.rowBytes(width: width) * rows)
    var span = sourceBytes.mutableSpan
    try source.read(from: row, into: &span)
    sourceBytes.withUnsafeBytes { from in
      band.withUnsafeMutableBytes { apply(from.baseAddress!, into: $0.baseAddress!, count: width * rows) }
    }
  }
}

/// A pixel source that converts the samples of another one.
package struct ConvertedSource<Source: PixelSource>: PixelSource {
  private var source: Source
  private let conversion: any SampleConversion
  package let format: PixelFormat

  /// - Parameters:
  ///   - conversion: Converts from the source's samples to those of `format`.
  ///   - format: The converted format, with the depth of the source.
  package init(_ source: Source, _ conversion: any SampleConversion, format: PixelFormat) {
    (self.source, self.conversion, self.format) = (source, conversion, format)
  }

  package var size: PixelSize { source.size }

  package mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    try conversion.read(&source, from: row, into: &band, as: format)
  }

  package mutating func finish() throws { try source.finish() }
}
