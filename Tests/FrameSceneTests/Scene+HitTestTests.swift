import FrameGeometry
import TestSupport
import Testing

/// Hit testing: the frontmost layer under a point.
@Suite struct SceneHitTestTests {
  private func hit(_ script: String, _ x: Double, _ y: Double) throws -> String? {
    let scene = try run(script).scene
    return scene.hitTest(Point(x: x, y: y)).map { scene.layers[$0].name }
  }

  @Test(
    "A layer contains its left and top edges only",
    arguments: [
      (10.0, 20.0, true), (29.999, 39.999, true), (9.999, 25, false), (30, 25, false), (15, 19.999, false),
      (15, 40, false),
    ])
  func halfOpenBounds(x: Double, y: Double, isHit: Bool) throws {
    try expectEqual(hit("layer a image at 10,20 size 20,20", x, y), (isHit ? "a" : nil))
  }

  @Test("The frontmost layer is hit") func frontmost() throws {
    let pair = "layer a image $1 at 0,0 size 20,20; layer b image $1 at 10,0 size 20,20"
    try expectEqual(hit(pair, 5, 5), "a")
    try expectEqual(hit(pair, 15, 5), "b")
    try expectTrue(hit(pair, 35, 5) == nil)
    // Selecting a layer does not bring it to the front.
    try expectEqual(hit(pair + "; select a", 15, 5), "b")
  }

  @Test(
    "Hidden and untouchable layers are not hit",
    arguments: ["hidden", "untouchable", "opacity 0.009", "opacity 0"])
  func skippedLayers(option: String)
    throws
  {
    let under = "layer a image $1; layer b image $1 "
    try expectEqual(hit(under, 5, 5), "b")
    try expectEqual(hit(under + option, 5, 5), "a")
    try expectEqual(hit("layer a image $1; group g \(option) { layer b image $1 }", 5, 5), "a")
  }

  @Test("A layer of 1% opacity is hit") func almostTransparent() throws {
    try expectEqual(hit("opacity 0.01", 5, 5), "photo")
    try expectTrue(hit("hide", 5, 5) == nil)
    try expectEqual(hit("hide; show", 5, 5), "photo")
    try expectEqual(hit("layer a image placeholder", 5, 5), "a")
  }

  @Test("Points are mapped through the layer's transform") func transformedPoints() throws {
    try expectEqual(hit("rotate 90deg", 150, -40), "photo")
    try expectTrue(hit("rotate 90deg", 20, 100) == nil)
    try expectTrue(hit("scale 0.5", 74, 100) == nil)
    try expectEqual(hit("scale 0.5", 76, 100), "photo")
    try expectTrue(hit("scale 0,1", 150, 100) == nil)
  }

  @Test("A group is hit through its layers") func groups() throws {
    let group = "layer a image $1; group g at 100,100 size 20,20 { layer b image $1 at 10,10 size 50,50 }"
    try expectEqual(hit(group, 105, 105), "a")
    try expectEqual(hit(group, 115, 115), "b")
    try expectEqual(hit(group, 140, 140), "b")
    try expectEqual(hit(group.replacing("20,20 {", with: "20,20 clip {"), 115, 115), "b")
    try expectEqual(hit(group.replacing("20,20 {", with: "20,20 clip {"), 140, 140), "a")
    // The group's center is 110,110. At scale 2, b spans 110 to 210.
    try expectEqual(hit(group + "; scale 2", 205, 205 - 10), "b")
    try expectEqual(hit(group + "; scale 0", 115, 115), "a")
  }
}
