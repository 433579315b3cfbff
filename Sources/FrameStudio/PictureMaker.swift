import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage
import FrameMessages
import FrameScene
import JPEGCodec
import PNGCodec

/// Draws pictures of a script's runs.
struct PictureMaker {
  let runner: Runner
  /// The number of threads that draw.
  let threads: Int

  /// What a picture shows.
  struct Scene {
    let job: Runner.Job
    var kind = Picture.Kind.canvas
    /// The time of the script, in seconds; nil for its end.
    var moment: Double?
    /// On the canvas.
    var fingers: [Point] = []
  }

  /// Draws the canvas for a page.
  ///
  /// - Parameters:
  ///   - hasAlpha: True if the last run was transparent anywhere.
  ///   - reduction: How much smaller a preview is than the pane.
  /// - Throws: `EditFailure`, also if the picture was canceled.
  func canvas(
    _ scene: Scene, _ view: Request.View, _ quality: Picture.Quality, hasAlpha: Bool, reduction: Double,
    version: Int, cancellation: Cancellation
  ) throws(EditFailure) -> Picture {
    var request = OutputRequest(
      codec: quality == .preview && !hasAlpha ? JPEGCodec() : ScreenPNG(), lossless: .never)
    (request.isPreview, request.moment) = (quality == .preview, scene.moment)
    request.ignoresCrop = view.ignoresCrop
    let reduction = quality == .preview ? reduction : 1
    if let zoom = view.zoom {
      // Only a run tells where the canvas is, and how large.
      let whole = try runner.plan(scene.job, request, cancellation: cancellation)
      request.show(view, zoom, of: whole, reducedBy: reduction)
    } else {
      request.size = view.pane.reduced(by: reduction).map { .within($0) } ?? .canvas
    }
    let (edit, image) = try draw(scene.job, request, cancellation)
    return Picture(
      edit, scene.kind, quality, image, fingers: scene.fingers, time: scene.moment, version: version)
  }

  /// Draws a thumbnail of an input under the script.
  func thumbnail(
    _ job: Runner.Job, number: Int, height: Int, version: Int, cancellation: Cancellation
  ) throws(EditFailure) -> Picture {
    var request = OutputRequest(
      codec: JPEGCodec(), lossless: .never,
      size: PixelSize(width: 4 * height, height: height).map { .within($0) } ?? .canvas)
    request.isPreview = true
    let (edit, image) = try draw(job, request, cancellation)
    let size = edit.plan.window.size
    return Picture(
      thumbnail: number, ["type": image.type, "width": size.width, "height": size.height], image.bytes,
      version: version)
  }

  private func draw(
    _ job: Runner.Job, _ request: OutputRequest, _ cancellation: Cancellation
  ) throws(EditFailure) -> (PreparedEdit, image: (bytes: [UInt8], type: String)) {
    var request = request
    var edit = try runner.plan(job, request, cancellation: cancellation)
    // JPEG has no transparency.
    if edit.plan.matte != nil {
      request.codec = ScreenPNG()
      edit = try runner.plan(job, request, cancellation: cancellation)
    }
    let output = ByteOutput()
    output.cancellation = cancellation
    _ = try edit.render(into: output, options: PreparedEdit.Options(jobs: threads))
    return (edit, (output.takeBytes(), edit.codec.format.name == "jpeg" ? "image/jpeg" : "image/png"))
  }
}

extension PixelSize {
  fileprivate func reduced(by factor: Double) -> PixelSize? {
    PixelSize(width: max(1, Int(Double(width) / factor)), height: max(1, Int(Double(height) / factor)))
  }
}

extension OutputRequest {
  /// Chooses the size and the part of a picture.
  ///
  /// - Parameters:
  ///   - zoom: Pixels of the screen for each pixel of the canvas.
  ///   - whole: The whole output, in its own size.
  fileprivate mutating func show(
    _ view: Request.View, _ zoom: Double, of whole: PreparedEdit, reducedBy reduction: Double
  ) {
    let size = whole.plan.window.size
    // The page enlarges pixels beyond the output's own.
    let scale = min(zoom, 1) / reduction
    if scale < 1 { self.size = .width(max(1, Int((Double(size.width) * scale).rounded())), enlarges: true) }
    let center = view.center.applying((try? whole.mappingToOutput()) ?? .identity)
    /// Returns the shown part of a side; one pixel if all of it is outside.
    func range(_ center: Double, _ pane: Int, _ side: Int) -> (start: Int, length: Int) {
      let (shown, end) = (Double(pane) / zoom, max(1, (Double(side) * scale).rounded()))
      let from = min(max(((center - shown / 2) * scale).rounded(.down), 0), end - 1)
      let to = min(max(((center + shown / 2) * scale).rounded(.up), from + 1), end)
      return (Int(from), Int(to - from))
    }
    let (x, columns) = range(center.x, view.pane.width, size.width)
    let (y, rows) = range(center.y, view.pane.height, size.height)
    part = PixelSize(width: columns, height: rows).map { PixelRect(x: x, y: y, size: $0) }
  }
}

