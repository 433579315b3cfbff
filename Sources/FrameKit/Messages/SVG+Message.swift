import FrameModel

extension SceneTree {
  /// What of a scene SVG cannot say, and what helps; nil where it can say all of it.
  public var lostInSVG: Message? {
    let isMixed = light == .linear && layers.contains(where: \.mixesColors)
    let isResampled = filter != .nearest && layers.contains(where: \.showsImage)
    let what = [
      isMixed ? "that colors mix in linear light" : nil,
      isResampled ? "how images are resampled (\(filter.rawValue))" : nil,
    ].compactMap { $0 }
    guard !what.isEmpty else { return nil }
    return Message(
      "SVG cannot say \(what.joined(separator: ", nor ")): viewers have their own way",
      note: isMixed ? "'light srgb' mixes as they do" : nil)
  }
}

extension SceneTree.Layer {
  /// Whether something shows through it, or mixes with what lies below; edges do too, by less than eyes see.
  fileprivate var mixesColors: Bool {
    guard !isHidden, opacity > 0 else { return false }
    if opacity < 1 || blend != .normal || shadow != nil { return true }
    if case .shape(let shape) = content {
      let paints = [shape.fill?.paint, shape.stroke?.paint].compactMap { $0 }
      return paints.contains { $0.colors.contains { $0.alpha < 1 } }
    }
    return children.contains(where: \.mixesColors)
  }

  fileprivate var showsImage: Bool {
    guard !isHidden, opacity > 0 else { return false }
    if case .image(let image, _) = content { return image.id >= 0 }
    return children.contains(where: \.showsImage)
  }
}
