import FrameKit
import FrameModel
import Foundation
import Testing

/// The pixels of every sample image, by their hashes: a codec library that decodes differently shows
/// here first.
@Suite struct ChecksumTests {
  /// `HASH  NAME` a line, as `frameit hash` prints them.
  static let table: [String] = {
    let text = try? String(contentsOf: Samples.folder.appending(path: "checksums.txt"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }()

  static let images: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: Samples.folder.path)
    return (names ?? []).filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }.sorted()
  }()

  @Test("Every sample image has its line, and every line its image")
  func complete() {
    #expect(Self.images.count >= 13)
    #expect(Self.table.map { String($0.split(separator: " ").last ?? "") } == Self.images)
  }

  @Test("A sample image's pixels are what they were", arguments: images)
  func pixels(name: String) throws {
    let input = try Samples.file(name)
    let image = try OpenImage(input, codecs: Samples.codecs, limits: Limits())
    let line = "\(try image.pixelHash(limits: Limits()))  \(name)"
    #expect(Self.table.contains(line), "now \(line)")
  }
}