extension PreparedEdit {
  /// The part of the plane that is drawn, in the coordinates of layers outside groups.
  var shownPart: Rect { place(of: PixelRect(x: 0, y: 0, size: plan.window.size)) }

  /// The finished canvas before it is cropped, in the same coordinates.
  var finishedCanvas: Rect { place(of: PixelRect(x: -plan.window.x, y: -plan.window.y, size: plan.canvas)) }

  private func place(of pixels: PixelRect) -> Rect {
    let toCanvas = (try? mappingToOutput())?.inverse ?? .identity
    let origin = Point(x: Double(pixels.x), y: Double(pixels.y))
    return Rect(origin: origin, size: Size(pixels.size)).applying(toCanvas)
  }
}

/// PNG with the 8 bits that a screen shows, written quickly.
private struct ScreenPNG: Codec {
  private let png = PNGCodec()

  var format: ImageFormat {
    var format = png.format
    format.capabilities.depths = [.eight]
    format.capabilities.holding = .nothing
    return format
  }

  var library: String { png.library }

  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try png.open(input, limits: limits)
  }

  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    try png.makeEncoder(output, request)
  }
}

/// A picture for a page: its header, and an image file.
struct Picture {
  /// The JSON before the image. `seq` is the number of the picture on its page, `version` is the version of the
  /// script, and `milliseconds` is the time that the drawing took.
  var header: JSONFields
  let image: [UInt8]

  enum Kind: String, Encodable {
    case canvas
    /// The input before all edits.
    case before
  }

  enum Quality: String, Encodable {
    /// Drawn while fingers move: reduced, and lossy if nothing is transparent.
    case preview = "moving"
    case full
  }

  private struct Layer: Encodable {
    let name: String
    let corners: [[Double]]
    let current: Bool
    /// True if a finger is on it.
    let hit: Bool
  }

  /// A small picture of an input under the script.
  ///
  /// - Parameters:
  ///   - input: The number of the input, from 0.
  ///   - fields: The type and the size of the image; an error if the input cannot be drawn.
  init(thumbnail input: Int, _ fields: JSONFields, _ image: [UInt8] = [], version: Int) {
    self.image = image
    header = [
      "is": "picture", "version": version, "kind": "thumb", "quality": Quality.full, "number": input + 1,
    ]
    header.add(fields)
  }

  /// The canvas under the script, or the input before all edits.
  ///
  /// - Parameters:
  ///   - image: The image file, and its type as in HTTP.
  ///   - time: In seconds of virtual time; nil for the end of the script, or the moment of the fingers.
  init(
    _ edit: PreparedEdit, _ kind: Kind, _ quality: Quality, _ image: (bytes: [UInt8], type: String),
    fingers: [Point], time: Double?, version: Int
  ) {
    self.image = image.bytes
    let (size, finished) = (edit.plan.window.size, edit.finishedCanvas)
    header = [
      "is": "picture", "version": version, "kind": kind, "quality": quality, "type": image.type,
      "width": size.width, "height": size.height, "time": time,
    ]
    // The part of the canvas that is shown: x y width height.
    header["part"] = edit.shownPart.numbers
    // The size and the top left corner of the finished canvas.
    header["canvas"] = [finished.size.width, finished.size.height]
    header["origin"] = [finished.minX, finished.minY]
    header["touches"] = fingers.map { [$0.x, $0.y] }
    let hit = Set(fingers.compactMap(edit.layer(at:)))
    let visible = Self.visible(edit.layers)
    header["layers"] = visible.map { layer in
      Layer(
        name: layer.name, corners: layer.cornersOnCanvas, current: layer.status.isCurrent,
        hit: hit.contains(layer.name))
    }
    // The map of the current layer to the canvas, and its transform.
    let current = visible.first { $0.status.isCurrent }
    header["matrix"] = current?.toScene.list
    header["transform"] = current.map { PlaneMap.affine($0.transform) }?.list
    // The last state of each recognizer.
    var last: [String: String] = [:]
    var order: [String] = []
    for case .gesture(let event, let layer) in edit.record.trace where event.time <= time ?? .infinity {
      let key = "\(layer) \(event.name)"
      if last.updateValue(event.state.rawValue, forKey: key) == nil { order.append(key) }
    }
    header["states"] = order.map { [$0, last[$0] ?? ""] }
  }

  private static func visible(_ layers: [SceneTree.Layer]) -> [SceneTree.Layer] {
    layers.flatMap { layer -> [SceneTree.Layer] in
      if layer.status.isHidden { return [] }
      return [layer] + visible(layer.children)
    }
  }
}
