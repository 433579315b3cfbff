import FrameCompare
import FrameImage

extension Color: ArgumentValue {
  package static let allowedValues = "a color name such as white, or #rgb, #rrggbb or #rrggbbaa"

  package init?(argument: String) {
    let color = argument.hasPrefix("#") ? Color(hex: argument.dropFirst()) : Color(name: argument)
    guard let color else { return nil }
    self = color
  }
}

extension PixelRect: ArgumentValue {
  package static let allowedValues = """
    X,Y,W,H in pixels, such as 0,0,120,24, with the top left corner from -1000000000 to 1000000000 and the size from \
    1 to \(PixelSize.maximumSide)
    """

  /// Parses `X,Y,W,H`; nil for invalid text.
  package init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { NumberRange.coordinate.number($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], let size = PixelSize(width: width, height: height)
    else { return nil }
    self.init(x: x, y: y, size: size)
  }
}

extension DifferenceLimit: ArgumentValue {
  package static let allowedValues =
    "a number of pixels, such as 12, or a percentage from 0% to 100%, such as 0.5%"

  package init?(argument: String) {
    if argument.hasSuffix("%") {
      guard let share = Double(argument.dropLast()), (0...100).contains(share) else { return nil }
      self = .percent(share)
    } else {
      guard let count = NumberRange.pixelCount.number(argument) else { return nil }
      self = .pixels(count)
    }
  }
}

extension Tolerance.Alignment: ArgumentValue {
  package static let allowedValues = "rows, columns, both or off"

  package init?(argument: String) {
    if argument == "off" {
      self = .off
    } else if let lines = AlignedLines(rawValue: argument) {
      self = .lines(lines)
    } else {
      return nil
    }
  }
}

extension MetricLimit {
  /// The limits that a setting can give: the smallest value of a metric that grows with similarity, or the largest value
  /// of another one.
  package enum Side {
    case min, max

    package var allowedValues: String {
      let names = ComparisonMetric.allCases.filter(has).map(\.rawValue).joined(separator: ", ")
      let example = self == .min ? "smallest value, such as ssim=0.95" : "largest value, such as mae=0.01"
      return "a metric and its \(example); the metrics are \(names)"
    }

    /// The metrics in the help of an option, the most useful ones first.
    package var examples: String {
      ComparisonMetric.allCases.filter(has).sorted { $0.example.place < $1.example.place }
        .map { $0.rawValue + $0.example.limit }.joined(separator: ", ")
    }

    fileprivate func has(_ metric: ComparisonMetric) -> Bool { metric.growsWithSimilarity == (self == .min) }
  }

  /// Parses a limit such as `ssim=0.95`; nil for other text, and for a limit that equal images exceed.
  package init?(argument: String, _ side: Side) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let metric = ComparisonMetric(rawValue: String(parts[0])), side.has(metric),
      let bound = Double(parts[1]), bound.isFinite
    else { return nil }
    self.init(metric, bound)
    guard allows(metric.valueForEqualImages) else { return nil }
  }
}

extension Double {
  /// Parses a share from 0 to 1: a number, or a percentage such as `5%`; nil for invalid text.
  package init?(share text: String) {
    let isPercentage = text.hasSuffix("%")
    guard let number = Double(isPercentage ? String(text.dropLast()) : text) else { return nil }
    let share = isPercentage ? number / 100 : number
    guard (0...1).contains(share) else { return nil }
    self = share
  }

  package static let allowedShares = "a number from 0 to 1, or a percentage"
}
