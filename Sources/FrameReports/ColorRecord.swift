import FrameGeometry
import FrameImage
import FramePlan

/// Color edits in the report of `explain`, and what they were composed to.
package struct ColorRecord: Encodable, Sendable {
  /// The edits as statements, in their order.
  let edits: [String]
  /// The stages that are computed for each pixel: "matrix" with three rows of five numbers, "curve" with what it does, or
  /// "cube" with the number of its colors.
  let stages: [String]
  /// What each `auto-levels` has found, in their order; nil without one.
  let autoLevels: [FoundLevels]?

  /// The samples of each channel that become 0 and 1. If both are equal, the channel stays.
  struct FoundLevels: Encodable, Sendable {
    let red, green, blue: [Double]

    fileprivate init(_ ranges: ToneRanges) {
      let channels = ranges.channels.map { [$0.lowerBound, $0.upperBound] }
      (red, green, blue) = (channels[0], channels[1], channels[2])
    }

    fileprivate var text: String {
      func text(_ range: [Double]) -> String { range.map { $0.trimmed(4) }.joined(separator: "..") }
      if red == green, green == blue { return text(red) }
      return "red \(text(red)), green \(text(green)), blue \(text(blue))"
    }
  }

  /// - Returns: nil if no color changes.
  init?(_ function: ColorFunction) {
    guard !function.isIdentity else { return nil }
    edits = function.edits.map(\.text)
    stages = function.stages.map(\.text)
    let found = function.edits.compactMap { edit in
      if case .stretch(let ranges) = edit.kind { FoundLevels(ranges) } else { nil }
    }
    autoLevels = found.isEmpty ? nil : found
  }

  /// The edits and the stages on one line.
  var text: String {
    let count = edits.count == 1 ? "1 color edit" : "\(edits.count) color edits"
    let found = (autoLevels ?? []).map { "auto-levels found \($0.text)" }
    let parentheses = found.isEmpty ? "" : " (\(found.joined(separator: "; ")))"
    return "\(count)\(parentheses) as \(stages.joined(separator: "; "))"
  }
}

extension ColorStage {
  fileprivate var text: String {
    switch self {
    case .matrix(let matrix):
      let rows = matrix.rows.map { $0.map { $0.trimmed(6) }.joined(separator: " ") }
      return "matrix \(rows.joined(separator: ", "))"
    case .curves(let curves):
      if curves.areEqual { return "curve: \(curves.functions[0].text)" }
      return zip(["red", "green", "blue"], curves.functions)
        .map { "curve of \($0): \($1.text)" }.joined(separator: ", ")
    case .cube(let cube): return "cube of \(cube.size)x\(cube.size)x\(cube.size) colors"
    case .mixed(let stages, let amount):
      return "\((amount * 100).trimmed(6))% of \(stages.map(\.text).joined(separator: ", "))"
    }
  }
}

extension ToneFunction {
  fileprivate var text: String {
    steps.isEmpty ? "unchanged" : steps.map(\.text).joined(separator: ", ")
  }
}

extension ToneFunction.Step {
  fileprivate var text: String {
    switch self {
    case .affine(let scale, let offset):
      let sign = offset < 0 ? "minus" : "plus"
      return "times \(scale.trimmed(6))" + (offset == 0 ? "" : " \(sign) \(abs(offset).trimmed(6))")
    case .clamp: return "limited to 0..1"
    case .encode: return "to sRGB"
    case .decode: return "to light"
    case .power(let exponent): return "to the power of \(exponent.trimmed(6))"
    case .cubeRoot: return "cube root"
    case .cubed: return "cube"
    case .spline(let spline): return "through \(spline.points.text)"
    case .levels(let count): return "\(count) levels"
    case .lookup(let curve): return "through \(curve.values.count) values"
    case .threshold(let level): return "1 from \(level.trimmed(6)) on"
    }
  }
}

extension [Point] {
  fileprivate var text: String {
    map { "\($0.x.scriptText),\($0.y.scriptText)" }.joined(separator: " ")
  }
}

extension ColorEdit {
  /// The edit as a statement.
  package var text: String {
    switch kind {
    case .number(let edit, let number):
      return edit.word + (edit.kind == .share && number == 1 ? "" : " \(edit.text(of: number))")
    case .levels(let levels):
      let output =
        levels.lowest == 0 && levels.highest == 1
        ? "" : " \(levels.lowest.scriptText)..\(levels.highest.scriptText)"
      let gamma = levels.gamma == 1 ? "" : " \(levels.gamma.scriptText)"
      return "levels \(levels.black.scriptText)..\(levels.white.scriptText)\(output)\(gamma)"
        + (levels.channel.map { " \($0.rawValue)" } ?? "")
    case .autoLevels(let range, let clipping):
      return "auto-levels\(range == .perChannel ? " channels" : "") \(clipping.scriptText)"
    // An image of one tone stays.
    case .stretch(let ranges) where ranges.areFlat: return "levels 0..1"
    case .stretch(let ranges):
      func text(_ range: ClosedRange<Double>) -> String {
        "levels \(range.lowerBound.scriptText)..\(range.upperBound.scriptText)"
      }
      if ranges == ranges.joined { return text(ranges.red) }
      return zip(ranges.channels, ColorChannel.allCases).filter { $0.0.lowerBound < $0.0.upperBound }
        .map { "\(text($0)) \($1.rawValue)" }.joined(separator: "; ")
    case .curve(let points, let channel):
      return "curve \(points.text)" + (channel.map { " \($0.rawValue)" } ?? "")
    case .weightedGray(let weights):
      return "grayscale \(weights.red.scriptText),\(weights.green.scriptText),\(weights.blue.scriptText)"
    case .colorize(let color, let amount):
      return "colorize \(color.hex) \((amount * color.alpha).scriptText)"
    case .matrix(let matrix):
      return
        "color-matrix \((matrix.rows.flatMap(\.self) + [0, 0, 0, 1, 0]).map(\.scriptText).joined(separator: " "))"
    case .lookup(let lookup, let amount):
      return "lut \"\(lookup.path.printable)\"" + (amount == 1 ? "" : " \(amount.scriptText)")
    }
  }
}
