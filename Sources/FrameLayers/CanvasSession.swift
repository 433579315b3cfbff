import FrameGeometry
import FrameImage
import FramePixels
import FramePlan
import FrameRender
import FrameScene
import FrameText

/// A canvas in use: gestures and edits change its layers one after the other, and each change can be undone.
///
///     let session = try CanvasSession(canvas)
///     try session.perform(.pinch(1.5, on: "photo"))
///     try session.undo("photo")
///     let pixels = try session.bitmap()
///
/// The pixels of images are read when the session draws, and also for `ColorEdit.autoLevels`.
public final class CanvasSession {
  private let canvas: Canvas
  private let limits: Limits
  private let images: SourceLibrary
  private var performer: CanvasPerformer
  private var gestures: Int

  /// Adds the layers of a canvas, and performs its gestures.
  ///
  /// - Parameters:
  ///   - limits: The resources that the session may use.
  ///   - cancellation: Ends a call early, from any thread.
  public init(
    _ canvas: Canvas, limits: Limits = Limits(), cancellation: Cancellation? = nil
  ) throws(CanvasError) {
    var limits = limits
    limits.cancellation = cancellation
    (self.canvas, self.limits, gestures) = (canvas, limits, canvas.gestures.count)
    images = SourceLibrary(canvas.imageSources, limits)
    let run = SceneRun(
      limits: limits, images: images,
      typesetter: HarfBuzzTypesetter(files: canvas.fonts, limits: limits), detail: .trace)
    performer = CanvasPerformer(run, images: images, effects: { [:] })
    try translating { () throws(SceneError) in try performer.perform(canvas) }
  }

  // MARK: Changes

  /// Lets virtual fingers perform a gesture, and waits until no layer moves.
  public func perform(_ gesture: Gesture) throws(CanvasError) {
    gestures += 1
    try translating { () throws(SceneError) in
      performer.origin = .gesture(gestures)
      try performer.perform(gesture)
      try performer.perform(.finish)
    }
  }

  /// Gives a layer another transform about its anchor.
  ///
  /// - Throws: `CanvasError` if there is no such layer, or a number of the transform is not finite.
  public func setTransform(_ transform: AffineTransform, of layer: String) throws(CanvasError) {
    try edit(layer, .setTransform(transform))
  }

  /// Takes back the last gesture or transform of a layer.
  ///
  /// - Throws: `CanvasError` if there is no such layer, or nothing to undo.
  public func undo(_ layer: String) throws(CanvasError) { try edit(layer, .undo) }

  /// Repeats the last gesture or transform of a layer that was undone.
  ///
  /// - Throws: `CanvasError` if there is no such layer, or nothing to redo.
  public func redo(_ layer: String) throws(CanvasError) { try edit(layer, .redo) }

  private func edit(_ layer: String, _ edit: LayerEdit) throws(CanvasError) {
    try translating { () throws(SceneError) in
      performer.origin = Origin()
      let index = try performer.layer(named: layer)
      performer.origin = .layer(index + 1)
      try performer.perform(.edit(index, edit))
    }
  }

  // MARK: Results

  /// The layers as they are now, and what the recognizers saw.
  public var replay: Replay { Replay(performer.run.editor.scene.tree, performer.run.log.record) }

  /// Returns a layer as it is now; nil if there is none with this name.
  public func layer(_ name: String) -> LayerState? { replay.layer(name) }

  /// Draws the canvas: in sRGB, with alpha not premultiplied, and with 16 bits if an image has them.
  ///
  /// - Parameter threads: The largest number of threads that draw. Pixels do not depend on it.
  public func bitmap(threads: Int = 1) throws(CanvasError) -> Bitmap {
    let plan = try translating { () throws(SceneError) in
      let planner = Planner(
        limits: limits, output: OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: limits.side),
        account: performer.run.account.memory)
      return try planner.plan(performer.run.editor.scene)
    }
    return try converting(drawn(plan, threads: threads)) { (error: any Error) in
      error as? CanvasError ?? CanvasError(.canvas, error)
    }
  }

  private func drawn(_ plan: RenderPlan, threads: Int) throws -> Bitmap {
    let renderer = Renderer(plan, jobs: max(1, threads), cancellation: limits.cancellation)
    let bytes = plan.output.rowBytes(width: plan.window.size.width).times(plan.window.size.height)
    try limits.check(memory: renderer.windowBytes.adding(bytes))
    var bitmap = Bitmap(size: plan.window.size, format: plan.output)
    var sources: [any PixelSource] = []
    for image in plan.images {
      let subject = canvas.subject(.layer(canvas.images[image.id].layer))
      sources.append(try images.pixels(of: image, subject))
    }
    try renderer.render(sources, into: &bitmap)
    return bitmap
  }

  private func translating<R>(_ body: () throws(SceneError) -> R) throws(CanvasError) -> R {
    try converting(body()) { (error: SceneError) in
      let known = canvas.error(error)
      return images.failure(for: error.problem).map { CanvasError(known.subject, $0) } ?? known
    }
  }
}

