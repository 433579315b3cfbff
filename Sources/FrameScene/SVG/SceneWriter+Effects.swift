import FrameGeometry
import FramePlan

/// Effects as filters.
extension SceneWriter {
  /// Defines the filter of a layer's effects.
  ///
  /// - Returns: The value of an attribute that refers to it; nil if nothing changes, or nothing that SVG can express.
  mutating func effectFilter(of layer: SceneTree.Layer, named name: String) -> String? {
    let primitives = primitives(of: layer)
    guard !primitives.isEmpty else { return nil }
    // SVG's own region is that of the box, which cuts wide strokes off, and is empty for a straight line.
    return defineFilter(primitives, in: visibleArea(in: layer.sceneMatrix), for: "\(name)-effects")
  }

  private func primitives(of layer: SceneTree.Layer) -> [SVGElement] {
    var primitives: [SVGElement] = []
    var edits: [ColorEdit] = []
    func colors() -> [SVGElement] { ColorFunction(edits).stages.svg }
    for (i, effect) in layer.effects.enumerated() {
      switch effect {
      case .color(let edit): edits.append(edit)
      case .neighborhood(let edit, _):
        guard effect.isInSVG else { continue }
        primitives += colors()
        edits = []
        switch edit {
        case .blur(let radius): primitives += blur(radius, of: layer)
        case .sharpen(let amount, let radius, _):
          primitives += sharpening(amount, radius, of: layer, id: "sharp\(i)", isFirst: primitives.isEmpty)
        case .pixelate, .effect: break
        }
      case .sharpenOutput: break
      }
    }
    return primitives + colors()
  }

  private func blur(_ radius: Double, of layer: SceneTree.Layer) -> [SVGElement] {
    var blur = SVGElement("feGaussianBlur", [("stdDeviation", deviation(radius, in: layer))])
    if scene.lights[layer.light] == .linear { blur["color-interpolation-filters"] = "linearRGB" }
    guard layer.isOpaqueImage else { return [blur] }
    // The image stays opaque up to its edge, as if it continued.
    return [blur, .opaque(), SVGElement("feComposite", [("operator", "in"), ("in2", "SourceAlpha")])]
  }

  /// Returns an unsharp mask of colors without alpha, because alpha stays as it is.
  ///
  /// - Parameters:
  ///   - id: The prefix of the names of intermediate results.
  ///   - isFirst: True if nothing is filtered before.
  private func sharpening(
    _ amount: Double, _ radius: Double, of layer: SceneTree.Layer, id: String, isFirst: Bool
  ) -> [SVGElement] {
    // A primitive with a name takes the last result, or else the layer.
    let given = isFirst ? "SourceGraphic" : id
    return (isFirst ? [] : [SVGElement("feOffset", [("result", id)])]) + [
      SVGElement("feGaussianBlur", [("in", given), ("stdDeviation", deviation(radius, in: layer))]),
      .opaque([("result", "\(id)-blur")]), .opaque([("in", given)]),
      SVGElement(
        "feComposite",
        [
          ("operator", "arithmetic"), ("k2", (1 + amount).scriptText), ("in2", "\(id)-blur"),
          ("k3", (-amount).scriptText),
        ]),
      SVGElement("feComposite", [("operator", "in"), ("in2", given)]),
    ]
  }

  private func deviation(_ length: Double, in layer: SceneTree.Layer) -> String {
    layer.matrix.deviation(length, toOutput: layer.sceneMatrix.concatenating(scene.toOutput))
  }
}

extension AffineTransform {
  /// Returns the value of `stdDeviation` for a blur that is round in the output, in the coordinates that this transform maps: two
  /// numbers if they are stretched along their axes. In skewed coordinates, a blur of SVG is never round.
  ///
  /// - Parameters:
  ///   - length: The standard deviation in the coordinates to which this transform maps.
  ///   - toOutput: From the coordinates that this transform maps to output pixels.
  func deviation(_ length: Double, toOutput: AffineTransform) -> String {
    let t = toOutput
    let (x, y) = ((t.a * t.a + t.b * t.b).squareRoot(), (t.c * t.c + t.d * t.d).squareRoot())
    let isSkewed = abs(t.a * t.c + t.b * t.d) > 1e-9 * x * y
    guard !isSkewed, x > 0, y > 0, abs(x - y) > 1e-9 * y else { return (length / meanScale).scriptText }
    let pixels = length * (toOutput.meanScale / meanScale)
    return "\((pixels / x).scriptText) \((pixels / y).scriptText)"
  }
}

extension SVGElement {
  /// Returns the primitive that makes every pixel opaque, with its color without alpha.
  fileprivate static func opaque(_ attributes: [(String, String)] = []) -> SVGElement {
    SVGElement("feColorMatrix", attributes + [("values", "1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1")])
  }
}

extension SceneTree.Layer {
  /// True for an image that has no alpha, all of which is drawn.
  fileprivate var isOpaqueImage: Bool {
    guard case .image(let image, _, _) = content else { return false }
    return !image.pixels.channels.hasAlpha
  }

  fileprivate var light: RenderPlan.LightUse { if case .image = content { .resampling } else { .blending } }

