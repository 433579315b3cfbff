import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan

/// An item of a plan in the report of `explain`: an image, a shape, a group or a neighborhood.
struct PlanItem: Encodable, Sendable {
  private let item: RenderPlan.Item
  private let kind: String
  /// The items of a group or neighborhood.
  private var items: [PlanItem]?
  /// The items of the mask of a group; nil if an earlier mask of the report is the same layer.
  private var maskItems: [PlanItem]?

  /// - Parameter masks: The mask layers that were already reported; their items are not repeated.
  init(_ item: RenderPlan.Item, after masks: inout Set<String>) {
    self.item = item
    switch item {
    case .image: kind = "image"
    case .shape: kind = "shape"
    case .group(let draw):
      kind = "group"
      if let mask = draw.mask, mask.layer.map({ masks.insert($0).inserted }) ?? true {
        maskItems = mask.items.map { PlanItem($0, after: &masks) }
      }
      items = draw.items.map { PlanItem($0, after: &masks) }
    case .neighborhood(let draw):
      kind = "neighborhood"
      items = draw.items.map { PlanItem($0, after: &masks) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = facts(forPeople: false).fields
    fields["kind"] = kind
    fields["items"] = items
    try fields.encode(to: encoder)
  }

  /// A key that is equal for similar items. Every image has its own key, so that all images are listed.
  fileprivate func signature(at index: Int) -> [String] {
    guard kind == "shape" || !(items ?? []).contains(where: { $0.kind == "image" }) else {
      return ["\(index)"]
    }
    return [kind] + (items ?? []).flatMap { $0.signature(at: 0) } + ["end"]
  }

  fileprivate func lines(indent: Int, _ isWhole: Bool) -> [PlanReport.Line] {
    let inset = String(repeating: "  ", count: indent)
    let facts = facts(forPeople: true)
    var lines = [("draw", inset + facts.title)] + facts.lines.map { ($0.label, inset + $0.text) }
    lines += (items ?? []).lines(indent: indent + 1, isWhole)
    if let mask = facts.mask {
      lines.append(("  mask", inset + mask))
      lines += (maskItems ?? []).lines(indent: indent + 1, isWhole)
    }
    return lines
  }

  // MARK: Facts

  /// The facts of an item, without the facts of the items in it.
  fileprivate struct Facts {
    var fields: JSONFields = [:]
    var title: String
    private(set) var lines: [PlanReport.Line] = []
    /// The title of the mask.
    var mask: String?
    private let forPeople: Bool

    init(of layer: String, _ kind: String = "", forPeople: Bool) {
      self.forPeople = forPeople
      title = "'\(layer)'\(kind)"
      fields["layer"] = layer
    }

    /// Adds a line for people.
    mutating func say(_ label: String, _ text: @autoclosure () -> String) {
      if forPeople { lines.append(("  " + label, text())) }
    }

    /// Adds a fact to the title; nothing for nil.
    mutating func add(_ name: String, _ value: String?, after word: String = "") {
      fields[name] = value
      if let value { title += ", " + word + value }
    }

    mutating func setOpacity(_ opacity: Double) {
      fields["opacity"] = opacity
      if opacity < 1 { title += ", opacity \(opacity.scriptText)" }
    }
  }

  /// - Parameter forPeople: False to leave out the lines, because they take longer than the fields.
  private func facts(forPeople: Bool) -> Facts {
    var facts: Facts
    switch item {
    case .image(let draw):
      facts = Facts(of: draw.layer, " from \(draw.image + 1)", forPeople: forPeople)
      // The index in `sources`.
      facts.fields["source"] = draw.image
      // The visible part of the image, and the part that is sampled, in stored pixels: x y width height.
      facts.fields["visible"] = draw.affine?.visible.numbers
      facts.fields["part"] = draw.part?.numbers
      if let part = draw.part {
        facts.title += ", part \(part.x),\(part.y) \(part.size.width) x \(part.size.height)"
      }
      facts.add("resampling", draw.path.name)
      // What lies beyond the edge of the image, or of its part.
      facts.add("edge", draw.edge == .transparent ? nil : draw.edge.rawValue, after: "edge ")
      facts.setOpacity(draw.opacity)
      switch draw.map {
      case .affine(let matrix, let visible): facts.addTransform(matrix, box: visible.applying(matrix))
      case .projective(let perspective): facts.addPerspective(perspective)
      }
    case .shape(let draw):
      facts = Facts(of: draw.layer, ", a shape", forPeople: forPeople)
      facts.add("fill", draw.fill?.name, after: "filled ")
      facts.add("stroke", draw.stroke?.name, after: "stroked ")
      if draw.trim != .all {
        // The part of the path's length that is drawn, from 0 to 1.
        facts.fields["trim"] = [draw.trim.start, draw.trim.end]
        facts.title += ", trimmed from \(draw.trim.start.trimmed(4)) to \(draw.trim.end.trimmed(4))"
      }
      facts.setOpacity(draw.opacity)
      facts.addTransform(draw.matrix, box: draw.boundingBox ?? .zero)
    case .group(let draw):
      facts = Facts(of: draw.layer, ", a group", forPeople: forPeople)
      facts.add("resampling", draw.plane.map { _ in RenderPlan.PixelPath.projective.name })
      facts.setOpacity(draw.opacity)
      facts.add("blend", draw.blend == .normal ? nil : draw.blend.rawValue, after: "blend ")
      facts.fields["clipped"] = draw.clip != nil
      if draw.clip != nil { facts.title += ", clipped" }
      if let mask = draw.mask { add(mask, to: &facts) }
      if let shadow = draw.shadow {
        // The offset, and twice the standard deviation of the blur, in output pixels.
        let (dx, dy, blur) = (shadow.offset.dx, shadow.offset.dy, 2 * shadow.deviation)
        facts.fields["shadow"] = ["offset": [dx, dy], "blur": blur, "color": shadow.color.hex] as JSONFields
        let offset = "\(dx.trimmed(4)),\(dy.trimmed(4))"
        facts.title += ", shadow \(shadow.color.hex) at \(offset) with blur \(blur.trimmed(4))"
      }
      if let plane = draw.plane { facts.addPerspective(plane) }
      let colors = ColorRecord(draw.colors)
      facts.fields["colors"] = colors
      if let colors { facts.say("colors", colors.text) }
    case .neighborhood(let draw):
      facts = Facts(of: draw.layer, forPeople: forPeople)
      facts.setOpacity(1)
      // What is done with pixels: "blur 20", with lengths in output pixels.
      facts.add("operation", draw.edit.text { $0.trimmed(4) })
      if let area = draw.area { facts.addBox(area.boundingBox ?? .zero) }
    }
    return facts
  }

  private func add(_ mask: RenderPlan.Mask, to facts: inout Facts) {
    let channel = mask.channel.rawValue
    // A mask that is an image or a gradient has no layer.
    facts.fields["mask"] =
      ["channel": channel, "inverted": mask.isInverted, "layer": mask.layer, "items": maskItems]
      as JSONFields
    facts.title += ", masked"
    facts.mask =
      "by \(mask.isInverted ? "inverted " : "")\(channel)"
      + (maskItems == nil ? " of '\(mask.layer ?? "")', drawn as above" : ", drawn from:")
  }
}

extension PlanItem.Facts {
  /// Adds the bounding box in the output: x y width height.
  fileprivate mutating func addBox(_ box: Rect) {
    let size = box.size
    fields["box"] = box.numbers
    say(
      "box",
      "\(box.minX.trimmed(3)),\(box.minY.trimmed(3)) \(size.width.trimmed(3)) x \(size.height.trimmed(3))")
  }

  /// Adds the transform from stored pixels to output pixels: a b c d tx ty, or in perspective nine numbers, row by row.
  private mutating func addMatrix(_ numbers: [Double]) {
    fields["matrix"] = numbers
    say("matrix", numbers.map { $0.trimmed(6) }.joined(separator: " "))
  }

  fileprivate mutating func addPerspective(_ perspective: RenderPlan.Perspective) {
    let map = perspective.toOutput
    addMatrix(map.normalized.numbers)
    if let inverse = map.inverse {
      let length = Trigonometry.hypot(inverse.wx, inverse.wy)
      if length > 0 {
        // The vanishing line in the output: a·x + b·y + c is the distance from it, ahead of it.
        let (a, b, c) = (inverse.wx / length, inverse.wy / length, inverse.w1 / length)
        fields["horizon"] = [a, b, c]
        say("horizon", "(\(a.trimmed(6))) x + (\(b.trimmed(6))) y + (\(c.trimmed(3))) = 0")
      }
    }
    // The largest and the smallest scale factors anywhere.
    let stretch = perspective.stretch
    fields["scale"] = [stretch.large, stretch.small]
    say("scale", "from \(stretch.small.trimmed(6)) to \(stretch.large.trimmed(6))")
    addBox(perspective.outlineInOutput.boundingBox ?? .zero)
  }

  fileprivate mutating func addTransform(_ matrix: AffineTransform, box: Rect) {
    addMatrix(matrix.numbers)
    // The scale factors along the principal axes, and the clockwise rotation in degrees.
    let (large, small) = (matrix.singularValues.large, matrix.singularValues.small)
    let rotation = matrix.decomposed().rotation * 180 / Double.pi
    fields["scale"] = [large, small]
    fields["rotation"] = rotation
    let second = large - small < 1e-9 * large ? "" : " and \(small.trimmed(6))"
    say("scale", "\(large.trimmed(6))\(second), turned \(rotation.trimmed(4)) degrees")
    addBox(box)
  }
}

extension [PlanItem] {
  /// Returns the lines of the items.
  ///
  /// - Parameter isWhole: Whether to list all shapes, instead of counting similar ones.
  func lines(indent: Int, _ isWhole: Bool) -> [PlanReport.Line] {
    let parts =
      isWhole ? indices.map { .one($0) } : RepeatSummary.parts(of: enumerated().map { $1.signature(at: $0) })
    return parts.flatMap { part in
      switch part {
      case .one(let index): return self[index].lines(indent: indent, isWhole)
      case .rest(let range):
        let inset = String(repeating: "  ", count: indent)
        return [("draw", inset + "... and \(range.count.grouped) more like these")]
      }
    }
  }
}