extension Canvas {
  /// Draws the canvas: in sRGB, with alpha not premultiplied, and with 16 bits if an image has them.
  ///
  /// - Parameters:
  ///   - limits: The resources that the drawing may use.
  ///   - cancellation: Ends the drawing early, from any thread.
  ///   - threads: The largest number of threads that draw. Pixels do not depend on it.
  public func bitmap(
    limits: Limits = Limits(), cancellation: Cancellation? = nil, threads: Int = 1
  ) throws(CanvasError) -> Bitmap {
    try CanvasSession(self, limits: limits, cancellation: cancellation).bitmap(threads: threads)
  }
}

/// The images of a canvas, by their numbers.
private final class SourceLibrary: ImageLibrary {
  private let sources: [ImageSource]
  private let limits: Limits
  /// Images that were opened for their sizes, and not read yet, by their indices.
  private var opened: [Int: any RowReader] = [:]
  /// The reasons why images cannot be read.
  private(set) var failures: [Int: any Error] = [:]

  init(_ sources: [ImageSource], _ limits: Limits) { (self.sources, self.limits) = (sources, limits) }

  var inputCount: Int { sources.count }

  /// Opens an image to read its pixels.
  ///
  /// - Parameter subject: The part of the canvas that errors name.
  func pixels(of image: SourceImage, _ subject: CanvasError.Subject) throws(CanvasError) -> any PixelSource {
    let rows = try converting(opened.removeValue(forKey: image.id) ?? sources[image.id].rows.open()) {
      CanvasError(subject, $0)
    }
    guard rows.size == image.size, rows.format == image.pixels else {
      throw CanvasError(
        subject: subject, reason: "the image cannot be read: its size or format has changed", limit: nil)
    }
    return rows as? Bitmap ?? OpenRows(rows: rows, subject: subject)
  }

  /// Returns the reason why the image that an error is about cannot be read; nil for other errors.
  func failure(for problem: SceneProblem) -> (any Error)? {
    switch problem {
    case .noImage(.input(let number)): failures[number]
    case .noImage(.pixels(let index)): failures[index + 1]
    default: nil
    }
  }

  func input(_ number: Int) throws(SceneError) -> SourceImage? {
    guard sources.indices.contains(number - 1) else { return nil }
    return try noting(.input(number), number) {
      let rows = try sources[number - 1].rows.open()
      _ = try limits.check(width: rows.size.width, height: rows.size.height)
      opened[number - 1] = rows
      return SourceImage(id: number - 1, name: "image \(number)", size: rows.size, pixels: rows.format)
    }
  }

  /// Returns the answer to a request, or notes why there is none.
  ///
  /// - Parameter number: The number of the image, from 1.
  private func noting<R>(_ request: ImageRequest, _ number: Int, _ body: () throws -> R) throws(SceneError)
    -> R
  {
    try converting(body()) { (error: any Error) in
      failures[number] = error
      return SceneError(.noImage(request))
    }
  }

  func file(_ path: String) throws(SceneError) -> SourceImage { throw SceneError(.noImage(.file(path))) }
  func folder(_ path: String) throws(SceneError) -> [String] { throw SceneError(.noImage(.folder(path))) }

  func tones(
    of image: SourceImage, in part: Rect, clipping share: Double
  ) throws(SceneError) -> ToneRanges? {
    try noting(.pixels(image.id), image.id + 1) {
      // The caller knows the layer.
      var pixels = try pixels(of: image, .canvas)
      var histogram = ToneHistogram(image.size, image.pixels, part: part, shrunk: 1)
      histogram.beginFrame()
      try pixels.forEachBand { histogram.write($0) }
      return histogram.ranges(clipping: share)
    }
  }
}

/// The rows of a source, as the renderer reads them.
struct OpenRows: PixelSource {
  var rows: any RowReader
  /// The part of the canvas that errors name; nil to pass them on as they are.
  var subject: CanvasError.Subject?

  var size: PixelSize { rows.size }
  var format: PixelFormat { rows.format }
  mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    try converting(rows.read(from: row, into: &band)) { (error: any Error) -> any Error in
      subject.map { CanvasError($0, error) } ?? error
    }
  }
  func finish() {}
}
