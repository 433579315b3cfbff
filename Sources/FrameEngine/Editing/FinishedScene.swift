import FrameCodec
import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import FrameText

/// The scene at the end of a script, for export as a document. No pixel is decoded.
///
/// The scene can be drawn: its canvas has a size, and no layer is singular.
package struct FinishedScene {
  package internal(set) var tree: SceneTree
  /// The images that the script requested. The `Image.id` of the tree is an index of this array, or below 0 for a
  /// placeholder. The pictures of layers follow these images.
  package let images: [OpenImage]
  /// PNG files, one for each layer that was drawn.
  package internal(set) var pictures: [[UInt8]] = []
  package let record: RunRecord
  /// The number of inputs that the script requests, available or not.
  package let inputsUsed: Int

  /// The notices for the user.
  package var notices: [EditNotice] { record.notices }
}

extension Editor {
  /// Runs a script for its final scene. If the host has no inputs, placeholders replace the inputs of image layers.
  ///
  /// - Parameter size: the size of placeholders, upright. If nil, they are as large as the canvas, and there are none
  ///   if the script declares no image layer.
  /// - Throws: `EditFailure`; `.script` also if an expectation of the script failed.
  package func buildScene(
    _ script: Script, images host: any ImageHost, placeholderSize size: PixelSize? = nil, context: RunContext
  ) throws(EditFailure) -> FinishedScene {
    var context = context
    context.usesPlaceholders = host.inputCount == 0 && (size != nil || script.inputs.hasImageLayer)
    return try buildScene(ScriptScene(script, context), images: host, placeholderSize: size)
  }

  /// Builds the final scene of a source; see above.
  package func buildScene(
    _ source: some SceneSource, images host: any ImageHost, placeholderSize size: PixelSize? = nil
  ) throws(EditFailure) -> FinishedScene {
    let store = ImageStore(host: host, codecs: codecs, PixelReading(limits: limits), files: source.files)
    let library: any ImageLibrary = size.map { PlaceholderLibrary(size: $0, store: store) } ?? store
    return try converting(finished(source, library, store), store.failure)
  }

  private func finished(
    _ source: some SceneSource, _ library: any ImageLibrary, _ store: ImageStore
  ) throws -> FinishedScene {
    let result = try source.run(
      images: library, typesetter: HarfBuzzTypesetter(files: store, limits: limits), limits: limits,
      effects: codecs.effects(limits), frameRate: nil)
    let run = result.end
    let planner = Planner(
      limits: limits, output: OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: limits.side),
      account: run.account, isRendered: false)
    // A scene that cannot be planned cannot be drawn by other programs, either.
    _ = try planner.plan(run.scene)
    guard result.failedExpectations.isEmpty else {
      throw EditFailure.script(result.failedExpectations, in: source.files)
    }
    return FinishedScene(
      tree: try planner.tree(of: run.scene), images: store.images, record: run.record,
      inputsUsed: result.inputsUsed)
  }
}

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
