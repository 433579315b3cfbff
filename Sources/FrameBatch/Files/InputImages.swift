import FrameCodec
import FrameImage
import FrameKit

extension InputFile {
  /// Returns the image in the file, with its header read.
  ///
  /// - Parameters:
  ///   - limits: The limits of the image.
  ///   - codecs: The codecs to try.
  /// - Throws: `BatchError` if the file is not a valid image.
  package func image(_ limits: Limits, _ codecs: CodecList) throws(BatchError) -> OpenImage {
    try NamedInput(name: name, bytes: bytes).image(limits, codecs)
  }
}

extension NamedInput {
  /// Returns the image in the bytes, with its header read.
  ///
  /// - Throws: `BatchError` if they are not a valid image.
  package func image(_ limits: Limits, _ codecs: CodecList) throws(BatchError) -> OpenImage {
    do throws(ImageError) {
      return try OpenImage(self, codecs: codecs, limits: limits)
    } catch {
      throw BatchError(error)
    }
  }
}
