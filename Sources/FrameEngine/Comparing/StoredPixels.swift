import FrameCodec
import FrameImage

extension OpenImage {
  /// Encodes the stored pixels of the first frame, without metadata.
  ///
  /// - Parameter codec: A codec that can store pixels of any format, such as that of PNG.
  package func storedPixels(as codec: any Codec, limits: Limits) throws(EditFailure) -> [UInt8] {
    try codec.encoded(SourceDecoder(self, DecodeRequest(limits: limits)))
  }
}

extension Codec {
  /// Encodes an image whose pixel format the codec can store, without metadata.
  package func encoded(_ image: some PixelSource) throws(EditFailure) -> [UInt8] {
    try EditFailure.converting {
      let output = ByteOutput()
      var source = image
      var encoder = try encoder(output, EncodeRequest(size: source.size, pixels: source.format))
      try source.forEachBand { try encoder.write($0) }
      try encoder.finish()
      return output.bytes
    }
  }
}
