import Foundation
import FrameCodec
import FrameImage
import FramePixels
import PNGCodec
import TestSupport
import Testing

@testable import FrameFiles
@testable import FrameEngine

@Suite struct DecodedImagesTests {
  /// An image of 4 x 4 pixels of one gray level, which has 48 bytes.
  private func image(_ name: String, level: UInt8) throws -> OpenImage {
    let input = ImageInput(name: name, bytes: ByteInput(bytes: try png(level: level)))
    return try OpenImage(input, codecs: CodecList([PNGCodec()]), limits: Limits())
  }

  private func png(level: UInt8) throws -> [UInt8] {
    let size = try #require(PixelSize(width: 4, height: 4))
    let bitmap = try #require(Bitmap(size: size, format: .rgb8, bytes: [UInt8](repeating: level, count: 48)))
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, EncodeRequest(size: size, pixels: .rgb8))
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  private func pixels(
    _ store: DecodedImages, _ image: OpenImage, _ index: Int = 0, _ request: DecodeRequest = DecodeRequest(),
    isPreview: Bool = false
  ) throws -> Bitmap? {
    let colors = ColorManagement([image, image], target: .first, format: PNGCodec().format)
    return try store.use().pixels(
      of: image, at: index, frame: 0, request, in: colors, isPreview: isPreview)?.pixels
  }

  @Test("An image is decoded once") func decodedOnce() throws {
    let store = DecodedImages(maximumBytes: 48)
    let image = try image("a", level: 7)
    let first = try pixels(store, image)
    var refused = DecodeRequest()
    refused.limits.memory = 1
    #expect(throws: FileError.self) { try pixels(DecodedImages(maximumBytes: 48), image, 0, refused) }
    try expectTrue(first != nil && pixels(store, image, 0, refused) == first)
  }

  @Test("Only images that fit are kept, and they stay") func maximumBytes() throws {
    let store = DecodedImages(maximumBytes: 95)
    let (a, b) = (try image("a", level: 1), try image("b", level: 2))
    try expectEqual(pixels(store, a)?.bytes.first, 1)
    try expectTrue(pixels(store, b) == nil)
    try expectEqual(pixels(store, a)?.bytes.first, 1)
    try expectTrue(pixels(DecodedImages(maximumBytes: 47), a) == nil)
  }

  @Test("Images of one name are told apart by their place in the plan") func sameName() throws {
    let store = DecodedImages(maximumBytes: 96)
    try expectEqual(pixels(store, image("a", level: 1), 0)?.bytes.first, 1)
    try expectEqual(pixels(store, image("a", level: 2), 1)?.bytes.first, 2)
  }

  /// Returns the gray level of an image that a use has got; nil if it does not fit.
  private func level(_ use: DecodedImages.Use, _ image: OpenImage, decodes: Bool = true) throws -> UInt8? {
    let colors = ColorManagement([image], target: .first, format: PNGCodec().format)
    var request = DecodeRequest()
    if !decodes { request.limits.memory = 1 }
    return try use.pixels(of: image, at: 0, frame: 0, request, in: colors)?.pixels.bytes.first
  }

  @Test("The least recently used images make room, except those in use") func eviction() throws {
    let store = DecodedImages(maximumBytes: 100, evicting: .leastRecentlyUsed)
    let images = try (1...3).map { try image("\($0)", level: UInt8($0)) }
    var first: DecodedImages.Use? = store.use()
    try expectTrue(level(first!, images[0]) == 1 && level(first!, images[1]) == 2)
    try expectTrue(level(first!, images[2]) == nil, "the others are in use")
    first = nil
    try expectEqual(level(store.use(), images[0], decodes: false), 1)
    try expectEqual(level(store.use(), images[2]), 3)
    try expectEqual(level(store.use(), images[0], decodes: false), 1)
    #expect(throws: FileError.self) { try level(store.use(), images[1], decodes: false) }
  }

  @Test("A lower limit drops images that are not in use") func limit() throws {
    let store = DecodedImages(maximumBytes: 100, evicting: .leastRecentlyUsed)
    let images = try (1...2).map { try image("\($0)", level: UInt8($0)) }
    let use = store.use()
    try expectEqual(level(use, images[0]), 1)
    try expectEqual(level(store.use(), images[1]), 2)
    store.limit(to: 0)
    try expectEqual(level(use, images[0], decodes: false), 1)
    try expectTrue(level(store.use(), images[1]) == nil)
    withExtendedLifetime(use) {}
  }

