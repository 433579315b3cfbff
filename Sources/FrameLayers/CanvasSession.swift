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
  /// - Throws: `CanvasError`
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
  ///
  /// - Throws: `CanvasError`
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
  /// - Throws: `CanvasError`
  public func bitmap(threads: Int = 1) throws(CanvasError) -> Bitmap {
    let plan = try translating { () throws(SceneError) in
      let planner = Planner(
        limits: limits, output: OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: limits.side),
        account: performer.run.account.memory)
      return try planner.plan(performer.run.editor.scene)
    }
    do {
      let renderer = Renderer(plan, jobs: max(1, threads), cancellation: limits.cancellation)
      let bytes = plan.output.rowBytes(width: plan.window.size.width).times(plan.window.size.height)
      try limits.check(memory: renderer.windowBytes.adding(bytes))
      var bitmap = Bitmap(size: plan.window.size, format: plan.output)
      var sources: [any PixelSource] = []
      for image in plan.images { sources.append(try images.pixels(of: image)) }
      try renderer.render(sources, into: &bitmap)
      return bitmap
    } catch let failure as ReadFailure {
      throw CanvasError(canvas.subject(.layer(canvas.images[failure.image].layer)), failure.reason)
    } catch {
      throw CanvasError(.canvas, error)
    }
  }

  private func translating<R>(_ body: () throws(SceneError) -> R) throws(CanvasError) -> R {
    do throws(SceneError) { return try body() } catch {
      let known = canvas.error(error)
      guard let reason = images.failure(for: error.problem) else { throw known }
      throw CanvasError(known.subject, reason)
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
  /// - Throws: `CanvasError`
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
  /// - Throws: `ReadFailure`
  func pixels(of image: SourceImage) throws -> any PixelSource {
    do {
      let rows = try opened.removeValue(forKey: image.id) ?? sources[image.id].rows.open()
      guard rows.size == image.size, rows.format == image.pixels else { throw ChangedImage() }
      return rows as? Bitmap ?? OpenRows(rows: rows, image: image.id)
    } catch {
      throw ReadFailure(image: image.id, reason: error)
    }
  }

  /// Returns the reason why the image that an error is about cannot be read; nil for other errors.
  func failure(for problem: SceneProblem) -> (any Error)? {
    switch problem {
    case .noImage(.input(let number)): failures[number]
    case .noImage(.pixels(let index)): failures[index + 1]
    default: nil
    }
  }

  func input(_ number: Int) throws(ImageUnavailable) -> SourceImage? {
    guard sources.indices.contains(number - 1) else { return nil }
    do {
      let rows = try sources[number - 1].rows.open()
      _ = try limits.check(width: rows.size.width, height: rows.size.height)
      opened[number - 1] = rows
      return SourceImage(id: number - 1, name: "image \(number)", size: rows.size, pixels: rows.format)
    } catch {
      failures[number] = error
      throw ImageUnavailable()
    }
  }

  func file(_ path: String) throws(ImageUnavailable) -> SourceImage { throw ImageUnavailable() }
  func folder(_ path: String) throws(ImageUnavailable) -> [String] { throw ImageUnavailable() }

  func tones(
    of image: SourceImage, in part: Rect, clipping share: Double
  ) throws(ImageUnavailable) -> ToneRanges? {
    do {
      var pixels = try pixels(of: image)
      var histogram = ToneHistogram(image.size, image.pixels, part: part, shrunk: 1)
      histogram.beginFrame()
      try pixels.forEachBand { histogram.write($0) }
      return histogram.ranges(clipping: share)
    } catch {
      failures[image.id + 1] = (error as? ReadFailure)?.reason ?? error
      throw ImageUnavailable()
    }
  }
}

/// The rows of a source, as the renderer reads them.
struct OpenRows: PixelSource {
  var rows: any RowReader
  /// The number of the image, for errors.
  let image: Int

  var size: PixelSize { rows.size }
  var format: PixelFormat { rows.format }
  mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    do { try rows.read(from: row, into: &band) } catch { throw ReadFailure(image: image, reason: error) }
  }
  func finish() {}
}

/// An image cannot be read.
private struct ReadFailure: Error {
  /// The number of the image, from 0.
  let image: Int
  let reason: any Error
}

/// A source has another size or format than when it was first opened.
private struct ChangedImage: Error, CustomStringConvertible {
  let description = "its size or format has changed"
}
