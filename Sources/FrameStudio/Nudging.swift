import FrameGeometry
import FrameScene

/// Steps of the keyboard or the wheel that become one statement of each kind.
struct Nudging {
  /// The run of the script before the first step.
  let before: FinishedRun
  /// The layer before the first step.
  let layer: SceneTree.Layer
  /// The version of the script with the last step; nil before the first one.
  var version: Int?
  /// When the last step came, in milliseconds of the studio's clock.
  var time = 0.0
  /// In the parent of the layer.
  private var way = Vector.zero
  /// In degrees.
  private var angle = 0.0
  private var factor = 1.0

  init(before: FinishedRun, _ layer: SceneTree.Layer) { (self.before, self.layer) = (before, layer) }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - place: The point of the canvas about which the layer is turned or scaled; nil for its center.
  ///   - now: The layer before this step.
  mutating func add(_ step: Request.Nudge, about place: Point?, from now: SceneTree.Layer) {
    switch step {
    case .pan(let way): self.way = self.way + way
    case .twist(let angle): self.angle += angle
    case .pinch(let factor):
      self.factor *= factor
      // Scaling about another point also moves the center.
      if let place, let fromCanvas = now.parentToCanvas.inverse, let place = place.applying(fromCanvas) {
        way = way + Vector(from: place, to: now.center) * (factor - 1)
      }
    }
  }

  /// Returns the statements of all steps.
  ///
  /// - Parameter isRelative: True to write distances in percent of the canvas.
  func statements(as style: WritingStyle, isRelative: Bool) -> [String] {
    let canvas = isRelative ? before.edit.canvas.size : nil
    let angle = angle.trimmed(3)
    // Four digits, also of a small factor.
    let factor = factor.trimmed(factor < 0.1 ? 7 : 4)
    var lines: [String] = []
    if angle != "0" { lines.append("\(style == .edits ? "rotate" : "twist") \(angle)deg") }
    if factor != "1" { lines.append("\(style == .edits ? "scale" : "pinch") \(factor)") }
    if style == .edits {
      // A translation is in the layer's own axes.
      let turned = layer.transform.rotated(by: .degrees(self.angle)).scaledBy(x: self.factor, y: self.factor)
      var linear = turned
      (linear.tx, linear.ty) = (0, 0)
      if !way.isNothing, let back = linear.inverse {
        lines.append("translate \(GestureWriter.distance(way.applying(back), 2, canvas))")
      }
    } else if !way.isNothing {
      lines.append("pan \(GestureWriter.distance(way, 1, canvas))")
    }
    return lines
  }
}
