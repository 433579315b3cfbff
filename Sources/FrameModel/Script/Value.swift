/// The value of a script's variable.
public enum Value: Hashable, Sendable {
  case number(Double)
  case text(String)
  case list(ValueList)

  /// The value as part of a text: integers without a decimal point, other numbers with the fewest digits that
  /// identify them, items of a list separated by ", ".
  public var description: String {
    var text = ""
    return write(to: &text, limit: .max) ? text : ""
  }

  /// Appends the value as part of a text.
  ///
  /// - Parameter limit: the maximum UTF-8 bytes of the text.
  /// - Returns: false if the text would be longer; it is then incomplete.
  public func write(to text: inout String, limit: Int) -> Bool {
    switch self {
    case .number(let value): return Self.append(value.scriptText, to: &text, limit)
    case .text(let part): return Self.append(part, to: &text, limit)
    case .list(let list):
      for (i, item) in list.items.enumerated() {
        if i > 0, !Self.append(", ", to: &text, limit) { return false }
        guard item.write(to: &text, limit: limit) else { return false }
      }
      return true
    }
  }

  private static func append(_ part: String, to text: inout String, _ limit: Int) -> Bool {
    guard part.utf8.count <= limit - text.utf8.count else { return false }
    text += part
    return true
  }

  /// The kind of the value, for errors.
  public var kind: String {
    switch self {
    case .number: "a number"
    case .text(let text): "the text \"\(text.elided)\""
    case .list: "a list"
    }
  }

  /// The bytes that it holds beside its inline storage. Items that several lists share count for each of them.
  public var heldBytes: Int {
    switch self {
    case .number: 0
    case .text(let text): text.heldBytes
    case .list(let list): list.heldBytes
    }
  }
}

/// The items of a list. The nesting depth is limited, because comparing, printing and freeing are recursive.
public struct ValueList: Hashable, Sendable {
  public let items: [Value]
  /// 1 for a list without lists.
  public let depth: Int
  public let heldBytes: Int

  /// - Throws: a `LimitExceeded` for lists nested deeper than `nesting`.
  public init(_ items: [Value], nesting: Int) throws(LimitExceeded) {
    var depth = 0
    var bytes = MemoryAccount.allocation.adding(items.count.times(MemoryLayout<Value>.stride))
    for item in items {
      if case .list(let list) = item { depth = max(depth, list.depth) }
      bytes = bytes.adding(item.heldBytes)
    }
    guard depth < nesting else { throw LimitExceeded(.nesting, needed: depth + 1, allowed: nesting) }
    (self.items, self.depth, heldBytes) = (items, depth + 1, min(bytes, 1 << 60))
  }
}

extension String {
  /// The text, shortened if it is too long for a message.
  fileprivate var elided: String { utf8.count <= 200 ? self : prefix(50) + "…" }

  /// The bytes that it holds beside its inline storage; none for a small string.
  package var heldBytes: Int { utf8.count <= 15 ? 0 : MemoryAccount.allocation + utf8.count }
}

extension Double {
  /// The number as a script would write it.
  public var scriptText: String {
    if self == rounded(), abs(self) <= 0x1p53 { return String(Int64(self)) }
    return String(self)
  }

  /// Returns the number with this many decimals, rounded half away from zero.
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
  /// Returns the number with at most this many decimals, without trailing zeros.
  public func trimmed(_ decimals: Int) -> String {
    var text = fixed(decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

/// Vigna's SplitMix64 (after Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a
/// script's only source of randomness, the same everywhere for the same seed.
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
