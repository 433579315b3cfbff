import Foundation

/// A usage such as `rotate ANGLE [about P]`, which gives examples of a statement.
struct Usage {
  /// A part of a usage: what stands between spaces, or in brackets or braces.
  private struct Part {
    var text: String
    var isOptional = false
    var isRepeated = false
  }

  private let parts: [Part]

  init(_ usage: String) { parts = Self.parts(usage) }

  /// Statements with and without the optional parts, with each alternative, and with repeated parts twice.
  var examples: [String] { Self.examples(of: parts) }

  /// The statements without optional parts and without their last part; none for a single word.
  var incompleteExamples: [String] {
    let required = parts.filter { !$0.isOptional }
    return required.count > 1 ? Self.examples(of: Array(required.dropLast())) : []
  }

  // MARK: Reading

  private static func parts(_ usage: String) -> [Part] {
    var parts: [Part] = []
    var (text, depth) = ("", 0)
    func flush() {
      // `F[,F]` is one part; `[x]` and `[x]...` are optional.
      let isRepeated = text.hasPrefix("[") && text.hasSuffix("]...")
      let isOptional = isRepeated || text.hasPrefix("[") && text.hasSuffix("]")
      if isOptional { text = String(text.dropFirst().dropLast(isRepeated ? 4 : 1)) }
      if !text.isEmpty { parts.append(Part(text: text, isOptional: isOptional, isRepeated: isRepeated)) }
      text = ""
    }
    for character in usage {
      if character == " ", depth == 0 { flush(); continue }
      text.append(character)
      depth += "[{".contains(character) ? 1 : "]}".contains(character) ? -1 : 0
    }
    flush()
    return parts
  }

  // MARK: Examples

  private static func examples(of parts: [Part]) -> [String] {
    parts.reduce([""]) { starts, part in
      var texts =
        part.text.hasPrefix("{") || !part.isOptional ? single(part.text) : examples(of: self.parts(part.text))
      if part.isRepeated { texts += texts.map { $0 + " " + (others[$0] ?? $0) } }
      if part.isOptional { texts.append("") }
      return starts.flatMap { start in
        texts.map { start.isEmpty || $0.isEmpty ? start + $0 : start + " " + $0 }
      }
    }
  }

  /// Returns the examples of a part without spaces, such as `F[,F]` or `on|off`.
  private static func single(_ part: String) -> [String] {
    if part.hasPrefix("\"") { return [part] }
    if part.hasPrefix("{") { return [filled(part)] }
    if let start = part.firstIndex(of: "["), let end = part.lastIndex(of: "]") {
      let inner = String(part[part.index(after: start)..<end])
      return single(String(part[..<start])).flatMap { first in [first] + single(inner).map { first + $0 } }
    }
    return part.split(separator: "|").map { filled(String($0)) }
  }

  /// Replaces the names in capitals.
  private static func filled(_ text: String) -> String {
    if ["a", "b", "c", "d", "tx", "ty"].contains(text) { return "1" }
    if text == "ARG=DEFAULT" { return "y=3" }
    return text.replacing(/[A-Z]+/) { values[String($0.output)] ?? "?" }
  }

  /// The second examples of parts that cannot be written twice.
  private static let others = ["x": "z", "y=3": "w=3", "slop $x": "min-touches $x"]

  private static let values = [
    "A": "$a", "ANGLE": "30deg", "AREA": "rect 1,2 3,4", "ARG": "x", "AX": "0", "AY": "1", "B": "$b",
    "BLUR": "3", "C": "round",
    "CHANGE": "rotate", "COLOR": "red", "CX": "1", "CY": "2", "DX": "1", "DY": "2",
    "EASE": "in", "EXPR": "1",
    "F": "2",
    "H": "20", "ID": "1", "J": "miter", "KEY": "slop", "KIND": "tap", "L": "4", "LAYER": "b", "MODE": "$m",
    "N": "3",
    // Values that only color edits and blurs have.
    "AMOUNT": "0.8", "BLACK": "0.1", "GAMMA": "1.5", "HIGH": "0.9", "LOW": "0.2", "RADIUS": "2",
    "THRESHOLD": "0.1",
    "WHITE": "0.8",
    "GRADIENT": "linear 0,0 to 0,9 red blue", "NAME": "a", "OPTION": "invert", "P": "1,2", "PAINT": "red",
    "PROPERTY": "opacity", "R": "5",
    "RX": "1",
    "RY": "2", "SOURCE": "placeholder", "STATE": "ended", "T": "1s", "TIME": "2s", "TOL": "0.1", "V": "1,2",
    "VALUE": "$x", "W": "10", "WIDTH": "2", "X": "1", "Y": "2",
  ]
}
