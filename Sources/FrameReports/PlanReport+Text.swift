import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage

extension PlanReport {
  /// Returns the report for people: one fact per line, with a label in the first column.
  ///
  /// - Parameter isWhole: whether to list all shapes and layers, instead of counting similar ones.
  package func text(whole isWhole: Bool = false) -> String {
    var lines: [(String, String)] = []
    let cropped = crop.map { ", cropped from \(canvas[0]) x \(canvas[1]) at \($0[0]),\($0[1])" } ?? ""
    lines.append(("output", "\(width) x \(height) \(format), \(pixels), \(depth) bits\(cropped)"))
    if let coding { lines.append(("coding", coding)) }
    if let sequence { lines.append(("frames", sequence.text)) }
    lines.append(("method", methodDescription))
    if let lossless, let movement {
      let description =
        lossless == LosslessTransform.Kind.tagged.rawValue
        ? "blocks stay in place; the EXIF orientation makes viewers show them \(movement)"
        : "blocks are \(movement); no pixels are decoded"
      lines.append(("lossless", "\(lossless): \(description)"))
    }
    if let notLossless { lines.append(("lossless", "no: \(notLossless)")) }
    lines.append(("colors", colors))
    if let background { lines.append(("background", background)) }
    if let matte { lines.append(("matte", "\(matte), because \(format) has no transparency")) }
    if let border { lines.append(("border", "\(border), over the image")) }
    if let pad { lines.append(("pad", "\(pad), outside the image")) }
    if let cornerRadius { lines.append(("corners", "radius \(cornerRadius.scriptText)")) }
    let curve = toneCurve.map { " with the output's transfer function (\($0))" } ?? ""
    func samples(_ light: String) -> String { light == "linear" ? "linear light\(curve)" : "encoded samples" }
    lines.append(("resampling", "filter \(filter), in \(samples(light.resample))"))
    lines.append(("blending", "in \(samples(light.blend))"))
    for (i, source) in sources.enumerated() {
      lines.append(("read \(i + 1)", "\(source.name.printable): \(source.summary)"))
    }
    for name in analyzed ?? [] {
      lines.append(("analyzed", "\(name.printable): its pixels were read for this plan"))
    }
    for gesture in gestures { lines.append(("gesture", gesture.text)) }
    lines += layers.lines(isWhole).map { ("layer", $0) }
    lines += items.lines(indent: 0, isWhole)
    if !metadata.isEmpty { lines.append(("metadata", metadata.summary)) }
    if let gainMap { lines.append(("gain map", gainMap.text)) }
    let held = lossless == nil ? "the scene and pixels, with one thread" : "blocks"
    let most = largest.map { ": \($0)" } ?? ""
    lines.append(("memory", "\((Double(memory) / 1_000_000).fixed(1)) MB for \(held)\(most)"))
    for notice in notices { lines.append(("note", notice)) }
    return lines.map { name, value in
      name + String(repeating: " ", count: max(1, 12 - name.count)) + value.printable + "\n"
    }.joined()
  }
}

extension PlanReport {
  /// The rows of an image that need most of the memory; nil if none does.
  private var largest: String? {
    for source in sources {
      guard let rows = source.heldRows, let height = source.decoded?[1], source.heldBytes! > memory / 2 else {
        continue
      }
      return "most of it for \(rows == height ? "all" : "\(rows) of") \(height) rows of \(source.name)"
    }
    return nil
  }

  private var methodDescription: String {
    if method != "copy" { return "compose: each image is resampled once" }
    let isConverted = sources.contains { $0.convertedTo != nil }
    return isConverted
      ? "copy: pixels are copied and colors are converted" : "copy: pixels are copied without change"
  }
}

extension PlanReport.GainMap {
  fileprivate var text: String {
    let how =
      switch method {
      case "copied": "as it is stored"
      case "dct": "its blocks are moved"
      case "applied": "applied to the picture"
      default: "drawn through the matrix of the picture at its own scale, and encoded"
      }
    return "\(width) x \(height), \(how)"
  }
}

