import FrameGeometry
import FrameGesture
import FrameScript

/// `expect`: failures are kept, and the run continues.
extension Interpreter {
  static let defaultTolerance = 1e-9

  mutating func run(_ expectation: ExpectStatement, _ statement: Statement) throws(ScriptError) {
    let place = statement.position
    switch expectation {
    case .transform(let argument, let tolerance):
      let layer = try currentLayer(for: "expect transform", at: place)
      try compare(
        "transform", scene.layers[layer].state.transform.numbers, try matrix(argument).numbers,
        tolerance, at: place)
    case .map(let argument, let tolerance):
      let layer = try currentLayer(for: "expect map", at: place)
      try compare("map", scene.toCanvas(layer).numbers, try matrix(argument).numbers, tolerance, at: place)
    case .frame(let origin, let size, let tolerance):
      let layer = try currentLayer(for: "expect frame", at: place)
      let frame = scene.layers[layer].frame
      let (x, y) = try pair(origin)
      let (width, height) = try pair(size)
      try compare(
        "frame", [frame.minX, frame.minY, frame.size.width, frame.size.height], [x, y, width, height],
        tolerance, at: place)
    case .state(let name, let expected): try compare(try self.name(of: name), expected, at: place)
    case .selected(let name):
      // Looking up a layer may create the photo, so the layers are read afterwards.
      let index = try layer(named: name)
      let expected = scene.layers[index].name
      let found = scene.current.map { scene.layers[$0].name } ?? "none"
      if expected != found { try fail("selected", expected: expected, found: found, at: place) }
    case .marked(let name):
      let index = try layer(named: name)
      let layer = scene.layers[index]
      if !layer.isMarked { try fail("marked", expected: layer.name, found: "not marked", at: place) }
    case .value(let expression, let wanted, let tolerance):
      try compare(try value(of: expression), try value(of: wanted), tolerance, at: place)
    }
  }

  /// Two states have the same meaning.
  private mutating func compare(
    _ recognizer: String, _ expected: GestureState, at place: ScriptPosition
  ) throws(ScriptError) {
    try startLayers(at: place)
    let found: GestureState
    do throws(ScriptProblem) {
      found = try touchscreen.state(of: recognizer)
    } catch {
      throw ScriptError(error, at: place)
    }
    func one(_ state: GestureState) -> GestureState { state == .recognized ? .ended : state }
    if one(found) != one(expected) {
      try fail(recognizer, expected: expected.rawValue, found: found.rawValue, at: place)
    }
  }

  private mutating func compare(
    _ found: Value, _ expected: Value, _ tolerance: Expression?, at place: ScriptPosition
  ) throws(ScriptError) {
    guard !found.isClose(to: expected, within: try allowed(tolerance)) else { return }
    try fail("value", expected: expected.description, found: found.description, at: place)
  }

  private mutating func allowed(_ tolerance: Expression?) throws(ScriptError) -> Double {
    try tolerance.map { expression throws(ScriptError) in try number(of: expression) }
      ?? Self.defaultTolerance
  }

  private mutating func compare(
    _ what: String, _ found: [Double], _ expected: [Double], _ tolerance: Expression?,
    at place: ScriptPosition
  ) throws(ScriptError) {
    let allowed = try allowed(tolerance)
    let isMet = zip(found, expected).allSatisfy { abs($0 - $1) <= allowed }
    guard !isMet else { return }
    // Prints as few decimals as distinguish the numbers: 199.99999999999997 is printed as 200 unless 200 was
    // expected.
    func list(_ numbers: [Double], _ text: (Double) -> String) -> String {
      numbers.map(text).joined(separator: " ")
    }
    let (short, wanted) = (list(found) { $0.trimmed(9) }, list(expected) { $0.trimmed(9) })
    if short != wanted { return try fail(what, expected: wanted, found: short, at: place) }
    try fail(what, expected: list(expected, \.scriptText), found: list(found, \.scriptText), at: place)
  }

  private mutating func fail(
    _ what: String, expected: String, found: String, at place: ScriptPosition
  ) throws(ScriptError) {
    let bytes = AllocatedBytes.growing(1, of: ScriptError.self) + 2 * AllocatedBytes.header
    try hold(reported: bytes.adding(expected.heldBytes).adding(found.heldBytes), at: place)
    failedExpectations.append(
      ScriptError(.expectationFailed(what, expected: expected, found: found), at: place))
  }
}

extension Value {
  /// Compares numbers by their distance, also in lists and in texts that are numbers; other texts by their
  /// characters.
  fileprivate func isClose(to other: Value, within allowed: Double) -> Bool {
    switch (self, other) {
    case (.list(let list), .list(let other)):
      list.items.count == other.items.count
        && zip(list.items, other.items).allSatisfy { $0.isClose(to: $1, within: allowed) }
    case (.number(let x), .number(let y)): abs(x - y) <= allowed
    case (.number(let x), .text(let text)), (.text(let text), .number(let x)):
      Double(plain: text).map { abs(x - $0) <= allowed } ?? false
    default: self == other
    }
  }
}

extension AffineTransform {
  var numbers: [Double] { [a, b, c, d, tx, ty] }
}
