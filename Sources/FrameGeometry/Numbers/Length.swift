/// A length: a percentage, which is known only where the length is used, plus pixels.
package struct Length: Hashable, Sendable {
  package var percent: Double
  package var pixels: Double

  package init(percent: Double, pixels: Double = 0) {
    self.percent = percent
    self.pixels = pixels
  }

  package init(pixels: Double) { self.init(percent: 0, pixels: pixels) }

  /// The length as text: `50%`, `100% - 20`, `20px`.
  package var description: String {
    let share = "\(percent.scriptText)%"
    if pixels == 0 { return share }
    if percent == 0 { return "\(pixels.scriptText)px" }
    return "\(share) \(pixels < 0 ? "-" : "+") \(abs(pixels).scriptText)"
  }

  package var isFinite: Bool { percent.isFinite && pixels.isFinite }

  package static func + (a: Length, b: Length) -> Length {
    Length(percent: a.percent + b.percent, pixels: a.pixels + b.pixels)
  }

  package static func - (a: Length, b: Length) -> Length {
    Length(percent: a.percent - b.percent, pixels: a.pixels - b.pixels)
  }

  package static func * (length: Length, factor: Double) -> Length {
    Length(percent: length.percent * factor, pixels: length.pixels * factor)
  }

  package static func / (length: Length, divisor: Double) -> Length {
    Length(percent: length.percent / divisor, pixels: length.pixels / divisor)
  }

  package static prefix func - (length: Length) -> Length {
    Length(percent: -length.percent, pixels: -length.pixels)
  }

  /// Returns the length in pixels.
  ///
  /// - Parameter whole: what percentages are of, in pixels.
  package func pixels(of whole: Double) -> Double {
    let share = percent / 100 * whole
    return pixels == 0 ? share : percent == 0 ? pixels : share + pixels
  }

  /// Returns the difference of two lengths as a number with its sign: of pixels, or of percents.
  ///
  /// - Returns: nil if the difference has both, so that its sign depends on what the percentage is of.
  package static func order(_ a: Length, _ b: Length) -> Double? {
    let difference = a - b
    if difference.percent == 0 { return difference.pixels }
    return difference.pixels == 0 ? difference.percent : nil
  }
}
