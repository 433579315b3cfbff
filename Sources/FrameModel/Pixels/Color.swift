/// An encoded sRGB color with alpha, not premultiplied; all four are 0 to 1.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  public static let white = Color(red: 1, green: 1, blue: 1)

  public var isGray: Bool { red == green && green == blue }

  /// - Parameter hex: 3, 4, 6 or 8 hexadecimal digits, without "#"; nil for anything else.
  public init?(hex: some StringProtocol) {
    let digits = hex.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == hex.count, [3, 4, 6, 8].contains(digits.count) else { return nil }
    let short = digits.count < 5
    let channels =
      short
      ? digits.map { $0 * 17 }
      : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    let values = channels.map { Double($0) / 255 }
    self.init(
      red: values[0], green: values[1], blue: values[2], alpha: values.count > 3 ? values[3] : 1)
  }

  /// "#rrggbb", with alpha unless it is opaque, rounded to 8 bits.
  public var hex: String {
    let values = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
    return "#"
      + values.map { value in
        let byte = Int((value * 255).rounded())
        return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
  }
}
