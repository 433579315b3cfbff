import FrameGeometry
import FrameGesture
import FrameScene

/// An expectation of a script, as plain values.
enum Claim {
  static let defaultTolerance = 1e-9

  /// With a tolerance.
  case transform(Int, AffineTransform, Double)
  /// From the layer's coordinates to the canvas's.
  case map(Int, PlaneMap, Double)
  /// Origin and size.
  case frame(Int, [Double], Double)
  case state(String, GestureState)
  case selected(Int)
  case marked(Int)
  /// What was found, and what was expected.
  case value(Value, Value, Double)
  case condition(Bool)
  /// With the operator between the values.
  case comparison(Value, Expression.BinaryOperator, Value, isTrue: Bool)
  /// The frontmost layer that can be touched at a point of the canvas; nil for none.
  case hit(Point, Int?)
  case shown(Int, ShownProperty, [Double], Double)
  /// How many times the recognizers of a name were recognized.
  case count(String, Int)
}

extension Claim {
  /// How a claim differs from what was found.
  struct Failure {
    let what: String
    let expected: String
    let found: String
  }

  /// Returns the failure of the claim; nil if it is true.
  ///
  /// - Throws: `SceneProblem.unknownRecognizer`
  func failure(in run: SceneRun) throws(SceneError) -> Failure? {
    let scene = run.editor.scene
    switch self {
    case .transform(let layer, let expected, let tolerance):
      let found = scene.layers[layer].state.transform.numbers
      return Self.compare("transform", found, expected.numbers, tolerance)
    case .map(let layer, let expected, let tolerance):
      let found = scene.toCanvas(layer)
      if found.affine != nil, expected.affine != nil {
        return Self.compare("map", found.numbers, expected.numbers, tolerance)
      }
      return Self.compare(
        "map", found.projection.normalized.numbers, expected.projection.normalized.numbers, tolerance)
    case .frame(let layer, let expected, let tolerance):
      return Self.compare("frame", scene.layers[layer].frame.numbers, expected, tolerance)
    case .state(let name, let expected):
      let found = try run.state(of: name)
      // Two states have the same meaning.
      func one(_ state: GestureState) -> GestureState { state == .recognized ? .ended : state }
      guard one(found) != one(expected) else { return nil }
      return Failure(what: name, expected: expected.rawValue, found: found.rawValue)
    case .selected(let layer):
      let expected = scene.layers[layer].name
      let found = scene.current.map { scene.layers[$0].name } ?? "none"
      return expected == found ? nil : Failure(what: "selected", expected: expected, found: found)
    case .marked(let layer):
      let layer = scene.layers[layer]
      return layer.isMarked ? nil : Failure(what: "marked", expected: layer.name, found: "not marked")
    case .value(let found, let expected, let tolerance):
      guard !found.isClose(to: expected, within: tolerance) else { return nil }
      return Failure(what: "value", expected: expected.description, found: found.description)
    case .condition(let isTrue):
      return isTrue ? nil : Failure(what: "condition", expected: "true", found: "false")
    case .comparison(let found, let comparison, let other, let isTrue):
      // A number that a limit keeps in a range is rounded.
      if isTrue || comparison.holdsForEqual && found.isClose(to: other, within: Self.defaultTolerance) {
        return nil
      }
      return Failure(
        what: "value", expected: "\(comparison.rawValue) \(other.description)", found: found.description)
    case .hit(let point, let expected):
      let found = scene.hitTest(point)
      func name(_ layer: Int?) -> String { layer.map { scene.layers[$0].name } ?? "none" }
      return found == expected ? nil : Failure(what: "hit", expected: name(expected), found: name(found))
    case .shown(let index, let property, let expected, let tolerance):
      let layer = run.presented(index)
      guard let found = layer.numbers(of: property) else {
        let wanted = expected.map { $0.trimmed(9) }.joined(separator: " ")
        let paint = property == .fill ? layer.state.look.fill?.paint : layer.state.look.stroke?.paint
        let isGradient = if case .gradient? = paint { true } else { false }
        if !isGradient, expected.allSatisfy({ $0 == 0 }) { return nil }
        return Failure(
          what: "shown \(property.rawValue)", expected: wanted, found: isGradient ? "a gradient" : "none")
      }
      return Self.compare("shown \(property.rawValue)", found, expected, tolerance)
    case .count(let name, let expected):
      let found = try run.count(of: name)
      return found == expected
        ? nil : Failure(what: "count \(name)", expected: "\(expected)", found: "\(found)")
    }
  }

  private static func compare(
    _ what: String, _ found: [Double], _ expected: [Double], _ tolerance: Double
  ) -> Failure? {
    let isMet = zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
    guard !isMet else { return nil }
    // Prints as few decimals as distinguish the numbers: 199.99999999999997 is printed as 200 unless 200 was
    // expected.
    func list(_ numbers: [Double], _ text: (Double) -> String) -> String {
      numbers.map(text).joined(separator: " ")
    }
    let (short, wanted) = (list(found) { $0.trimmed(9) }, list(expected) { $0.trimmed(9) })
    if short != wanted { return Failure(what: what, expected: wanted, found: short) }
    return Failure(what: what, expected: list(expected, \.scriptText), found: list(found, \.scriptText))
  }
}

extension SceneLayer {
  /// Returns the numbers of a property; nil if it has none, or it is a gradient.
  fileprivate func numbers(of property: ShownProperty) -> [Double]? {
    switch property {
    case .opacity: [state.opacity]
    case .transform: state.transform.numbers
    case .frame: frame.numbers
    case .trim: state.numbers(of: .trim, in: shown)
    case .fill: state.numbers(of: .fill, in: shown)
    case .stroke: state.numbers(of: .stroke, in: shown)
    }
  }
}

extension Value {
  /// Compares numbers by their distance, also in lists and in texts that are numbers; other texts by their
  /// characters.
  fileprivate func isClose(to other: Value, within allowed: Double) -> Bool {
    switch (withoutInput, other.withoutInput) {
    case (.list(let list), .list(let other)):
      list.items.count == other.items.count
        && zip(list.items, other.items).allSatisfy { $0.isClose(to: $1, within: allowed) }
    case (.record(let a), .record(let b)):
      a.names == b.names
        && zip(a.values, b.values).allSatisfy { $0.isClose(to: $1, within: allowed) }
    case (.number(let x), .number(let y)): abs(x - y) <= allowed
    case (.length(let x), .length(let y)):
      abs(x.percent - y.percent) <= allowed && abs(x.pixels - y.pixels) <= allowed
    case (.number(let x), .text(let text)), (.text(let text), .number(let x)):
      Double(plain: text).map { abs(x - $0) <= allowed } ?? false
    default: withoutInput == other.withoutInput
    }
  }
}
