/// The attached recognizers, by number.
struct Attachments: Sendable {
  /// The index is a recognizer's number minus `first`; the element is nil after a recognizer is detached.
  private var elements: [Attachment?] = []
  private var first = 0
  private var numbersByTarget: [Int: [Int]] = [:]

  /// The number of the next recognizer.
  var next: Int { first + elements.count }

  mutating func attach(_ description: RecognizerDescription) -> Int {
    elements.append(Attachment(description: description))
    numbersByTarget[description.target, default: []].append(next - 1)
    return next - 1
  }

  mutating func detach(_ number: Int) {
    numbersByTarget[self[number].description.target]?.removeAll { $0 == number }
    elements[number - first] = nil
  }

  /// Removes all recognizers. Their numbers are not used again.
  mutating func removeAll() { (first, elements, numbersByTarget) = (next, [], [:]) }

  func contains(_ number: Int) -> Bool {
    elements.indices.contains(number - first) && elements[number - first] != nil
  }

  func numbers(on target: Int) -> [Int] { numbersByTarget[target] ?? [] }

  /// In the order of attachment.
  var descriptions: [(number: Int, description: RecognizerDescription)] {
    elements.enumerated().compactMap { offset, element in element.map { (first + offset, $0.description) } }
  }

  subscript(number: Int) -> Attachment {
    _read {
      precondition(contains(number), "no recognizer has the number \(number)")
      yield elements[number - first]!
    }
    _modify {
      precondition(contains(number), "no recognizer has the number \(number)")
      yield &elements[number - first]!
    }
  }
}

/// A recognizer and its relations to others, by number.
struct Attachment: Sendable {
  let description: RecognizerDescription
  var isEnabled = true
  /// The recognizers that must fail before this one may begin.
  var requires: [Int] = []
  /// The recognizers that wait for this one to fail. Some may be detached.
  var requiredBy: [Int] = []
  /// The recognizers that may be in progress at the same time as this one.
  var simultaneous: Set<Int> = []
}
