import FoundationEssentials
import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit
import FrameScene
import JPEGCodec
import PNGCodec

/// A picture for a page: its header, and an image file.
struct Picture {
  enum Kind: String, Encodable {
    case canvas, thumb, before
  }

  enum Quality: String, Encodable {
    /// While fingers move: reduced, and lossy if nothing is transparent.
    case moving
    case full
  }

  struct Header: Encodable {
    let `is` = "picture"
    var seq = 0
    var kind: Kind
    var quality: Quality
    var type: String?
    var width = 0
    var height = 0
    /// The part of the canvas that is shown: x y width height.
    var part: [Double]?
    var canvas: [Double]?
    /// The top left corner of the finished canvas.
    var origin: [Double]?
    var version: Int
    var touches: [[Double]]?
    var layers: [Overlay.Layer]?
    var matrix: [Double]?
    var states: [[String]]?
    var milliseconds = 0.0
    /// The number of the input, from 1.
    var number: Int?
    /// In seconds of virtual time.
    var time: Double?
    var error: String?
  }

  var header: Header
  let image: [UInt8]

  /// The header's length in little-endian order, the header, and the image.
  var message: [UInt8] {
    let header = JSON.bytes(of: header)
    let length = UInt32(header.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + header + image
  }
}

/// Draws pictures of a script's runs.
struct PictureMaker {
  let runner: Runner
  /// The number of threads that draw.
  let threads: Int

  /// What a picture shows.
  struct Scene {
    let job: Runner.Job
    var purpose = Runner.Purpose.end
    /// On the canvas.
    var fingers: [Point] = []
  }

  /// Draws the canvas for a page.
  ///
  /// - Parameters:
  ///   - hasAlpha: True if the last run was transparent anywhere.
  ///   - reduction: How much smaller a moving picture is than the pane.
  /// - Throws: `Runner.Failure`, also if the picture was canceled.
  func canvas(
    _ scene: Scene, _ view: Request.View, _ quality: Picture.Quality, hasAlpha: Bool, reduction: Double,
    version: Int, cancellation: Cancellation
  ) throws(Runner.Failure) -> Picture {
    var target = Runner.Target(codec: quality == .moving && !hasAlpha ? JPEGCodec() : ScreenPNG())
    target.use = quality == .moving ? .preview : .output
    let reduction = quality == .moving ? reduction : 1
    if let zoom = view.zoom {
      // Only a run tells where the canvas is, and how large.
      let whole = try runner.plan(scene.job, target, for: scene.purpose, cancellation: cancellation)
      target.show(view, zoom, of: whole, reducedBy: reduction)
    } else {
      target.bounds = view.pane.reduced(by: reduction)
    }
    let (edit, image) = try draw(scene, target, cancellation)
    var header = Picture.Header(kind: .canvas, quality: quality, version: version)
    header.describe(edit)
    var overlay = Overlay(edit, fingers: scene.fingers)
    if case .time(let time) = scene.purpose {
      header.time = time
      overlay = Overlay(edit, fingers: [], until: time)
    }
    (header.layers, header.matrix, header.states) = (overlay.layers, overlay.matrix, overlay.states)
    header.touches = scene.fingers.map { [$0.x, $0.y] }
    header.type = image.type
    return Picture(header: header, image: image.bytes)
  }

  /// Draws a small picture of an input under the script.
  func thumb(
    _ job: Runner.Job, number: Int, height: Int, version: Int, cancellation: Cancellation
  ) throws(Runner.Failure) -> Picture {
    var target = Runner.Target(codec: JPEGCodec())
    target.bounds = PixelSize(width: 4 * height, height: height)
    target.use = .thumb
    let (edit, image) = try draw(Scene(job: job), target, cancellation)
    var header = Picture.Header(kind: .thumb, quality: .full, version: version)
    header.describe(edit)
    (header.type, header.number) = (image.type, number + 1)
    return Picture(header: header, image: image.bytes)
  }

  private func draw(
    _ scene: Scene, _ target: Runner.Target, _ cancellation: Cancellation
  ) throws(Runner.Failure) -> (PreparedEdit, image: (bytes: [UInt8], type: String)) {
    var target = target
    var edit = try runner.plan(scene.job, target, for: scene.purpose, cancellation: cancellation)
    // JPEG has no transparency.
    if edit.plan.matte != nil {
      target.codec = ScreenPNG()
      edit = try runner.plan(scene.job, target, for: scene.purpose, cancellation: cancellation)
    }
    let output = ByteOutput()
    output.cancellation = cancellation
    do throws(EditFailure) {
      let options = PreparedEdit.Options(jobs: threads)
      _ = try edit.render(into: output, options: options)
    } catch {
      throw .edit(error, in: scene.job.script.files)
    }
    return (edit, (output.takeBytes(), edit.codec.format.name == "jpeg" ? "image/jpeg" : "image/png"))
  }
}

extension PixelSize {
  fileprivate func reduced(by factor: Double) -> PixelSize? {
    PixelSize(width: max(1, Int(Double(width) / factor)), height: max(1, Int(Double(height) / factor)))
  }
}

extension Runner.Target {
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
    if scale < 1 { width = max(1, Int((Double(size.width) * scale).rounded())) }
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

extension Picture.Header {
  fileprivate mutating func describe(_ edit: PreparedEdit) {
    (width, height) = (edit.plan.window.size.width, edit.plan.window.size.height)
    part = edit.shownPart.numbers
    let finished = edit.finishedCanvas
    (canvas, origin) = ([finished.size.width, finished.size.height], [finished.minX, finished.minY])
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

/// The JSON of messages to pages.
enum JSON {
  static func bytes(of value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // All fields are strings, numbers, flags, and lists of them.
    return (try? encoder.encode(value)).map(Array.init) ?? []
  }
}
