import FrameModel

extension SceneTree {
  /// What of a scene SVG cannot say, and what helps; nil where it can say all of it.
  public var lostInSVG: Wording? {
    let isMixed = light == .linear && layers.contains(where: \.mixesColours)
    let isResampled = filter != .nearest && layers.contains(where: \.showsPicture)
    let what = [
      isMixed ? "that colours mix in linear light" : nil,
      isResampled ? "how pictures are resampled (\(filter.rawValue))" : nil,
    ].compactMap { $0 }
    guard !what.isEmpty else { return nil }
    return Wording(
      "SVG cannot say \(what.joined(separator: ", nor ")): viewers have their own way",
      note: isMixed ? "'light srgb' mixes as they do" : nil)
  }
}

extension SceneTree.Layer {
  /// Whether something shows through it, or mixes with what lies below; edges do too, by less than eyes see.
  fileprivate var mixesColours: Bool {
    guard !isHidden, opacity > 0 else { return false }
    if opacity < 1 || blend != .normal || shadow != nil { return true }
    if case .shape(let shape) = content {
      let paints = [shape.fill?.paint, shape.stroke?.paint].compactMap { $0 }
      return paints.contains { $0.colours.contains { $0.alpha < 1 } }
    }
    return children.contains(where: \.mixesColours)
  }

  fileprivate var showsPicture: Bool {
    guard !isHidden, opacity > 0 else { return false }
    if case .picture(let picture, _) = content { return picture.id >= 0 }
    return children.contains(where: \.showsPicture)
  }
}