  @Test("A file that has not changed is decoded once, whatever its place in the plan") func files() throws {
    let path = NSTemporaryDirectory() + "/frameit-decoded-\(getpid()).png"
    defer { unlink(path) }
    func open(_ level: UInt8) throws -> OpenImage {
      if level > 0 { try Data(png(level: level)).write(to: URL(fileURLWithPath: path)) }
      return try OpenImage(at: path, codecs: CodecList([PNGCodec()]), limits: Limits())
    }
    let store = DecodedImages(maximumBytes: 200, evicting: .leastRecentlyUsed)
    try expectEqual(level(store.use(), open(5)), 5)
    let same = try open(0)
    let colors = ColorManagement([same, same], target: .first, format: PNGCodec().format)
    var refused = DecodeRequest()
    refused.limits.memory = 1
    try expectEqual(store.use().pixels(of: same, at: 1, frame: 0, refused, in: colors)?.pixels.bytes.first, 5)
    try expectEqual(level(store.use(), open(6)), 6)
  }

  @Test("A pixel of an average is the mean of the pixels that it covers, weighted by alpha") func averages()
    throws
  {
    let size = PixelSize(width: 3, height: 2)!
    let bitmap = Bitmap(
      size: size, format: .rgba8,
      bytes: [255, 0, 0, 255, 0, 0, 255, 0, 10, 20, 30, 40, 255, 0, 0, 255, 0, 0, 255, 0, 30, 40, 50, 40])!
    let reduced = try Bitmap(reading: AveragedSource(bitmap, by: .half))
    expectEqual(reduced.size, PixelSize(width: 2, height: 1)!)
    expectEqual(reduced.bytes, [255, 0, 0, 128, 20, 30, 40, 40])
    let opaque = Bitmap(size: size, format: .gray8, bytes: [1, 4, 7, 2, 6, 10])!
    try expectEqual(Bitmap(reading: AveragedSource(opaque, by: .half)).bytes, [3, 9])
    let deep = Bitmap(size: PixelSize(width: 2, height: 1)!, format: .gray16, bytes: [0, 0x10, 0, 0x20])!
    try expectEqual(Bitmap(reading: AveragedSource(deep, by: .half)).bytes, [0, 0x18])
  }

  @Test("An image that its codec cannot reduce is averaged") func reduction() throws {
    let image = try image("a", level: 9)
    var half = DecodeRequest()
    half.reduction = .half
    let size = PixelSize(width: 2, height: 2)!
    let decoder = SourceDecoder(image, half)
    let averages = Bitmap(size: size, format: .rgb8, bytes: [UInt8](repeating: 9, count: 12))
    try expectEqual(Bitmap(reading: decoder.reduced), averages)
  }

  @Test("A preview averages the smallest larger pixels that are kept, and other outputs decode")
  func pyramid() throws {
    let image = try image("a", level: 9)
    let store = DecodedImages(maximumBytes: 200)
    _ = try pixels(store, image)
    var refused = DecodeRequest()
    refused.limits.memory = 1
    for (reduction, side) in [(ShrinkFactor.half, 2), (.quarter, 1), (.eighth, 1)] {
      refused.reduction = reduction
      #expect(throws: FileError.self) { try pixels(store, image, 0, refused) }
      let bytes = [UInt8](repeating: 9, count: 3 * side * side)
      let average = Bitmap(size: PixelSize(width: side, height: side)!, format: .rgb8, bytes: bytes)
      try expectEqual(pixels(store, image, 0, refused, isPreview: true), average)
      #expect(throws: FileError.self) { try pixels(store, image, 0, refused) }
    }
  }

  @Test("A file is opened once, for canceled edits, too") func opened() throws {
    let path = NSTemporaryDirectory() + "/frameit-opened-\(getpid()).png"
    defer { unlink(path) }
    let store = DecodedImages(maximumBytes: 0)
    var limits = Limits()
    let cancellation = Cancellation()
    limits.cancellation = cancellation
    func open() throws -> OpenImage {
      let file = try InputFile(.file(path), limit: .memory(limits))
      return try store.open(file, codecs: CodecList([PNGCodec()]), limits: limits)
    }
    try Data(png(level: 5)).write(to: URL(fileURLWithPath: path))
    let first = try open()
    cancellation.cancel()
    limits.cancellation = nil
    try expectTrue(open() === first)
    try expectEqual(Bitmap(reading: SourceDecoder(first, DecodeRequest())).bytes.first, 5)
    try Data(png(level: 16) + [0]).write(to: URL(fileURLWithPath: path))
    try expectTrue(open() !== first)
  }
}
