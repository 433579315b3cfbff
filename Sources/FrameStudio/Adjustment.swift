/// An edit with one number that the page has a slider for. Its raw value is its statement's word.
enum Adjustment: String, CaseIterable, Encodable {
  case exposure, contrast, saturation, temperature, blur

  /// The numbers of the slider.
  var range: ClosedRange<Double> {
    switch self {
    case .exposure: -3...3
    case .contrast, .saturation: 0...2
    case .temperature: -100...100
    case .blur: 0...50
    }
  }

  /// The number that changes nothing.
  var neutral: Double {
    switch self {
    case .contrast, .saturation: 1
    case .exposure, .temperature, .blur: 0
    }
  }

  var step: Double {
    switch self {
    case .exposure, .contrast, .saturation: 0.01
    case .temperature: 1
    case .blur: 0.1
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

/// A slider of the page.
struct AdjustmentRecord: Encodable {
  var word: Adjustment
  var least: Double
  var most: Double
  var step: Double
  var neutral: Double
  var value: Double

  init(_ adjustment: Adjustment, in script: ScriptOutline) {
    word = adjustment
    (least, most) = (adjustment.range.lowerBound, adjustment.range.upperBound)
    (step, neutral) = (adjustment.step, adjustment.neutral)
    value = script.entry(of: adjustment).flatMap { Double($0.words[1]) } ?? neutral
  }
}
