import FrameGeometry
import FrameImage
import FrameScene

/// What SVG cannot express.
package enum SVGLoss: Equatable, Sendable {
  /// Viewers use methods of their own.
  case otherMethods(blending: Bool, filter: Filter?)
  case edgeModes
  /// Blurred images are not continued beyond their edges.
  case blurredEdges
  /// The layer is drawn without its perspective.
  case perspective(layer: String)
  /// An edit of a layer, by its statement.
  case edit(String, layer: String)
  /// This many further edits.
  case furtherEdits(Int)

  /// True if something is left out, which may have been there to hide what is below it.
  package var isOmission: Bool {
    switch self {
    case .otherMethods, .edgeModes, .blurredEdges: false
    case .perspective, .edit, .furtherEdits: true
    }
  }

  package var message: Message {
    switch self {
    case .otherMethods(let isBlended, let filter):
      let methods = [
        isBlended ? "blending in linear light" : nil, filter.map { "the filter \($0.rawValue)" },
      ].compactMap(\.self)
      return Message(
        "SVG cannot express \(methods.joined(separator: " or ")): viewers use their own method",
        hint: isBlended ? "'light blend srgb' blends as viewers do" : nil)
    case .edgeModes:
      return Message(
        "SVG cannot express edge modes: nothing is drawn beyond the edges of images", .use(.rasterLayers))
    case .blurredEdges:
      return Message(
        "SVG cannot continue images beyond their edges: blurs differ there", .use(.rasterLayers))
    case .perspective(let layer):
      return Message(
        "SVG has no perspective: '\(layer)' is drawn by the affine map that its middle has",
        .use(.rasterLayers))
    case .edit(let edit, let layer):
      return Message("SVG cannot express \(edit): '\(layer)' is drawn without it", .use(.rasterLayers))
    case .furtherEdits(let count):
      return Message("\(count) more \(count == 1 ? "edit is" : "edits are") left out")
    }
  }
}

extension SceneTree {
  /// The number of edits that are named.
  private static let mostNamed = 8

  /// What of the scene SVG cannot express.
  package var svgLosses: [SVGLoss] {
    let layers = withoutIdleEffects.visibleLayers
    var losses: [SVGLoss] = []
    let isBlended = lights.blending == .linear && layers.contains(where: \.mixesColors)
    let isResampled = filter != .nearest && layers.contains { $0.isResampled(toOutput) }
    if isBlended || isResampled {
      losses.append(.otherMethods(blending: isBlended, filter: isResampled ? filter : nil))
    }
    if layers.contains(where: \.fillsPlane) { losses.append(.edgeModes) }
    if layers.contains(where: \.blursImage) { losses.append(.blurredEdges) }
    // A mask may also be visible itself.
    var edits: [SVGLoss] = []
    for edit in layers.flatMap(\.editsWithoutSVG) where !edits.contains(edit) { edits.append(edit) }
    losses += edits.prefix(Self.mostNamed)
    if edits.count > Self.mostNamed { losses.append(.furtherEdits(edits.count - Self.mostNamed)) }
    return losses
  }

  /// The names of the layers that SVG cannot express as they are, and of none inside another one.
  package var layersBeyondSVG: [String] {
    var names: [String] = []
    for name in withoutIdleEffects.visibleLayers.flatMap(\.layersBeyondSVG) where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

extension SceneTree.Layer {
  fileprivate var layersBeyondSVG: [String] {
    guard isVisible else { return [] }
    if isProjective || effects.contains(where: { $0.statementWithoutSVG != nil }) { return [name] }
    if case .group(let children) = content { return children.flatMap(\.layersBeyondSVG) }
    return fillsPlane || blursImage ? [name] : []
  }

  /// True if the layer is partly transparent or mixes with the layers below it. Antialiased edges mix too, but the
  /// difference is not visible.
  fileprivate var mixesColors: Bool {
    guard isVisible else { return false }
    if opacity < 1 || blend != .normal || shadow != nil || mask != nil || isBlurred { return true }
    if case .shape(let shape) = content {
      let paints = [shape.fill?.paint, shape.stroke?.paint].compactMap { $0 }
      return paints.contains { $0.colors.contains { $0.alpha < 1 } }
    }
    return children.contains(where: \.mixesColors)
  }

  /// True if a blur makes its edges soft.
  private var isBlurred: Bool {
    if case .image = content { return false }
    return effects.contains(where: \.isBlurInSVG)
  }

  /// True if a blur reaches beyond the edge of an image.
  fileprivate var blursImage: Bool {
    guard isVisible else { return false }
    if case .image = content { return effects.contains(where: \.isBlurInSVG) }
    return children.contains(where: \.blursImage)
  }

  /// True if an image is continued beyond its edge.
  fileprivate var fillsPlane: Bool {
    guard isVisible else { return false }
    if case .image(_, _, let style) = content { return style.edge != .transparent }
    return children.contains(where: \.fillsPlane)
  }

  /// True if an image is shown otherwise than pixel by pixel.
  fileprivate func isResampled(_ toOutput: AffineTransform) -> Bool {
    guard isVisible else { return false }
    guard case .image(let image, let placement, let style) = content else {
      return children.contains { $0.isResampled(toOutput) }
    }
    let matrix = toScene.affine.map { placement.concatenating($0).concatenating(toOutput) }
    return image.id >= 0 && (style.unwarp != nil || matrix?.rightAngleForm == nil)
  }

  /// The edits that SVG has no filter for.
  fileprivate var editsWithoutSVG: [SVGLoss] {
    guard isVisible else { return [] }
    let perspective = isProjective ? [SVGLoss.perspective(layer: name)] : []
    return perspective + effects.compactMap(\.statementWithoutSVG).map { .edit($0, layer: name) }
      + children.flatMap(\.editsWithoutSVG)
  }

  /// True if the layer's map to its parent, or the map of its photo, is not affine.
  private var isProjective: Bool {
    if case .image(_, _, let style) = content, style.unwarp != nil { return true }
    return toParent.affine == nil
  }
}

extension LayerEffect {
  fileprivate var isBlurInSVG: Bool {
    if case .neighborhood(.blur, _) = self { isInSVG } else { false }
  }

  /// The statement of an edit that SVG has no filter for, with the reason if it has one for others of the kind; nil for an edit
  /// in SVG.
  fileprivate var statementWithoutSVG: String? {
    guard !isInSVG else { return nil }
    switch self {
    // Of the color edits, only a lookup table may be a cube.
    case .color: return "'lut'"
    case .sharpenOutput: return "'sharpen output'"
    case .neighborhood(let edit, let area):
      let reason =
        switch edit {
        case .blur: " in an area"
        case .sharpen: area == nil ? " with a threshold" : " in an area"
        case .pixelate, .effect: ""
        }
      return "'\(edit.name)'\(reason)"
    }
  }
}
