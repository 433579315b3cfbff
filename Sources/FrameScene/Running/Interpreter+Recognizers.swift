import FrameGeometry
import FrameScript

/// Recognizers, their relations, and their reactions.
extension Interpreter {
  mutating func run(_ recognizer: RecognizerStatement, _ statement: Statement) throws(ScriptError) {
    let place = statement.position
    switch recognizer {
    case .preset(let choice):
      let preset = try word(choice)
      touchscreen.use(preset)
    case .set(let key, let argument):
      let value = try setting(argument)
      try onRecognizers(at: place) { screen throws(ScriptProblem) in try screen.set(key, to: value) }
    case .recognize(let kind, let target, let name):
      let layer =
        if let target { try self.layer(named: target) } else {
          try currentLayer(for: statement.word, at: place)
        }
      let name = try name.map { template throws(ScriptError) in try self.name(of: template) }
      // Twice, because gestures have a dry run.
      try hold(2 * 512 + (name?.heldBytes ?? 0), at: place)
      try onRecognizers(at: place) { screen throws(ScriptProblem) in
        try screen.recognize(kind, on: layer, as: name)
      }
    case .require(let waiting, let other):
      let waiting = try name(of: waiting)
      let other = try name(of: other)
      try startLayers(at: place)
      try hold(Self.relationBytes, at: place)
      try onRecognizers(at: place) { screen throws(ScriptProblem) in
        try screen.require(waiting, fails: other)
      }
    case .simultaneous(let first, let second):
      let first = try name(of: first)
      let second = try name(of: second)
      try startLayers(at: place)
      try hold(Self.relationBytes, at: place)
      try onRecognizers(at: place) { screen throws(ScriptProblem) in
        try screen.allowSimultaneous(first, second)
      }
    case .enable(let name, let isEnabled):
      let name = try self.name(of: name)
      try startLayers(at: place)
      try hold(Self.relationBytes, at: place)
      try setEnabled(name, isEnabled, at: place)
    case .on(let name, let state, let body):
      let name = try self.name(of: name)
      try startLayers(at: place)
      try onRecognizers(at: place) { screen throws(ScriptProblem) in try screen.check(name, reaching: state) }
      reactions.add(Reaction(name: name, state: state, block: try deferred(body, at: place)))
    }
  }

  /// For a relation of two names.
  private static let relationBytes = 2 * 256

  private mutating func setting(_ argument: SettingArgument) throws(ScriptError) -> GestureSettingValue {
    switch argument {
    case .word(let template): return .word(try text(of: template))
    case .quantity(let quantity):
      switch quantity.unit {
      case nil:
        let value = try value(of: quantity.value)
        if case .text(let text) = value, Double(plain: text) == nil { return .word(text) }
        return .number(try number(value, at: quantity.value.position))
      case .pixels, .points, .percent: return .length(try length(quantity, .alone))
      case .degrees, .radians, .turns: return .angle(try angle(quantity))
      case .milliseconds, .seconds: return .time(try time(quantity))
      }
    }
  }

  private mutating func onRecognizers(
    at place: ScriptPosition, _ body: (inout Touchscreen) throws(ScriptProblem) -> Void
  ) throws(ScriptError) {
    do throws(ScriptProblem) {
      try body(&touchscreen)
    } catch {
      throw ScriptError(error, at: place)
    }
  }
}
