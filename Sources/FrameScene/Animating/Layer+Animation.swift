import FrameModel

extension Layer.State {
  /// Returns the numbers of the property that an animation changes; nil if there is none, or it is a gradient.
  ///
  /// - Parameter content: the layer's content.
  func numbers(of change: LayerAnimation.Change, in content: Layer.Content) -> [Double]? {
    switch change {
    case .opacity: return [opacity]
    case .trim: return [look.trim.start, look.trim.end]
    case .fill:
      guard case .shape(let shape) = content, let fill = look.fill(of: shape) else { return nil }
      return fill.paint.numbers
    case .stroke:
      guard case .shape(let shape) = content, let stroke = look.stroke(of: shape) else { return nil }
      return stroke.paint.numbers.map { $0 + [stroke.style.width] }
    case .transform: return transform.decomposed().numbers
    case .move, .edit: return nil
    }
  }

  /// Applies the value of an absolute change.
  mutating func show(_ change: LayerAnimation.Change, _ numbers: [Double]) {
    switch change {
    case .opacity: opacity = numbers[0].clamped
    case .trim: look.trim = RenderPlan.Trim(numbers[0].clamped, numbers[1].clamped)
    case .fill: look.fill = RenderPlan.Fill(.color(Color(numbers)), rule: look.fill?.rule ?? .nonZero)
    case .stroke:
      var style = look.stroke?.style ?? StrokeStyle(width: 0)
      style.width = min(max(0, numbers[4]), .greatestFiniteMagnitude)
      look.stroke = RenderPlan.Stroke(.color(Color(numbers)), style)
    case .transform: transform = AffineTransform(AffineTransformComponents(numbers))
    case .move, .edit: break
    }
  }
}

extension RenderPlan.Paint {
  /// In the form for interpolation; nil for a gradient.
  fileprivate var numbers: [Double]? {
    guard case .color(let color) = self else { return nil }
    return color.numbers
  }
}

extension Color {
  /// Premultiplied, as in CSS transitions ("CSS Color Module Level 4", 12.3), so that a color that becomes
  /// transparent does not change its hue.
  var numbers: [Double] { [red * alpha, green * alpha, blue * alpha, alpha] }

  fileprivate init(_ numbers: [Double]) {
    let alpha = numbers[3].clamped
    func channel(_ value: Double) -> Double { alpha > 0 ? (value / alpha).clamped : 0 }
    self.init(red: channel(numbers[0]), green: channel(numbers[1]), blue: channel(numbers[2]), alpha: alpha)
  }
}

extension AffineTransformComponents {
  var numbers: [Double] {
    [scale.width, scale.height, horizontalShear, rotation, translation.dx, translation.dy]
  }

  init(_ numbers: [Double]) {
    self.init(
      scale: Size(width: numbers[0], height: numbers[1]), horizontalShear: numbers[2], rotation: numbers[3],
      translation: Vector(dx: numbers[4], dy: numbers[5]))
  }
}

extension Double {
  fileprivate var clamped: Double { Swift.min(Swift.max(self, 0), 1) }
}
