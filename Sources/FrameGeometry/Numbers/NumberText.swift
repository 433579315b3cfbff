extension Double {
  /// The number as a script would write it.
  package var scriptText: String {
    if self == rounded(), abs(self) <= 0x1p53 { return String(Int64(self)) }
    return String(self)
  }

  /// Returns the number with this many decimals, rounded half away from zero.
  package func fixed(_ decimals: Int) -> String {
    guard isFinite, abs(self) < 9e18 else { return scriptText }
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let scaled = (abs(self) * power).rounded()
    // The other digits are beyond the precision.
    guard scaled < 9e18 else { return fixed(decimals - 1) + (decimals == 1 ? ".0" : "0") }
    let padded = String(UInt64(scaled), digits: decimals + 1)
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// Returns the number with at most this many decimals, without trailing zeros.
  package func trimmed(_ decimals: Int) -> String {
    var text = fixed(decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension String {
  /// A number with leading zeros, as far as it has fewer digits than these.
  package init(_ number: some BinaryInteger, digits: Int, radix: Int = 10) {
    let text = String(number, radix: radix)
    self = String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}

extension Int {
  /// The number with its digits in groups: "1,996".
  package var grouped: String {
    var digits = Array(String(magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
