import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan
import FrameScene
import FrameScript

/// The report of `explain`: the plan of an edit for people and programs.
package struct PlanReport: Encodable, Sendable {
  package struct Item: Encodable, Sendable {
    var layer: String
    /// "image", "shape", "group" or "neighborhood".
    var kind: String
    /// For a neighborhood, what is done with pixels: "blur 20", with lengths in output pixels.
    var operation: String?
    /// The index in `sources`.
    var source: Int?
    /// The transform from stored pixels to output pixels: a b c d tx ty, or in perspective nine numbers, row by row.
    var matrix: [Double]?
    /// The vanishing line in the output, in perspective: a b c, where a·x + b·y + c is the distance from it, ahead of it.
    var horizon: [Double]?
    var resampling: String?
    /// The visible part of the image, in stored pixels: x y width height.
    var visible: [Double]?
    /// The part of the image that is sampled, in stored pixels: x y width height; nil for all of it.
    var part: [Int]?
    /// What lies beyond the edge of the image, or of its part; nil for nothing.
    var edge: String?
    /// The bounding box in the output: x y width height.
    var box: [Double]?
    /// The scale factors along the principal axes; in perspective, the largest and the smallest anywhere.
    var scale: [Double]?
    /// The clockwise rotation in degrees.
    var rotation: Double?
    var fill: String?
    var stroke: String?
    /// The part of the path's length that is drawn, from 0 to 1: start end.
    var trim: [Double]?
    var opacity: Double
    /// The blend mode, if it is not `normal`.
    var blend: String?
    var clipped: Bool?
    var mask: Mask?
    var shadow: Shadow?
    var colors: ColorRecord?
    var items: [Item]?
  }

  /// What says how much of a group is visible.
  package struct Mask: Encodable, Sendable {
    /// "alpha" or "luminance".
    var channel: String
    var inverted: Bool
    /// The name of the layer that is the mask; nil for an image or a gradient.
    var layer: String?
    /// nil if an earlier mask of the report is the same layer.
    var items: [Item]?
  }

  package struct Shadow: Encodable, Sendable {
    /// The offset in output pixels: x y.
    var offset: [Double]
    /// Twice the standard deviation of the blur, in output pixels.
    var blur: Double
    var color: String
  }

  /// The effect of a gesture on a layer.
  package struct Gesture: Encodable, Sendable {
    var line: Int
    var gesture: String
    var layer: String
    /// The transform that was appended in the layer's parent: a b c d tx ty.
    var change: [Double]?
  }

  /// The frames of an edit.
  package struct FrameSequence: Encodable, Sendable {
    var frames: Int
    /// Frames per second.
    var rate: String
    /// The duration of all frames in seconds.
    var duration: Double
    /// The number of unique frames.
    var unique: Int
  }

  /// "linear" or "srgb" for each use.
  package struct Lights: Encodable, Sendable {
    var resample: String
    var blend: String
  }

  /// How the gain map of the output is made.
  package struct GainMap: Encodable, Sendable {
    var width: Int
    var height: Int
    /// "copied" as it is stored, "dct" by moving its blocks, or "compose" by drawing it; "applied" if the output is the image
    /// that the map gives.
    var method: String
  }

  package var schema = 1
  /// "copy" if the output has an image's own pixels, else "compose".
  package var method: String
  /// "dct", "dct+trim" or "tag" if the output is a lossless transform of the image.
  package var lossless: String?
  /// The movement of the blocks, or the one that the orientation tag asks viewers for: "rotated by 90 degrees".
  package var movement: String?
  /// The reason why the output is not a lossless transform, if both formats support it.
  package var notLossless: String?
  package var width: Int
  package var height: Int
  package var canvas: [Int]
  /// The part of the canvas that becomes the output, if it is cropped: x y width height.
  package var crop: [Int]?
  package var format: String
  /// "baseline, optimized Huffman tables", "baseline, standard Huffman tables" or "progressive, optimized Huffman
  /// tables", if the output is a JPEG that is encoded from pixels.
  package var coding: String?
  package var pixels: String
  package var depth: Int
  /// The colors of the output: a profile's name, numbers, or "sRGB".
  package var colors: String
  package var background: String?
  package var matte: String?
  package var border: String?
  package var pad: String?
  package var cornerRadius: Double?
  package var filter: String
  package var light: Lights
  /// The transfer function of linear light, if it is not sRGB's: "gamma 1.8", "a table of 1024".
  package var toneCurve: String?
  /// The frames, if the edit was prepared as a frame sequence.
  package var sequence: FrameSequence?
  package var gestures: [Gesture]
  package var sources: [ImageRecord]
  /// The names of the images whose pixels were read for the plan.
  package var analyzed: [String]?
  package var items: [Item]
  /// The layers of the scene, from back to front.
  package var layers: [LayerRecord]
  /// The kept and dropped metadata of the primary image.
  package var metadata: MetadataRecord
  /// The gain map of the output; nil without one, and for a copy.
  package var gainMap: GainMap?
  /// The bytes that the edit holds at once, with one job.
  package var memory: Int
  package var notices: [String]

  /// Creates the report of an edit.
  ///
  /// - Parameters:
  ///   - edit: the edit.
  ///   - describe: returns the message, with its hint, about an output that must be encoded from pixels.
  package init(_ edit: PreparedEdit, describing describe: (LosslessObstacle) -> Message = \.message) {
    let plan = edit.plan
    method = plan.copied == nil ? "compose" : "copy"
    switch plan.writing {
    case .moved(let move):
      lossless = move.kind.rawValue
      movement = move.orientation.movement
    case .encoded(let obstacle) where edit.qualitySource != nil:
      let message = describe(obstacle)
      notLossless = message.text + (message.hint.map { " (\($0))" } ?? "")
    case .encoded: break
    }
    width = plan.window.size.width
    height = plan.window.size.height
    canvas = [plan.canvas.width, plan.canvas.height]
    let shown = plan.unpadded ?? PixelRect(x: 0, y: 0, size: plan.window.size)
    if shown.size != plan.canvas {
      crop = [plan.window.x + shown.x, plan.window.y + shown.y, shown.size.width, shown.size.height]
    }
    format = edit.codec.format.name
    coding = edit.rendering.coding?.name
    // Blocks are copied with their inks.
    let copied = edit.plan.move == nil ? nil : edit.images.first?.stored.samples
    pixels = copied == .cmyk ? "cmyk" : edit.outputPixels.channels.name
    depth = edit.outputPixels.depth.rawValue
    background = plan.style.background.isVisible ? plan.style.background.name : nil
    matte = plan.matte?.hex
    border = plan.style.border.map { "\($0.width.scriptText) \($0.color.hex)" }
    pad = plan.style.pad.map { "\(shown.x) \($0.color.hex)" }
    cornerRadius = plan.style.cornerRadius > 0 ? plan.style.cornerRadius : nil
    filter = plan.filter.rawValue
    light = Lights(resample: plan.lights.resampling.rawValue, blend: plan.lights.blending.rawValue)
    let isLinear = plan.lights != .init(both: .srgb)
    toneCurve = isLinear && plan.toneCurve != .sRGB ? plan.toneCurve.name : nil
    sequence = edit.sequence.map {
      FrameSequence(
        frames: $0.frames, rate: $0.rate.description, duration: Double($0.milliseconds) / 1000,
        unique: $0.uniqueFrames.count)
    }
    gestures = edit.record.gestures.map { effect in
      Gesture(
        line: ScriptPosition(effect.origin).line, gesture: effect.word, layer: effect.layer,
        change: effect.change.map { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] })
    }
    let colors = plan.move == nil ? edit.colors.colors.name : edit.images[0].colorsName
    self.colors = edit.outputCodePoints.map(\.summary) ?? colors
    sources = zip(edit.images, plan.images).enumerated().map { index, image in
      var record = ImageRecord(image.0, planned: image.1)
      let isConverted = image.0.stored.samples == .cmyk || edit.colors.converts(index)
      record.convertedTo = isConverted && plan.move == nil ? colors : nil
      record.heldRows = edit.heldRows?[index]
      record.heldBytes = record.heldRows?.times(image.1.pixels.rowBytes(width: image.1.decodedSize.width))
      return record
    }
    analyzed = edit.analyzed.isEmpty ? nil : edit.analyzed.map(\.name)
    var masks: Set<String> = []
    items = plan.items.map { Item($0, after: &masks) }
    layers = edit.layers.map(LayerRecord.init)
    metadata = MetadataRecord(edit.filteredMetadata)
    gainMap = edit.gainMaps.written.map {
      GainMap(width: $0.size.width, height: $0.size.height, method: $0.method)
    }
    if case .applied = edit.gainMaps { gainMap = GainMap(width: width, height: height, method: "applied") }
    memory = edit.heldBytes
    notices = edit.notices.map(\.message.text)
  }
}

