import FrameCodec
import FrameGeometry
import FrameImage
import FrameRender
import FrameScene

extension LayerEffect {
  /// The effect as a statement; an area has only its bounding box.
  package var text: String {
    switch self {
    case .color(let edit): edit.text
    case .neighborhood(let edit): edit.text
    }
  }
}

extension NeighborhoodEdit {
  fileprivate var text: String {
    let words =
      switch operation {
      case .blur(let radius): "blur \(radius.scriptText)"
      case .sharpen(let amount, let radius, let threshold):
        "sharpen \(amount.scriptText) \(radius.scriptText)"
          + (threshold == 0 ? "" : " \(threshold.scriptText)")
      case .sharpenOutput: "sharpen output"
      case .pixelate(let size): "pixelate \(size.scriptText)"
      case .effect(let effect, let values): effect.text(values, \.scriptText)
      }
    guard let box = area?.path.boundingBox else { return words }
    return
      "\(words) in \(box.minX.scriptText),\(box.minY.scriptText) \(box.size.width.scriptText),\(box.size.height.scriptText)"
  }
}

extension RenderPlan.Neighborhood {
  /// The operation with lengths in output pixels.
  package var text: String {
    switch self {
    case .blur(let deviation): "blur \(deviation.trimmed(4))"
    case .sharpen(let amount, let deviation, let threshold):
      "sharpen \(amount.trimmed(4)) \(deviation.trimmed(4))"
        + (threshold == 0 ? "" : " \(threshold.trimmed(4))")
    case .pixelate(let size): "pixelate \(size.trimmed(4))"
    case .effect(let effect, let values, _): effect.text(values) { $0.trimmed(4) }
    }
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

extension PluginEffect {
  /// "effect median radius 3"
  fileprivate func text(_ values: [Double], _ number: (Double) -> String) -> String {
    let settings = zip(declaration.parameters, values).map { " \($0.name) \(number($1))" }
    return "effect \(declaration.name)" + settings.joined()
  }
}
