import FrameCodec
import FrameModel

/// What `explain` says: a plan in the words and numbers that people and programs read.
public struct PlanReport: Encodable, Sendable {
  public struct Item: Encodable, Sendable {
    var layer: String
    /// "image", "shape" or "group".
    var kind: String
    /// The index in `sources`.
    var source: Int?
    /// a b c d tx ty, from stored pixels to output pixels.
    var matrix: [Double]?
    var path: String?
    /// What of the image is shown: x y width height in stored pixels.
    var visible: [Double]?
    /// The box that it takes in the output: x y width height.
    var box: [Double]?
    /// The factors along the principal axes, and the turn in degrees, clockwise.
    var scale: [Double]?
    var rotation: Double?
    var fill: String?
    var stroke: String?
    /// The part of its length that is drawn.
    var trim: [Double]?
    var opacity: Double
    /// How it mixes with what lies below, where that is not by laying over.
    var blend: String?
    var clipped: Bool?
    var shadow: Shadow?
    var items: [Item]?
  }

  public struct Shadow: Encodable, Sendable {
    /// x y, and two deviations, in output pixels.
    var offset: [Double]
    var blur: Double
    var color: String
  }

  /// What one gesture came to on a layer.
  public struct Gesture: Encodable, Sendable {
    var line: Int
    var gesture: String
    var layer: String
    /// a b c d tx ty, appended in the layer's parent.
    var change: [Double]?
  }

  /// How an edit is shown as frames.
  public struct FrameSequence: Encodable, Sendable {
    var frames: Int
    /// In a second.
    var rate: String
    /// For how many seconds they are shown together.
    var duration: Double
    /// How many show something else than the one before.
    var different: Int
  }

  public var schema = 1
  /// "copy" where the output is an image's own pixels, else "compose".
  public var path: String
  /// "dct", "dct+trim" or "tag" where the output is made of the image's blocks.
  public var lossless: String?
  /// What becomes of the blocks then, or what viewers are told: "turned by 90 degrees".
  public var movement: String?
  /// Why it is not, where both formats could.
  public var notLossless: String?
  public var width: Int
  public var height: Int
  public var canvas: [Int]
  /// x y width height, where a part is cut out.
  public var crop: [Int]?
  public var format: String
  public var pixels: String
  public var depth: Int
  /// What the output's samples mean: a profile's name, numbers, or "sRGB".
  public var colors: String
  public var background: String?
  public var matte: String?
  public var border: String?
  public var cornerRadius: Double?
  public var filter: String
  public var light: String
  /// What linear light is linear by, where that is not sRGB's curve: "gamma 1.8", "a table of 1024".
  public var toneCurve: String?
  /// Of an edit that is wanted as frames.
  public var sequence: FrameSequence?
  public var gestures: [Gesture]
  public var sources: [ImageRecord]
  public var items: [Item]
  /// The scene that the plan was made of, from the back.
  public var layers: [LayerRecord]
  /// What becomes of the leading image's metadata.
  public var metadata: MetadataRecord
  /// Bytes of pixels that are held at once, with one job.
  public var memory: Int
  public var notices: [String]

