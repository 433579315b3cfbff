/// The difference of the gain maps of two images.
package indirect enum GainMapDifference: Hashable, Sendable {
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

  /// "same", "differs", "missing", "added" or "parameters"; nil if neither image has a map.
  package var status: String? {
    switch self {
    case .none: nil
    case .onlyExpected: "missing"
    case .onlyActual: "added"
    case .parameters: "parameters"
    case .compared(let result): result.isSame ? "same" : "differs"
    }
  }

  /// The text after the details of the images.
  var text: String {
    switch self {
    case .none: ""
    case .onlyExpected: "; the gain map is missing"
    case .onlyActual: "; a gain map was added"
    case .parameters: "; the numbers of the gain maps differ"
    case .compared(let result):
      result.isSame ? "; the gain maps are the same" : "; gain maps: \(result.details)"
    }
  }
}
