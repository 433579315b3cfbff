import FrameGeometry
import FramePlan
import FrameScript
import TestSupport
import Testing

@testable import FrameScene

/// `focus`: the window of an image that fills a layer.
@Suite struct FocusTests {
  /// The window of the current layer, in pixels of the upright image.
  private func window(
    _ script: String, _ inputs: [SourceImage] = [image()], library: StubLibrary = StubLibrary()
  ) throws -> Rect {
    let scene = try run(script, inputs, library: library).scene
    let layer = scene.layers[try #require(scene.current)]
    guard case .image(let shown?) = layer.shown else { throw SceneError(.nothingDrawn) }
    let map = try #require(scene.placement(of: shown, in: scene.current!).inverse)
    return Rect(origin: .zero, size: layer.size).applying(map)
  }

  private static let fill = "canvas 100,100; layer a image mode scaleAspectFill focus "

  @Test(
    "The focus is in the middle of the window, as far as the image goes",
    arguments: [
      ("50%,50%", 50.0), ("150,0", 50), ("120,10", 20), ("30%,100%", 0), ("0,0", 0), ("70,7", 0),
      ("90%,50%", 100),
      ("230,100", 100), ("300,200", 100), ("(100+40),3", 40),
    ])
  func window(focus: String, x: Double) throws {
    // The image is 300 x 200, and the window 200 x 200.
    try expectTrue(window(Self.fill + focus).distance(to: Rect(x: x, y: 0, width: 200, height: 200)) < 1e-9)
    let tall = [image(200, 300, .up)]
    let turned = focus.split(separator: ",").reversed().joined(separator: ",")
    try expectTrue(
      window(Self.fill + turned, tall).distance(to: Rect(x: 0, y: x, width: 200, height: 200)) < 1e-9)
  }

  @Test("Coordinates are of the upright image", arguments: Orientation.allCases)
  func upright(orientation: Orientation) throws {
    let stored = orientation.swapsAxes ? image(200, 300, orientation) : image(300, 200, orientation)
    let found = try window(Self.fill + "120,10", [stored])
    expectTrue(found.distance(to: Rect(x: 20, y: 0, width: 200, height: 200)) < 1e-9)
  }

  @Test("The window is inside the image and contains the point, whatever the sizes") func law() throws {
    for (width, height) in [(300, 200), (123, 457), (7, 5), (1000, 3)] {
      for (x, y) in [(0, 0), (13, 80), (50, 50), (99, 1), (100, 100)] {
        for bounds in ["90,90", "33,70", "70.5,33.25"] {
          let script =
            "canvas 100,100; layer a image at 3,4 size \(bounds) mode scaleAspectFill focus \(x)%,\(y)%"
          let found = try window(script, [image(width, height)])
          expectTrue(found.minX >= -1e-9 && found.minY >= -1e-9)
          expectTrue(found.maxX <= Double(width) + 1e-9 && found.maxY <= Double(height) + 1e-9)
          let point = Point(x: Double(x * width) / 100, y: Double(y * height) / 100)
          expectTrue(found.grown(by: 1e-6).contains(point))
        }
      }
    }
  }

  @Test("A window at full size copies pixels") func copies() throws {
    let plan = try plan("canvas 100,200; layer a image mode scaleAspectFill focus 33.3%,50%")
    expectEqual(plan.draws.map(\.path), [.copy])
    expectEqual(plan.draws[0].matrix, AffineTransform(1, 0, 0, 1, -50, 0))
  }

  @Test("Statements about the current layer set and remove the focus, and undo restores it") func statements()
    throws
  {
    let start = "canvas 100,100\nlayer a image\nmode scaleAspectFill\nfocus 0,0\n"
    try expectEqual(window(start).minX, 0)
    try expectEqual(window(start + "focus 300,0").minX, 100)
    try expectEqual(window(start + "focus none").minX, 50)
    try expectEqual(window(start + "focus 300,0; undo").minX, 0)
    try expectEqual(window("canvas 100,100\nfocus 0,0\nmode scaleAspectFill").minX, 0)
  }

  @Test("Another image has its own window") func source() throws {
    let inputs = [image(), image(600, 200, id: 2)]
    try expectEqual(window(Self.fill + "100%,0; source $2", inputs).minX, 400)
    try expectEqual(
      window("canvas 100,100; layer a image; source $2; mode scaleAspectFill; focus 50%,0", inputs).minX, 200)
  }

  @Test("A focus in a formula follows its variable") func binding() throws {
    let script = """
      preset none
      canvas 100,100
      let left = 0
      layer a image mode scaleAspectFill focus ($left),0
      recognize tap on a
      on tap { let left = 300 }
      tap 50,50
      """
    try expectEqual(window(script).minX, 100)
  }

  @Test("The library says what attracts attention") func attention() throws {
    var library = StubLibrary()
    library.salient = Point(x: 250, y: 20)
    try expectEqual(window(Self.fill + "attention", library: library).minX, 100)
    library.salient = Point(x: 120, y: 20)
    try expectEqual(window(Self.fill + "attention", library: library).minX, 20)
    // The middle, where there are no pixels.
    try expectEqual(window(Self.fill + "attention").minX, 50)
  }

  @Test("Pixels are read only for a window") func lazy() throws {
    var library = StubLibrary()
    library.isUnreadable = true
    _ = try run("layer a image focus attention; focus none", library: library)
    let thrown = #expect(throws: ScriptError.self) {
      try run("canvas 9,9\n layer a image mode scaleAspectFill focus attention", library: library)
    }
    let error = try #require(thrown)
    expectTrue(error.problem == .scene(.noImage(.pixels(1))) && error.position.line == 2)
  }