extension PlanReport.FrameSequence {
  fileprivate var text: String {
    let count = frames == 1 ? "1 frame" : "\(frames) frames"
    return
      "\(count) at \(rate) per second, \(duration.scriptText) s, \(unique) unique; the last frame is shown below"
  }
}

extension PlanReport.Gesture {
  fileprivate var text: String {
    let numbers = change.map { $0.map { $0.trimmed(6) }.joined(separator: " ") } ?? "a singular transform"
    let isNothing = change.map { zip($0, [1, 0, 0, 1, 0, 0]).allSatisfy { abs($0 - $1) < 1e-9 } } ?? false
    return "\(gesture) on line \(line), '\(layer)': \(isNothing ? "not moved" : numbers)"
  }
}

extension [PlanReport.Item] {
  fileprivate func lines(indent: Int, _ isWhole: Bool) -> [(String, String)] {
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

extension PlanReport.Item {
  /// Returns a key that is equal for similar items. Every image has its own key, so that all images are listed.
  fileprivate func signature(at index: Int) -> [String] {
    guard kind == "shape" || !(items ?? []).contains(where: { $0.kind == "image" }) else {
      return ["\(index)"]
    }
    return [kind] + (items ?? []).flatMap { $0.signature(at: 0) } + ["end"]
  }

  fileprivate func lines(indent: Int, _ isWhole: Bool) -> [(String, String)] {
    let inset = String(repeating: "  ", count: indent)
    var title = "'\(layer)'"
    if let source { title += " from \(source + 1)" }
    if let operation {
      title += ", \(operation)"
    } else if kind != "image" {
      title += ", a \(kind)"
    }
    if let part { title += ", part \(part[0]),\(part[1]) \(part[2]) x \(part[3])" }
    if let resampling { title += ", \(resampling)" }
    if let edge { title += ", edge \(edge)" }
    if let fill { title += ", filled \(fill)" }
    if let stroke { title += ", stroked \(stroke)" }
    if let trim { title += ", trimmed from \(trim[0].trimmed(4)) to \(trim[1].trimmed(4))" }
    if opacity < 1 { title += ", opacity \(opacity.scriptText)" }
    if let blend { title += ", blend \(blend)" }
    if clipped == true { title += ", clipped" }
    if mask != nil { title += ", masked" }
    if let shadow {
      let offset = shadow.offset.map { $0.trimmed(4) }.joined(separator: ",")
      title += ", shadow \(shadow.color) at \(offset) with blur \(shadow.blur.trimmed(4))"
    }
    var lines = [("draw", inset + title)]
    if let matrix {
      lines.append(("  matrix", inset + matrix.map { $0.trimmed(6) }.joined(separator: " ")))
    }
    if let horizon {
      let (a, b, c) = (horizon[0].trimmed(6), horizon[1].trimmed(6), horizon[2].trimmed(3))
      lines.append(("  horizon", inset + "(\(a)) x + (\(b)) y + (\(c)) = 0"))
    }
    if let scale, rotation == nil {
      lines.append(("  scale", inset + "from \(scale[1].trimmed(6)) to \(scale[0].trimmed(6))"))
    }
    if let scale, let rotation {
      let factors =
        scale[0] - scale[1] < 1e-9 * scale[0]
        ? scale[0].trimmed(6) : scale.map { $0.trimmed(6) }.joined(separator: " and ")
      lines.append(("  scale", inset + "\(factors), turned \(rotation.trimmed(4)) degrees"))
    }
    if let box {
      lines.append(
        (
          "  box",
          inset + "\(box[0].trimmed(3)),\(box[1].trimmed(3)) \(box[2].trimmed(3)) x \(box[3].trimmed(3))"
        ))
    }
    if let colors { lines.append(("  colors", inset + colors.text)) }
    lines += (items ?? []).lines(indent: indent + 1, isWhole)
    if let mask {
      let title = inset + "by \(mask.inverted ? "inverted " : "")\(mask.channel)"
      if let items = mask.items {
        lines.append(("  mask", "\(title), drawn from:"))
        lines += items.lines(indent: indent + 1, isWhole)
      } else {
        lines.append(("  mask", "\(title) of '\(mask.layer ?? "")', drawn as above"))
      }
    }
    return lines
  }
}
