import FrameGeometry
import FrameImage

@testable import FrameScript

/// A harness that reads arbitrary text as a file of data: comma-separated values or JSON. Accepted records have the
/// columns of the header, and are read again from their own text.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "name,width,price\nphoto.jpg,640,1.50\n\"a, \"\"b\"\"\",-1e3,007\n", "a\r\n1\r\n\r\n 2 \r\n\"\"",
      "\u{FEFF}\"a\nb\", c ,\n1,2,\n3,\"4\r\n5\",\n", "a;b\n1;2\n", "a\tb\n", "a,a\n1,2\n", "a,b\n1\n",
      "a,b\n1,\"x",
      "a\n\"x\"y\n", "a\nx\"y\n", ",b\n1,2\n", "", "\n\n",
      #"[{"a": 1, "b": "x", "c": [true, null, -0, 1e300]}, {"a": 9007199254740993, "b": "", "c": {"d": []}}]"#,
      #"{"a": 1, "a": 2}"#, #""\u00e9\ud83d\ude00""#, "[1, 2", "18446744073709551616",
    ].map { Array($0.utf8) }
  }

  private static let limits: Limits = {
    var limits = fuzzLimits
    limits.nesting = 64
    return limits
  }()

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let name = choice.bit(0) ? "a.json" : "a.CSV"
    let most = choice.bit(1) ? 20 : 2000
    guard let value = read(text, name, most: most) else { return }
    hold(value.heldBytes <= 1000 * (bytes.count + 64))
    var printed = ""
    hold(value.write(to: &printed, limit: .max) && printed == value.description)
    if choice.bit(0) {
      // The value of a parameter is JSON of the same form.
      if case .list = value {
        hold(Value(parameter: text, nesting: limits.nesting) == value || hasMark(bytes))
      }
      return
    }
    guard case .list(let rows) = value else { return hold(false, "the rows are no list") }
    check(rows)
    guard let first = rows.items.first, case .record(let record) = first else { return }
    let again = read(csv(of: rows, record.names), name, most: 2 * most + 200)
    hold(again == value, "the values differ from their text")
  }

  /// A byte order mark begins a file, but no parameter.
  private static func hasMark(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  private static func read(_ text: String, _ name: String, most: Int) -> Value? {
    do throws(ScriptError) {
      return try DataReader.value(of: DataFile(path: name, text: text, index: 0), limits: limits, most: most)
    } catch {
      hold((1...text.utf8.count + 1).contains(error.position.line) && error.position.column >= 1)
      _ = "\(error)"
      return nil
    }
  }

  private static func check(_ rows: ValueList) {
    var names: [String]?
    for row in rows.items {
      guard case .record(let record) = row else { return hold(false, "a row is no record") }
      hold(names == nil || names == record.names)
      names = record.names
      hold(Set(record.names).count == record.names.count && !record.names.contains(""))
      hold(record.values.count == record.names.count)
      for (name, value) in zip(record.names, record.values) {
        hold(record[name] == value)
        switch value {
        case .number(let number): hold(number.isFinite)
        case .text: break
        default: hold(false, "a cell is \(value.kind)")
        }
      }
    }
  }

  /// The text of a file with the same records. A last column without a name keeps a header of one column from looking like
  /// one with another separator.
  private static func csv(of rows: ValueList, _ names: [String]) -> String {
    func line(_ cells: [String]) -> String {
      // A `Character` can hide a quote.
      cells.map { "\"\($0.replacing(scalars: ["\"": "\"\""]))\"," }.joined() + "\n"
    }
    let lines = rows.items.map { row in
      guard case .record(let record) = row else { return "" }
      return line(record.values.map(\.description))
    }
    return line(names) + lines.joined()
  }
}