  @Test(
    "The window shows as many boxes as possible, the best first",
    arguments: [
      ("[[10, 10, 20, 20]]", 0.0, "1 of 1"), ("[[200, 10, 20, 20]]", 100, "1 of 1"),
      ("[[130, 10, 20, 20]]", 40, "1 of 1"),
      ("[[10, 10, 20, 20], [150, 10, 50, 20]]", 5, "2 of 2"),
      // The smaller one does not fit beside the larger one.
      ("[[10, 10, 20, 20], [250, 10, 50, 50]]", 100, "1 of 2"),
      // The third box fits.
      ("[[250, 0, 40, 60], [0, 0, 50, 20], [200, 0, 10, 10]]", 100, "2 of 3"), ("[]", 50, "0 of 0"),
      ("[[0, 0, 290, 20]]", 45, "0 of 1"),
    ])
  func boxes(json: String, x: Double, count: String) throws {
    var library = StubLibrary()
    library.boxFiles = ["faces.json": json]
    let script = Self.fill + "\"faces.json\""
    try expectEqual(window(script, library: library).minX, x)
    let view = try #require(try run(script, library: library).scene.tree[0].view)
    let boxes = try #require(view.boxes)
    expectEqual("\(boxes.shown) of \(boxes.all)", count)
    expectEqual(view.window, Rect(x: x, y: 0, width: 200, height: 200))
  }

  @Test("A focus without effect is an error, at its place") func useless() throws {
    for mode in ["scaleAspectFit", "center", "scaleToFill"] {
      let error = try failure(of: "layer a image\nmode scaleAspectFill\nfocus 1,2\nmode \(mode)")
      expectEqual(error.problem, .scene(.uselessFocus(layer: "a", mode: ContentMode(rawValue: mode)!)))
      expectEqual(error.position.line, 3)
    }
    try expectEqual(
      failure(of: "focus 1,2").problem, .scene(.uselessFocus(layer: "photo", mode: .scaleAspectFit)))
    try expectEqual(failure(of: "layer a rect 0,0 9,9 focus 1,2").problem, .scene(.notAnImage(layer: "a")))
    try expectEqual(failure(of: "group g { }\nfocus 1,2").problem, .scene(.notAnImage(layer: "g")))
  }

  @Test("A focus outside the image is an error", arguments: ["301,0", "-1,0", "0,101%", "0,200.5"])
  func outside(focus: String) throws {
    guard case .scene(.focusOutside) = try failure(of: Self.fill + focus).problem else {
      Issue.record("no error")
      return
    }
  }
}