extension PlanReport.Item {
  /// - Parameter masks: the mask layers that were already reported; their items are not repeated.
  init(_ item: RenderPlan.Item, after masks: inout Set<String>) {
    switch item {
    case .image(let draw):
      self.init(layer: draw.layer, kind: "image", opacity: draw.opacity)
      source = draw.image
      resampling = draw.path.name
      visible = draw.affine?.visible.numbers
      part = draw.part.map { [$0.x, $0.y, $0.size.width, $0.size.height] }
      edge = draw.edge == .transparent ? nil : draw.edge.rawValue
      switch draw.map {
      case .affine(let matrix, let visible): describe(matrix, box: visible.applying(matrix))
      case .projective(let perspective): describe(perspective)
      }
    case .shape(let draw):
      self.init(layer: draw.layer, kind: "shape", opacity: draw.opacity)
      fill = draw.fill?.name
      stroke = draw.stroke?.name
      if draw.trim != .all { trim = [draw.trim.start, draw.trim.end] }
      describe(draw.matrix, box: draw.boundingBox ?? .zero)
    case .group(let draw):
      self.init(layer: draw.layer, kind: "group", opacity: draw.opacity)
      clipped = draw.clip != nil
      if let plane = draw.plane {
        resampling = RenderPlan.PixelPath.projective.name
        describe(plane)
      }
      if let mask = draw.mask {
        let isNew = mask.layer.map { masks.insert($0).inserted } ?? true
        let items = isNew ? mask.items.map { PlanReport.Item($0, after: &masks) } : nil
        self.mask = PlanReport.Mask(
          channel: mask.channel.rawValue, inverted: mask.isInverted, layer: mask.layer, items: items)
      }
      shadow = draw.shadow.map {
        .init(offset: [$0.offset.dx, $0.offset.dy], blur: 2 * $0.deviation, color: $0.color.hex)
      }
      colors = ColorRecord(draw.colors)
      if draw.blend != .normal { blend = draw.blend.rawValue }
      items = draw.items.map { PlanReport.Item($0, after: &masks) }
    case .neighborhood(let draw):
      self.init(layer: draw.layer, kind: "neighborhood", opacity: 1)
      operation = draw.edit.text { $0.trimmed(4) }
      if let area = draw.area { box = (area.boundingBox ?? .zero).numbers }
      items = draw.items.map { PlanReport.Item($0, after: &masks) }
    }
  }

