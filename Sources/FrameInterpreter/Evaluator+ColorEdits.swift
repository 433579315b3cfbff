import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript

/// Color edits, with limits that keep numbers meaningful.
extension Evaluator {
  mutating func colorEdit(_ argument: ColorEditArgument) throws(ScriptError) -> ColorEdit {
    switch argument {
    case .number(let word, let quantity):
      // All of a share.
      guard let quantity else { return word.edit(1) }
      return word.edit(try number(of: word, quantity))
    case .levels(let input, let output, let gamma, let channel):
      return .levels(try levels(input, output, gamma), channel)
    case .curve(let points, let channel): return .curve(try spline(points), channel)
    case .weightedGray(let quantities):
      var weights: [Double] = []
      for quantity in quantities { weights.append(try number(quantity, "a weight", in: -10...10)) }
      return .grayscale(amount: 1, weights: .init(weights[0], weights[1], weights[2]))
    case .threshold(let level): return .threshold(try sample(level, "a threshold"))
    case .posterize(let expression):
      let count = try wholeNumber(expression, "a number of levels", from: 2)
      guard count <= 256 else {
        throw ScriptError(
          .outOfRange("a number of levels", value: Double(count), wanted: "from 2 to 256"),
          at: expression.position)
      }
      return .posterize(levels: count)
    case .colorize(let color, let amount):
      let color = try self.color(color)
      let share = try amount.map { amount throws(ScriptError) in try self.share(amount, of: "a share") } ?? 1
      // A transparent color replaces less.
      return .colorize(color, amount: share * color.alpha)
    case .matrix(let expressions): return .matrix(try colorMatrix(expressions))
    case .lookup(let lookup): return .lookup(lookup)
    }
  }

  /// Returns the number of an edit that has one.
  mutating func number(of word: NumberEdit, _ quantity: Quantity) throws(ScriptError) -> Double {
    let wanted = word.number
    return switch wanted.kind {
    case .plain: try number(quantity.value, wanted.name, in: wanted.range)
    case .factor: try number(quantity, wanted.name, in: wanted.range)
    case .angle: try angle(quantity).degrees
    case .share: try share(quantity, of: wanted.name)
    }
  }

  mutating func autoLevels(_ argument: AutoLevelsArgument) throws(ScriptError) -> AutoLevels {
    guard let quantity = argument.clipped else {
      return AutoLevels(isPerChannel: argument.channels == .each, clipped: AutoLevels.usualClipping)
    }
    let share = try unitShare(quantity)
    guard (0...AutoLevels.mostClipping).contains(share) else {
      throw ScriptError(
        .outOfRange("the share of clipped pixels", value: share, wanted: "from 0% to 49%, such as 0.5%"),
        at: quantity.value.position)
    }
    return AutoLevels(isPerChannel: argument.channels == .each, clipped: share)
  }

  private mutating func levels(
    _ input: ColorEditArgument.RangeArgument, _ output: ColorEditArgument.RangeArgument?, _ gamma: Expression?
  ) throws(ScriptError) -> ColorEdit.Levels {
    var levels = ColorEdit.Levels(
      black: try sample(input.start, "a level"), white: try sample(input.end, "a level"))
    guard levels.black < levels.white else {
      throw ScriptError(
        .outOfRange("the end of the levels", value: levels.white, wanted: "above their start"),
        at: input.end.value.position)
    }
    if let output {
      levels.lowest = try sample(output.start, "a level")
      levels.highest = try sample(output.end, "a level")
    }
    if let gamma { levels.gamma = try number(gamma, "a gamma", in: 0.01...100) }
    return levels
  }

  private mutating func spline(_ arguments: [PairArgument]) throws(ScriptError) -> ToneSpline {
    var points: [Point] = []
    for argument in arguments {
      let point = try unitPair(argument)
      let place = argument.position
      for value in [point.x, point.y] { try checkSample(value, "a point of a curve", at: place) }
      guard (0...1).contains(point.x), (0...1).contains(point.y) else {
        throw ScriptError(
          .outOfRange(
            "a point of a curve", value: (0...1).contains(point.x) ? point.y : point.x, wanted: "from 0 to 1"),
          at: place)
      }
      if let last = points.last, point.x <= last.x {
        throw ScriptError(
          .outOfRange("a point of a curve", value: point.x, wanted: "to the right of the last one"), at: place
        )
      }
      points.append(point)
    }
    return ToneSpline(points)
  }

  /// A sample from 0 to 1.
  private mutating func sample(_ quantity: Quantity, _ meaning: String) throws(ScriptError) -> Double {
    try checkSample(try unitShare(quantity), meaning, at: quantity.value.position)
    return try share(quantity, of: meaning)
  }

  /// Throws if a sample seems to be one of 8 bits.
  private func checkSample(_ value: Double, _ meaning: String, at place: ScriptPosition) throws(ScriptError) {
    guard value > 2, value <= 255, value == value.rounded() else { return }
    throw ScriptError(.eightBitSample(meaning, value: value), at: place)
  }

  private mutating func colorMatrix(_ expressions: [Expression]) throws(ScriptError) -> ColorMatrix {
    var numbers: [Double] = []
    for expression in expressions {
      numbers.append(try number(expression, "a number of a color matrix", in: -1000...1000))
    }
    for (i, wanted) in [0.0, 0, 0, 1, 0].enumerated() where numbers[15 + i] != wanted {
      throw ScriptError(
        .outOfRange(
          "the row of alpha", value: numbers[15 + i], wanted: "0 0 0 1 0, which keeps alpha"),
        at: expressions[15 + i].position)
    }
    return ColorMatrix(rows: Array(numbers[0..<5]), Array(numbers[5..<10]), Array(numbers[10..<15]))
  }

  mutating func number(
    _ quantity: Quantity, _ meaning: String, in range: ClosedRange<Double>
  ) throws(ScriptError) -> Double {
    try check(try unitShare(quantity), meaning, range, at: quantity.value.position)
  }

  private mutating func number(
    _ expression: Expression, _ meaning: String, in range: ClosedRange<Double>
  ) throws(ScriptError) -> Double {
    try check(try number(of: expression), meaning, range, at: expression.position)
  }

  func check(
    _ value: Double, _ meaning: String, _ range: ClosedRange<Double>, at place: ScriptPosition
  ) throws(ScriptError) -> Double {
    guard range.contains(value) else {
      throw ScriptError(
        .outOfRange(
          meaning, value: value,
          wanted: "from \(range.lowerBound.scriptText) to \(range.upperBound.scriptText)"),
        at: place)
    }
    return value
  }
}
