import Foundation
import FrameCodec
import FrameEngine
import JPEGCodec
import PNGCodec

/// The images in SampleImages, and the goldens of `Cases`.
enum Samples {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
  static let folder = root.appending(path: "../../SampleImages").standardized
  static let codecs = CodecList([JPEGCodec(), PNGCodec()])

  static func file(_ name: String) throws -> ImageInput {
    let bytes = try Data(contentsOf: folder.appending(path: name))
    return ImageInput(name: name, bytes: ByteInput(bytes: [UInt8](bytes)))
  }

  /// Returns the path of a case's golden.
  static func golden(_ name: String) -> String {
    root.appending(path: "Cases/\(name)/expected.png").path
  }
}
