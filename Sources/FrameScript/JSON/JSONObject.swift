import FrameGeometry
import FrameScene

/// The members of a JSON object, by key and type.
struct JSONObject {
  let members: [JSONMember]
  /// The offset of its brace.
  let offset: Int

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// - Throws: an error for a missing key. The other accessors return nil instead, so that a caller can give a
  ///   default with `??`.
  func required(_ key: String) throws(ScriptError) -> JSONValue {
    guard let value = self[key] else { throw missing(key) }
    return value
  }

  func missing(_ key: String) -> ScriptError { ScriptError(.missingKey(key), at: offset) }

  /// - Throws: an error for an unknown key, which would be ignored silently if it were misspelled, and for a repeated
  ///   key, because either value could be meant.
  func checkKeys(_ known: [String]) throws(ScriptError) {
    for (index, member) in members.enumerated() {
      guard known.contains(member.key) else {
        throw ScriptError(
          .unknownKey(member.key, nearest: member.key.nearest(in: known)), at: member.offset)
      }
      guard !members[..<index].contains(where: { $0.key == member.key }) else {
        throw ScriptError(.repeatedKey(member.key), at: member.offset)
      }
    }
  }

  func string(_ key: String) throws(ScriptError) -> String? {
    guard let value = self[key] else { return nil }
    guard case .string(let text) = value.kind else { throw value.wrong("a string for '\(key)'") }
    return text
  }

  func number(_ key: String, in range: ClosedRange<Double>) throws(ScriptError) -> Double? {
    guard let value = self[key] else { return nil }
    guard let number = value.number else { throw value.wrong("a number for '\(key)'") }
    return try ScriptPosition(offset: value.offset).checked(number, "'\(key)'", in: range)
  }

  func whole(_ key: String, in range: ClosedRange<Double>) throws(ScriptError) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.number else { throw value.wrong("a number for '\(key)'") }
    try ScriptPosition(offset: value.offset).require(
      range.contains(number) && number == number.rounded(), "'\(key)'", number,
      wanted: "a whole number \(range.boundsText)")
    return Int(number)
  }

  /// Returns a keyword of a set.
  func word<W: ScriptKeyword>(_ key: String, _: W.Type = W.self) throws(ScriptError) -> W? {
    guard let value = self[key], let text = try string(key) else { return nil }
    guard let word = W(rawValue: text) else {
      throw ScriptError(.unknown(text, W.meaning, among: W.allCases.map(\.rawValue)), at: value.offset)
    }
    return word
  }
}