  public init(_ edit: PreparedEdit) {
    let plan = edit.plan
    path = plan.copied == nil ? "compose" : "copy"
    switch plan.writing {
    case .moved(let move):
      lossless = move.kind.rawValue
      movement = move.orientation.movement
    case .encoded(let obstacle) where edit.model != nil:
      let message = obstacle.message
      notLossless = message.what + (message.note.map { " (\($0))" } ?? "")
    case .encoded: break
    }
    width = plan.window.size.width
    height = plan.window.size.height
    canvas = [plan.canvas.width, plan.canvas.height]
    if plan.window.size != plan.canvas {
      crop = [plan.window.x, plan.window.y, width, height]
    }
    format = edit.codec.format.name
    pixels = plan.output.channels.name
    depth = plan.output.depth.rawValue
    background = plan.background.alpha > 0 ? plan.background.hex : nil
    matte = plan.matte?.hex
    border = plan.border.map { "\($0.width.scriptText) \($0.color.hex)" }
    cornerRadius = plan.cornerRadius > 0 ? plan.cornerRadius : nil
    filter = plan.filter.rawValue
    light = plan.light.rawValue
    toneCurve = plan.light == .linear && plan.toneCurve != .sRGB ? plan.toneCurve.name : nil
    sequence = edit.sequence.map {
      FrameSequence(
        frames: $0.frames, rate: $0.rate.description, duration: Double($0.milliseconds) / 1000,
        different: $0.uniqueFrames.count)
    }
    gestures = edit.record.gestures.map { effect in
      Gesture(
        line: effect.position.line, gesture: effect.word, layer: effect.layer,
        change: effect.change.map { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] })
    }
    let colors = plan.move == nil ? edit.colors.colors.name : edit.images[0].colorsName
    self.colors = colors
    sources = zip(edit.images, plan.images).enumerated().map { index, image in
      var record = ImageRecord(image.0, planned: image.1)
      let isConverted = image.0.stored.samples == .cmyk || edit.colors.converts(index)
      record.convertedTo = isConverted && plan.move == nil ? colors : nil
      return record
    }
    items = plan.items.map(Item.init)
    layers = edit.layers.map(LayerRecord.init)
    metadata = MetadataRecord(edit.filteredMetadata)
    memory = edit.heldBytes
    notices = edit.notices.map(\.message.what)
  }
}

extension PlanReport.Item {
  init(_ item: RenderPlan.Item) {
    switch item {
    case .image(let draw):
      self.init(layer: draw.layer, kind: "image", opacity: draw.opacity)
      source = draw.image
      path = draw.path.name
      visible = draw.visible.numbers
      describe(draw.matrix, box: draw.visible.applying(draw.matrix))
    case .shape(let draw):
      self.init(layer: draw.layer, kind: "shape", opacity: draw.opacity)
      fill = draw.fill?.name
      stroke = draw.stroke?.name
      if draw.trim != .all { trim = [draw.trim.start, draw.trim.end] }
      describe(draw.matrix, box: draw.boundingBox ?? .zero)
    case .group(let draw):
      self.init(layer: draw.layer, kind: "group", opacity: draw.opacity)
      clipped = draw.clip != nil
      shadow = draw.shadow.map {
        .init(offset: [$0.offset.dx, $0.offset.dy], blur: 2 * $0.deviation, color: $0.color.hex)
      }
      if draw.blend != .normal { blend = draw.blend.rawValue }
      items = draw.items.map(PlanReport.Item.init)
    }
  }

  private mutating func describe(_ matrix: AffineTransform, box: Rect) {
    self.matrix = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
    self.box = box.numbers
    let values = matrix.singularValues
    scale = [values.large, values.small]
    rotation = matrix.decomposed().rotation * 180 / Double.pi
  }
}

extension Rect {
  var numbers: [Double] { [minX, minY, size.width, size.height] }
}

extension RenderPlan.PixelPath {
  /// As `explain` and reports say it.
  public var name: String {
    switch self {
    case .copy: "copy"
    case .rightAngleCopy: "right-angle copy"
    case .axisAligned: "axis-aligned resample"
    case .affine: "affine resample"
    }
  }
}

extension PixelFormat.Channels {
  /// As reports say it.
  public var name: String {
    switch self {
    case .gray: "gray"
    case .grayAlpha: "gray+alpha"
    case .rgb: "rgb"
    case .rgba: "rgb+alpha"
    }
  }
}

extension ToneCurve {
  fileprivate var name: String {
    switch self {
    case .sRGB: "sRGB"
    case .formula(let formula): "gamma \(formula.exponent.trimmed(4))"
    case .table(let samples): "a table of \(samples.count)"
    }
  }
}
