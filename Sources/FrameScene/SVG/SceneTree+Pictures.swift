import FrameGeometry
import FrameImage
import FramePlan

extension SceneTree {
  /// Replaces a layer, also where it is a mask, by a picture of it.
  ///
  /// - Parameter picture: an image, and the pixels of the output where it is; nil if the output shows nothing of the layer.
  package mutating func replace(_ name: String, by picture: (image: SourceImage, place: PixelRect)?) {
    layers = layers.map { $0.replacing(name, by: picture, toScene: .identity, toOutput) }
    // A picture of a mask has its place in the scene, outside of any group.
    masks = masks.map { $0.replacing(name, by: picture, toScene: .identity, toOutput) }
  }
}

extension SceneTree.Layer {
  /// - Parameter parentToScene: from the coordinates of the layer's parent.
  fileprivate func replacing(
    _ other: String, by picture: (image: SourceImage, place: PixelRect)?, toScene parentToScene: PlaneMap,
    _ toOutput: AffineTransform
  ) -> SceneTree.Layer {
    var layer = self
    if name == other {
      (layer.opacity, layer.clips, layer.mask, layer.shadow, layer.effects) = (1, [], nil, nil, [])
      guard let (image, place) = picture, let fromOutput = toOutput.inverse,
        let fromScene = parentToScene.inverse
      else {
        layer.content = .group([])
        return layer
      }
      layer.content = .image(image, placement: .identity)
      layer.bounds = Rect(origin: .zero, size: Size(place.size))
      (layer.drawn, layer.hasOwnPerspective) = (layer.bounds, false)
      let move = AffineTransform(translationX: Double(place.x), y: Double(place.y))
      layer.toScene = .affine(move.concatenating(fromOutput))
      layer.toParent = layer.toScene.concatenating(fromScene)
    } else if case .group(let children) = content {
      layer.content = .group(children.map { $0.replacing(other, by: picture, toScene: toScene, toOutput) })
    }
    return layer
  }
}