  private mutating func describe(_ perspective: RenderPlan.Perspective) {
    let map = perspective.toOutput
    matrix = map.normalized.numbers
    box = (perspective.outlineInOutput.boundingBox ?? .zero).numbers
    let stretch = perspective.stretch
    scale = [stretch.large, stretch.small]
    if let inverse = map.inverse {
      let length = Trigonometry.hypot(inverse.wx, inverse.wy)
      if length > 0 { horizon = [inverse.wx / length, inverse.wy / length, inverse.w1 / length] }
    }
  }

  private mutating func describe(_ matrix: AffineTransform, box: Rect) {
    self.matrix = matrix.numbers
    self.box = box.numbers
    let values = matrix.singularValues
    scale = [values.large, values.small]
    rotation = matrix.decomposed().rotation * 180 / Double.pi
  }
}

extension Orientation {
  /// The transform of stored pixels that this orientation describes, in reports.
  fileprivate var movement: String {
    switch self {
    case .up: "kept as they are"
    case .upMirrored: "mirrored left to right"
    case .down: "rotated by 180 degrees"
    case .downMirrored: "mirrored top to bottom"
    case .leftMirrored: "mirrored across the falling diagonal"
    case .right: "rotated by 90 degrees"
    case .rightMirrored: "mirrored across the rising diagonal"
    case .left: "rotated by 270 degrees"
    }
  }
}
