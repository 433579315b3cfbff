import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan
import FrameScene

/// A layer of a scene for `explain` and the pages of a studio, with the layers that it contains.
package struct LayerRecord: Encodable, Sendable {
  fileprivate let layer: SceneTree.Layer
  /// The layers of a group, from back to front.
  fileprivate let layers: [LayerRecord]?
  /// "image", "placeholder", "rect", "ellipse", "line", "arc", "path", "text" or "group".
  private let kind: String

  package init(_ layer: SceneTree.Layer) {
    self.layer = layer
    switch layer.content {
    case .image: (kind, layers) = ("image", nil)
    case .placeholder: (kind, layers) = ("placeholder", nil)
    case .shape(let shape): (kind, layers) = (shape.form.word, nil)
    case .group(let children): (kind, layers) = ("group", children.map(LayerRecord.init))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields: JSONFields = [
      "name": layer.name, "kind": kind, "opacity": layer.opacity, "blend": layer.blend.rawValue,
      "clipped": !layer.clips.isEmpty, "hidden": layer.status.isHidden, "touchable": layer.status.isTouchable,
      "marked": layer.status.isMarked, "current": layer.status.isCurrent, "layers": layers, "box": box,
      "transform": transform,
    ]
    // The frame in the parent, as in `expect frame`: x y width height; nil if it is not finite.
    fields["frame"] = layer.frame.numbers.forJSON
    // The map from the layer's coordinates to the canvas, as in `expect map`: a b c d tx ty, or the nine numbers of a map in
    // perspective.
    fields["map"] = layer.toScene.numbers.forJSON
    // Color edits, blurs and others, and the mask, as statements.
    if !layer.effects.isEmpty { fields["effects"] = layer.effects.map(\.text) }
    fields["mask"] = layer.mask?.text
    // The part of the upright image that a layer with a focus shows, in its pixels: x y width height; and the reason.
    fields["window"] = layer.view?.window.numbers.forJSON
    fields["focus"] = layer.view?.reason
    switch layer.content {
    case .image(let shown, _, let style):
      fields["image"] = shown.name
      // The part of the image that is shown, in upright pixels: x y width height; nil for all of it.
      fields["part"] = style.part?.numbers
      // What lies beyond the image's edge; nil for nothing.
      fields["edge"] = style.edge == .transparent ? nil : style.edge.rawValue
    case .shape(let shape): fields["text"] = shape.text
    case .placeholder, .group: break
    }
    try fields.encode(to: encoder)
  }

  /// The bounding box on the canvas, before the canvas is cropped: x y width height; nil if it is not finite.
  private var box: [Double]? { layer.box.numbers.forJSON }

  /// The transform, as in `expect transform`: a b c d tx ty.
  private var transform: [Double]? { layer.transform.numbers.forJSON }
}

extension SceneTree.View {
  /// What is kept in view.
  fileprivate var reason: String {
    switch target {
    case .point(let x, let y): return "\(x.text),\(y.text)"
    case .attention: return "attention"
    case .boxes(let file):
      guard let boxes, boxes.all > 0 else { return "no boxes of \(file.printable)" }
      let noun = boxes.all == 1 ? "box" : "boxes"
      return "\(boxes.shown.grouped) of \(boxes.all.grouped) \(noun) of \(file.printable)"
    }
  }
}

extension Length {
  /// "30%", "120", "50% + 10"
  fileprivate var text: String { percent == 0 ? pixels.trimmed(3) : description }
}

extension [Double] {
  /// The numbers without rounding errors such as 10.000000000000002; nil if one is not finite, which JSON cannot
  /// express.
  fileprivate var forJSON: [Double]? {
    guard allSatisfy(\.isFinite) else { return nil }
    return map { abs($0) < 1e6 ? ($0 * 1e9).rounded() / 1e9 : $0 }
  }
}

// MARK: Text

extension [LayerRecord] {
  /// Returns one line per layer. The layers of groups are indented.
  ///
  /// - Parameter isWhole: whether to list all layers, instead of counting similar ones.
  func lines(_ isWhole: Bool) -> [String] {
    let parts = isWhole ? indices.map { .one($0) } : RepeatSummary.parts(of: map(\.signature))
    return parts.flatMap { part in
      switch part {
      case .one(let index):
        return [self[index].title] + (self[index].layers ?? []).lines(isWhole).map { "  " + $0 }
      case .rest(let range): return [self[range].summary]
      }
    }
  }
}

extension ArraySlice<LayerRecord> {
  /// "... and 1,996 more, up to 'seat1999': 2 marked, 'seat7' is current"
  fileprivate var summary: String {
    func count(_ word: String, _ condition: (LayerRecord) -> Bool) -> String? {
      let number = self.count(where: condition)
      return number > 0 ? "\(number.grouped) \(word)" : nil
    }
    let facts = [
      count("hidden") { $0.layer.status.isHidden }, count("marked") { $0.layer.status.isMarked },
      first { $0.layer.status.isCurrent }.map { "'\($0.layer.name)' is current" },
    ].compactMap { $0 }
    return "... and \(self.count.grouped) more, up to '\(last?.layer.name ?? "")'"
      + (facts.isEmpty ? "" : ": " + facts.joined(separator: ", "))
  }
}

extension LayerRecord {
  /// A key that is equal for similar layers: the kinds of the layer and of the layers in it.
  fileprivate var signature: [String] {
    [layer.view == nil ? kind : layer.name] + (layers ?? []).flatMap(\.signature) + ["end"]
  }

  /// "'knob' ellipse 175,317 40 x 40, opacity 0.5, current"
  fileprivate var title: String {
    var words = ["'\(layer.name)'", kind]
    switch layer.content {
    case .image(let image, _, _): words.append(image.name.quoted)
    case .shape(let shape):
      if let text = shape.text {
        words.append(text.isEmpty ? "\"\"" : "\"\(text.shortened(to: 40).printable)\"")
      }
    case .placeholder, .group: break
    }
    words.append(place)
    return ([words.joined(separator: " ")] + attributes).joined(separator: ", ")
  }

  private var place: String {
    guard let box else { return "without finite bounds" }
    return "\(box[0].trimmed(3)),\(box[1].trimmed(3)) \(box[2].trimmed(3)) x \(box[3].trimmed(3))"
  }

  private var attributes: [String] {
    var attributes: [String] = []
    if let view = layer.view, let window = view.window.numbers.forJSON {
      let numbers = window.map { $0.trimmed(3) }
      attributes.append(
        "\(numbers[0]),\(numbers[1]) \(numbers[2]) x \(numbers[3]) of the image in its box (focus \(view.reason))"
      )
    }
    if let transform, transform[1] != 0 || transform[2] != 0 || transform[0] < 0 || transform[3] < 0 {
      attributes.append("transform \(transform.map { $0.trimmed(6) }.joined(separator: " "))")
    }
    if layer.status.isHidden { attributes.append("hidden") }
    if layer.opacity < 1 { attributes.append("opacity \(layer.opacity.scriptText)") }
    if layer.blend != .normal { attributes.append("blend \(layer.blend.rawValue)") }
    if !layer.effects.isEmpty { attributes.append(layer.effects.map(\.text).joined(separator: ", ")) }
    if !layer.clips.isEmpty { attributes.append("clipped") }
    if let mask = layer.mask { attributes.append(mask.text) }
    if !layer.status.isTouchable { attributes.append("untouchable") }
    if layer.status.isMarked { attributes.append("marked") }
    if layer.status.isCurrent { attributes.append("current") }
    return attributes
  }
}

extension String {
  /// Returns the text with at most `length` characters. A longer text ends in "...".
  fileprivate func shortened(to length: Int) -> String {
    count > length ? prefix(length - 3) + "..." : self
  }
}

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
