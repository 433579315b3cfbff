import FrameGeometry
import FrameImage
import FrameScript
import FramePlan
import TestSupport
import Testing

/// The shrink factor at which an image is decoded. It depends only on the script and the header.
@Suite struct ReductionTests {
  private static let all = ShrinkFactor.allCases

  private func reductions(
    _ script: String, _ images: [SourceImage], context: RunContext = RunContext()
  ) throws -> [ShrinkFactor] {
    try plan(script, images, context: context).images.map(\.reduction)
  }

  private func photo(
    _ width: Int = 4000, _ height: Int = 3000, id: Int = 1, _ orientation: Orientation = .up,
    _ reductions: [ShrinkFactor] = all
  ) -> SourceImage {
    var photo = image(width, height, id: id, orientation)
    photo.reductions = reductions
    return photo
  }

  struct Row: Sendable {
    var script: String
    var reduction: ShrinkFactor
  }

  static let rows = [
    // The largest factor after which the image is not enlarged again.
    Row(script: "canvas 2000,1500", reduction: .half),
    Row(script: "canvas 2001,1501", reduction: .none),
    Row(script: "canvas 1999,1500", reduction: .half),
    Row(script: "canvas 1001,751", reduction: .half),
    Row(script: "canvas 1000,750", reduction: .quarter),
    Row(script: "canvas 500,375", reduction: .eighth),
    Row(script: "canvas 50,50", reduction: .eighth),
    // The same holds for a rotated image.
    Row(script: "canvas 1000,1000; rotate 5deg", reduction: .quarter),
    Row(script: "canvas 1000,1000; rotate 90deg", reduction: .quarter),
    Row(script: "canvas 1000,1000; rotate 90deg; scale 1.01", reduction: .half),
    // The direction that shrinks least decides.
    Row(script: "canvas 1000,1000; scale 1,0.1", reduction: .quarter),
    Row(script: "canvas 1000,1000; rotate 30deg; scale 0.1,2", reduction: .half),
    Row(script: "canvas 1000,1000; scale 0.1,4.1", reduction: .none),
    // Images are decoded at full size for pixel copies, for `filter nearest` and in linear light.
    Row(script: "canvas 500,375; light linear", reduction: .none),
    Row(script: "canvas 500,375; filter nearest", reduction: .none),
    Row(script: "canvas 500,375; filter lanczos3", reduction: .eighth),
    Row(script: "canvas fit; rotate 90deg", reduction: .none),
    Row(script: "", reduction: .none),
    // Images in groups shrink too.
    Row(script: "group g opacity 0.5 { layer a image; scale 0.25 }", reduction: .quarter),
  ]

  @Test(
    "The reduction is the largest that still shrinks the image", arguments: rows)
  func rule(row: Row) throws {
    let script = row.script.contains("light") ? row.script : "\(row.script)\nlight srgb"
    try expectEqual(reductions(script, [photo()]), [row.reduction], "\(row.script)")
  }

  @Test("Linear light decodes every pixel") func linearLight() throws {
    try expectEqual(reductions("canvas 50,50", [photo()]), [.none])
  }

  @Test("An output that fits in bounds is never enlarged, and a preview shrinks also in linear light")
  func bounds()
    throws
  {
    var output = anything
    (output.size, output.isPreview) = (.within(size(1000, 1000)), true)
    let small = try plan("rotate 90deg; light linear", [photo()], output: output)
    expectEqual(small.window.size, size(750, 1000))
    expectEqual(small.images.map(\.reduction), [.quarter])
    output.size = .within(size(9000, 9000))
    try expectEqual(plan("rotate 90deg", [photo()], output: output).window.size, size(3000, 4000))
  }

  static let previews = [
    Row(script: "canvas 1000,750; blur 12", reduction: .quarter),
    Row(script: "canvas 1000,750; blur 0", reduction: .quarter),
    Row(script: "canvas 1000,750; sharpen 0.8 1.5", reduction: .quarter),
    Row(script: "canvas 1000,750; blur 12; scale 2", reduction: .half),
    Row(script: "canvas 1000,750; edge clamp; scale 0.5", reduction: .eighth),
    // The distance from one copy of the image to the next stays.
    Row(script: "canvas 1000,750; edge repeat; scale 0.5", reduction: .none),
    Row(script: "canvas 1000,750; edge mirror; blur 12", reduction: .none),
    Row(script: "canvas 4000,3000; blur 12", reduction: .none),
  ]

  /// A filter needs pixels beyond the edge, where the image is continued by its last pixels.
  @Test("A preview reduces an image before it is filtered, and other outputs do not", arguments: previews)
  func filtered(row: Row) throws {
    var output = anything
    output.isPreview = true
    try expectEqual(plan(row.script, [photo()], output: output).images.map(\.reduction), [row.reduction])
    try expectEqual(
      reductions("\(row.script); light srgb", [photo()]),
      [
        row.script.contains("blur 0") ? .quarter : .none
      ])
  }

  @Test("The reduction is chosen for every orientation") func orientations() throws {
    for orientation in Orientation.allCases {
      let stored = orientation.swapsAxes ? photo(3000, 4000, orientation) : photo(4000, 3000, orientation)
      try expectEqual(reductions("canvas 1000,750; light srgb", [stored]), [.quarter])
    }
  }

  /// libjpeg reduces chroma once more in these.
  @Test("The coarsest component decides") func chroma() throws {
    for (mcu, reduction) in [
      (size(8, 8), ShrinkFactor.eighth), (size(16, 16), .eighth), (size(16, 8), .quarter),
      (size(8, 16), .quarter),
      (size(32, 8), .half), (size(8, 32), .half), (size(32, 16), .quarter),
    ] {
      var photo = photo()
      photo.blocks = BlockGrid(mcu: mcu, bytes: 1)
      try expectEqual(reductions("canvas 500,375; light srgb", [photo]), [reduction], "\(mcu)")
      try expectEqual(reductions("canvas 2001,1501; light srgb", [photo]), [.none], "\(mcu)")
    }
  }

  @Test("Only reductions that the codec offers are chosen") func offeredReductions() throws {
    try expectEqual(reductions("canvas 50,50; light srgb", [photo(4000, 3000, .up, [.none])]), [.none])
    try expectEqual(
      reductions("canvas 50,50; light srgb", [photo(4000, 3000, .up, [.none, .half])]), [.half])
    try expectEqual(reductions("canvas 50,50; light srgb", [photo(4000, 3000, .up, [])]), [.none])
  }

  @Test("The largest drawing of an image decides its reduction") func largestDrawing() throws {
    let both = "canvas 1000,1000; light srgb; layer a image $1; layer b image $1 size 500,500"
    try expectEqual(reductions(both, [photo()]), [.quarter])
    try expectEqual(reductions(both + "; select a; hide", [photo()]), [.eighth])
    let two = "canvas 1000,1000; light srgb; layer a image; layer b image size 500,500"
    try expectEqual(reductions(two, [photo(), photo(id: 2)]), [.quarter, .eighth])
  }

  @Test("A reduction leaves the rest of the plan unchanged") func unchangedPlan() throws {
    let script = "canvas 500,400; light srgb; rotate 5deg"
    var reduced = try plan(script, [photo()])
    let whole = try plan(script, [photo(4000, 3000, .up, [.none])])
    expectEqual(reduced.images[0].decodedSize, size(500, 375))
    reduced.images = whole.images
    expectEqual(reduced, whole)
  }
}
