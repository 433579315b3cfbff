import FrameImage
import FramePlan
import FrameScene

/// Statements that change each pixel of the current layer by its neighborhood.
extension StatementTable {
  static let neighborhoods: [StatementEntry] = [
    .neighborhood(
      [
        "blur N [in AREA]":
          "blurs by a Gaussian with a standard deviation of N pixels, as CSS's `blur()`: `blur 4`; an AREA limits it to a part of the layer, and is `rect X,Y W,H [radius RX[,RY]]`, `ellipse X,Y W,H` or `path \"DATA\"` as in `clip`: `blur 12 in rect 620,690 90,120`; `blur 0` changes nothing"
      ], .blurRadius
    ) { .blur(deviation: $0) },
    .look(
      [
        "sharpen AMOUNT RADIUS [THRESHOLD] [in AREA]":
          "applies an unsharp mask: adds AMOUNT times the difference between each sample and a blur with a standard deviation of RADIUS pixels: `sharpen 0.8 1.5`; differences below THRESHOLD (0 to 1) are ignored; an AMOUNT of 0 changes nothing",
        "sharpen output":
          "sharpens an image that is drawn at less than 90% of its size",
      ], .unless("output", .sharpening), .area, animation: .neighborhood(.sharpening)
    ) { edit, area in .effect(edit.map { .neighborhood($0, in: area) } ?? .sharpenOutput(in: area)) },
    .neighborhood(
      [
        "pixelate N [in AREA]":
          "gives squares of N pixels their mean color: `pixelate 20 in rect 100,80 60,40`; squares begin at the corner of the AREA; `pixelate 1` changes nothing"
      ], .size("the side of a square", expecting: "the side of a square, in pixels")
    ) { .pixelate(size: $0) },
    .look(
      [
        "effect NAME [KEY N]... [in AREA]":
          "applies an effect of a [plugin](plugins.md); `frameit plugins list` shows the effects and their keys: `effect median radius 3`"
      ], .effect, .area, animation: .effect
    ) { edit, area in .effect(.neighborhood(edit, in: area)) },
  ]
}

extension StatementEntry {
  fileprivate static func neighborhood<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    edit: @escaping @Sendable (repeat each Part) throws(ScriptError) -> NeighborhoodEdit
  ) -> StatementEntry {
    let argument = Argument(repeat each parts, value: edit)
    return .look(forms, argument, .area, animation: .neighborhood(argument)) { edit, area in
      .effect(.neighborhood(edit, in: area))
    }
  }
}

// MARK: Blur and sharpening

extension Argument<Double> {
  fileprivate static let blurRadius = Argument({ p throws(ScriptError) in
    try p.refuse(p.sigmaError { "blur \($0)" })
    return try p.parseLength("a radius")
  }) { written, e throws(ScriptError) in try e.nonNegative(written, "a blur's radius") }

  fileprivate static let sharpening = Argument({ p throws(ScriptError) in
    try p.refuse(p.sigmaError { "sharpen 1 \($0)" })
    return try p.parseFactor("an amount, such as 0.8")
  }) { written, e throws(ScriptError) in
    try e.number(written, "an amount", in: 0...NeighborhoodEdit.largestAmount)
  }
}

extension Argument<NeighborhoodEdit> {
  /// `AMOUNT RADIUS [THRESHOLD]`
  fileprivate static let sharpening = Argument(
    .sharpening, .size("the radius of a blur", expecting: "a radius in pixels, such as 1.5"),
    .ifNumber(.share("a threshold"))
  ) { .sharpen(amount: $0, deviation: $1, threshold: $2 ?? 0) }
}

extension Parser {
  /// A radius and sigma as in ImageMagick: `0x8`.
  ///
  /// - Parameter instead: the statement for a sigma.
  fileprivate func sigmaError(_ instead: (String) -> String) -> ScriptError? {
    var ahead = lexer
    ahead.skipBlanks()
    let place = ahead.position()
    func isNumber(_ byte: UInt8?) -> Bool { Lexer.isDigit(byte) || byte == UInt8(ascii: ".") }
    guard !ahead.take(while: isNumber).isEmpty, ahead.take("x") else { return nil }
    let sigma = ahead.take(while: isNumber)
    guard !sigma.isEmpty else { return nil }
    return ScriptError(.habit(.radiusAndSigma(instead(sigma))), at: place)
  }
}

extension AnimationEntry {
  fileprivate static func neighborhood(_ edit: Argument<NeighborhoodEdit>) -> AnimationEntry {
    AnimationEntry(edit, option: .area) { AnimatedValue($0) }
  }
}

