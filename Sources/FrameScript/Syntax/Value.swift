import FrameGeometry
import FrameImage

/// The value of a script's variable.
package enum Value: Hashable, Sendable {
  case number(Double)
  case length(Length)
  case text(String)
  case list(ValueList)
  /// An input, which is its name in texts.
  case input(InputValue)

  /// The value as part of a text: integers without a decimal point, other numbers with the fewest digits that
  /// identify them, items of a list separated by ", ".
  package var description: String {
    var text = ""
    return write(to: &text, limit: .max) ? text : ""
  }

  /// Appends the value as part of a text.
  ///
  /// - Parameter limit: the maximum UTF-8 bytes of the text.
  /// - Returns: false if the text would be longer; it is then incomplete.
  package func write(to text: inout String, limit: Int) -> Bool {
    switch self {
    case .number(let value): return Self.append(value.scriptText, to: &text, limit)
    case .length(let length): return Self.append(length.description, to: &text, limit)
    case .text(let part): return Self.append(part, to: &text, limit)
    case .input(let input): return Self.append(input.name, to: &text, limit)
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
  package var kind: String {
    switch self {
    case .number: "a number"
    case .length(let length): "the length \(length.description)"
    case .text(let text): "the text \"\(text.elided)\""
    case .list: "a list"
    case .input(let input): "the input \"\(input.name.elided)\""
    }
  }

  /// The bytes that it holds beside its inline storage. Items that several lists share count for each of them.
  package var heldBytes: Int {
    switch self {
    case .number, .length: 0
    case .text(let text): text.heldBytes
    case .list(let list): list.heldBytes
    case .input(let input): input.name.heldBytes
    }
  }

  /// The value, with the name of an input as a text.
  package var withoutInput: Value { if case .input(let input) = self { .text(input.name) } else { self } }
}

/// An input as the value of a variable.
package struct InputValue: Hashable, Sendable {
  /// From 1.
  package var number: Int
  package var name: String

  package init(number: Int, name: String) { (self.number, self.name) = (number, name) }
}

/// The items of a list. The nesting depth is limited, because comparing, printing and freeing are recursive.
package struct ValueList: Hashable, Sendable {
  package let items: [Value]
  /// 1 for a list without lists.
  package let depth: Int
  package let heldBytes: Int

  /// - Throws: a `LimitExceeded` for lists nested deeper than `nesting`.
  package init(_ items: [Value], nesting: Int) throws(LimitExceeded) {
    var depth = 0
    var bytes = AllocatedBytes.header.adding(items.count.times(MemoryLayout<Value>.stride))
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
}
