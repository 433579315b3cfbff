import Foundation
import FrameCodec
import FrameImage
import PNGCodec
import TestSupport
import Testing

@testable import FrameFiles
@testable import FrameEngine

/// An image is opened once, and the reader that has read its header decodes its rows.
@Suite final class OpenImageTests {
  private let path = NSTemporaryDirectory() + "frameit-open-\(UUID().uuidString).png"
  private let codec = CountingCodec()

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func png(level: UInt8, width: Int = 4) throws -> [UInt8] {
    let size = try #require(PixelSize(width: width, height: 4))
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, EncodeRequest(size: size, pixels: .rgb8))
    try encoder.write([UInt8](repeating: level, count: 3 * size.area).span)
    try encoder.finish()
    return output.bytes
  }

  private func write(_ bytes: [UInt8]) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: bytes)
    try file.close()
  }

  private func open(_ bytes: [UInt8]) throws -> OpenImage {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try OpenImage(
      InputFile(.file(path), limit: .nothing), codecs: CodecList([codec]), limits: Limits())
  }

  private func level(_ image: OpenImage) throws -> UInt8? {
    try Bitmap(reading: SourceDecoder(image, DecodeRequest())).bytes.first
  }

  /// Returns the sizes of a file that was changed.
  private func change(_ body: () throws -> Void) -> (from: Int64, to: Int64)? {
    do { try body() } catch let error as FileError {
      if case .changed(let old, let new) = error.problem { return (old.size, new.size) }
    } catch {}
    return nil
  }

  @Test("An image is opened again only for a second use") func uses() throws {
    let image = try open(png(level: 7))
    expectEqual(codec.openings, 1)
    try expectEqual(level(image), 7)
    expectEqual(codec.openings, 1)
    try expectEqual(level(image), 7)
    expectEqual(codec.openings, 2)
  }

  @Test("A reader that was not used up is used again") func givenBack() throws {
    let image = try open(png(level: 7))
    image.giveBack(try image.reader())
    try expectEqual(level(image), 7)
    expectEqual(codec.openings, 1)
  }

  @Test("A parked image is opened again") func parked() throws {
    let image = try open(png(level: 9))
    image.park()
    try expectEqual(level(image), 9)
    expectEqual(codec.openings, 2)
  }

  @Test("Bytes in memory stay when their image is parked") func memory() throws {
    let input = ImageInput(name: "a", bytes: ByteInput(bytes: try png(level: 5)))
    let image = try OpenImage(input, codecs: CodecList([codec]), limits: Limits())
    image.park()
    try expectEqual(level(image), 5)
  }

  @Test("A file that changes between plan and decode is an error with both sizes", arguments: [false, true])
  func changed(isParked: Bool) throws {
    let (old, new) = (try png(level: 1), try png(level: 2, width: 400))
    let image = try open(old)
    if isParked { image.park() }
    try write(new)
    let change = change { _ = try level(image) }
    expectTrue(change?.from == Int64(old.count) && change?.to == Int64(new.count))
  }

  @Test("A file that changes while it is decoded is an error") func changedWhileDecoding() throws {
    let image = try open(png(level: 1))
    let decoder = SourceDecoder(image, DecodeRequest())
    var rows = [UInt8](repeating: 0, count: 12)
    var span = rows.mutableSpan
    try decoder.read(from: 0, into: &span)
    try write(png(level: 2, width: 400))
    expectTrue(change { try decoder.finish() } != nil)
  }

  @Test("A file that is replaced stays what it was while it is open, and is an error once it is parked")
  func replaced() throws {
    let image = try open(png(level: 1))
    try Data(png(level: 2)).write(to: URL(fileURLWithPath: path), options: .atomic)
    try expectEqual(level(image), 1)
    image.park()
    expectTrue(change { _ = try level(image) } != nil)
  }

  @Test("The message has both sizes and both times") func message() throws {
    var stamp = try #require(FileStamp(of: "/"))
    (stamp.size, stamp.time) = (120, 1_763_966_405_250_000_000)
    var later = stamp
    (later.size, later.time) = (99, 1_763_966_406_007_000_000)
    expectEqual(
      FileProblem.changed(from: stamp, to: later).text,
      "was changed while it was used: 120 bytes of 2025-11-24 06:40:05.250, "
        + "then 99 bytes of 2025-11-24 06:40:06.007")
  }
}

/// PNG, with a count of the images that were opened.
private final class CountingCodec: Codec, @unchecked Sendable {
  private(set) var openings = 0
  var format: ImageFormat { PNGCodec().format }
  var library: String { PNGCodec().library }

  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    openings += 1
    return try PNGCodec().open(input, limits: limits)
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    try PNGCodec().makeEncoder(output, request)
  }
}
