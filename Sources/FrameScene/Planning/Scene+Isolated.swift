import FrameImage
import FramePlan

extension Scene {
  /// Returns the scene of one layer alone, where its groups put it. The canvas is transparent, and groups do nothing to the layer but
  /// place it: neither is it cut, nor mixed with anything.
  func isolating(_ layer: Int) -> Scene {
    var scene = self
    scene.canvas.style = CanvasStyle()
    scene[layer].state.isHidden = false
    scene[layer].state.blend = .normal
    let path = path(to: layer)
    for part in path {
      for other in children(of: layers[part].parent) where other != part {
        scene[other].state.isHidden = true
      }
    }
    for group in path.dropFirst() {
      var state = scene[group].state
      (state.isHidden, state.opacity, state.blend) = (false, 1, .normal)
      (state.clip, state.mask, state.shadow, state.effects) = (nil, nil, nil, [])
      scene[group].state = state
    }
    return scene
  }
}
