import FrameGeometry
import FrameGesture
import FrameScript

/// The value of a setting in a script. Times are in seconds.
package enum GestureSettingValue: Hashable, Sendable {
  case number(Double)
  case length(Double)
  case time(Double)
  case angle(Angle)
  case word(String)
}

extension GestureSettings {
  /// Sets the setting that scripts call `key`.
  ///
  /// - Throws: `ScriptProblem.unknownSetting` or `.badSetting`.
  package mutating func set(_ key: String, to value: GestureSettingValue) throws(ScriptProblem) {
    guard let setting = Self.keys[key] else {
      throw .unknownSetting(key, nearest: key.nearest(in: Self.keys.keys))
    }
    switch setting {
    case .length(let path): self[keyPath: path] = try Self.length(value, key)
    case .time(let path): self[keyPath: path] = try Self.time(value, key)
    case .angle(let path):
      guard case .angle(let angle) = value, angle.radians >= 0 else {
        throw .badSetting(key, wanted: "an angle of at least 0deg")
      }
      self[keyPath: path] = angle.radians
    case .share(let path):
      guard case .number(let number) = value, number >= 0, number <= 1 else {
        throw .badSetting(key, wanted: "a number from 0 to 1")
      }
      self[keyPath: path] = number
    case .number(let path):
      guard case .number(let number) = value, number >= 0 else {
        throw .badSetting(key, wanted: "a number from 0")
      }
      self[keyPath: path] = number
    case .count(let path):
      if case .word("none") = value, path == \.panMaxTouches {
        self[keyPath: path] = .max
      } else {
        guard case .number(let number) = value, number >= 1, number <= 100, number == number.rounded() else {
          throw .badSetting(key, wanted: "a whole number from 1 to 100")
        }
        self[keyPath: path] = Int(number)
      }
    case .slopMode(let path): self[keyPath: path] = try Self.word(value, key)
    case .panTarget(let path): self[keyPath: path] = try Self.word(value, key)
    case .pivot(let path): self[keyPath: path] = try Self.word(value, key)
    }
  }

  /// All keys, sorted.
  package static var keyNames: [String] { keys.keys.sorted() }

  private enum Setting {
    case length(WritableKeyPath<GestureSettings, Double>)
    case time(WritableKeyPath<GestureSettings, Double>)
    case angle(WritableKeyPath<GestureSettings, Double>)
    case number(WritableKeyPath<GestureSettings, Double>)
    case share(WritableKeyPath<GestureSettings, Double>)
    case count(WritableKeyPath<GestureSettings, Int>)
    case slopMode(WritableKeyPath<GestureSettings, SlopMode>)
    case panTarget(WritableKeyPath<GestureSettings, PanTarget>)
    case pivot(WritableKeyPath<GestureSettings, GesturePivot>)
  }

  private static var keys: [String: Setting] {
    [
      "tap.max-distance": .length(\.tapMaxDistance),
      "tap.max-duration": .time(\.tapMaxDuration),
      "tap.max-gap": .time(\.tapMaxGap),
      "tap.min-gap": .time(\.tapMinGap),
      "tap.max-separation": .length(\.tapMaxSeparation),
      "pan.slop": .length(\.panSlop),
      "pan.slop-mode": .slopMode(\.panSlopMode),
      "pan.min-touches": .count(\.panMinTouches),
      "pan.max-touches": .count(\.panMaxTouches),
      "pan.target": .panTarget(\.panTarget),
      "pinch.min-delta": .number(\.pinchMinDelta),
      "rotate.min-delta": .angle(\.rotateMinDelta),
      "long-press.duration": .time(\.longPressDuration),
      "long-press.max-distance": .length(\.longPressMaxDistance),
      "swipe.min-distance": .length(\.swipeMinDistance),
      "swipe.max-time": .time(\.swipeMaxTime),
      "swipe.max-drift": .length(\.swipeMaxDrift),
      "velocity.mix": .share(\.velocityMix),
      "pivot": .pivot(\.pivot),
    ]
  }

  private static func length(_ value: GestureSettingValue, _ key: String) throws(ScriptProblem) -> Double {
    switch value {
    case .number(let number), .length(let number):
      if number >= 0 { return number }
    case .word("none"): return .infinity
    case .time, .angle, .word: break
    }
    throw .badSetting(key, wanted: "a length of at least 0, or none")
  }

  private static func time(_ value: GestureSettingValue, _ key: String) throws(ScriptProblem) -> Double {
    switch value {
    case .time(let seconds): if seconds >= 0 { return seconds }
    case .word("none"): return .infinity
    case .number(let number): throw .bareTime(number.scriptText)
    case .length, .angle, .word: break
    }
    throw .badSetting(key, wanted: "a time, or none")
  }

  private static func word<W: ScriptKeyword>(_ value: GestureSettingValue, _ key: String)
    throws(ScriptProblem)
    -> W
  {
    let words = W.allCases.map(\.rawValue)
    guard case .word(let text) = value else {
      throw .badSetting(key, wanted: words.joined(separator: " or "))
    }
    guard let word = W(word: text) else {
      throw .unknownWord(text, meaning: W.meaning, nearest: text.nearest(in: words), choices: words)
    }
    return word
  }
}