  /// How far outside of an area the layer's pixels still affect it, in output pixels: through its shadow, and through blurs.
  ///
  /// - Parameter toOutput: from the scene's coordinates to output pixels.
  func reach(toOutput: AffineTransform) -> (shadow: Double, effects: Double) {
    let lengths = lengths(toOutput)
    guard lengths.isFinite else { return (0, 0) }
    var blurred = 0.0
    for case .neighborhood(let edit, _) in effects.filter(\.isInSVG) {
      switch edit {
      case .blur(let radius), .sharpen(_, let radius, _): blurred += CellGaussian.deviations * radius
      case .pixelate, .effect: break
      }
    }
    return ((shadow?.reach ?? 0) * lengths, blurred * lengths)
  }

  /// The factor from lengths in the layer's parent to output pixels.
  private func lengths(_ toOutput: AffineTransform) -> Double {
    sceneMatrix.concatenating(toOutput).meanScale / matrix.meanScale
  }

  /// The layer without the effects that change no pixel of the output.
  fileprivate func withoutIdleEffects(_ toOutput: AffineTransform) -> SceneTree.Layer {
    var layer = self
    let lengths = lengths(toOutput)
    layer.effects.removeAll {
      if case .neighborhood(let edit, _) = $0 { edit.scaled(by: lengths).changesNothing } else { false }
    }
    if case .group(let layers) = content {
      layer.content = .group(layers.map { $0.withoutIdleEffects(toOutput) })
    }
    return layer
  }
}

extension [SceneTree.Layer] {
  /// The largest sum of the reaches of a visible layer and of the groups around it.
  func reach(toOutput: AffineTransform) -> Double {
    filter(\.isVisible).map { layer in
      let own = layer.reach(toOutput: toOutput)
      return own.shadow + own.effects + layer.children.reach(toOutput: toOutput)
    }.max() ?? 0
  }
}

extension SceneTree {
  /// The scene without the effects that change no pixel of the output, of which SVG may express more than of others.
  package var withoutIdleEffects: SceneTree {
    var tree = self
    tree.layers = layers.map { $0.withoutIdleEffects(toOutput) }
    tree.masks = masks.map { $0.withoutIdleEffects(toOutput) }
    return tree
  }
}

extension LayerEffect {
  /// False if SVG has no filter for it.
  package var isInSVG: Bool {
    switch self {
    case .color(let edit):
      !ColorFunction([edit]).stages.contains { stage in
        switch stage {
        case .cube, .mixed: true
        case .matrix, .curves: false
        }
      }
    case .neighborhood(.blur, let area): area == nil
    case .neighborhood(.sharpen(_, _, let threshold), let area): area == nil && threshold == 0
    case .neighborhood, .sharpenOutput: false
    }
  }
}

extension [ColorStage] {
  /// The filter primitives; none for cubes, which SVG does not have.
  ///
  /// Matrices of light are computed in light by the viewer, and curves are between encoded samples: viewers look them up with
  /// 8 bits, which are too few for dark light.
  fileprivate var svg: [SVGElement] {
    var stages = self
    var isInLight = [Bool](repeating: false, count: count)
    for i in indices.dropFirst().dropLast() {
      guard case .matrix = stages[i], case .curves(let before) = stages[i - 1],
        case .curves(let after) = stages[i + 1], before.endsInLight || after.startsInLight
      else { continue }
      isInLight[i] = true
      stages[i - 1] = .curves(before.then(.all(ToneFunction(.encode))))
      stages[i + 1] = .curves(.all(ToneFunction(.decode)).then(after))
    }
    return zip(stages, isInLight).compactMap { $0.svg(inLight: $1) }
  }
}

extension ToneCurves {
  /// True if results are linear samples.
  fileprivate var endsInLight: Bool {
    functions.allSatisfy { $0.steps.last { !$0.isAffine } == .decode }
  }

  /// True if it takes linear samples.
  fileprivate var startsInLight: Bool {
    functions.allSatisfy { $0.steps.first { !$0.isAffine } == .encode }
  }
}

extension ToneFunction.Step {
  fileprivate var isAffine: Bool { if case .affine = self { true } else { false } }
}

extension ColorStage {
  /// The filter primitive; nil for a cube, and for curves that change nothing.
  fileprivate func svg(inLight: Bool) -> SVGElement? {
    switch self {
    case .cube, .mixed: return nil
    case .matrix(let matrix):
      let numbers = matrix.rows.flatMap(\.self) + [0, 0, 0, 1, 0]
      let light = inLight ? [("color-interpolation-filters", "linearRGB")] : []
      return SVGElement(
        "feColorMatrix", light + [("values", numbers.map(\.scriptText).joined(separator: " "))])
    case .curves(let curves):
      let functions = zip(["R", "G", "B"], curves.functions).filter { !$1.steps.isEmpty }
      guard !functions.isEmpty else { return nil }
      return SVGElement(
        "feComponentTransfer", [],
        functions.map { SVGElement("feFunc\($0)", [("type", $1.svgType), ("tableValues", $1.svgTable)]) })
    }
  }
}

extension ToneFunction {
  /// A function with jumps has a constant value for each 8-bit code; any other is interpolated.
  fileprivate var svgType: String { steps.contains(where: \.jumps) ? "discrete" : "table" }

  /// The values at all 8-bit codes.
  fileprivate var svgTable: String {
    (0...255).map { code in
      let value = self(Double(code) / 255, .sRGB)
      return ((min(max(value, 0), 1) * 1e5).rounded() / 1e5).scriptText
    }.joined(separator: " ")
  }
}
