import FrameModel

/// A layer of a scene as `explain` tells it, with those that lie in it.
public struct LayerRecord: Encodable, Sendable {
  var name: String
  /// "image", "placeholder", "rect", "ellipse", "line", "arc", "path", "text" or "group".
  var kind: String
  /// The image's name.
  var image: String?
  /// What a text says.
  var text: String?
  /// x y width height in what it lies in, as `expect frame` has it; nil where those are no numbers.
  var frame: [Double]?
  /// The same on the canvas, before that is cut or moved.
  var box: [Double]?
  /// a b c d tx ty, as `expect transform` has it.
  var transform: [Double]?
  /// a b c d tx ty, the layer's coordinates to the canvas's, as `expect map` has it.
  var map: [Double]?
  var opacity: Double
  var blend: String
  var clipped: Bool
  var hidden: Bool
  var touchable: Bool
  var marked: Bool
  var current: Bool
  /// What lies in a group, from the back.
  var layers: [LayerRecord]?

  init(_ layer: SceneTree.Layer) {
    name = layer.name
    frame = layer.frame.numbers.told
    box = layer.box.numbers.told
    transform = layer.transform.numbers.told
    map = layer.toScene.numbers.told
    opacity = layer.opacity
    blend = layer.blend.rawValue
    clipped = layer.clip != nil
    hidden = layer.isHidden
    touchable = layer.isTouchable
    marked = layer.isMarked
    current = layer.isCurrent
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
  /// JSON has no others. What rounding left on the way, as in 10.000000000000002, is left out.
  fileprivate var told: [Double]? {
    guard allSatisfy(\.isFinite) else { return nil }
    return map { abs($0) < 1e6 ? ($0 * 1e9).rounded() / 1e9 : $0 }
  }
}
