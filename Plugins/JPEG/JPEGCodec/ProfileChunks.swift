/// The parts of a profile, which can come in any order (ICC.1:2022, B.4).
struct ProfileChunks {
  private var parts: [Int: [UInt8]] = [:]
  private var total = 0
  private var isBroken = false

  var isEmpty: Bool { parts.isEmpty && !isBroken }

  /// - Parameter content: the part's number from 1, the number of parts, and its bytes.
  mutating func add(_ content: [UInt8]) {
    guard content.count >= 2 else {
      isBroken = true
      return
    }
    let number = Int(content[0])
    let count = Int(content[1])
    if parts.isEmpty { total = count }
    if count != total || !(1...255).contains(number) || number > count || parts[number] != nil {
      isBroken = true
      return
    }
    parts[number] = Array(content.dropFirst(2))
  }

  /// The whole profile; nil if parts are missing or contradict each other.
  var joined: [UInt8]? {
    guard !isBroken, !parts.isEmpty, parts.count == total else { return nil }
    return (1...total).flatMap { parts[$0] ?? [] }
  }
}
