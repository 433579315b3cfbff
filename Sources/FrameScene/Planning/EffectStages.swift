import FrameGeometry
import FrameImage
import FrameRender
import FrameScript

/// A layer's effects as stages of a plan: neighboring color edits are one.
struct EffectStages {
  /// All but the last one, if it changes colors.
  let stages: [Stage]
  /// What the last stage does to colors.
  let colors: ColorFunction
  /// The distance in output pixels within which pixels outside of the output matter; 0 if each pixel is on its own.
  let reach: Double

  enum Stage {
    case colors(ColorFunction)
    case neighborhood(RenderPlan.Neighborhood, box: Rect, area: RenderPlan.Clip?)

    /// Returns the item of items after the stage.
    ///
    /// - Parameter outline: that of an image that is continued beyond it; nil for other items.
    func item(
      of items: [RenderPlan.Item], in layer: SceneLayer, outline: RenderPlan.Clip?
    ) -> RenderPlan.Item {
      switch self {
      case .colors(let function):
        .group(RenderPlan.GroupDraw(layer: layer.name, items: items, colors: function))
      case .neighborhood(let operation, let box, let area):
        .neighborhood(
          RenderPlan.NeighborhoodDraw(
            layer: layer.name, items: items, operation, box: box, area: area,
            outline: operation.countsPixels ? outline : nil))
      }
    }
  }

  /// - Parameters:
  ///   - matrix: from the layer's coordinates to output pixels.
  ///   - lengths: the factor from lengths in the layer's parent to output pixels.
  init(_ layer: SceneLayer, _ matrix: AffineTransform, lengths: Double) throws(ScriptError) {
    var stages: [Stage] = []
    var edits: [ColorEdit] = []
    func colors() throws(ScriptError) -> ColorFunction {
      let function = ColorFunction(edits)
      guard function.isBounded else {
        throw ScriptError(.notFinite("the color edits of '\(layer.name)'"), at: layer.lastEdit)
      }
      return function
    }
    var reach = 0.0
    for effect in layer.state.effects {
      switch effect {
      case .color(let edit): edits.append(edit)
      case .neighborhood(let edit):
        guard let operation = try edit.operation.scaled(by: lengths, of: layer, matrix) else { continue }
        let function = try colors()
        if !function.isIdentity { stages.append(.colors(function)) }
        edits = []
        let area = edit.area.map { RenderPlan.Clip($0.path, rule: $0.rule, matrix: matrix) }
        let box = edit.area?.path.boundingBox ?? layer.bounds
        stages.append(.neighborhood(operation, box: box.applying(matrix), area: area))
        reach += operation.reach
      }
    }
    self.stages = stages
    self.colors = try colors()
    self.reach = reach
  }
}

extension NeighborhoodEdit.Operation {
  /// Returns the operation in output pixels; nil if it changes nothing.
  fileprivate func scaled(
    by scale: Double, of layer: SceneLayer, _ matrix: AffineTransform
  ) throws(ScriptError) -> RenderPlan.Neighborhood? {
    switch self {
    case .blur(let radius):
      let deviation = try Self.limited(radius * scale, of: layer)
      return deviation > 0 ? .blur(deviation: deviation) : nil
    case .sharpen(let amount, let radius, let threshold):
      let deviation = try Self.limited(radius * scale, of: layer)
      return amount > 0 && deviation > 0
        ? .sharpen(amount: amount, deviation: deviation, threshold: threshold) : nil
    case .pixelate(let size):
      let side = try Self.limited(size * scale, of: layer)
      return side > 1 ? .pixelate(size: side) : nil
    case .sharpenOutput: return Self.sharpening(of: layer, matrix)
    case .effect(let effect, let values):
      let values = effect.declaration.scaled(values, by: scale)
      let reach = effect.declaration.reach.pixels(values)
      try Planner.check(reach, .reach, atMost: EffectDeclaration.maximumReach, of: layer)
      return .effect(effect, values: values, scale: scale)
    }
  }

  /// Lengths that are smaller have no effect in 16 bits.
  private static let least = 0.05
  /// Pixels are drawn as far around the output as a blur reaches, so the work grows with its square.
  private static let largest = 2048

  private static func limited(_ length: Double, of layer: SceneLayer) throws(ScriptError) -> Double {
    try Planner.check(length, .radius, atMost: largest, of: layer)
    return length < least ? 0 : length
  }

  /// A reduced image has lost the contrast of its finest detail: about as much as this mask restores.
  private static func sharpening(of layer: SceneLayer, _ matrix: AffineTransform) -> RenderPlan.Neighborhood?
  {
    guard case .image(let image?) = layer.shown else { return nil }
    let shown = layer.state.image.part(of: image.uprightSize).size
    let scale = layer.size.width * matrix.singularValues.large / shown.width
    return scale < 0.9 ? .sharpen(amount: 0.5, deviation: 0.6, threshold: 0) : nil
  }
}

extension Planner {
  /// - Parameter length: in output pixels.
  /// - Throws: an error at the last edit's line for a length above the limit.
  static func check(
    _ length: Double, _ kind: LimitExceeded.Kind, atMost limit: Int, of layer: SceneLayer
  ) throws(ScriptError) {
    guard length > Double(limit) else { return }
    // Beyond every limit, but still an integer.
    let needed = Int(min(length.rounded(.up), 1e15))
    throw ScriptError(.limit(LimitExceeded(kind, needed: needed, allowed: limit)), at: layer.lastEdit)
  }
}
