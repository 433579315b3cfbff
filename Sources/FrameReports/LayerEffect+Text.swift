import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

extension LayerEffect {
  /// The effect as a statement; an area has only its bounding box.
  package var text: String {
    let words =
      switch self {
      case .color(let edit): edit.text
      case .neighborhood(let edit, _): edit.text(\.scriptText)
      case .sharpenOutput: "sharpen output"
      }
    guard let box = area?.path.boundingBox else { return words }
    return
      "\(words) in \(box.minX.scriptText),\(box.minY.scriptText) \(box.size.width.scriptText),\(box.size.height.scriptText)"
  }
}

extension NeighborhoodEdit {
  /// The keyword of its statement, with the name of the effect of a plugin: "blur", "effect median".
  package var name: String {
    guard case .effect(let effect, _, _) = self else { return word }
    return "\(word) \(effect.declaration.name)"
  }

  /// Returns the edit as a statement: "blur 3", "effect median radius 3".
  package func text(_ number: (Double) -> String) -> String {
    var numbers = self.numbers.map(number)
    switch self {
    case .sharpen(_, _, threshold: 0): numbers.removeLast()
    case .effect(let effect, _, _):
      numbers = zip(effect.declaration.parameters, numbers).map { "\($0.name) \($1)" }
    case .blur, .sharpen, .pixelate: break
    }
    return ([name] + numbers).joined(separator: " ")
  }
}

extension SceneTree.Mask {
  /// The mask as a statement; of a gradient, only the colors.
  package var text: String {
    let source =
      switch content {
      case .image(let image, _): "image \(image.name.quoted)"
      case .placeholder: "image placeholder"
      case .layer(let name): name
      case .paint(let paint): paint.name
      }
    return "mask \(source) \(channel.rawValue)" + (isInverted ? " invert" : "")
  }
}
