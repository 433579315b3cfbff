import FrameCodec
import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

extension Editor {
  /// Returns a scene in which pictures replace some layers. A picture shows what the canvas shows of the layer, in the pixels of the
  /// canvas, with its mask, its shadow and its opacity. Its blend mode remains the layer's.
  ///
  /// - Parameters:
  ///   - names: The layers, none of which is inside another one.
  ///   - source: What built the scene.
  ///   - host: The images; without inputs, placeholders replace them.
  package func drawing(
    _ names: [String], of scene: FinishedScene, by source: some SceneSource, images host: any ImageHost
  ) throws(EditFailure) -> FinishedScene {
    var editor = self
    (editor.colors, editor.metadata) = (.srgb, .pixelsOnly)
    var (drawn, request) = (scene, OutputRequest(codec: codecs.lossless, lossless: .never))
    request.encoding.gainMap = .drop
    for name in names {
      (request.layer, request.part) = (name, nil)
      var edit = try editor.prepare(source, images: host, output: request)
      guard let part = edit.plan.shownPart else {
        drawn.tree.replace(name, by: nil)
        continue
      }
      request.part = part
      edit = try editor.prepare(source, images: host, output: request)
      let output = ByteOutput()
      _ = try edit.render(into: output)
      let picture = SourceImage(
        id: scene.images.count + drawn.pictures.count, name: name, size: part.size, pixels: edit.plan.output)
      drawn.pictures.append(output.bytes)
      drawn.tree.replace(name, by: (picture, part))
    }
    return drawn
  }
}

extension RenderPlan {
  /// The pixels of the output that anything is drawn on; nil if there are none.
  fileprivate var shownPart: PixelRect? {
    let whole = Rect(origin: .zero, size: Size(window.size))
    guard let box = items.boundingBox?.intersection(whole), !box.isEmpty else { return nil }
    let (x, y) = (box.minX.rounded(.down), box.minY.rounded(.down))
    return PixelSize(width: Int(box.maxX.rounded(.up) - x), height: Int(box.maxY.rounded(.up) - y))
      .map { PixelRect(x: Int(x), y: Int(y), size: $0) }
  }
}
