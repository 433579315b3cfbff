/// The sets of recognizers and thresholds of different platforms.
package enum GesturePreset: String, Hashable, Sendable, CaseIterable {
  case frameit, photos, pickview, uikit, swiftui, android, none
}

/// The settings of a gesture preset, and the recognizers that it attaches to every image.
package struct PresetDefinition: Sendable {
  package var settings = GestureSettings()
  /// The kinds of recognizers, each once, in the order of attachment.
  package var kinds: [RecognizerKind] = []
  /// Pairs in which the first recognizer waits until the second has failed.
  package var requires: [Pair] = []
  /// Pairs that may be in progress at the same time.
  package var simultaneous: [Pair] = []

  package typealias Pair = (first: RecognizerKind, second: RecognizerKind)
}

extension GesturePreset {
  package var definition: PresetDefinition {
    var preset = PresetDefinition()
    switch self {
    case .none: break
    case .frameit:
      preset.settings.panMaxTouches = 1
      preset.kinds = [.pan, .pinch, .rotation]
      preset.simultaneous = [(.pinch, .rotation)]
    case .uikit:
      preset.kinds = [.pan, .pinch, .rotation]
    case .photos:
      preset.kinds = [.pan, .pinch, .rotation]
      preset.simultaneous = Self.allTransforming
    case .pickview:
      preset.settings.pivot = .center
      preset.settings.panTarget = .position
      preset.kinds = [.tap, .doubleTap, .pinch, .rotation, .swipeUp, .pan, .longPress]
      preset.requires = [(.tap, .doubleTap), (.pan, .swipeUp)]
    case .swiftui:
      preset.settings.panSlopMode = .include
      preset.settings.pivot = .center
      preset.settings.dropsCancelled = true
      preset.kinds = [.pan, .pinch, .rotation]
      preset.simultaneous = Self.allTransforming
    case .android:
      preset.settings.tapMaxDistance = 8
      preset.settings.tapMaxDuration = .infinity
      preset.settings.tapMaxGap = 0.3
      preset.settings.tapMinGap = 0.04
      preset.settings.tapMaxSeparation = 100
      preset.settings.panSlop = 8
      preset.settings.longPressDuration = 0.4
      preset.settings.longPressMaxDistance = 8
      preset.kinds = [.pan, .pinch, .rotation]
      preset.simultaneous = Self.allTransforming
    }
    return preset
  }

  private static let allTransforming: [PresetDefinition.Pair] = [
    (.pan, .pinch), (.pan, .rotation), (.pinch, .rotation),
  ]
}

extension GestureSession {
  /// Attaches a preset's recognizers to a layer, with their relations. Does not change the session's
  /// settings.
  ///
  /// - Returns: The numbers of the recognizers, in the order of `preset.kinds`.
  @discardableResult
  package mutating func attach(_ preset: PresetDefinition, on target: Int) -> [Int] {
    let numbers = preset.kinds.map { attach(RecognizerDescription($0, on: target)) }
    // Pairs name only kinds that the preset attaches.
    let byKind = Dictionary(uniqueKeysWithValues: zip(preset.kinds, numbers))
    for (waiting, other) in preset.requires { require(byKind[waiting]!, toFail: byKind[other]!) }
    for (first, second) in preset.simultaneous { allowSimultaneous(byKind[first]!, byKind[second]!) }
    return numbers
  }
}
