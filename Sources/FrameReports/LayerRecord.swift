import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan
import FrameScene

/// A layer of a scene for `explain` and the pages of a studio, with the layers that it contains.
package struct LayerRecord: Encodable, Sendable {
  fileprivate let layer: SceneTree.Layer

  package init(_ layer: SceneTree.Layer) { self.layer = layer }

  package func encode(to encoder: any Encoder) throws {
    var fields: JSONFields = [
      "name": layer.name, "kind": kind, "image": image, "text": text,
      // In the parent, as in `expect frame`: x y width height; nil if it is not finite.
      "frame": layer.frame.numbers.forJSON,
      // The bounding box on the canvas, before the canvas is cropped: x y width height; nil if it is not finite.
      "box": layer.box.numbers.forJSON,
      // As in `expect transform`: a b c d tx ty.
      "transform": layer.transform.numbers.forJSON,
      // From the layer's coordinates to the canvas, as in `expect map`: a b c d tx ty, or nine numbers in perspective.
      "map": layer.toScene.numbers.forJSON,
      "opacity": layer.opacity, "blend": layer.blend.rawValue,
      // As statements, like the mask.
      "effects": layer.effects.isEmpty ? nil : layer.effects.map(\.text),
      "clipped": !layer.clips.isEmpty, "mask": layer.mask?.text,
      // The part of the upright image that a layer with a focus shows, in its pixels: x y width height.
      "window": layer.view?.window.numbers.forJSON,
      // The reason for the window: "30%,40%", "attention" or "2 of 3 boxes of faces.json".
      "focus": layer.view?.reason,
      "hidden": layer.status.isHidden, "touchable": layer.status.isTouchable, "marked": layer.status.isMarked,
      "current": layer.status.isCurrent, "layers": layers,
    ]
    if case .image(_, _, let style) = layer.content {
      // In upright pixels: x y width height; nil for the whole image.
      fields["part"] = style.part?.numbers
      fields["edge"] = style.edge == .transparent ? nil : style.edge.rawValue
    }
    try fields.encode(to: encoder)
  }

  /// "image", "placeholder", "rect", "ellipse", "line", "arc", "path", "text" or "group".
  private var kind: String {
    switch layer.content {
    case .image: "image"
    case .placeholder: "placeholder"
    case .shape(let shape): shape.form.word
    case .group: "group"
    }
  }

  private var image: String? { if case .image(let shown, _, _) = layer.content { shown.name } else { nil } }

  /// The string of a text.
  private var text: String? { if case .shape(let shape) = layer.content { shape.text } else { nil } }

  /// The layers of a group, from back to front.
  private var layers: [LayerRecord]? {
    if case .group(let children) = layer.content { children.map(LayerRecord.init) } else { nil }
  }
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
      case .one(let index): return self[index].lines(isWhole)
      case .rest(let range): return [self[range].summary]
      }
    }
  }
}

extension ArraySlice<LayerRecord> {
  /// "... and 1,996 more, up to 'seat1999': 2 marked, 'seat7' is current"
  fileprivate var summary: String {
    func count(_ word: String, _ condition: (SceneTree.Status) -> Bool) -> String? {
      let number = self.count { condition($0.layer.status) }
      return number > 0 ? "\(number.grouped) \(word)" : nil
    }
    let facts = [
      count("hidden", \.isHidden), count("marked", \.isMarked),
      first(where: \.layer.status.isCurrent).map { "'\($0.layer.name)' is current" },
    ].compactMap { $0 }
    return "... and \(self.count.grouped) more, up to '\(last?.layer.name ?? "")'"
      + (facts.isEmpty ? "" : ": " + facts.joined(separator: ", "))
  }
}

extension LayerRecord {
  /// A key that is equal for similar layers: the kinds of the layer and of the layers in it.
  fileprivate var signature: [String] {
    [layer.view.map { _ in layer.name } ?? kind] + (layers ?? []).flatMap(\.signature) + ["end"]
  }

  fileprivate func lines(_ isWhole: Bool) -> [String] {
    [title] + (layers ?? []).lines(isWhole).map { "  " + $0 }
  }

  /// "'knob' ellipse 175,317 40 x 40, opacity 0.5, current"
  private var title: String {
    var words = ["'\(layer.name)'", kind]
    if let image { words.append(image.quoted) }
    if let text { words.append(text.isEmpty ? "\"\"" : "\"\(text.shortened(to: 40).printable)\"") }
    words.append(layer.box.numbers.forJSON.map(Self.place) ?? "without finite bounds")
    return ([words.joined(separator: " ")] + attributes).joined(separator: ", ")
  }

  private static func place(_ box: [Double]) -> String {
    "\(box[0].trimmed(3)),\(box[1].trimmed(3)) \(box[2].trimmed(3)) x \(box[3].trimmed(3))"
  }

  private var attributes: [String] {
    var attributes: [String] = []
    if let view = layer.view, let window = view.window.numbers.forJSON {
      attributes.append("\(Self.place(window)) of the image in its box (focus \(view.reason))")
    }
    if let transform = layer.transform.numbers.forJSON,
      transform[1] != 0 || transform[2] != 0 || transform[0] < 0 || transform[3] < 0
    {
      attributes.append("transform \(transform.map { $0.trimmed(6) }.joined(separator: " "))")
    }
    let status = layer.status
    if status.isHidden { attributes.append("hidden") }
    if layer.opacity < 1 { attributes.append("opacity \(layer.opacity.scriptText)") }
    if layer.blend != .normal { attributes.append("blend \(layer.blend.rawValue)") }
    attributes += layer.effects.map(\.text)
    if !layer.clips.isEmpty { attributes.append("clipped") }
    if let mask = layer.mask { attributes.append(mask.text) }
    if !status.isTouchable { attributes.append("untouchable") }
    if status.isMarked { attributes.append("marked") }
    if status.isCurrent { attributes.append("current") }
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
