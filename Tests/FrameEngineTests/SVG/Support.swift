import FrameCodec
import FrameImage
import FrameEngine
import FrameKit
import FrameScene
import PNGCodec
import Testing

/// Returns the scene at the end of a script without inputs.
func scene(_ text: String, placeholderSize: PixelSize? = nil) throws -> SceneTree {
  let editor = Editor(codecs: CodecList([PNGCodec()]))
  let script = try editor.parse(text, name: "t.txt")
  return try editor.buildScene(
    script, images: SourceHost(sources: []), placeholderSize: placeholderSize, context: .init()
  ).tree
}

/// Returns the lines of a scene's document inside the `svg` element.
func lines(_ text: String, in canvas: String = "100,80") throws -> [String] {
  let document = SVGDocument(try scene("canvas \(canvas)\n\(text)")).text
  let all = document.split(separator: "\n").map(String.init)
  try #require(all.count > 1 && all[0] == #"<?xml version="1.0" encoding="UTF-8"?>"#)
  return Array(all.dropFirst(2).dropLast(all[all.count - 1] == "</svg>" ? 1 : 0))
}
