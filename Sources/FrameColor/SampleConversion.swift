import FrameModel

/// A way from samples to others, pixel by pixel.
public protocol SampleConversion: Sendable {
  /// - Parameters:
  ///   - input, output: the same memory only where both are as long.
  ///   - count: pixels.
  func apply(_ input: UnsafeRawPointer, into output: UnsafeMutableRawPointer, count: Int)
}

extension SampleConversion {
  /// Reads rows of a source, which become those of `format`, of the same depth.
  public func read(
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
    // Rows have another length.
    let rows = band.count / format.rowBytes(width: width)
    var given = [UInt8](repeating: 0, count: source.format.rowBytes(width: width) * rows)
    var span = given.mutableSpan
    try source.read(from: row, into: &span)
    given.withUnsafeBytes { from in
      band.withUnsafeMutableBytes { apply(from.baseAddress!, into: $0.baseAddress!, count: width * rows) }
    }
  }
}
