import FrameModel

extension ImageDifference {
  /// What was found, in one line for people: "differs: 153 of 60000 pixels (0.26%) in 40 x 12 at 130,88,
  /// 2 regions, at most 61.6%".
  ///
  /// - Parameter isSame: whether so much is allowed.
  public func message(isSame: Bool) -> String {
    var line = "\(isSame ? "same" : "differs"): \(differing) of \(looked) pixels"
    if differing > 0 {
      line += " (\(share))"
      if let box { line += " in \(box.size.width) x \(box.size.height) at \(box.x),\(box.y)" }
      if clusterCount > 1 { line += ", \(clusterCount) regions" }
      line += ", at most \((maxDifference * 100).fixed(1))%"
    }
    if unseen > 0, unseen == differing { line += ", only in colors that cannot be seen" }
    if hard > 0 { line += ", \(hard) over the hard threshold" }
    if antialiased > 0 { line += ", \(antialiased) antialiased" }
    if ignored > 0 { line += ", \(ignored) ignored" }
    if shift != .none { line += ", shifted by \(shift.dx),\(shift.dy)" }
    if expectedSize != actualSize { line += "; \(sizeWording)" }
    return line + metricWording
  }

  /// ", psnr infinite, ssim 1"; empty where none was asked for.
  public var metricWording: String {
    metrics.sorted { $0.key.rawValue < $1.key.rawValue }.map { metric, value in
      ", \(metric.rawValue) \(value.isFinite ? value.trimmed(6) : "infinite")"
    }.joined()
  }

  /// Rounded up, so that it is a limit that allows them.
  private var share: String {
    let hundredths = differing.multipliedFullWidth(by: 10_000)
    let (quotient, rest) = looked.dividingFullWidth(hundredths)
    let share = rest > 0 ? quotient + 1 : quotient
    return quotient == 0 ? "less than 0.01%" : "\((Double(share) / 100).fixed(2))%"
  }

  /// "the sizes are 40 x 30 and 41 x 30": what was expected first.
  public var sizeWording: String {
    "the sizes are \(expectedSize.width) x \(expectedSize.height) and \(actualSize.width) x \(actualSize.height)"
  }
}
