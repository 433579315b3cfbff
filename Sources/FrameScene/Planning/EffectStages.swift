import FrameGeometry
import FrameImage
import FramePlan

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
    case neighborhood(NeighborhoodEdit, box: Rect, area: RenderPlan.Clip?)

    /// Returns the item of items after the stage.
    ///
    /// - Parameter outline: that of an image that is continued beyond it; nil for other items.
    func item(
      of items: [RenderPlan.Item], in layer: SceneLayer, outline: RenderPlan.Clip?
    ) -> RenderPlan.Item {
      switch self {
      case .colors(let function):
        .group(
          RenderPlan.GroupDraw(layer: layer.name, items: items, colors: function, light: layer.light))
      case .neighborhood(let edit, let box, let area):
        .neighborhood(
          RenderPlan.NeighborhoodDraw(
            layer: layer.name, items: items, edit, box: box, area: area,
            outline: edit.countsPixels ? outline : nil, light: layer.light))
      }
    }
  }

  /// - Parameters:
  ///   - matrix: from the layer's coordinates to output pixels.
  ///   - lengths: the factor from lengths in the layer's parent to output pixels.
  init(_ layer: SceneLayer, _ matrix: PlaneMap, lengths: Double) throws(SceneError) {
    var stages: [Stage] = []
    var edits: [ColorEdit] = []
    func colors() throws(SceneError) -> ColorFunction {
      let function = ColorFunction(edits)
      guard function.isBounded else {
        throw SceneError(.notFinite("the result of the color edits of '\(layer.name)'"), at: layer.lastEdit)
      }
      return function
    }
    var reach = 0.0
    for effect in layer.state.effects {
      let edit: NeighborhoodEdit?
      switch effect {
      case .color(let color):
        edits.append(color)
        continue
      case .neighborhood(let given, _): edit = given.scaled(by: lengths)
      case .sharpenOutput: edit = Self.sharpening(of: layer, matrix)
      }
      guard let edit else { continue }
      try Self.check(edit, of: layer)
      guard !edit.changesNothing else { continue }
      let function = try colors()
      if !function.isIdentity { stages.append(.colors(function)) }
      edits = []
      let area = effect.area.map { RenderPlan.Clip($0.path, rule: $0.rule, map: matrix) }
      let box = effect.area?.path.boundingBox ?? layer.bounds
      stages.append(.neighborhood(edit, box: box.applying(matrix), area: area))
      reach += edit.reach
    }
    self.stages = stages
    self.colors = try colors()
    self.reach = reach
  }
}

extension EffectStages {
  /// Pixels are drawn as far around the output as a blur reaches, so the work grows with its square.
  private static let largestLength = 2048

  /// - Parameter edit: with lengths in output pixels.
  private static func check(_ edit: NeighborhoodEdit, of layer: SceneLayer) throws(SceneError) {
    switch edit {
    case .blur(let length), .sharpen(_, let length, _), .pixelate(let length):
      try Planner.check(length, .radius, atMost: largestLength, of: layer)
    case .effect:
      try Planner.check(edit.reach, .reach, atMost: EffectDeclaration.maximumReach, of: layer)
    }
  }

  /// A reduced image has lost the contrast of its finest detail: about as much as this mask restores.
  private static func sharpening(of layer: SceneLayer, _ matrix: PlaneMap) -> NeighborhoodEdit? {
    guard case .image(let image?) = layer.shown else { return nil }
    let shown = layer.state.image.part(of: image).size
    let center = Point(x: layer.bounds.midX, y: layer.bounds.midY)
    let scale = layer.size.width * matrix.linearized(at: center).singularValues.large / shown.width
    return scale < 0.9 ? .sharpen(amount: 0.5, deviation: 0.6, threshold: 0) : nil
  }
}

extension Planner {
  /// - Parameter length: in output pixels.
  /// - Throws: an error at the last edit's line for a length above the limit.
  static func check(
    _ length: Double, _ kind: LimitExceeded.Kind, atMost limit: Int, of layer: SceneLayer
  ) throws(SceneError) {
    guard length > Double(limit) else { return }
    // Beyond every limit, but still an integer.
    let needed = Int(min(length.rounded(.up), 1e15))
    try layer.lastEdit.check(kind, needed, atMost: limit)
  }
}
