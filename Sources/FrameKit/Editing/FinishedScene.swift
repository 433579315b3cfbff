import FrameCodec
import FrameImage
import FrameRender
import FrameScene
import FrameScript
import FrameText

/// The scene at the end of a script, for export as a document. No pixel is decoded.
///
/// The scene can be drawn: its canvas has a size, and no layer is singular.
package struct FinishedScene {
  package let tree: SceneTree
  /// The images that the script requested. The `Image.id` of the tree is an index of this array, or below 0 for a
  /// placeholder.
  package let images: [OpenImage]
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
  /// - Throws: `EditFailure`; `.expectations` if an expectation of the script failed.
  package func buildScene(
    _ script: Script, images host: any ImageHost, placeholderSize size: PixelSize? = nil, context: RunContext
  ) throws(EditFailure) -> FinishedScene {
    let store = ImageStore(host: host, codecs: codecs, limits: limits)
    var context = context
    context.usesPlaceholders = host.inputCount == 0 && (size != nil || script.inputs.hasImageLayer)
    context.effects = codecs.effects(limits)
    let library: any ImageLibrary = size.map { PlaceholderInputs(size: $0, store: store) } ?? store
    let scene: FinishedScene
    let failedExpectations: [ScriptError]
    do throws(ScriptError) {
      var interpreter = Interpreter(
        script, limits: limits, images: library, typesetter: HarfBuzzTypesetter(files: store, limits: limits),
        context: context)
      let run = try interpreter.run()
      let planner = Planner(
        limits: limits, output: OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: limits.side),
        account: run.account, isRendered: false)
      // A scene that cannot be planned cannot be drawn by other programs, either.
      _ = try planner.plan(run.scene)
      scene = FinishedScene(
        tree: try planner.tree(of: run.scene), images: store.images, record: run.record,
        inputsUsed: run.inputsUsed)
      failedExpectations = run.failedExpectations
    } catch {
      throw store.editError(for: error)
    }
    guard failedExpectations.isEmpty else { throw .expectations(failedExpectations) }
    return scene
  }
}

/// A library with placeholders of one size for inputs. Images that the script names come from the store.
private struct PlaceholderInputs: ImageLibrary {
  let size: PixelSize
  let store: ImageStore

  let inputCount = 0

  func input(_ number: Int) -> SourceImage? {
    SourceImage(id: -number, name: "placeholder", size: size, pixels: .rgb8)
  }

  func file(_ path: String) throws(ImageUnavailable) -> SourceImage { try store.file(path) }

  func folder(_ path: String) throws(ImageUnavailable) -> [String] { try store.folder(path) }
}

// MARK: Losses of SVG

extension SceneTree {
  /// A message about the parts of the scene that SVG cannot express; nil if it can express all of it.
  package var lostInSVG: Message? {
    let layers = visibleLayers
    let isMixed = light == .linear && layers.contains(where: \.mixesColors)
    let isResampled = filter != .nearest && layers.contains(where: \.showsImage)
    let losses = [
      isMixed ? "blending in linear light" : nil,
      isResampled ? "the filter \(filter.rawValue)" : nil,
    ].compactMap { $0 }
    let sentences = [
      losses.isEmpty
        ? nil : "SVG cannot express \(losses.joined(separator: " or ")): viewers use their own method",
      layers.contains(where: \.fillsPlane)
        ? "SVG cannot express edge modes: nothing is drawn beyond the edges of images" : nil,
      layers.contains(where: \.usesCubes) ? "SVG cannot express cubes of colors: they are left out" : nil,
      layers.contains(where: \.usesOtherNeighborhoods)
        ? "SVG can only blur whole layers, and sharpen them without a threshold: other such edits are left out"
        : nil,
    ].compactMap { $0 }
    guard !sentences.isEmpty else { return nil }
    return Message(
      sentences.joined(separator: "; "), hint: isMixed ? "'light srgb' blends as viewers do" : nil)
  }
}

extension SceneTree.Layer {
  /// True if the layer is partly transparent or mixes with the layers below it. Antialiased edges mix too, but the
  /// difference is not visible.
  fileprivate var mixesColors: Bool {
    guard isVisible else { return false }
    if opacity < 1 || blend != .normal || shadow != nil { return true }
    if case .shape(let shape) = content {
      let paints = [shape.fill?.paint, shape.stroke?.paint].compactMap { $0 }
      return paints.contains { $0.colors.contains { $0.alpha < 1 } }
    }
    return children.contains(where: \.mixesColors)
  }

  /// True if an image is continued beyond its edge.
  fileprivate var fillsPlane: Bool {
    guard isVisible else { return false }
    if case .image(_, _, let style) = content { return style.edge != .transparent }
    return children.contains(where: \.fillsPlane)
  }

  /// True if a lookup table with a cube changes colors.
  fileprivate var usesCubes: Bool {
    guard isVisible else { return false }
    let stages = ColorFunction(effects.colors).stages
    return stages.contains { if case .cube = $0 { true } else { false } }
      || children.contains(where: \.usesCubes)
  }

  /// True if pixels depend on their neighborhoods in a way that SVG has no filter for.
  fileprivate var usesOtherNeighborhoods: Bool {
    guard isVisible else { return false }
    let isOther = effects.contains { if case .neighborhood(let edit) = $0 { !edit.isInSVG } else { false } }
    return isOther || children.contains(where: \.usesOtherNeighborhoods)
  }

  fileprivate var showsImage: Bool {
    guard isVisible else { return false }
    if case .image(let image, _, _) = content { return image.id >= 0 }
    return children.contains(where: \.showsImage)
  }
}
