import FrameGeometry
import FrameGesture
import FrameScene

/// The value of a setting in a script. Times are in seconds.
package enum GestureSettingValue: Equatable, Sendable {
  case number(Double)
  case length(Double)
  case time(Double)
  case angle(Angle)
  case word(String)
  case snap(Angle, within: Angle)
}

extension GestureSettings {
  /// Returns the change of the setting that scripts call `key`.
  ///
  /// - Throws: `ScriptProblem.unknownSetting` or `.badSetting`.
  static func change(of key: String, to value: GestureSettingValue) throws(ScriptError) -> Change {
    guard let setting = keys[key] else {
      throw ScriptError(.unknownSetting(key, nearest: key.nearest(in: keys.keys)))
    }
    switch setting {
    case .length(let path): return .number(path, try length(value, key))
    case .time(let path): return .number(path, try time(value, key))
    case .angle(let path):
      guard case .angle(let angle) = value, angle.radians >= 0 else {
        throw ScriptError(.badSetting(key, wanted: "an angle of at least 0deg"))
      }
      return .number(path, angle.radians)
    case .number(let path, let most):
      guard case .number(let number) = value, number >= 0, number <= most ?? .infinity else {
        let end = most.map { " to \($0.scriptText)" } ?? ""
        throw ScriptError(.badSetting(key, wanted: "a number from 0" + end))
      }
      return .number(path, number)
    case .count(let path):
      if case .word("none") = value, path == \.panMaxTouches { return .count(path, .max) }
      return .count(path, try count(value, key))
    case .rate(let path):
      if case .word("none") = value { return .number(path, 0) }
      guard case .number(let number) = value, number > 0, number <= 0.9999 else {
        throw ScriptError(
          .badSetting(key, wanted: "none, or a number above 0 and up to 0.9999, such as 0.998"))
      }
      return .number(path, number)
    case .slopMode: return .panSlopMode(try word(value, key))
    case .panTarget: return .panTarget(try word(value, key))
    case .pivot: return .pivot(try word(value, key))
    case .snap:
      if case .word("none") = value { return .rotateSnap(nil) }
      guard case .snap(let step, let reach) = value, step.radians > 0, reach.radians >= 0 else {
        throw ScriptError(.badSetting(key, wanted: "none, or two angles, as in '90deg within 3deg'"))
      }
      return .rotateSnap(AngleSnap(step: step.radians, reach: reach.radians))
    }
  }

  /// - Parameter key: what takes the number, for errors.
  static func count(_ value: GestureSettingValue, _ key: String) throws(ScriptError) -> Int {
    guard case .number(let number) = value, number >= 1, number <= 100, number == number.rounded() else {
      throw ScriptError(.badSetting(key, wanted: "a whole number from 1 to 100"))
    }
    return Int(number)
  }

  /// All keys, sorted.
  package static var keyNames: [String] { keys.keys.sorted() }

  private enum Setting {
    case length(Change.Key<Double>)
    case time(Change.Key<Double>)
    case angle(Change.Key<Double>)
    case number(Change.Key<Double>, atMost: Double? = nil)
    case count(Change.Key<Int>)
    case rate(Change.Key<Double>)
    case slopMode, panTarget, pivot, snap
  }

  private static var keys: [String: Setting] {
    [
      "tap.max-distance": .length(\.tapMaxDistance),
      "tap.max-duration": .time(\.tapMaxDuration),
      "tap.max-gap": .time(\.tapMaxGap),
      "tap.min-gap": .time(\.tapMinGap),
      "tap.max-separation": .length(\.tapMaxSeparation),
      "pan.slop": .length(\.panSlop),
      "pan.slop-mode": .slopMode,
      "pan.min-touches": .count(\.panMinTouches),
      "pan.max-touches": .count(\.panMaxTouches),
      "pan.target": .panTarget,
      "pan.momentum": .rate(\.panMomentum),
      "pinch.min-delta": .number(\.pinchMinDelta),
      "rotate.min-delta": .angle(\.rotateMinDelta),
      "rotate.snap": .snap,
      "long-press.duration": .time(\.longPressDuration),
      "long-press.max-distance": .length(\.longPressMaxDistance),
      "swipe.min-distance": .length(\.swipeMinDistance),
      "swipe.max-time": .time(\.swipeMaxTime),
      "swipe.max-drift": .length(\.swipeMaxDrift),
      "velocity.mix": .number(\.velocityMix, atMost: 1),
      "pivot": .pivot,
    ]
  }

  private static func length(_ value: GestureSettingValue, _ key: String) throws(ScriptError) -> Double {
    switch value {
    case .number(let number), .length(let number):
      if number >= 0 { return number }
    case .word("none"): return .infinity
    case .time, .angle, .word, .snap: break
    }
    throw ScriptError(.badSetting(key, wanted: "a length of at least 0, or none"))
  }

  private static func time(_ value: GestureSettingValue, _ key: String) throws(ScriptError) -> Double {
    switch value {
    case .time(let seconds): if seconds >= 0 { return seconds }
    case .word("none"): return .infinity
    case .number(let number): throw ScriptError(.bareTime(number.scriptText))
    case .length, .angle, .word, .snap: break
    }
    throw ScriptError(.badSetting(key, wanted: "a time, or none"))
  }

  private static func word<W: ScriptKeyword>(
    _ value: GestureSettingValue, _ key: String
  ) throws(ScriptError) -> W {
    let words = W.allCases.map(\.rawValue)
    guard case .word(let text) = value else {
      throw ScriptError(.badSetting(key, wanted: words.joined(separator: " or ")))
    }
    guard let word = W(word: text) else { throw ScriptError(.unknown(text, W.meaning, among: words)) }
    return word
  }
}

extension RecognizerDescription {
  /// Sets a property of the recognizer, as `recognize` does: `taps`, `touches`, or the part of a setting's key after the
  /// dot.
  mutating func set(_ key: String, to value: GestureSettingValue) throws(ScriptError) {
    switch (key, kind) {
    case ("taps", .tap), ("taps", .doubleTap), ("taps", .longPress):
      taps = try GestureSettings.count(value, key)
    case ("touches", .pan):
      let count = try GestureSettings.count(value, key)
      changes += [.count(\.panMinTouches, count), .count(\.panMaxTouches, count)]
    case ("touches", .pinch), ("touches", .rotation), ("taps", _):
      throw ScriptError(.scene(.withoutMeaning(key, of: "recognize \(kind.rawValue)")))
    case ("touches", _): touches = try GestureSettings.count(value, key)
    default: changes.append(try GestureSettings.change(of: "\(kind.settingsPrefix).\(key)", to: value))
    }
  }
}

extension RecognizerKind {
  /// The part of the keys of its settings before the dot.
  fileprivate var settingsPrefix: String {
    switch self {
    case .tap, .doubleTap: "tap"
    case .longPress: "long-press"
    case .pan: "pan"
    case .pinch: "pinch"
    case .rotation: "rotate"
    case .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown: "swipe"
    }
  }
}
