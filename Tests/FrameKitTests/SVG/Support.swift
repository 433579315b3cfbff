import FrameCodec
import FrameImage
import FrameKit
import FrameScene
import PNGCodec
import Testing

/// A host that provides images from memory only.
struct Host: ImageHost {
  var inputs: [NamedInput] = []

  struct Nothing: Error {}

  var inputCount: Int { inputs.count }
  func input(_ number: Int) -> NamedInput? { inputs.indices.contains(number - 1) ? inputs[number - 1] : nil }
  func file(_ path: String) throws(InputError) -> NamedInput { throw InputError(path, .notAllowed) }
  func font(_ path: String, limit: Int) throws(InputError) -> [UInt8] { throw InputError(path, .notAllowed) }
  func folder(_ path: String) throws(InputError) -> [String] { throw InputError(path, .notAllowed) }
}

func scene(_ text: String, _ inputs: [NamedInput] = [], placeholderSize: PixelSize? = nil) throws -> SceneTree
{
  let editor = Editor(codecs: CodecList([PNGCodec()]))
  let script = try editor.parse(text, name: "t.txt")
  return try editor.buildScene(
    script, images: Host(inputs: inputs), placeholderSize: placeholderSize, context: .init()
  ).tree
}

/// Returns the lines of a scene's document inside the `svg` element.
func lines(_ text: String, in canvas: String = "100,80") throws -> [String] {
  let document = SVGDocument(try scene("canvas \(canvas)\n\(text)")).text
  let all = document.split(separator: "\n").map(String.init)
  try #require(all.count > 1 && all[0] == #"<?xml version="1.0" encoding="UTF-8"?>"#)
  return Array(all.dropFirst(2).dropLast(all[all.count - 1] == "</svg>" ? 1 : 0))
}
