import FrameGeometry
import FrameKit

/// Steps of the keyboard or the wheel that become one statement of each kind.
struct Nudging {
  /// The text before the first step.
  let base: String
  let before: StudioState.FinishedRun
  let layer: String
  /// The version of the text with the last step.
  var version: Int
  /// In the parent of the layer.
  var way = Vector.zero
  /// In degrees.
  var angle = 0.0
  var factor = 1.0
}

extension StudioState {
  // MARK: Keyboard and wheel

  mutating func nudge(by step: Request.Nudge) {
    guard let run, problems.isEmpty, let name = run.report.currentLayer else { return }
    var nudging: Nudging
    if let last = self.nudging, last.version == document.version, last.layer == name {
      nudging = last
    } else {
      document.endStep()
      nudging = Nudging(base: document.text, before: run, layer: name, version: document.version)
    }
    switch step {
    case .pan(let way): nudging.way = nudging.way + way
    case .twist(let angle): nudging.angle += angle
    case .pinch(let factor): nudging.factor *= factor
    }
    guard let pose = LayerPose.all(in: nudging.before.edit.layers).first(where: { $0.name == name }) else {
      return
    }
    var text = ScriptText(nudging.base)
    let lines = statements(for: nudging, of: pose)
    let place = lines.isEmpty ? nil : text.append(lines)
    change(to: text, place, as: .nudge(name))
    nudging.version = document.version
    self.nudging = nudging
  }

  private func statements(for nudging: Nudging, of pose: LayerPose) -> [String] {
    let canvas = isRelative ? nudging.before.edit.canvas.size : nil
    let angle = nudging.angle.trimmed(3)
    let factor = nudging.factor.trimmed(4)
    var lines: [String] = []
    if style == .edits {
      if angle != "0" { lines.append("rotate \(angle)deg") }
      if factor != "1" { lines.append("scale \(factor)") }
      // A translation is in the layer's own axes.
      let turned = pose.transform.rotated(by: .degrees(nudging.angle))
        .scaledBy(x: nudging.factor, y: nudging.factor)
      var linear = turned
      (linear.tx, linear.ty) = (0, 0)
      if !nudging.way.isNothing, let back = linear.inverse {
        lines.append("translate \(GestureWriter.distance(nudging.way.applying(back), 3, canvas))")
      }
    } else {
      if angle != "0" { lines.append("twist \(angle)deg") }
      if factor != "1" { lines.append("pinch \(factor)") }
      if !nudging.way.isNothing { lines.append("pan \(GestureWriter.distance(nudging.way, 3, canvas))") }
    }
    return lines
  }

  // MARK: Menus and handles

  mutating func set(_ setting: Request.Setting) {
    switch setting {
    case .preset(let preset): writeLast("preset", "preset \(preset.rawValue)")
    case .mode(let mode): writeLast("mode", "mode \(mode.rawValue)")
    case .select(let name): writeLast("select", "select \(name)")
    case .straighten(let angle): writeOnly("straighten", "straighten \(angle.trimmed(2))deg")
    case .crop(let box?):
      let numbers = box.numbers.map { $0.rounded().trimmed(0) }
      writeOnly("crop", "crop \(numbers[0]),\(numbers[1]) \(numbers[2]),\(numbers[3])")
    case .crop(nil): writeOnly("crop", nil)
    case .cover(let isOn): writeLimit("cover", isOn ? "limit cover 0,0 100%,100%" : nil)
    case .scale(let range):
      writeLimit("scale", range.map { "limit scale \($0[0].trimmed(4))..\($0[1].trimmed(4))" })
    }
  }

  /// Writes a statement that takes effect from here on. It replaces the last statement if that has the same word.
  private mutating func writeLast(_ word: String, _ line: String) {
    guard let run, problems.isEmpty, let last = run.outline.entries.last, last.words.first == word else {
      return append([line], as: .handle(word))
    }
    replace(last.place, with: line, word)
  }

  /// Writes a statement of which a script has one; nil removes it.
  private mutating func writeOnly(_ word: String, _ line: String?) {
    guard let run, problems.isEmpty, let last = run.outline.entries.last(where: { $0.words.first == word })
    else {
      return append([line].compactMap(\.self), as: .handle(word))
    }
    replace(last.place, with: line, word)
  }

  /// Writes a limit, which holds for the gestures after it; nil removes it.
  private mutating func writeLimit(_ kind: String, _ line: String?) {
    guard let run, problems.isEmpty else { return }
    let isLimit = { (entry: ScriptOutline.Entry) in
      entry.words.count > 1 && entry.words[0] == "limit" && entry.words[1] == kind
    }
    if line == nil, let entry = run.outline.entries.last(where: isLimit) {
      replace(entry.place, with: nil, "limit \(kind)")
    } else if let line, let last = run.outline.entries.last, isLimit(last) {
      replace(last.place, with: line, "limit \(kind)")
    } else {
      append([line].compactMap(\.self), as: .handle("limit \(kind)"))
    }
  }

  private mutating func replace(_ place: ScriptText.Place, with line: String?, _ handle: String) {
    var text = ScriptText(document.text)
    guard let line else {
      text.remove(place)
      return change(to: text, nil, as: .handle(handle))
    }
    let new = text.replace(place, with: line)
    change(to: text, new, as: .handle(handle))
  }
}
