import FrameImage
import FramePlan
import FrameScene
import TestSupport
import Testing

/// The pixel format of the output, and the losses if it cannot hold the images' pixels.
@Suite struct OutputTests {
  private static let png = OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: 65_535)
  private static let jpeg = OutputCapabilities(alpha: false, deepest: .eight, maximumSide: 65_535)
  private static let deepOpaque = OutputCapabilities(alpha: false, deepest: .sixteen, maximumSide: 65_535)

  private static let deep = OutputCapabilities(
    alpha: true, deepest: .sixteen, shallowest: .sixteen, maximumSide: 65_535)

  struct Row: Sendable, CustomTestStringConvertible {
    var pixels: PixelFormat
    var script: String
    var traits: OutputCapabilities
    var output: PixelFormat
    var losses: [RenderPlan.Loss] = []
    var matte: Color?

    var testDescription: String { "\(pixels.channels) \(pixels.depth.rawValue), '\(script)'" }
  }

  private static let grayAlpha8 = PixelFormat(.grayAlpha, .eight)
  private static let grayAlpha16 = PixelFormat(.grayAlpha, .sixteen)

  static let rows = [
    // The format is kept.
    Row(pixels: .gray8, script: "", traits: png, output: .gray8),
    Row(pixels: .gray16, script: "", traits: png, output: .gray16),
    Row(pixels: grayAlpha8, script: "", traits: png, output: grayAlpha8),
    Row(pixels: grayAlpha16, script: "", traits: png, output: grayAlpha16),
    Row(pixels: .rgb8, script: "", traits: png, output: .rgb8),
    Row(pixels: .rgba16, script: "", traits: png, output: .rgba16),
    Row(pixels: .gray8, script: "", traits: jpeg, output: .gray8),
    Row(pixels: .rgb16, script: "", traits: deepOpaque, output: .rgb16),
    // A format may be deeper than its images.
    Row(pixels: .gray8, script: "", traits: deep, output: .gray16),
    Row(pixels: .rgb8, script: "rotate 5deg; background white", traits: deep, output: .rgb16),
    // Alpha is added if the output is transparent anywhere.
    Row(pixels: .gray8, script: "rotate 5deg", traits: png, output: grayAlpha8),
    Row(pixels: .rgb16, script: "canvas 300,200; scale 0.5", traits: png, output: .rgba16),
    Row(pixels: .rgb8, script: "scale 2; opacity 0.5", traits: png, output: .rgba8),
    Row(pixels: .rgb8, script: "corner-radius 5", traits: png, output: .rgba8),
    Row(pixels: .rgb8, script: "hide", traits: png, output: PixelFormat(.rgba, .eight)),
    // Alpha is omitted if the output is opaque.
    Row(pixels: .rgb8, script: "canvas 300,200; scale 2; rotate 5deg", traits: png, output: .rgb8),
    Row(pixels: .rgb8, script: "rotate 5deg; background white", traits: png, output: .rgb8),
    Row(pixels: .rgba8, script: "background white", traits: png, output: .rgb8),
    Row(pixels: .rgba8, script: "background #ffffff80", traits: png, output: .rgba8),
    Row(pixels: .rgba8, script: "background linear 0,0 to 9,9 red blue", traits: png, output: .rgb8),
    Row(pixels: .rgba8, script: "background radial 9,9 9 red #00f8", traits: png, output: .rgba8),
    Row(pixels: .rgb8, script: "rotate 5deg; crop 140,90 20,20", traits: png, output: .rgb8),
    // A gray output becomes colored only if something colored is drawn.
    Row(pixels: .gray8, script: "background #888", traits: png, output: .gray8),
    Row(pixels: .gray8, script: "background red", traits: png, output: .rgb8),
    Row(pixels: .gray8, script: "background linear 0,0 to 9,9 white black", traits: png, output: .gray8),
    Row(pixels: .gray8, script: "background linear 0,0 to 9,9 white red", traits: png, output: .rgb8),
    Row(pixels: .gray8, script: "border 1 #777", traits: png, output: .gray8),
    Row(pixels: .gray8, script: "border 1 blue", traits: png, output: .rgb8),
    Row(
      pixels: .gray8, script: "layer a image; layer b image placeholder size 9,9", traits: png,
      output: .gray8
    ),
    // Losses are reported.
    Row(pixels: .rgb16, script: "", traits: jpeg, output: .rgb8, losses: [.depth]),
    Row(
      pixels: .rgba8, script: "", traits: jpeg, output: .rgb8, losses: [.alpha(over: .white)], matte: .white),
    Row(
      pixels: grayAlpha16, script: "", traits: jpeg, output: .gray8,
      losses: [.depth, .alpha(over: .white)], matte: .white),
    Row(
      pixels: .rgba16, script: "", traits: deepOpaque, output: .rgb16, losses: [.alpha(over: .white)],
      matte: .white),
    // White behind uncovered pixels is not a loss of image data.
    Row(pixels: .rgb8, script: "rotate 5deg", traits: jpeg, output: .rgb8, matte: .white),
    Row(pixels: .rgb8, script: "rotate 5deg; background red", traits: jpeg, output: .rgb8),
    Row(pixels: .rgba8, script: "background #000", traits: jpeg, output: .rgb8),
  ]

  @Test(
    "Outputs have their pixel format", arguments: rows)
  func output(row: Row) throws {
    let found = try plan(row.script, [image(300, 200, .up, row.pixels)], output: row.traits)
    expectEqual(found.output, row.output)
    expectEqual(found.losses, row.losses)
    expectEqual(found.matte, row.matte)
  }

  @Test("The deepest and most colorful image decides the pixel format") func deepestImage() throws {
    let pair = [image(id: 1, .up, .gray8), image(id: 2, .up, .rgb16)]
    let both = "layer a image; layer b image"
    try expectEqual(plan(both, pair).output, .rgb16)
    try expectEqual(plan(both + "; hide", pair).output, .gray8)
    try expectEqual(plan(both, [image(id: 1, .up, .gray8), image(id: 2, .up, .gray16)]).output, .gray16)
    try expectEqual(plan(both, [image(id: 1, .up, .rgb8), image(id: 2, .up, .rgba8)]).output, .rgb8)
    try expectEqual(plan("canvas 5,5; background red", []).output, .rgb8)
    try expectEqual(plan("canvas 5,5", []).output, .rgba8)
  }

  @Test("A translucent group does not count as covering") func translucentGroup() throws {
    try expectEqual(plan("group g opacity 0.5 { layer a image }").output, .rgba8)
    try expectEqual(plan("group g { layer a image }").output, .rgb8)
  }
}
