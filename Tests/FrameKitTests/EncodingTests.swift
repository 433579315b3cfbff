import Foundation
import FrameKit
import TestSupport
import Testing

/// Encodings with their settings, metadata in and out, and fonts in memory.
@Suite struct EncodingTests {
  private let photo: ImageSource

  init() throws { photo = .bitmap(try .pattern(160, 120)) }

  private func error(_ encoding: Encoding) throws -> EditError {
    try #require(throws: EditError.self) { try Edit(script: "").apply(to: photo).encoded(as: encoding) }
  }

  @Test("A number of bytes lowers the quality until the file fits") func maximumBytes() throws {
    let edit = try Edit(script: "").apply(to: photo)
    let whole = try edit.encoded(as: .jpeg(quality: 90))
    let bytes = try edit.encoded(as: .jpeg(maximumBytes: whole.count / 2))
    expectTrue(bytes.count <= whole.count / 2 && bytes.count > whole.count / 4)
  }

  @Test("Settings of JPEG are those of the file") func settings() throws {
    var encoding = Encoding.jpeg(quality: 90)
    let plain = try Edit(script: "").apply(to: photo).encoded(as: encoding)
    encoding.isProgressive = true
    let progressive = try Edit(script: "").apply(to: photo).encoded(as: encoding)
    // SOF0 and SOF2 (ITU-T T.81, table B.1).
    expectTrue(plain.contains([0xFF, 0xC0]) && progressive.contains([0xFF, 0xC2]))
    (encoding.isProgressive, encoding.chroma) = (false, .half)
    try expectTrue(Edit(script: "").apply(to: photo).encoded(as: encoding).count < plain.count)
  }

  @Test("A depth is that of the file, and samples between 8-bit values stay with 16 bits") func depths()
    throws
  {
    let gradient = try Edit(script: "canvas 64,1; background linear 0,0 to 64,0 #202020 #282828")
    var encoding = Encoding.png
    for (depth, values) in [(nil, 9), (.eight, 9), (.sixteen, 64)] as [(PixelFormat.Depth?, Int)] {
      encoding.depth = depth
      let result = try Edit(script: "").apply(to: .bytes(try gradient.encoded(as: encoding))).render()
      expectEqual(result.pixels.format.depth, depth ?? .eight)
      expectEqual(Set((0..<64).map { result.pixels[$0, 0, 0] }).count, values)
    }
    encoding = .jpeg()
    encoding.depth = .sixteen
    try expectEqual(
      error(encoding).description, "jpeg: JPEG cannot be written with this number of bits per channel")
  }

  @Test("The extension chooses the format, unless an encoding does") func formats() throws {
    let folder = try TemporaryFolder()
    let edit = try Edit(script: "").apply(to: photo)
    try edit.write(to: folder["a.png"])
    try edit.write(to: folder["b.png"], as: .jpeg())
    try expectEqual(ImageSource.file(folder["a.png"]).info().format, .png)
    try expectEqual(ImageSource.file(folder["b.png"]).info().format, .jpeg)
  }

  @Test("A setting that is out of range, or that the format lacks, is an error that says so")
  func badSettings() throws {
    try expectEqual(
      error(.jpeg(quality: 120)).description, "jpeg: a quality must be from 1 to 100, not 120")
    try expectEqual(
      error(.jpeg(maximumBytes: 0)).description, "jpeg: a number of bytes must be 1 or more, not 0")
    var encoding = Encoding.png
    encoding.isProgressive = true
    let lacking = try error(encoding)
    expectTrue(lacking.code == .setting && lacking.stage == .plan)
    expectEqual(lacking.description, "png: PNG cannot be written as a progressive image")
    (encoding.isProgressive, encoding.dotsPerInch) = (false, 0)
    try expectEqual(error(encoding).description, "png: a resolution must be from 1 to 65535, not 0")
    encoding = Encoding(ImageFileType(rawValue: "no"))
    try expectEqual(error(encoding).description, "no: unknown image format")
  }

  @Test("A file over the limit of its role is an error of the limit") func tooLarge() throws {
    let folder = try TemporaryFolder()
    let path = folder["long.txt"]
    try String(repeating: "# a comment\n", count: 1000).write(toFile: path, atomically: true, encoding: .utf8)
    var options = EditOptions()
    options.limits.scriptBytes = 100
    let error = try #require(throws: EditError.self) { try Edit(contentsOf: path, options: options) }
    expectEqual(error.code, .limit)
    expectEqual(error.description, "\(path): the script and its includes are larger than 100 bytes")
  }

  @Test("Metadata of a result can be changed, and is in its files", arguments: [Encoding.png, .jpeg()])
  func metadata(encoding: Encoding) throws {
    var result = try Edit(script: "").apply(to: photo).render()
    expectEqual(result.metadata, Metadata())
    // A little-endian TIFF structure with one entry: the artist is "Ada".
    let exif: [UInt8] =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x3B, 1, 2, 0, 4, 0, 0, 0] + Array("Ada\0".utf8) + [
        0, 0, 0, 0,
      ]
    result.metadata.exif = exif
    result.metadata.comments = ["framed"]
    let info = try ImageSource.bytes(result.encoded(as: encoding)).info()
    expectTrue(info.metadata.exif?.contains(Array("Ada".utf8)) == true)
    expectEqual(info.metadata.comments, ["framed"])
    expectTrue(info.size == PixelSize(width: 160, height: 120) && info.frames == 1 && !info.hasGainMap)
    result.metadata = Metadata()
    try expectEqual(ImageSource.bytes(result.encoded(as: encoding)).info().metadata, Metadata())
  }

  @Test(
    "Results stay upright, whatever orientation their new metadata has", arguments: [Encoding.png, .jpeg()])
  func orientation(encoding: Encoding) throws {
    var result = try Edit(script: "").apply(to: photo).render()
    // A little-endian TIFF structure with one entry: the orientation 6, a quarter turn.
    result.metadata.exif =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0] + [0, 0, 0, 0]
    let info = try ImageSource.bytes(result.encoded(as: encoding)).info()
    expectEqual(info.size, PixelSize(width: 160, height: 120))
  }

  @Test("A font in memory draws as its file does") func fonts() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CText/Inter").standardized
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: path.path).first {
        $0.hasSuffix(".ttf") || $0.hasSuffix(".otf")
      })
    let file = path.appending(path: name)
    func pixels(_ font: FontSource) throws -> Bitmap {
      // Qualified as in a file that also imports SwiftUI.
      var text = FrameKit.Text("Ag", at: Point(x: 5, y: 5))
      (text.font, text.size) = (font, 24)
      return try Canvas(width: 60, height: 40, background: .white, layers: [.text(text)]).render().pixels
    }
    let expected = try pixels(.file(file.path))
    try expectEqual(pixels(.bytes(Array(Data(contentsOf: file)))), expected)
    let error = try #require(throws: EditError.self) { try pixels(.bytes([1, 2, 3])) }
    expectTrue(error.subject == .canvas(.layer(1, name: nil)) && error.description.contains("font 1"))
  }
}
