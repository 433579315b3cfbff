import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan
import FrameScene

/// A layer of a scene for `explain` and the pages of a studio, with the layers that it contains.
package struct LayerRecord: Encodable, Sendable {
  var name: String
  /// "image", "placeholder", "rect", "ellipse", "line", "arc", "path", "text" or "group".
  var kind: String
  /// The name of the image.
  var image: String?
  /// The part of the image that is shown, in upright pixels: x y width height; nil for all of it.
  var part: [Double]?
  /// What lies beyond the image's edge; nil for nothing.
  var edge: String?
  /// The string of a text.
  var text: String?
  /// The part of the upright image that a layer with a focus shows, in its pixels: x y width height.
  var window: [Double]?
  /// The reason for the window: "30%,40%", "attention" or "2 of 3 boxes of faces.json".
  var focus: String?
  /// The frame in the parent, as in `expect frame`: x y width height; nil if it is not finite.
  var frame: [Double]?
  /// The bounding box on the canvas, before the canvas is cropped: x y width height; nil if it is not finite.
  var box: [Double]?
  /// The transform, as in `expect transform`: a b c d tx ty.
  var transform: [Double]?
  /// The map from the layer's coordinates to the canvas, as in `expect map`: a b c d tx ty, or the nine numbers of a map in
  /// perspective.
  var map: [Double]?
  var opacity: Double
  var blend: String
  /// Color edits, blurs and others as statements; nil without any.
  var effects: [String]?
  var clipped: Bool
  /// The mask as a statement.
  var mask: String?
  var hidden: Bool
  var touchable: Bool
  var marked: Bool
  var current: Bool
  /// The layers of a group, from back to front.
  var layers: [LayerRecord]?

  package init(_ layer: SceneTree.Layer) {
    name = layer.name
    frame = layer.frame.numbers.forJSON
    box = layer.box.numbers.forJSON
    transform = layer.transform.numbers.forJSON
    map = layer.toScene.numbers.forJSON
    opacity = layer.opacity
    blend = layer.blend.rawValue
    effects = layer.effects.isEmpty ? nil : layer.effects.map(\.text)
    clipped = !layer.clips.isEmpty
    mask = layer.mask?.text
    window = layer.view?.window.numbers.forJSON
    focus = layer.view?.reason
    hidden = layer.status.isHidden
    touchable = layer.status.isTouchable
    marked = layer.status.isMarked
    current = layer.status.isCurrent
    switch layer.content {
    case .image(let shown, _, let style):
      kind = "image"
      image = shown.name
      part = style.part?.numbers
      edge = style.edge == .transparent ? nil : style.edge.rawValue
    case .placeholder: kind = "placeholder"
    case .shape(let shape):
      kind = shape.form.word
      text = shape.text
    case .group(let children):
      kind = "group"
      layers = children.map(LayerRecord.init)
    }
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
      count("hidden", \.hidden), count("marked", \.marked),
      first(where: \.current).map { "'\($0.name)' is current" },
    ].compactMap { $0 }
    return "... and \(self.count.grouped) more, up to '\(last?.name ?? "")'"
      + (facts.isEmpty ? "" : ": " + facts.joined(separator: ", "))
  }
}

extension LayerRecord {
  /// A key that is equal for similar layers: the kinds of the layer and of the layers in it.
  fileprivate var signature: [String] {
    [window.map { _ in name } ?? kind] + (layers ?? []).flatMap(\.signature) + ["end"]
  }

  /// "'knob' ellipse 175,317 40 x 40, opacity 0.5, current"
  fileprivate var title: String {
    var words = ["'\(name)'", kind]
    if let image { words.append(image.quoted) }
    if let text { words.append(text.isEmpty ? "\"\"" : "\"\(text.shortened(to: 40).printable)\"") }
    words.append(place)
    return ([words.joined(separator: " ")] + attributes).joined(separator: ", ")
  }

  private var place: String {
    guard let box else { return "without finite bounds" }
    return "\(box[0].trimmed(3)),\(box[1].trimmed(3)) \(box[2].trimmed(3)) x \(box[3].trimmed(3))"
  }

  private var attributes: [String] {
    var attributes: [String] = []
    if let window, let focus {
      let numbers = window.map { $0.trimmed(3) }
      attributes.append(
        "\(numbers[0]),\(numbers[1]) \(numbers[2]) x \(numbers[3]) of the image in its box (focus \(focus))")
    }
    if let transform, transform[1] != 0 || transform[2] != 0 || transform[0] < 0 || transform[3] < 0 {
      attributes.append("transform \(transform.map { $0.trimmed(6) }.joined(separator: " "))")
    }
    if hidden { attributes.append("hidden") }
    if opacity < 1 { attributes.append("opacity \(opacity.scriptText)") }
    if blend != BlendMode.normal.rawValue { attributes.append("blend \(blend)") }
    if let effects { attributes.append(effects.joined(separator: ", ")) }
    if clipped { attributes.append("clipped") }
    if let mask { attributes.append(mask) }
    if !touchable { attributes.append("untouchable") }
    if marked { attributes.append("marked") }
    if current { attributes.append("current") }
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
