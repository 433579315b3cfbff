import TestSupport
import Testing

/// A minimal sixel parser to check what the encoder writes.
struct SixelDecoder {
  /// The color of each register: red, green and blue in percent.
  private(set) var registers: [Int: [Int]] = [:]
  /// Red, green and blue in percent, by row and column; nil if nothing is drawn. The rows fill whole bands.
  private(set) var pixels: [[[Int]?]] = []
  private(set) var size: [Int] = []
  private var text: Substring
  private var current: [Int]?
  private var (x, top) = (0, 0)

  init(_ bytes: [UInt8]) throws {
    text = String(decoding: bytes, as: UTF8.self)[...]
    let start = "\u{1B}P0;1;0q", end = "\u{1B}\\\n"
    try #require(text.hasPrefix(start) && text.hasSuffix(end))
    text = text.dropFirst(start.count).dropLast(end.count)
    while let character = text.popFirst() { take(character) }
  }

  private mutating func take(_ character: Character) {
    switch character {
    case "\"":
      let values = numbers()
      expectEqual(values.prefix(2), [1, 1], "pixels are square")
      size = Array(values.dropFirst(2))
    case "#":
      let values = numbers()
      if values.count == 5 {
        expectEqual(values[1], 2, "red, green, blue")
        registers[values[0]] = Array(values[2...])
      } else {
        current = registers[values[0]]
        expectTrue(current != nil, "colors are defined first")
      }
    case "$": x = 0
    case "-": (x, top) = (0, top + 6)
    case "!":
      let count = numbers()[0]
      draw(text.removeFirst(), count)
    default: draw(character, 1)
    }
  }

  private mutating func numbers() -> [Int] {
    let part = text.prefix { $0.isNumber || $0 == ";" }
    text = text.dropFirst(part.count)
    return part.split(separator: ";").compactMap { Int($0) }
  }

  private mutating func draw(_ sixel: Character, _ count: Int) {
    let bits = Int(sixel.asciiValue!) - 63
    expectTrue((0..<64).contains(bits))
    while pixels.count < top + 6 { pixels.append(Array(repeating: nil, count: size[0])) }
    for column in x..<x + count {
      for row in 0..<6 where bits >> row & 1 == 1 {
        expectTrue(pixels[top + row][column] == nil, "a pixel has one color")
        pixels[top + row][column] = current
      }
    }
    x += count
  }
}
