/// The difference of the gain maps of two images.
package indirect enum GainMapDifference: Equatable, Sendable {
  /// Neither image has one.
  case none
  case onlyExpected
  case onlyActual
  /// Their numbers differ, so that the same samples stand for other gains.
  case parameters
  case compared(ComparisonResult)

  package var isSame: Bool {
    switch self {
    case .none: true
    case .onlyExpected, .onlyActual, .parameters: false
    case .compared(let result): result.isSame
    }
  }

  /// "same", "within", "differs", "missing", "added" or "parameters"; nil if neither image has a map.
  package var status: String? {
    switch self {
    case .none: nil
    case .onlyExpected: "missing"
    case .onlyActual: "added"
    case .parameters: "parameters"
    case .compared(let result): result.verdict == .within ? "within" : result.isSame ? "same" : "differs"
    }
  }

  /// The text after the details of images that differ, or of equal maps.
  var text: String {
    switch self {
    case .none: ""
    case .compared(let result) where result.verdict == .within:
      "; the gain maps are within the limit: \(result.details)"
    case .compared(let result) where result.isSame: "; the gain maps are the same"
    case .onlyExpected, .onlyActual, .parameters, .compared: "; the gain map\(detail)"
    }
  }

  /// The difference, after "the gain map".
  var detail: String {
    switch self {
    case .none: ""
    case .onlyExpected: ": it is missing"
    case .onlyActual: ": it was added"
    case .parameters: ": its numbers differ"
    case .compared(let result): ": \(result.details)"
    }
  }
}
