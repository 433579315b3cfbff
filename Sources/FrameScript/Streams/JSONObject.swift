import FrameModel

/// The members of an object of JSON, asked for by key and type.
struct JSONObject {
  let members: [JSONMember]
  /// Of its brace.
  let offset: Int

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// - Throws: for a key that is missing. The other accessors return nil instead, so that a caller says
  ///   with `??` what a key is when it is left out.
  func required(_ key: String) throws(StreamError) -> JSONValue {
    guard let value = self[key] else { throw missing(key) }
    return value
  }

  func missing(_ key: String) -> StreamError { StreamError(.missingKey(key), at: offset) }

  /// - Throws: for a key that is not among these, which would be passed over quietly if it were only
  ///   misspelt; and for one that stands twice, of which either may be meant.
  func checkKeys(_ known: [String]) throws(StreamError) {
    for (index, member) in members.enumerated() {
      guard known.contains(member.key) else {
        throw StreamError(
          .unknownKey(member.key, nearest: member.key.nearest(in: known)), at: member.offset)
      }
      guard !members[..<index].contains(where: { $0.key == member.key }) else {
        throw StreamError(.repeatedKey(member.key), at: member.offset)
      }
    }
  }

  func string(_ key: String) throws(StreamError) -> String? {
    guard let value = self[key] else { return nil }
    guard case .string(let text) = value.kind else { throw value.wrong("a string for '\(key)'") }
    return text
  }

  func number(_ key: String, in range: ClosedRange<Double>) throws(StreamError) -> Double? {
    guard let value = self[key] else { return nil }
    guard case .number(let number) = value.kind else { throw value.wrong("a number for '\(key)'") }
    guard range.contains(number) else {
      throw outOfRange(value, key, number, wanted: "", in: range)
    }
    return number
  }

  func whole(_ key: String, in range: ClosedRange<Double>) throws(StreamError) -> Int? {
    guard let value = self[key] else { return nil }
    guard case .number(let number) = value.kind else { throw value.wrong("a number for '\(key)'") }
    guard range.contains(number), let whole = Int(exactly: number) else {
      throw outOfRange(value, key, number, wanted: "a whole number ", in: range)
    }
    return whole
  }

  /// One of a set of words.
  func word<W: ScriptKeyword>(_ key: String, _: W.Type = W.self) throws(StreamError) -> W? {
    guard let value = self[key], let text = try string(key) else { return nil }
    guard let word = W(rawValue: text) else {
      let words = W.allCases.map(\.rawValue)
      throw StreamError(
        .unknownWord(text, meaning: W.meaning, nearest: text.nearest(in: words), choices: words),
        at: value.offset)
    }
    return word
  }

  private func outOfRange(
    _ value: JSONValue, _ key: String, _ number: Double, wanted: String, in range: ClosedRange<Double>
  ) -> StreamError {
    let bounds = "from \(range.lowerBound.scriptText) to \(range.upperBound.scriptText)"
    return StreamError(.outOfRange("'\(key)'", value: number, wanted: wanted + bounds), at: value.offset)
  }
}
