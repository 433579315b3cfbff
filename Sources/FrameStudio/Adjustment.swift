import FrameMessages

/// An edit with one number that the page has a slider for. Its raw value is its statement's word.
enum Adjustment: String, CaseIterable, Encodable {
  case exposure, contrast, saturation, temperature, blur

  /// The numbers of the slider, its step, and the number that changes nothing.
  var slider: (range: ClosedRange<Double>, step: Double, neutral: Double) {
    switch self {
    case .exposure: (-3...3, 0.01, 0)
    case .contrast, .saturation: (0...2, 0.01, 1)
    case .temperature: (-100...100, 1, 0)
    case .blur: (0...50, 0.1, 0)
    }
  }
}

extension ScriptOutline {
  /// The last statement of an adjustment of the current layer.
  func entry(of adjustment: Adjustment) -> Entry? {
    currentEntries.last { entry in
      entry.words.first == adjustment.rawValue && entry.words.count == 2 && Double(entry.words[1]) != nil
    }
  }
}

extension JSONFields {
  /// A slider of the page.
  init(slider adjustment: Adjustment, in script: ScriptOutline) {
    let slider = adjustment.slider
    let value = script.entry(of: adjustment).flatMap { Double($0.words[1]) }
    self = [
      "word": adjustment, "least": slider.range.lowerBound, "most": slider.range.upperBound,
      "step": slider.step, "neutral": slider.neutral, "value": value ?? slider.neutral,
    ]
  }
}
