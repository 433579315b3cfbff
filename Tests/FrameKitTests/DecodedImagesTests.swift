import FrameCodec
import FrameImage
import PNGCodec
import Testing

@testable import FrameKit

@Suite struct DecodedImagesTests {
  /// An image of 4 x 4 pixels of one gray level, which has 48 bytes.
  private func image(_ name: String, level: UInt8) throws -> OpenImage {
    let size = try #require(PixelSize(width: 4, height: 4))
    let bitmap = try #require(Bitmap(size: size, format: .rgb8, bytes: [UInt8](repeating: level, count: 48)))
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, EncodeRequest(size: size, pixels: .rgb8))
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    let input = ImageInput(name: name, bytes: ByteInput(bytes: output.bytes))
    return try OpenImage(input, codecs: CodecList([PNGCodec()]), limits: Limits())
  }

  private func pixels(
    _ store: DecodedImages, _ image: OpenImage, _ index: Int = 0, _ request: DecodeRequest = DecodeRequest()
  ) throws -> Bitmap? {
    let colors = ColorManagement([image, image], target: .first, format: PNGCodec().format)
    return try store.pixels(of: image, at: index, frame: 0, request, in: colors)?.pixels
  }

  @Test("An image is decoded once") func decodedOnce() throws {
    let store = DecodedImages(maximumBytes: 48)
    let image = try image("a", level: 7)
    let first = try pixels(store, image)
    var refused = DecodeRequest()
    refused.limits.memory = 1
    #expect(throws: InputError.self) { try pixels(DecodedImages(maximumBytes: 48), image, 0, refused) }
    #expect(try first != nil && pixels(store, image, 0, refused) == first)
  }

  @Test("Only images that fit are kept, and they stay") func maximumBytes() throws {
    let store = DecodedImages(maximumBytes: 95)
    let (a, b) = (try image("a", level: 1), try image("b", level: 2))
    #expect(try pixels(store, a)?.bytes.first == 1)
    #expect(try pixels(store, b) == nil)
    #expect(try pixels(store, a)?.bytes.first == 1)
    #expect(try pixels(DecodedImages(maximumBytes: 47), a) == nil)
  }

  @Test("Images of one name are told apart by their place in the plan") func sameName() throws {
    let store = DecodedImages(maximumBytes: 96)
    #expect(try pixels(store, image("a", level: 1), 0)?.bytes.first == 1)
    #expect(try pixels(store, image("a", level: 2), 1)?.bytes.first == 2)
  }
}
