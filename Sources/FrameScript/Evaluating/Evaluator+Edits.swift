import FrameGeometry
import FrameScene

// Edits of the current layer, and expectations.
extension Evaluator {
  mutating func edit(_ edit: EditStatement) throws(ScriptError) -> LayerEdit {
    switch edit {
    case .rotate(let quantity, let pivot):
      let angle = try angle(quantity)
      return .transform(.rotate, [angle.degrees], about: try self.pivot(pivot))
    case .scale(let first, let second, let pivot):
      return .transform(.scale, try factors(first, second), about: try self.pivot(pivot))
    case .skew(let first, let second, let pivot):
      return .transform(.skew, try angles(first, second), about: try self.pivot(pivot))
    case .translate(let argument):
      let (x, y) = try pair(argument)
      return .transform(.translate, [x, y], about: nil)
    case .concat(let argument): return .concat(try matrix(argument))
    case .transform(let argument): return .setTransform(try matrix(argument))
    case .straighten(let quantity): return .straighten(try angle(quantity).degrees)
    case .limit(let argument): return .limit(try limit(argument))
    case .reset: return .setTransform(.identity)
    case .move(let argument):
      let (x, y) = try pair(argument)
      return .move(Vector(dx: x, dy: y))
    case .anchor(let argument): return .anchor(try unitPair(argument))
    case .mode(let choice): return .mode(try word(choice))
    case .edge(let choice): return .edge(try word(choice))
    case .save: return .save
    case .restore: return .restore
    case .undo: return .undo
    case .redo: return .redo
    }
  }

  private mutating func pivot(_ argument: PairArgument?) throws(ScriptError) -> Point? {
    guard let argument else { return nil }
    return try point(argument)
  }

  /// - Returns: two factors; without a second one, the first twice.
  mutating func factors(_ first: Quantity, _ second: Quantity?) throws(ScriptError) -> [Double] {
    let x = try unitShare(first)
    guard let second else { return [x, x] }
    return [x, try unitShare(second)]
  }

  /// - Returns: two angles in degrees; without a second one, it is 0.
  mutating func angles(_ first: Quantity, _ second: Quantity?) throws(ScriptError) -> [Double] {
    let x = try angle(first).degrees
    guard let second else { return [x, 0] }
    return [x, try angle(second).degrees]
  }

  /// - Parameter argument: nil removes all limits.
  private mutating func limit(_ argument: LimitArgument?) throws(ScriptError) -> LayerLimit? {
    guard let argument else { return nil }
    let kind: LayerLimit.Kind
    switch argument.kind {
    case .scale(let first, let second):
      let (least, greatest) = (try number(of: first), try number(of: second))
      guard least > 0, least <= greatest else {
        throw ScriptError(
          .outOfRange("the least scale", value: least, wanted: "more than 0, and at most the greatest"),
          at: first.position)
      }
      kind = .scale(least...greatest)
    case .cover(let origin, let size):
      kind = .cover(.rect(try rect(origin, size)))
    case .coverLayer(let name): kind = .cover(.layer(try layer(named: name)))
    case .insideCanvas: kind = .insideCanvas
    }
    return LayerLimit(kind: kind, isElastic: argument.hardness == .elastic)
  }

  // MARK: Expectations

  mutating func claim(_ expectation: ExpectStatement, at place: ScriptPosition) throws(ScriptError) -> Claim {
    switch expectation {
    case .transform(let argument, let tolerance):
      let layer = try currentLayer(for: "expect transform", at: place)
      return .transform(layer, try matrix(argument), try self.tolerance(tolerance))
    case .map(let argument, let tolerance):
      let layer = try currentLayer(for: "expect map", at: place)
      return .map(layer, try matrix(argument), try self.tolerance(tolerance))
    case .frame(let origin, let size, let tolerance):
      let layer = try currentLayer(for: "expect frame", at: place)
      return .frame(layer, try rect(origin, size).numbers, try self.tolerance(tolerance))
    case .state(let name, let expected):
      let name = try self.name(of: name)
      try editor.start(at: place)
      return .state(name, expected)
    case .selected(let name): return .selected(try layer(named: name))
    case .marked(let name): return .marked(try layer(named: name))
    case .value(let expression, let wanted, let tolerance):
      let found = try value(of: expression)
      return .value(found, try value(of: wanted), try self.tolerance(tolerance))
    case .comparison(let left, let comparison, let right):
      let found = try value(of: left)
      let wanted = try value(of: right)
      let isTrue = try Self.compare(found, comparison, wanted, at: left.position, right.position)
      return .comparison(found, comparison.rawValue, wanted, isTrue: isTrue)
    case .hit(let argument, let name):
      try editor.start(at: place)
      let point = try point(argument)
      return .hit(point, try name.map { template throws(ScriptError) in try layer(named: template) })
    case .shown(let argument, let tolerance):
      let layer = try currentLayer(for: "expect shown", at: place)
      let (property, numbers) = try shown(argument)
      return .shown(layer, property, numbers, try self.tolerance(tolerance))
    case .count(let name, let count):
      let name = try self.name(of: name)
      try editor.start(at: place)
      return .count(name, try wholeNumber(count, "a number of times", from: 0))
    }
  }

  private mutating func shown(
    _ argument: ShownArgument
  ) throws(ScriptError) -> (ShownProperty, [Double]) {
    switch argument {
    case .opacity(let quantity): return (.opacity, [try unitShare(quantity)])
    case .transform(let argument): return (.transform, try matrix(argument).numbers)
    case .frame(let origin, let size): return (.frame, try rect(origin, size).numbers)
    case .trim(let start, let end): return (.trim, [try unitShare(start), try unitShare(end)])
    case .fill(let argument): return (.fill, try color(argument).numbers)
    case .stroke(let argument, let width):
      return (.stroke, try color(argument).numbers + [try nonNegative(width, "a line's width")])
    }
  }

  private mutating func tolerance(_ expression: Expression?) throws(ScriptError) -> Double {
    guard let expression else { return Claim.defaultTolerance }
    return try number(of: expression)
  }
}
