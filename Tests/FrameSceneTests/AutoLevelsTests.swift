import FrameGeometry
import FrameImage
import FramePlan
import FrameScript
import TestSupport
import Testing

@testable import FrameScene

/// `auto-levels` in scripts: which pixels it reads, and the edit that it becomes.
@Suite struct AutoLevelsTests {
  private static let ranges = ToneRanges(red: 0.2...0.7, green: 0.1...0.6, blue: 0.3...0.3)

  private func library(_ ranges: ToneRanges? = AutoLevelsTests.ranges) -> StubLibrary {
    var library = StubLibrary()
    library.ranges = ranges
    return library
  }

  private func edits(_ script: String, _ library: StubLibrary) throws -> [ColorEdit] {
    try run(script, library: library).scene.layers[0].state.effects.colors
  }

  @Test("One range has all channels, unless each has its own") func channels() throws {
    try expectEqual(edits("auto-levels", library()), [ColorEdit(.stretch(ToneRanges(all: 0.1...0.7)))])
    try expectEqual(edits("auto-levels channels", library()), [ColorEdit(.stretch(Self.ranges))])
    try expectEqual(
      edits("layer a image auto-levels channels 1% at 0,0", library()), [ColorEdit(.stretch(Self.ranges))])
  }

  @Test("The edit has its place among the others, and undo takes it back") func order() throws {
    let found = ColorEdit(.stretch(ToneRanges(all: 0.1...0.7)))
    try expectEqual(
      edits("invert; auto-levels; exposure 1", library()), [.invert(amount: 1), found, .exposure(stops: 1)])
    try expectEqual(edits("invert; auto-levels; undo", library()), [.invert(amount: 1)])
    try expectEqual(edits("invert; auto-levels; undo; redo", library()), [.invert(amount: 1), found])
    try expectEqual(
      edits("auto-levels; animate photo exposure to 1", library()), [found, .exposure(stops: 1)])
  }

  @Test("The share and the part of the image reach the library") func arguments() throws {
    var library = StubLibrary()
    library.asksForRanges = true
    func found(_ script: String) throws -> [Double] {
      guard case .stretch(let ranges)? = try edits(script, library).first?.kind else { return [] }
      return [ranges.red.upperBound, ranges.green.upperBound]
    }
    try expectEqual(found("auto-levels channels"), [0.005, 0])
    try expectEqual(found("auto-levels channels 2%"), [0.02, 0])
    try expectEqual(found("layer a image auto-levels channels 0 part 50,10 100,90"), [0, 0.05])
    library.inside = Rect(x: 20, y: 30, width: 40, height: 50)
    try expectEqual(found("trim; auto-levels channels"), [0.005, 0.02])
  }

  /// The edit that nothing was found for.
  private static let nothing = ColorEdit(.stretch(ToneRanges(all: 0...0)))

  @Test("An image of one tone has an edit that changes nothing, and is reported") func flat() throws {
    let one = library(ToneRanges(all: 0.4...0.4))
    for (script, count) in [("auto-levels", 1), ("auto-levels channels; auto-levels", 2)] {
      let result = try run(script, library: one)
      let edits = result.scene.layers[0].state.effects.colors
      expectEqual(edits, Array(repeating: ColorEdit(.stretch(ToneRanges(all: 0.4...0.4))), count: count))
      expectTrue(ColorFunction(edits).isIdentity)
      expectTrue(ColorFunction([.exposure(stops: 1)] + edits + [.exposure(stops: -1)]).isIdentity)
      // The image is copied.
      try expectTrue(Planner(limits: Limits(), output: anything).plan(result.scene).copied != nil)
      expectEqual(result.record.flatImages, ["1.png"])
    }
    // One range of three different tones is not flat.
    let colored = ToneRanges(red: 0.1...0.1, green: 0.5...0.5, blue: 0.9...0.9)
    let result = try run("auto-levels channels; auto-levels", library: library(colored))
    expectEqual(
      result.scene.layers[0].state.effects.colors,
      [
        ColorEdit(.stretch(colored)), ColorEdit(.stretch(ToneRanges(all: 0.1...0.9))),
      ])
    expectEqual(result.record.flatImages, ["1.png"])
  }

  @Test("Without pixels, nothing changes") func placeholders() throws {
    try expectEqual(edits("auto-levels", library(nil)), [Self.nothing])
    expectTrue(ColorFunction([Self.nothing]).isIdentity)
    try expectEqual(run("auto-levels", library: library(nil)).record.flatImages, [])
    var context = RunContext()
    context.usesPlaceholders = true
    let result = try run("canvas 9,9; layer a image auto-levels", [], context: context, library: library())
    expectEqual(result.scene.layers[0].state.effects.colors, [])
  }

  @Test("An animated edit keeps its place, whatever image a bound layer shows") func bound() throws {
    for ranges in [Self.ranges, ToneRanges(all: 0.4...0.4)] {
      let found = try edits("layer p image auto-levels; animate p exposure to 1", library(ranges))
      expectTrue(found.count == 2 && found.last == .exposure(stops: 1))
    }
  }

  @Test("Only images have levels to find") func others() throws {
    let shape = ScriptProblem.scene(.levelsWithoutImage(layer: "a", isGroup: false))
    try expectEqual(failure(of: "layer a rect 0,0 9,9; auto-levels").problem, shape)
    try expectEqual(failure(of: "layer a text \"b\" at 0,0 auto-levels channels").problem, shape)
    try expectEqual(
      failure(of: "group g auto-levels { layer p image }").problem,
      .scene(.levelsWithoutImage(layer: "g", isGroup: true)))
  }

  @Test("The share is below one half", arguments: ["50%", "1", "-1%"]) func share(text: String) throws {
    guard
      case .scene(.outOfRange("the share of clipped pixels", _, _)) = try failure(of: "auto-levels \(text)")
        .problem
    else {
      Issue.record("no range")
      return
    }
  }

  @Test("Unreadable pixels are an error") func unreadable() throws {
    var library = self.library()
    library.isUnreadable = true
    let error = #expect(throws: ScriptError.self) { try run("auto-levels", library: library) }
    expectEqual(error?.problem, .scene(.noImage(.pixels(1))))
  }
}
