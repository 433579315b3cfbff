import FrameCodec
import FrameImage

extension OpenImage {
  /// Encodes the stored pixels of the first frame, without metadata.
  ///
  /// - Parameter codec: A codec that can store pixels of any format, such as that of PNG.
  /// - Throws: `EditFailure`
  package func storedPixels(as codec: any Codec, limits: Limits) throws(EditFailure) -> [UInt8] {
    try EditFailure.converting {
      let output = ByteOutput()
      let source = SourceDecoder(self, DecodeRequest(limits: limits))
      var encoder = try codec.encoder(output, EncodeRequest(size: source.size, pixels: source.format))
      let rowBytes = source.format.rowBytes(width: source.size.width)
      let rows = max(1, min(64, (1 << 20) / rowBytes))
      for y in stride(from: 0, to: source.size.height, by: rows) {
        var band = [UInt8](repeating: 0, count: min(rows, source.size.height - y) * rowBytes)
        var span = band.mutableSpan
        try source.read(from: y, into: &span)
        try encoder.write(band.span)
      }
      try source.finish()
      try encoder.finish()
      return output.bytes
    }
  }
}
