import Foundation
import FrameCodec
import FrameGeometry
import FrameImage

/// The folder of the samples.
struct ImageFolder {
  let path: URL

  init(_ path: String) throws {
    self.path = URL(fileURLWithPath: path, isDirectory: true)
    try FileManager.default.createDirectory(at: self.path, withIntermediateDirectories: true)
  }

  /// Encodes an image and writes it.
  ///
  /// - Parameters:
  ///   - quality: the quality of a lossy format.
  ///   - orientation: the EXIF orientation of the stored pixels; JPEG only.
  func write(
    _ image: Bitmap, as name: String, with codec: any Codec, quality: Int? = nil,
    orientation: Orientation? = nil
  ) throws {
    let output = ByteOutput()
    let request = EncodeRequest(size: image.size, pixels: image.format, quality: quality)
    var sink = try codec.encoder(output, request)
    try sink.write(image.bytes.span)
    try sink.finish()
    var bytes = output.bytes
    if let orientation { bytes = Exif.insert(orientation, into: bytes) }
    try Data(bytes).write(to: path.appendingPathComponent(name))
    print("\(name): \(bytes.count) bytes")
  }
}
