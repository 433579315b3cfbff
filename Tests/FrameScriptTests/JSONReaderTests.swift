import Foundation
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FrameScript

/// The project's JSON reader, compared with Foundation's: both accept the same texts and find the same values.
@Suite struct JSONReaderTests {
  /// A value from either reader.
  private indirect enum Value: Equatable, Decodable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Value].self) {
        self = .array(value)
      } else if let value = try? container.decode([String: Value].self) {
        self = .object(value)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }

    init(_ value: JSONValue) {
      switch value.kind {
      case .null: self = .null
      case .boolean(let value): self = .boolean(value)
      case .whole, .natural, .number: self = .number(value.number ?? .nan)
      case .string(let value): self = .string(value)
      case .array(let values): self = .array(values.map { Value($0) })
      case .object(let members):
        self = .object(
          Dictionary(members.map { ($0.key, Value($0.value)) }, uniquingKeysWith: { first, _ in first }))
      }
    }
  }

  private static func ours(_ text: String) -> Value? {
    var reader = JSONReader(text, file: 0, nesting: 64)
    do throws(ScriptError) {
      reader.skipBetweenValues()
      let value = try reader.readValue()
      reader.skipBetweenValues()
      return reader.lexer.atEnd ? Value(value) : nil
    } catch {
      return nil
    }
  }

  private static func theirs(_ text: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  static let texts = [
    #"{"t":0.016,"id":1,"phase":"move","x":104.0,"y":-1.5e+3,"layer":"photo"}"#,
    #"[1, -0, 0.5, 1e5, 1E-5, -1.25e+2, 123456789012345678901234567890, 0.1, 1.7976931348623157e308]"#,
    #"{"a":{"b":[true,false,null,{"c":[]}],"d":{}},"long":"\"\\\/\b\f\n\r\t\u0041\u00e4\ud83d\udc4d 👍ä"}"#,
    " \t\r\n[ \"\" , [ ] ] \n", #""only""#, "7", "null", "[[[[]]]]",
  ]

  @Test(
    "JSON is read as Foundation reads it", arguments: texts)
  func sameValues(text: String) throws {
    let value = try #require(Self.ours(text))
    expectEqual(value, Self.theirs(text))
  }

  @Test(
    "Whole numbers keep all their digits",
    arguments: [
      ("9223372036854775807", "whole(9223372036854775807)"),
      ("-9223372036854775808", "whole(-9223372036854775808)"),
      ("18446744073709551615", "natural(18446744073709551615)"), ("-0", "number(-0.0)"),
      ("1.0", "number(1.0)"),
      ("18446744073709551616", "number(1.8446744073709552e+19)"),
    ])
  func wholeNumbers(text: String, kind: String) throws {
    expectEqual("\(try JSONValue(line: text, nesting: 1).kind)", kind)
  }

  @Test(
    "A line that is not one JSON value is an error at its column",
    arguments: [
      ("", ScriptProblem.expected("a value", found: "the end of the line"), 1),
      (" {\"ä\":1} 2", .expected("the end of the line", found: "'2'"), 10),
      (#"[{"a":{"b":1}},{"a":1,"a":2}]"#, .repeatedKey("a"), 23),
      (#"{"a":1,"\u0061":2}"#, .repeatedKey("a"), 8),
      ("[[[[]]]]", .scene(.limit(LimitExceeded(.nesting, needed: 4, allowed: 3))), 4),
    ])
  func lineErrors(text: String, problem: ScriptProblem, column: Int) {
    let position = ScriptPosition(file: 0, line: 1, column: column)
    #expect(throws: ScriptError(problem, at: position)) { try JSONValue(line: text, nesting: 3) }
  }

  /// Compares the readers on texts with one or two wrong bytes, which are the same in every run. Skips texts with a
  /// comma before a closing bracket: Foundation accepts them, RFC 8259 does not, and the difference is intended.
  @Test(
    "Damaged JSON is accepted or refused as by Foundation, except for trailing commas", arguments: texts)
  func sameErrors(text: String) {
    var random = SplitMix64(seed: 1)
    let slips = Array(#"{}[]",:\/-+.eEu019 tfnx"#.utf8) + [0x09, 0x0A, 0x1F, 0x7F]
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0...below(2) {
        let place = below(bytes.count)
        switch below(3) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(slips[below(slips.count)], at: place)
        default: bytes[place] = slips[below(slips.count)]
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      let slip = String(decoding: bytes, as: UTF8.self)
      let dense = slip.filter { !$0.isWhitespace }
      if dense.contains(",]") || dense.contains(",}") { continue }
      expectEqual(Self.ours(slip), Self.theirs(slip), "\(slip)")
    }
  }
}
