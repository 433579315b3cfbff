import FrameGeometry
import FrameImage
import FrameScene

/// Reads lookup tables of colors in the format of Adobe's "Cube LUT Specification 1.0" (2013), and with the additions of
/// DaVinci Resolve: a file may have curves and a cube, which follow each other, and name the range of both channels' samples
/// in one line.
struct CubeReader {
  private var lexer: Lexer
  private let limits: Limits
  private var curveSize: Int?
  private var cubeSize: Int?
  private var lowest = SIMD3(repeating: 0.0)
  private var highest = SIMD3(repeating: 1.0)
  private var curveDomain: ClosedRange<Double>?
  private var cubeDomain: ClosedRange<Double>?
  /// The place of the line that gives the last range.
  private var domainPlace = 0

  init(_ lexer: Lexer, limits: Limits) { (self.lexer, self.limits) = (lexer, limits) }

  mutating func read(path: String) throws(ScriptError) -> ColorLookup {
    try readKeywords()
    guard curveSize != nil || cubeSize != nil else { throw ScriptError(.cube(.noSize), at: lexer.index) }
    let domain = try (0..<3).map { i throws(ScriptError) in try range(lowest[i], highest[i]) }
    let curvePoints = curveSize ?? 0
    // At most 256³, so that products stay small.
    let cubePoints = cubeSize.map { $0 * $0 * $0 } ?? 0
    let colors = try readColors(count: curvePoints + cubePoints)
    var tables: [ColorLookup.Table] = []
    if curvePoints > 0 {
      tables.append(
        .curves(
          (0..<3).map { i in
            LookupCurve(
              domain: curveDomain ?? domain[i], values: colors.prefix(curvePoints).map { Double($0[i]) })
          }))
    }
    if let cubeSize {
      let domain = cubeDomain.map { [ClosedRange](repeating: $0, count: 3) } ?? domain
      tables.append(
        .cube(LookupCube(domain: domain, size: cubeSize, colors: Array(colors.dropFirst(curvePoints)))))
    }
    return ColorLookup(path: path, tables: tables)
  }

  // MARK: Keywords

  private mutating func readKeywords() throws(ScriptError) {
    while true {
      skipLines()
      guard Lexer.isLetter(lexer.current) else { return }
      let place = lexer.index
      let keyword = lexer.take(while: Lexer.isNameByte)
      switch keyword {
      case "TITLE": skipLine()
      case "LUT_1D_SIZE": curveSize = try readSize(keyword, "points of a curve", atMost: 65536)
      case "LUT_3D_SIZE": cubeSize = try readSize(keyword, "points along a side of a cube", atMost: 256)
      case "DOMAIN_MIN": (lowest, domainPlace) = (SIMD3(try readNumbers()), place)
      case "DOMAIN_MAX": (highest, domainPlace) = (SIMD3(try readNumbers()), place)
      case "LUT_1D_INPUT_RANGE": curveDomain = try readRange(at: place)
      case "LUT_3D_INPUT_RANGE": cubeDomain = try readRange(at: place)
      default: throw ScriptError(.cube(.unknownKeyword(keyword)), at: place)
      }
      try endLine()
    }
  }

  private mutating func readSize(
    _ keyword: String, _ parts: String, atMost most: Int
  ) throws(ScriptError) -> Int {
    skipSpaces()
    let place = ScriptPosition(offset: lexer.index)
    let number = try readNumber(in: 0...1e15)
    try place.check(.parts(parts), Int(number.rounded(.up)), atMost: most)
    let isSize = number >= 2 && number == number.rounded()
    try place.require(isSize, keyword, number, wanted: "a whole number from 2")
    return Int(number)
  }

  private mutating func readRange(at place: Int) throws(ScriptError) -> ClosedRange<Double> {
    domainPlace = place
    return try range(try readNumber(), try readNumber())
  }

  private func range(_ low: Double, _ high: Double) throws(ScriptError) -> ClosedRange<Double> {
    // A narrower range has no samples between its ends.
    try ScriptPosition(offset: domainPlace).require(
      high - low >= 1e-6, "the end of the range", high, wanted: "above its start")
    return low...high
  }

  // MARK: Numbers

  private mutating func readColors(count: Int) throws(ScriptError) -> [SIMD4<Float>] {
    var colors: [SIMD4<Float>] = []
    while true {
      skipLines()
      guard !lexer.atEnd else { break }
      guard colors.count < count else { throw ScriptError(.cube(.moreRows(wanted: count)), at: lexer.index) }
      let color = try readNumbers()
      colors.append(SIMD4(Float(color[0]), Float(color[1]), Float(color[2]), 0))
      try endLine()
      if colors.count % 4096 == 0 {
        try limited(limits.checkCancellation(), at: ScriptPosition(offset: lexer.index))
      }
    }
    guard colors.count == count else {
      throw ScriptError(.cube(.fewerRows(colors.count, wanted: count)), at: lexer.index)
    }
    return colors
  }

  private mutating func readNumbers() throws(ScriptError) -> [Double] {
    [try readNumber(), try readNumber(), try readNumber()]
  }

  /// - Parameter range: By default, the numbers that 16-bit floats have: more than any table needs.
  private mutating func readNumber(
    in range: ClosedRange<Double> = -65504...65504
  ) throws(ScriptError) -> Double {
    skipSpaces()
    let start = lexer.index
    while let byte = lexer.current, !Self.endsNumber(byte) { lexer.index += 1 }
    let text = lexer.text(from: start)
    guard let number = Double(text) else {
      throw ScriptError(
        .expected("a number", found: text.isEmpty ? "the end of the line" : "'\(text)'"), at: start)
    }
    return try ScriptPosition(offset: start).checked(number, "a number", in: range)
  }

  private static func endsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
  }

  // MARK: Lines

  private mutating func skipSpaces() {
    while lexer.current == UInt8(ascii: " ") || lexer.current == UInt8(ascii: "\t") { lexer.index += 1 }
  }

  private mutating func skipLine() {
    while let byte = lexer.current, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      lexer.index += 1
    }
  }

  /// Skips empty lines and comments.
  private mutating func skipLines() {
    while let byte = lexer.current {
      if byte == UInt8(ascii: "#") {
        skipLine()
      } else if Self.endsNumber(byte) {
        lexer.index += 1
      } else {
        return
      }
    }
  }

  private mutating func endLine() throws(ScriptError) {
    skipSpaces()
    guard let byte = lexer.current, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else { return }
    let start = lexer.index
    skipLine()
    throw ScriptError(.expected("the end of the line", found: "'\(lexer.text(from: start))'"), at: start)
  }
}

/// An error in a file of lookup tables.
package enum CubeProblem: Equatable, Sendable {
  case unknownKeyword(String)
  case noSize
  case fewerRows(Int, wanted: Int)
  case moreRows(wanted: Int)
}
