import Foundation
import FrameCodec
import FrameImage
import FrameEngine
import Testing

/// Hashes of the pixels of every sample image. They change first if a codec library decodes differently.
@Suite struct ChecksumTests {
  /// Lines of the form `HASH  NAME`, as `frameit hash` prints them.
  static let table: [String] = {
    let text = try? String(contentsOf: Samples.folder.appending(path: "checksums.txt"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }()

  static let images: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: Samples.folder.path)
    return (names ?? []).filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }.sorted()
  }()

  @Test("Every sample image has a line in the table, and every line has an image")
  func complete() {
    #expect(Self.images.count >= 13)
    #expect(Self.table.map { String($0.split(separator: " ").last ?? "") } == Self.images)
  }

  @Test("The pixels of every sample image match its recorded hash", arguments: images)
  func pixels(name: String) throws {
    let input = try Samples.file(name)
    let image = try OpenImage(input, codecs: Samples.codecs, limits: Limits())
    let line = "\(try image.pixelHash(limits: Limits()))  \(name)"
    #expect(Self.table.contains(line), "now \(line)")
  }
}
