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
  typealias Line = (label: String, text: String)
  fileprivate typealias HeldRows = (rows: Int, bytes: Int)

  package let format: String
  /// The transfer function of linear light, if it is not sRGB's: "gamma 1.8", "a table of 1024".
  package let toneCurve: String?
  package let notices: [String]
  /// The layers of the scene, from back to front.
  private let layers: [LayerRecord]
  private let items: [PlanItem]
  private var fields: JSONFields
  /// The lines before the layers, and those after the items.
  private var beginning: [Line] = []
  private var end: [Line] = []

  /// Creates the report of an edit.
  ///
  /// - Parameters:
  ///   - edit: the edit.
  ///   - describe: returns the message, with its hint, about an output that must be encoded from pixels.
  package init(_ edit: PreparedEdit, describing describe: (LosslessObstacle) -> Message = \.message) {
    format = edit.codec.format.name
    let isLinear = edit.plan.lights != .init(both: .srgb)
    toneCurve = isLinear && edit.plan.toneCurve != .sRGB ? edit.plan.toneCurve.name : nil
    notices = edit.notices.map(\.message.text)
    layers = edit.layers.map(LayerRecord.init)
    var masks: Set<String> = []
    items = edit.plan.items.map { PlanItem($0, after: &masks) }
    fields = [
      "schema": 1, "format": format, "toneCurve": toneCurve, "notices": notices, "layers": layers,
      "items": items,
    ]
    addOutput(edit)
    addMethod(edit, describe)
    addStyle(edit.plan)
    addLights(edit.plan)
    let held = edit.heldRowsAndBytes
    addSources(edit, held)
    addGestures(edit)
    addMetadata(edit)
    addMemory(edit, held)
    for notice in notices { end.append(("note", notice)) }
  }

  package func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

  /// Returns the report for people: one fact per line, with a label in the first column.
  ///
  /// - Parameter isWhole: whether to list all shapes and layers, instead of counting similar ones.
  package func text(whole isWhole: Bool = false) -> String {
    let lines =
      beginning + layers.lines(isWhole).map { ("layer", $0) } + items.lines(indent: 0, isWhole) + end
    return lines.map { label, text in
      label + String(repeating: " ", count: max(1, 12 - label.count)) + text.printable + "\n"
    }.joined()
  }

  // MARK: Facts

  /// Adds a line for people, before the layers.
  private mutating func say(_ label: String, _ text: String) { beginning.append((label, text)) }

  /// Adds the size, the pixels and the frames of the output.
  private mutating func addOutput(_ edit: PreparedEdit) {
    let (size, canvas, shown) = (edit.plan.window.size, edit.plan.canvas, edit.plan.shownPart)
    fields["width"] = size.width
    fields["height"] = size.height
    fields["canvas"] = [canvas.width, canvas.height]
    var cropped = ""
    if shown.size != canvas {
      let (x, y) = (edit.plan.window.x + shown.x, edit.plan.window.y + shown.y)
      // The part of the canvas that becomes the output: x y width height.
      fields["crop"] = [x, y, shown.size.width, shown.size.height]
      cropped = ", cropped from \(canvas.width) x \(canvas.height) at \(x),\(y)"
    }
    // Blocks are copied with their inks.
    let copied = edit.plan.move == nil ? nil : edit.images.first?.stored.samples
    let pixels = copied == .cmyk ? "cmyk" : edit.outputPixels.channels.name
    let depth = edit.outputPixels.depth.rawValue
    fields["pixels"] = pixels
    fields["depth"] = depth
    say("output", "\(size.width) x \(size.height) \(format), \(pixels), \(depth) bits\(cropped)")
    // The coding of a JPEG that is encoded from pixels.
    if let coding = edit.rendering.coding?.name {
      fields["coding"] = coding
      say("coding", coding)
    }
    if let sequence = edit.sequence {
      let (rate, unique) = (sequence.rate.description, sequence.uniqueFrames.count)
      let duration = Double(sequence.milliseconds) / 1000
      // The rate is in frames per second, and the duration of all frames in seconds.
      fields["sequence"] =
        ["frames": sequence.frames, "rate": rate, "duration": duration, "unique": unique] as JSONFields
      let count = sequence.frames == 1 ? "1 frame" : "\(sequence.frames) frames"
      say(
        "frames",
        "\(count) at \(rate) per second, \(duration.scriptText) s, \(unique) unique; the last frame is shown below"
      )
    }
  }

  /// Adds whether pixels are computed or copied, and whether the output is a lossless transform of the image.
  private mutating func addMethod(
    _ edit: PreparedEdit, _ describe: (LosslessObstacle) -> Message
  ) {
    let isConverted = edit.images.indices.contains { edit.convertsColors(ofImage: $0) }
    fields["method"] = edit.plan.copied == nil ? "compose" : "copy"
    say(
      "method",
      edit.plan.copied == nil
        ? "compose: each image is resampled once"
        : isConverted
          ? "copy: pixels are copied and colors are converted" : "copy: pixels are copied without change")
    switch edit.plan.writing {
    case .moved(let move):
      // The movement of the blocks, or the one that the orientation tag asks viewers for.
      let movement = move.orientation.movement
      fields["lossless"] = move.kind.rawValue
      fields["movement"] = movement
      let description =
        move.kind == .tagged
        ? "blocks stay in place; the EXIF orientation makes viewers show them \(movement)"
        : "blocks are \(movement); no pixels are decoded"
      say("lossless", "\(move.kind.rawValue): \(description)")
    // Both formats support lossless transforms.
    case .encoded(let obstacle) where edit.qualitySource != nil:
      let message = describe(obstacle)
      let reason = message.text + (message.hint.map { " (\($0))" } ?? "")
      fields["notLossless"] = reason
      say("lossless", "no: \(reason)")
    case .encoded: break
    }
    // A profile's name, numbers, or "sRGB".
    let colors = edit.outputCodePoints.map(\.summary) ?? edit.outputColorsName
    fields["colors"] = colors
    say("colors", colors)
  }

  /// Adds the background and what is drawn around the image.
  private mutating func addStyle(_ plan: RenderPlan) {
    func add(_ name: String, _ value: String?, _ addition: String = "") {
      guard let value else { return }
      fields[name] = value
      say(name, value + addition)
    }
    let style = plan.style
    add("background", style.background.isVisible ? style.background.name : nil)
    add("matte", plan.matte?.hex, ", because \(format) has no transparency")
    add("border", style.border.map { "\($0.width.scriptText) \($0.color.hex)" }, ", over the image")
    add("pad", style.pad.map { "\(plan.shownPart.x) \($0.color.hex)" }, ", outside the image")
    guard style.cornerRadius > 0 else { return }
    fields["cornerRadius"] = style.cornerRadius
    say("corners", "radius \(style.cornerRadius.scriptText)")
  }

  /// Adds the filter, and the light of resampling and blending.
  private mutating func addLights(_ plan: RenderPlan) {
    let (resampling, blending) = (plan.lights.resampling.rawValue, plan.lights.blending.rawValue)
    fields["filter"] = plan.filter.rawValue
    // "linear" or "srgb" for each use.
    fields["light"] = ["resample": resampling, "blend": blending]
    let curve = toneCurve.map { " with the output's transfer function (\($0))" } ?? ""
    func samples(_ light: String) -> String { light == "linear" ? "linear light\(curve)" : "encoded samples" }
    say("resampling", "filter \(plan.filter.rawValue), in \(samples(resampling))")
    say("blending", "in \(samples(blending))")
  }

  /// Adds the images.
  private mutating func addSources(_ edit: PreparedEdit, _ held: [HeldRows]?) {
    fields["sources"] = zip(edit.images, edit.plan.images).enumerated().map { index, image in
      let newColors = edit.convertsColors(ofImage: index) ? edit.colors.colors.name : nil
      var record = ReportRecord(image.0, planned: image.1, convertedTo: newColors)
      // The most decoded rows that the edit holds at once, and their bytes; nil if it decodes none in rows.
      record.fields["heldRows"] = held?[index].rows
      record.fields["heldBytes"] = held?[index].bytes
      say("read \(index + 1)", "\(image.0.name.printable): \(record.text)")
      return record
    }
    guard !edit.analyzed.isEmpty else { return }
    fields["analyzed"] = edit.analyzed.map(\.name)
    for image in edit.analyzed {
      say("analyzed", "\(image.name.printable): its pixels were read for this plan")
    }
  }

  /// Adds the effects of gestures on layers.
  private mutating func addGestures(_ edit: PreparedEdit) {
    fields["gestures"] = edit.record.gestures.map { effect -> JSONFields in
      let line = ScriptPosition(effect.origin).line
      // The transform that was appended in the layer's parent: a b c d tx ty.
      let change = effect.change?.numbers
      let isNothing = change.map { zip($0, [1, 0, 0, 1, 0, 0]).allSatisfy { abs($0 - $1) < 1e-9 } } ?? false
      let numbers = change.map { $0.map { $0.trimmed(6) }.joined(separator: " ") } ?? "a singular transform"
      say(
        "gesture",
        "\(effect.word) on line \(line), '\(effect.layer)': \(isNothing ? "not moved" : numbers)")
      return ["line": line, "gesture": effect.word, "layer": effect.layer, "change": change]
    }
  }

  /// Adds the kept and dropped metadata of the primary image, and the gain map of the output, which a copy does not have.
  private mutating func addMetadata(_ edit: PreparedEdit) {
    let metadata = edit.filteredMetadata
    fields["metadata"] = metadata.fields
    if let summary = metadata.summary { end.append(("metadata", summary)) }
    let map = edit.gainMaps.written
    var (size, method) = (map?.size, map?.method)
    if case .applied = edit.gainMaps { (size, method) = (edit.plan.window.size, "applied") }
    guard let size, let method else { return }
    fields["gainMap"] = ["width": size.width, "height": size.height, "method": method] as JSONFields
    let how =
      switch method {
      case "copied": "as it is stored"
      case "dct": "its blocks are moved"
      case "applied": "applied to the picture"
      default: "drawn through the matrix of the picture at its own scale, and encoded"
      }
    end.append(("gain map", "\(size.width) x \(size.height), \(how)"))
  }

  /// Adds the bytes that the edit holds at once, with one job.
  private mutating func addMemory(_ edit: PreparedEdit, _ held: [HeldRows]?) {
    let memory = edit.heldBytes
    fields["memory"] = memory
    let content = edit.plan.move == nil ? "the scene and pixels, with one thread" : "blocks"
    var most = ""
    // The first image whose rows need most of the memory.
    if let held, let index = held.firstIndex(where: { $0.bytes > memory / 2 }) {
      let height = edit.plan.images[index].decodedSize.height
      let part = held[index].rows == height ? "all" : "\(held[index].rows) of"
      most = ": most of it for \(part) \(height) rows of \(edit.images[index].name)"
    }
    end.append(("memory", "\((Double(memory) / 1_000_000).fixed(1)) MB for \(content)\(most)"))
  }
}

extension RenderPlan {
  /// The part of the output that is not padding.
  fileprivate var shownPart: PixelRect { unpadded ?? PixelRect(x: 0, y: 0, size: window.size) }
}

extension PreparedEdit {
  fileprivate var outputColorsName: String {
    plan.move == nil ? colors.colors.name : images[0].colorsName
  }

  /// Returns whether the colors of an image are converted.
  fileprivate func convertsColors(ofImage index: Int) -> Bool {
    plan.move == nil && (images[index].stored.samples == .cmyk || colors.converts(index))
  }

  /// For each image, the most decoded rows that the edit holds at once, and their bytes; nil if it decodes none in rows.
  fileprivate var heldRowsAndBytes: [PlanReport.HeldRows]? {
    heldRows.map { rows in
      zip(rows, plan.images).map { ($0, $0.times($1.pixels.rowBytes(width: $1.decodedSize.width))) }
    }
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
