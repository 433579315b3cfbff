import FrameModel

extension PictureDifference {
  /// What was found, in one line for people: "differs: 153 of 60000 pixels (0.26%) in 40 x 12 at 130,88,
  /// 2 regions, at most 61.6%".
  ///
  /// - Parameter isSame: whether so much is allowed.
  public func wording(isSame: Bool) -> String {
    let share = Double(differing) / Double(size.area) * 100
    var line = "\(isSame ? "same" : "differs"): \(differing) of \(size.area) pixels"
    if differing > 0 {
      line += share < 0.01 ? " (less than 0.01%)" : " (\(share.fixed(2))%)"
      if let box { line += " in \(box.size.width) x \(box.size.height) at \(box.x),\(box.y)" }
      if clusterCount > 1 { line += ", \(clusterCount) regions" }
      line += ", at most \((maxDifference * 100).fixed(1))%"
    }
    if hard > 0 { line += ", \(hard) over the hard threshold" }
    if antialiased > 0 { line += ", \(antialiased) antialiased" }
    if ignored > 0 { line += ", \(ignored) ignored" }
    if shift != .none { line += ", shifted by \(shift.dx),\(shift.dy)" }
    if expectedSize != actualSize { line += "; \(sizeWording)" }
    for (metric, value) in metrics.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      line += ", \(metric.rawValue) \(value.isFinite ? value.trimmed(6) : "infinite")"
    }
    return line
  }

  /// "the sizes are 40 x 30 and 41 x 30": what was expected first.
  public var sizeWording: String {
    "the sizes are \(expectedSize.width) x \(expectedSize.height) and \(actualSize.width) x \(actualSize.height)"
  }
}