// MARK: Effects of plugins

/// The name of an effect and the values of its parameters, as written.
private struct EffectArgument: Equatable, Sendable {
  let name: Template
  let settings: [EffectSetting]
}

/// The value of an effect's parameter, as written.
private struct EffectSetting: Equatable, Sendable {
  let name: String
  let value: Quantity
  /// Of the name.
  let position: ScriptPosition
}

extension Argument<NeighborhoodEdit> {
  /// `NAME [KEY N]...`
  fileprivate static let effect = Argument({ p throws(ScriptError) in
    EffectArgument(name: try p.parseName("the name of an effect"), settings: try p.parseEffectSettings())
  }) { written, e throws(ScriptError) in
    let effect = try e.effect(named: written.name)
    let values = try e.values(written.settings, of: effect)
    return .effect(effect, values: zip(values, effect.declaration.parameters).map { $0 ?? $1.standard })
  }
}

extension AnimationEntry {
  /// The value of a key that only the start or the end has stays the same.
  fileprivate static let effect = AnimationEntry(
    option: .area,
    parse: { p throws(ScriptError) in
      let settings = try p.parseEffectSettings()
      guard !settings.isEmpty else {
        throw p.expected("a key of the effect and its value, such as 'amount 0.5'")
      }
      return WrittenValue(value: settings).asOperand
    }
  ) { statement, e throws(ScriptError) in
    guard let name = statement.effect, let from = statement.from,
      let start = WrittenValue<[EffectSetting]>(from)?.value,
      let end = WrittenValue<[EffectSetting]>(statement.to)?.value
    else { preconditionFailure("parsed otherwise") }
    let effect = try e.effect(named: name)
    let (last, first) = (try e.values(end, of: effect), try e.values(start, of: effect))
    let standard = effect.declaration.parameters.map(\.standard)
    let values = standard.indices.map {
      (first[$0] ?? last[$0] ?? standard[$0], last[$0] ?? first[$0] ?? standard[$0])
    }
    return (values.map(\.0), AnimatedValue(.effect(effect, values: values.map(\.1))))
  }
}

extension Parser {
  /// Parses pairs of a key and a value, to a word that ends the list.
  fileprivate mutating func parseEffectSettings() throws(ScriptError) -> [EffectSetting] {
    var settings: [EffectSetting] = []
    while true {
      lexer.skipBlanks()
      let (word, position) = (lexer.word, lexer.position())
      guard Lexer.isLetter(lexer.current), word != "in", !effectEnds.contains(word),
        !Self.shapes.contains(word)
      else { return settings }
      lexer.index += word.utf8.count
      let value = try parseLength("a value for '\(word)'")
      settings.append(EffectSetting(name: word, value: value, position: position))
    }
  }
}

extension Evaluator {
  fileprivate mutating func effect(named template: Template) throws(ScriptError) -> PluginEffect {
    let name = try name(of: template)
    let effects = context.effects()
    guard let effect = effects[name] else {
      let names = effects.keys.sorted()
      throw ScriptError(
        .unknownEffect(name, nearest: name.nearest(in: names), effects: names), at: template.position)
    }
    return effect
  }

  /// Returns the values of all parameters; nil for those that are not set.
  fileprivate mutating func values(
    _ settings: [EffectSetting], of effect: PluginEffect
  ) throws(ScriptError) -> [Double?] {
    let parameters = effect.declaration.parameters
    var values = [Double?](repeating: nil, count: parameters.count)
    for (i, setting) in settings.enumerated() {
      guard !settings[..<i].contains(where: { $0.name == setting.name }) else {
        throw ScriptError(.repeatedKey(setting.name), at: setting.position)
      }
      guard let index = parameters.firstIndex(where: { $0.name == setting.name }) else {
        let names = parameters.map(\.name)
        throw ScriptError(
          .unknownEffectParameter(
            setting.name, effect: effect.declaration.name, nearest: setting.name.nearest(in: names),
            parameters: names),
          at: setting.position)
      }
      values[index] = try value(setting.value, of: parameters[index])
    }
    return values
  }

  private mutating func value(
    _ quantity: Quantity, of parameter: EffectParameter
  ) throws(ScriptError) -> Double {
    guard parameter.isLength else {
      if let unit = quantity.unit, unit != .percent {
        throw ScriptError(.wrongUnit(unit.rawValue, wanted: "%"), at: quantity.position)
      }
      return try number(quantity, "'\(parameter.name)'", in: parameter.range)
    }
    return try quantity.position.checked(
      try length(quantity, .alone), "'\(parameter.name)'", in: parameter.range)
  }
}
