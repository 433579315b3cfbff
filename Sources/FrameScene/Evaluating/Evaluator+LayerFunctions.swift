import FrameGeometry
import FrameImage
import FrameScript

// Formulas about layers.
extension Evaluator {
  /// - Parameter numbers: as many as the function takes.
  mutating func value(
    of function: Expression.LayerFunction, _ index: Int, _ numbers: [Double], at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    let scene = editor.scene
    let layer = scene.layers[index]
    // Geometry changes with any edit.
    bindings.noteReading(of: function == .isMarked ? Bindings.marks : Bindings.chance)
    switch function {
    case .isMarked: return .number(layer.isMarked ? 1 : 0)
    case .frame:
      let frame = layer.frame
      return try list(frame.minX, frame.minY, frame.size.width, frame.size.height, at: place)
    case .toCanvas:
      let point = Point(x: numbers[0], y: numbers[1]).applying(scene.toCanvas(index))
      return try list(point.x, point.y, at: place)
    case .fromCanvas:
      guard let fromCanvas = scene.toCanvas(index).inverse else {
        throw ScriptError(.singular(layer: layer.name), at: place)
      }
      let point = Point(x: numbers[0], y: numbers[1]).applying(fromCanvas)
      return try list(point.x, point.y, at: place)
    case .scaleOf: return .number(abs(layer.state.transform.determinant).squareRoot())
    case .angleOf:
      let transform = layer.state.transform
      return .number(Trigonometry.atan2(transform.b, transform.a) * 180 / Double.pi)
    }
  }

  private func list(_ numbers: Double..., at place: ScriptPosition) throws(ScriptError) -> Value {
    do throws(LimitExceeded) {
      return .list(try ValueList(numbers.map { .number($0) }, nesting: limits.nesting))
    } catch {
      throw ScriptError(.limit(error), at: place)
    }
  }
}
