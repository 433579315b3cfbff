import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage
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
