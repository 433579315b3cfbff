import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import Testing

/// An image library whose images have headers but no pixels.
struct StubLibrary: ImageLibrary {
  var inputs: [SourceImage] = []
  var files: [String: SourceImage] = [:]
  var folders: [String: [String]] = [:]
  /// The point that attracts attention in all images.
  var salient: Point?
  /// True if no pixels can be read.
  var isUnreadable = false
  /// What is inside the border of all images; nil for nothing.
  var inside: Rect?
  /// The ranges of the samples in all images; nil if nothing is visible.
  var ranges: ToneRanges?
  /// True if the range of red ends at the clipped share, and that of green at the left side of the part, in thousands.
  var asksForRanges = false
  /// The texts of files of boxes.
  var boxFiles: [String: String] = [:]

  var inputCount: Int { inputs.count }

  func input(_ number: Int) -> SourceImage? {
    inputs.indices.contains(number - 1) ? inputs[number - 1] : nil
  }

  func file(_ path: String) throws(SceneError) -> SourceImage {
    guard let image = files[path] else { throw SceneError(.noImage(.file(path))) }
    return image
  }

  func folder(_ path: String) throws(SceneError) -> [String] {
    guard let names = folders[path] else { throw SceneError(.noImage(.folder(path))) }
    return names
  }

  func attention(in image: SourceImage, part: Rect, window: Size) throws(SceneError) -> Point {
    if isUnreadable { throw SceneError(.noImage(.pixels(image.id))) }
    return salient ?? Point(x: part.midX, y: part.midY)
  }

  func contents(
    of image: SourceImage, in part: Rect, within border: ImageBorder
  ) throws(SceneError) -> Rect? {
    if isUnreadable { throw SceneError(.noImage(.pixels(image.id))) }
    return inside
  }

  func tones(
    of image: SourceImage, in part: Rect, clipping share: Double
  ) throws(SceneError) -> ToneRanges? {
    if isUnreadable { throw SceneError(.noImage(.pixels(image.id))) }
    return asksForRanges ? ToneRanges(red: 0...share, green: 0...part.minX / 1000, blue: 0...1) : ranges
  }

  func boxes(_ path: String, of image: SourceImage) throws(SceneError) -> [Rect]? {
    guard let text = boxFiles[path], let boxes = try? FocusBoxes(text, nesting: 64) else {
      throw SceneError(.noImage(.boxes(path)))
    }
    return boxes.boxes(of: image.name, in: Size(image.uprightSize))
  }
}

func size(_ width: Int, _ height: Int) -> PixelSize {
  PixelSize(width: width, height: height)!
}

func image(
  _ width: Int = 300, _ height: Int = 200, id: Int = 1, _ orientation: Orientation = .up,
  _ pixels: PixelFormat = .rgb8
) -> SourceImage {
  SourceImage(
    id: id, name: "\(id).png", size: size(width, height), orientation: orientation, pixels: pixels)
}

/// Runs a script on images; by default on one image of 300 by 200.
func run(
  _ text: String, _ inputs: [SourceImage] = [image()], limits: Limits = Limits(),
  context: RunContext = RunContext(), files: [String: SourceImage] = [:], folders: [String: [String]] = [:],
  library: StubLibrary = StubLibrary()
) throws -> Interpreter.Result {
  let script = try ScriptParser(limits: limits).parse(text, name: "script.txt")
  var library = library
  (library.inputs, library.files, library.folders) = (inputs, files, folders)
  var interpreter = Interpreter(
    script, limits: limits, images: library, typesetter: SquareLetters(), context: context
  )
  return try interpreter.run()
}

/// The capabilities of a format that can hold everything.
let anything = OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: 65_535)

func plan(
  _ text: String, _ inputs: [SourceImage] = [image()], output: OutputCapabilities = anything,
  context: RunContext = RunContext(), files: [String: SourceImage] = [:]
) throws -> RenderPlan {
  let result = try run(text, inputs, context: context, files: files)
  return try plan(result.scene, Planner(limits: Limits(), output: output))
}

/// Plans the scene of a script, with errors at positions of the script.
private func plan(_ scene: Scene, _ planner: Planner) throws(ScriptError) -> RenderPlan {
  do throws(SceneError) { return try planner.plan(scene) } catch { throw ScriptError(error) }
}

/// Returns the error of running a script and planning its scene.
func failure(
  of text: String, _ inputs: [SourceImage] = [image()], limits: Limits = Limits(),
  context: RunContext = RunContext(), folders: [String: [String]] = [:]
) throws -> ScriptError {
  let error = #expect(throws: ScriptError.self) {
    let result = try run(text, inputs, limits: limits, context: context, folders: folders)
    _ = try plan(result.scene, Planner(limits: limits, output: anything))
  }
  return try #require(error)
}

/// Returns the value of an expression after some statements.
func value(
  _ formula: String, after text: String = "", _ inputs: [SourceImage] = [image()],
  context: RunContext = RunContext()
) throws -> String {
  // A failed expectation reports the value that it found.
  let result = try run(text + "\nlet _x = \(formula)\nexpect $_x \"\u{1}\"", inputs, context: context)
  guard case .expectationFailed(_, _, let found)? = result.failedExpectations.last?.problem else {
    return "\u{1}"
  }
  return found
}

extension Interpreter.Result {
  var scene: Scene { end.scene }
  var record: RunRecord { end.record }
  var timeline: Timeline? { end.timeline }
  var account: MemoryAccount { end.account }
  var current: SceneLayer { scene.layers[scene.current!] }
  var transform: AffineTransform { current.state.transform }

  func layer(_ name: String) throws -> SceneLayer {
    scene.layers[try #require(scene.index(of: name))]
  }
}

extension AffineTransform {
  func distance(to other: AffineTransform) -> Double {
    let differences = [
      a - other.a, b - other.b, c - other.c, d - other.d, tx - other.tx, ty - other.ty,
    ]
    return differences.map(abs).max()!
  }
}

extension Rect {
  func distance(to other: Rect) -> Double {
    [minX - other.minX, maxX - other.maxX, minY - other.minY, maxY - other.maxY].map(abs).max()!
  }
}

extension [RenderPlan.Item] {
  /// The first neighborhood edit, in any group.
  var firstNeighborhood: RenderPlan.NeighborhoodDraw? {
    for item in self {
      if case .neighborhood(let draw) = item { return draw }
      if let draw = item.children.firstNeighborhood { return draw }
    }
    return nil
  }
}

extension RenderPlan.ImageDraw {
  /// The transform of an image that is not in perspective.
  var matrix: AffineTransform { affine!.matrix }

  var visible: Rect { affine!.visible }
}
