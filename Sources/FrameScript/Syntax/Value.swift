import FrameGeometry
import FrameImage

/// The value of a script's variable.
package enum Value: Equatable, Sendable {
  case number(Double)
  case length(Length)
  case text(String)
  case list(ValueList)
  case record(ValueRecord)
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
    case .record(let record):
      guard Self.append("{", to: &text, limit) else { return false }
      for (i, name) in record.names.enumerated() {
        guard Self.append((i > 0 ? ", " : "") + name + ": ", to: &text, limit),
          record.values[i].write(to: &text, limit: limit)
        else { return false }
      }
      return Self.append("}", to: &text, limit)
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
    case .record: "a record"
    case .input(let input): "the input \"\(input.name.elided)\""
    }
  }

  /// The bytes that it holds beside its inline storage. Items that several lists share count for each of them.
  package var heldBytes: Int {
    switch self {
    case .number, .length: 0
    case .text(let text): text.heldBytes
    case .list(let list): list.heldBytes
    case .record(let record): record.heldBytes
    case .input(let input): input.name.heldBytes
    }
  }

  /// The value, with the name of an input as a text.
  package var withoutInput: Value { if case .input(let input) = self { .text(input.name) } else { self } }
}

/// An input as the value of a variable.
package struct InputValue: Equatable, Sendable {
  /// From 1.
  package var number: Int
  package var name: String
}

/// The items of a list. The nesting depth is limited, because comparing, printing and freeing are recursive.
package struct ValueList: Equatable, Sendable {
  package let items: [Value]
  /// 1 for a list without lists.
  package let depth: Int
  package let heldBytes: Int

  /// - Throws: a `LimitExceeded` for lists nested deeper than `nesting`.
  package init(_ items: [Value], nesting: Int) throws(LimitExceeded) {
    var depth = 0
    var bytes = AllocatedBytes.header.adding(items.count.times(MemoryLayout<Value>.stride))
    for item in items {
      depth = max(depth, item.depth)
      bytes = bytes.adding(item.heldBytes)
    }
    guard depth < nesting else { throw LimitExceeded(.nesting, needed: depth + 1, allowed: nesting) }
    (self.items, self.depth, heldBytes) = (items, depth + 1, min(bytes, 1 << 60))
  }
}

extension Value {
  /// The nesting depth of lists and records; 0 for anything else.
  fileprivate var depth: Int {
    switch self {
    case .list(let list): list.depth
    case .record(let record): record.depth
    case .number, .length, .text, .input: 0
    }
  }
}

/// The names of the fields of records, which many records share.
package final class FieldNames: Sendable {
  package let names: [String]
  private let indices: [String: Int]

  /// - Parameter names: Each once.
  package init(_ names: [String]) {
    self.names = names
    indices = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  fileprivate func index(of name: String) -> Int? { indices[name] }
}

/// Named values.
package final class ValueRecord: Equatable, Sendable {
  private let fields: FieldNames
  package let values: [Value]
  /// 1 for a record without lists and records.
  package let depth: Int
  package let heldBytes: Int

  package var names: [String] { fields.names }

  /// - Parameter values: As many as there are names.
  /// - Throws: a `LimitExceeded` for records nested deeper than `nesting`.
  package init(_ fields: FieldNames, _ values: [Value], nesting: Int) throws(LimitExceeded) {
    let list = try ValueList(values, nesting: nesting)
    (self.fields, self.values, depth, heldBytes) = (fields, values, list.depth, list.heldBytes)
  }

  package subscript(name: String) -> Value? { fields.index(of: name).map { values[$0] } }

  package static func == (a: ValueRecord, b: ValueRecord) -> Bool {
    a === b || a.names == b.names && a.values == b.values
  }
}

extension String {
  /// The text, shortened if it is too long for a message.
  fileprivate var elided: String { utf8.count <= 200 ? self : prefix(50) + "…" }
}
