import FrameGeometry
import FrameImage
import FramePlan

/// The paint of an area, as written.
package enum PaintArgument: Equatable, Sendable {
  case color(ColorArgument)
  case linear(from: PairArgument, to: PairArgument, [StopArgument])
  case radial(center: PairArgument, radius: Quantity, [StopArgument])
}

/// A color of a gradient, with its place if written.
package struct StopArgument: Equatable, Sendable {
  package var color: ColorArgument
  package var place: Quantity?
}

extension Parser {
  /// Parses a color, `linear P to P STOPS` or `radial P RADIUS STOPS`.
  mutating func parsePaint() throws(ScriptError) -> PaintArgument {
    // A "#" here begins a color, not a comment.
    lexer.skipBlanks(comments: false)
    guard !lexer.looking(at: "#") else { return .color(try parseColor()) }
    let place = lexer.position()
    if accept("linear") {
      try refuse(gradientError(at: place))
      let start = try parsePair("the start point x,y of the gradient")
      try expect("to")
      return .linear(from: start, to: try parsePair("the end point x,y of the gradient"), try parseStops())
    }
    if accept("radial") {
      try refuse(gradientError(at: place))
      let center = try parsePair("a center CX,CY")
      return .radial(center: center, radius: try parseLength(), try parseStops())
    }
    return .color(try parseColor(or: ["linear", "radial"]))
  }

  /// Parses `COLOR[@PLACE] COLOR[@PLACE] ...`, at least two.
  private mutating func parseStops() throws(ScriptError) -> [StopArgument] {
    var stops: [StopArgument] = []
    while stops.count < 2 || startsColor {
      let color = try parseColor()
      let place = lexer.take("@") ? try parseFactor("a stop from 0 to 1") : nil
      stops.append(StopArgument(color: color, place: place))
      try checkStopSign()
    }
    return stops
  }

  /// Throws if a percentage follows a color without `@`.
  private func checkStopSign() throws(ScriptError) {
    var ahead = self
    ahead.lexer.skipBlanks()
    let start = ahead.lexer.index
    guard Lexer.isDigit(ahead.lexer.current), let place = try? ahead.parseFactor(""), place.unit == .percent,
      !ahead.lexer.looking(at: ",")
    else { return }
    // The width of a stroke may be a percentage, too.
    guard ahead.startsColor else { return }
    throw ScriptError(
      .habit(.stopWithoutSign(place: ahead.lexer.text(from: start))), at: lexer.position(at: start))
  }

  var startsColor: Bool {
    var ahead = lexer
    ahead.skipBlanks(comments: false)
    if ahead.looking(at: "$") || ahead.colorModel != nil { return true }
    guard ahead.looking(at: "#") else { return Color(name: ahead.word) != nil }
    ahead.index += 1
    return Color(hex: ahead.take(while: Lexer.isWordByte)) != nil
  }
}

extension Evaluator {
  mutating func paint(_ argument: PaintArgument) throws(ScriptError) -> RenderPlan.Paint {
    switch argument {
    case .color(let argument): return .color(try color(argument))
    case .linear(let start, let end, let stops):
      return .gradient(
        RenderPlan.Gradient(.linear(from: try point(start), to: try point(end)), stops: try places(stops)))
    case .radial(let center, let radius, let stops):
      let radius = try nonNegative(radius, "a gradient's radius")
      return .gradient(
        RenderPlan.Gradient(.radial(center: try point(center), radius: radius), stops: try places(stops)))
    }
  }

  /// Assigns places to stops by CSS Images 3, part 3.4.3: by default, the first is at 0 and the last at 1; a place is
  /// never before an earlier one; stops without a place are spaced evenly between others.
  private mutating func places(
    _ arguments: [StopArgument]
  ) throws(ScriptError) -> [RenderPlan.Gradient.Stop] {
    var colors: [Color] = []
    var places: [Double?] = []
    var furthest = 0.0
    for (i, argument) in arguments.enumerated() {
      colors.append(try color(argument.color))
      var place: Double? = i == 0 ? 0 : i == arguments.count - 1 ? 1 : nil
      if let quantity = argument.place { place = try share(quantity, of: "a stop") }
      if let known = place {
        furthest = max(furthest, known)
        place = furthest
      }
      places.append(place)
    }
    var stops: [RenderPlan.Gradient.Stop] = []
    var (known, next) = (0, 0)
    for i in places.indices {
      if let place = places[i] {
        known = i
        stops.append(.init(place, colors[i]))
        continue
      }
      if next < i { next = places[i...].firstIndex { $0 != nil }! }
      let share = Double(i - known) / Double(next - known)
      let place = places[known]! + (places[next]! - places[known]!) * share
      stops.append(.init(place, colors[i]))
    }
    return stops
  }
}
