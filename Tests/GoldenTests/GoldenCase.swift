import FrameCodec
import FrameKit
import FrameModel
import Foundation
import JPEGCodec
import PNGCodec
import Testing

/// A folder of `Cases`: `script.txt`, its pictures' names in `inputs.txt` (one a line, of SampleImages),
/// and `expected.png`, which people have looked at.
struct GoldenCase: CustomTestStringConvertible, Sendable {
  let folder: URL

  var testDescription: String { folder.lastPathComponent }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
  static let samples = root.appending(path: "../../SampleImages").standardized
  static let editor = Editor(codecs: CodecList([JPEGCodec(), PNGCodec()]))

  /// Every folder with a script, by name.
  static let all: [GoldenCase] = {
    let folders = try? FileManager.default.contentsOfDirectory(
      at: root.appending(path: "Cases"), includingPropertiesForKeys: nil)
    return (folders ?? []).sorted { $0.path < $1.path }.map(GoldenCase.init).filter {
      FileManager.default.fileExists(atPath: $0.folder.appending(path: "script.txt").path)
    }
  }()

  /// The script, run: the bytes of a PNG.
  func actual() throws -> [UInt8] {
    let text = try String(contentsOf: folder.appending(path: "script.txt"), encoding: .utf8)
    let script = try Self.editor.parse(text, name: "\(testDescription)/script.txt")
    let host = SampleHost(inputs: inputs)
    let edit = try Self.editor.prepare(script, pictures: host, codec: PNGCodec())
    #expect(edit.failedClaims == [])
    #expect(edit.inputsUsed == host.inputCount, "inputs.txt has other pictures than the script takes")
    let output = ByteOutput()
    _ = try edit.render(into: output)
    return output.bytes
  }

  private var inputs: [String] {
    let list = try? String(contentsOf: folder.appending(path: "inputs.txt"), encoding: .utf8)
    return (list ?? "").split(whereSeparator: \.isNewline).map(String.init)
  }
}

/// Hands out sample pictures.
struct SampleHost: PictureHost {
  let inputs: [String]

  var inputCount: Int { inputs.count }

  func input(_ number: Int) throws -> NamedInput? {
    inputs.indices.contains(number - 1) ? try file(inputs[number - 1]) : nil
  }

  func file(_ path: String) throws -> NamedInput {
    let bytes = try Data(contentsOf: GoldenCase.samples.appending(path: path))
    return NamedInput(name: path, bytes: ByteInput(bytes: [UInt8](bytes)))
  }

  func folder(_ path: String) throws -> [String] { [] }
}

extension Bitmap {
  /// A PNG's pixels.
  init(png: [UInt8]) throws {
    var decoder = try PNGCodec().decoder(ByteInput(bytes: png), DecodeRequest())
    var bytes = [UInt8](
      repeating: 0, count: decoder.format.rowBytes(width: decoder.size.width) * decoder.size.height)
    var span = bytes.mutableSpan
    try decoder.read(from: 0, into: &span)
    try decoder.finish()
    self = try #require(Bitmap(size: decoder.size, format: decoder.format, bytes: bytes))
  }
}
