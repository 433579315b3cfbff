import FrameGesture
import FrameImage
@testable import FrameScript

/// Returns the touch statement that a stream yields at a position.
func touch(
  _ id: Double, _ phase: TouchPhase, _ x: Double? = nil, _ y: Double? = nil, at time: Double,
  layer: String? = nil, line: Int = 1, column: Int = 1
) -> Statement {
  let place = ScriptPosition(line: line, column: column)
  func number(_ value: Double) -> Expression { Expression(.number(value), at: place) }
  let pair = x.flatMap { x in y.map { PairArgument.pair(Quantity(number(x), nil), Quantity(number($0), nil)) }
  }
  return Statement(
    .touch(
      TouchStatement(
        id: number(id), phase: phase, point: pair, time: .at(Quantity(number(time), .seconds)), layer: layer)),
    word: "touch", at: place)
}

/// Returns the touches of a stream without their positions, such as `1 down 10,20 @0.1`.
func touches(_ text: String, limits: Limits = Limits()) throws -> [String] {
  try parse(text, limits: limits).statements.map { statement in
    guard case .touch(let touch) = statement.kind, case .at(let time) = touch.time else {
      return "?"
    }
    let point = touch.point.map { " " + shape($0) } ?? ""
    return "\(shape(touch.id)) \(touch.phase)\(point) @\(shape(time.value))"
  }
}

/// Returns the errors of a stream with their lines and columns.
func placedErrors(_ text: String, limits: Limits = Limits()) -> [PlacedProblem] {
  errors(in: text, limits: limits).map {
    PlacedProblem(line: $0.position.line, column: $0.position.column, $0.problem)
  }
}

struct PlacedProblem: Equatable {
  var line: Int
  var column: Int
  var problem: ScriptProblem

  init(line: Int, column: Int, _ problem: ScriptProblem) {
    self.line = line
    self.column = column
    self.problem = problem
  }
}
