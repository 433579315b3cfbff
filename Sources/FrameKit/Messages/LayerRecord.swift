import FrameCodec
import FrameGeometry
import FrameImage
import FrameScene

/// A layer of a scene in the report of `explain`, with the layers that it contains.
package struct LayerRecord: Encodable, Sendable {
  var name: String
  /// "image", "placeholder", "rect", "ellipse", "line", "arc", "path", "text" or "group".
  var kind: String
  /// The name of the image.
  var image: String?
  /// The string of a text.
  var text: String?
  /// The frame in the parent, as in `expect frame`: x y width height; nil if it is not finite.
  var frame: [Double]?
  /// The bounding box on the canvas, before the canvas is cropped: x y width height; nil if it is not finite.
  var box: [Double]?
  /// The transform, as in `expect transform`: a b c d tx ty.
  var transform: [Double]?
  /// The map from the layer's coordinates to the canvas, as in `expect map`: a b c d tx ty.
  var map: [Double]?
  var opacity: Double
  var blend: String
  var clipped: Bool
  var hidden: Bool
  var touchable: Bool
  var marked: Bool
  var current: Bool
  /// The layers of a group, from back to front.
  var layers: [LayerRecord]?

  init(_ layer: SceneTree.Layer) {
    name = layer.name
    frame = layer.frame.numbers.forJSON
    box = layer.box.numbers.forJSON
    transform = layer.transform.numbers.forJSON
    map = layer.toScene.numbers.forJSON
    opacity = layer.opacity
    blend = layer.blend.rawValue
    clipped = layer.clip != nil
    hidden = layer.status.isHidden
    touchable = layer.status.isTouchable
    marked = layer.status.isMarked
    current = layer.status.isCurrent
    switch layer.content {
    case .image(let shown, _):
      kind = "image"
      image = shown.name
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

extension AffineTransform {
  fileprivate var numbers: [Double] { [a, b, c, d, tx, ty] }
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
  fileprivate var signature: [String] { [kind] + (layers ?? []).flatMap(\.signature) + ["end"] }

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
    if let transform, transform[1] != 0 || transform[2] != 0 || transform[0] < 0 || transform[3] < 0 {
      attributes.append("transform \(transform.map { $0.trimmed(6) }.joined(separator: " "))")
    }
    if hidden { attributes.append("hidden") }
    if opacity < 1 { attributes.append("opacity \(opacity.scriptText)") }
    if blend != BlendMode.normal.rawValue { attributes.append("blend \(blend)") }
    if clipped { attributes.append("clipped") }
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
