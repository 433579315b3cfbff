/// What a variable of a script can hold.
public enum Value: Hashable, Sendable {
  case number(Double)
  case text(String)
  case list([Value])

  /// As it stands in a text: whole numbers without a point, others with the fewest digits that are
  /// this number and no other, items of a list with ", " between them.
  public var description: String {
    switch self {
    case .number(let value): value.scriptText
    case .text(let text): text
    case .list(let items): items.map(\.description).joined(separator: ", ")
    }
  }

  /// What it is, for errors.
  public var kind: String {
    switch self {
    case .number: "a number"
    case .text(let text): "the text \"\(text)\""
    case .list: "a list"
    }
  }
}

extension Double {
  /// The number as a script would write it.
  public var scriptText: String {
    if self == rounded(), abs(self) <= 0x1p53 { return String(Int64(self)) }
    return String(self)
  }

  /// With so many decimals, rounded half away from zero.
  public func fixed(_ decimals: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return scriptText }
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let scaled = (abs(self) * power).rounded()
    guard scaled < 9e18 else { return scriptText }
    let digits = String(UInt64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

extension Double {
  /// At most so many decimals, and no more than needed.
  public func trimmed(_ decimals: Int) -> String {
    var text = fixed(decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

/// Vigna's SplitMix64 (after Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014): a script's only randomness, the same for the same seed everywhere.
public struct SplitMix64: Hashable, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
