import FrameGeometry
import FrameImage
import FrameScene

// Colors.
extension Evaluator {
  mutating func color(_ argument: ColorArgument) throws(ScriptError) -> Color {
    switch argument {
    case .color(let color): return color
    case .components(let components): return try color(components)
    case .template(let template):
      let text = try text(of: template)
      guard let argument = ColorArgument(text: text) else {
        throw ScriptError(
          .unknownWord(text, meaning: .color, nearest: text.nearest(in: Color.allNames), choices: []),
          at: template.position)
      }
      guard case .components(let components) = argument else { return try color(argument) }
      // The text of a variable has no place of its own.
      return try ScriptError.placing(at: template.position, color(components))
    }
  }

  private mutating func color(_ components: ColorComponents) throws(ScriptError) -> Color {
    let alpha = try components.alpha.map { quantity throws(ScriptError) in
      try share(quantity, of: "a color's alpha")
    }
    switch components.model {
    case .rgb:
      let values = try redGreenBlue(components.values)
      return Color(red: values[0], green: values[1], blue: values[2], alpha: alpha ?? 1)
    case .hsl:
      return Color(
        hue: try hue(components.values[0]),
        saturation: try percentage(components.values[1], of: "a saturation"),
        lightness: try percentage(components.values[2], of: "a lightness"), alpha: alpha ?? 1)
    }
  }

  /// Evaluates components from 0 to 255 or in percent, to values from 0 to 1.
  private mutating func redGreenBlue(_ quantities: [Quantity]) throws(ScriptError) -> [Double] {
    var written: [Double] = []
    var hasPercent = false
    var values: [Double] = []
    for quantity in quantities {
      let (number, isPercent) = try component(quantity, "a color's component")
      let most: Double = isPercent ? 100 : 255
      hasPercent = hasPercent || isPercent
      try quantity.position.require(
        (0...most).contains(number), "a color's component", number,
        wanted: "from 0 to 255, or from 0% to 100%")
      written.append(number)
      values.append(number / most)
    }
    // Nobody writes a color this close to black: the components are from 0 to 1, as in other programs.
    let seemsFractional = written.allSatisfy { $0 <= 1 } && written.contains { $0 != $0.rounded() }
    guard hasPercent || !seemsFractional else {
      throw ScriptError(.fractionalColor(written), at: quantities[0].position)
    }
    return values
  }

  /// Evaluates an angle, which is in degrees if it has no unit.
  private mutating func hue(_ quantity: Quantity) throws(ScriptError) -> Double {
    let (number, unit) = try resolve(quantity, units: [.degrees, .radians, .turns], as: "a hue")
    switch unit {
    case .radians: return Angle(radians: number).degrees
    case .turns: return Angle(turns: number).degrees
    default: return number
    }
  }

  private mutating func percentage(_ quantity: Quantity, of meaning: String) throws(ScriptError) -> Double {
    let (number, _) = try component(quantity, "a percentage")
    try quantity.position.require(
      (0...100).contains(number), meaning, number, wanted: "from 0% to 100%")
    return number / 100
  }

  /// Evaluates a number, or the number of a percentage.
  private mutating func component(
    _ quantity: Quantity, _ meaning: String
  ) throws(ScriptError) -> (number: Double, isPercent: Bool) {
    let value = try value(of: quantity.value)
    if quantity.unit == nil, case .length(let length) = value, length.pixels == 0 {
      return (length.percent, true)
    }
    let (number, unit) = try Self.resolve(
      value, quantity.unit, units: [.percent], as: meaning, at: quantity.position)
    return (number, unit == .percent)
  }
}
