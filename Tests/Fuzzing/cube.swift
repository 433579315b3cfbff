import FrameImage
import FramePlan

@testable import FrameRender
@testable import FrameScript

/// A harness that reads arbitrary text as a .cube file. An accepted table has numbers that can be computed with, is read
/// again from its own text, and gives the same colors with each set of instructions.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let corners = (0..<8).map { "\($0 % 2) \($0 / 2 % 2) \($0 / 4)\n" }.joined()
    return [
      "LUT_3D_SIZE 2\n" + corners, "TITLE \"a # b\"\n# a comment\nLUT_1D_SIZE 3\n0 0 0\n.5 .4 .3\n1 1 1\n",
      "DOMAIN_MIN -1 -0.5 0\r\nDOMAIN_MAX 2 1.5 1e0\r\nLUT_3D_SIZE 2\r\n"
        + corners.replacing("\n", with: " \r\n"),
      "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0.0 4.0\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE -1 1\n-9 0 65504\n1 1 1\n"
        + corners,
      "\u{FEFF}\tLUT_1D_SIZE\t2\n-1e-3 0x1p3 5\n1 1 -65504", "LUT_3D_SIZE 256\n", "LUT_1D_SIZE 65537\n",
      "LUT_2D_SIZE 2\n", "LUT_1D_SIZE 2\n1 2 3 4\n", "DOMAIN_MIN 1 1 1\nLUT_1D_SIZE 2\n1 1 1\n",
    ].map { Array($0.utf8) }
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let lookup = read(text) else { return }
    hold((1...2).contains(lookup.tables.count))
    for table in lookup.tables { check(table) }
    hold(read(cube(of: lookup)) == lookup, "the table differs from its text")
    apply(lookup, choice)
  }

  private static func read(_ text: String) -> ColorLookup? {
    do throws(ScriptError) {
      return try ColorLookup(cube: text, path: "a.cube", limits: fuzzLimits)
    } catch {
      hold((1...text.utf8.count + 1).contains(error.position.line) && error.position.column >= 1)
      return nil
    }
  }

  private static func check(_ table: ColorLookup.Table) {
    switch table {
    case .curves(let curves):
      hold(curves.count == 3)
      for curve in curves {
        hold(curve.values.count >= 2 && curve.domain.lowerBound < curve.domain.upperBound)
        let values = (low: curve.values.min()!, high: curve.values.max()!)
        for share in [-0.5, 0, 0.3, 1, 2] {
          let (start, end) = (curve.domain.lowerBound, curve.domain.upperBound)
          let value = curve(start + share * (end - start))
          // A line between two values may be off by a rounding error.
          hold(value >= values.low - 1e-9 && value <= values.high + 1e-9, "\(value)")
        }
        _ = curve.isIdentity
      }
    case .cube(let cube):
      hold(cube.size >= 2 && cube.colors.count == cube.size * cube.size * cube.size)
      hold(cube.domain.count == 3 && cube.domain.allSatisfy { $0.lowerBound < $0.upperBound })
      hold(cube.colors.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite && $0.w == 0 })
      hold(!cube.isIdentity || cube.keepsGray)
    }
  }

  /// The text of a file with the same tables.
  private static func cube(of lookup: ColorLookup) -> String {
    var head = ""
    var rows = ""
    for table in lookup.tables {
      switch table {
      case .curves(let curves):
        head += "LUT_1D_SIZE \(curves[0].values.count)\n" + range(curves.map(\.domain), "LUT_1D_INPUT_RANGE")
        for i in curves[0].values.indices {
          rows += curves.map { "\($0.values[i])" }.joined(separator: " ") + "\n"
        }
      case .cube(let cube):
        head += "LUT_3D_SIZE \(cube.size)\n" + range(cube.domain, "LUT_3D_INPUT_RANGE")
        for color in cube.colors { rows += "\(color.x) \(color.y) \(color.z)\n" }
      }
    }
    return head + rows
  }

  /// If the channels have different ranges, the lines give the ranges of all tables.
  private static func range(_ ranges: [ClosedRange<Double>], _ keyword: String) -> String {
    if ranges == [ClosedRange](repeating: ranges[0], count: 3) {
      return "\(keyword) \(ranges[0].lowerBound) \(ranges[0].upperBound)\n"
    }
    let ends = [ranges.map(\.lowerBound), ranges.map(\.upperBound)].map { ends in
      ends.map { "\($0)" }.joined(separator: " ")
    }
    return "DOMAIN_MIN \(ends[0])\nDOMAIN_MAX \(ends[1])\n"
  }

  private static func apply(_ lookup: ColorLookup, _ choice: Choice) {
    let function = ColorFunction([ColorEdit(.lookup(lookup, amount: choice.bit(1) ? 1 : 0.4))])
    let pixels = (0..<37).map { i in
      let alpha = Float(i % 5) / 4
      return WorkingPixel(Float(i) / 36, Float(i * 7 % 37) / 36, Float(i * 11 % 37) / 36, 1) * alpha
    }
    let results = InstructionSet.available.map { kernels in
      var result = pixels
      let colors = WorkingColors(
        function, light: choice.bit(0) ? .linear : .srgb, curve: .sRGB, kernels: kernels)
      result.withUnsafeMutableBufferPointer { colors.apply(to: $0.baseAddress!, count: $0.count) }
      return result
    }
    for pixel in results[0] { hold((0..<4).allSatisfy { (0...1).contains(pixel[$0]) }, "\(pixel)") }
    for (result, kernels) in zip(results, InstructionSet.available) {
      let isEqual = zip(result, results[0]).allSatisfy { own, first in
        (0..<4).allSatisfy { own[$0].bitPattern == first[$0].bitPattern }
      }
      hold(isEqual, "the colors of \(kernels.name) differ")
    }
  }
}
