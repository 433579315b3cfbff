import FrameGeometry
import FrameKit

/// Steps of the keyboard or the wheel that become one statement of each kind.
struct Nudging {
  /// The run of the script before the first step.
  let before: FinishedRun
  let layer: String
  /// Of the layer before the first step.
  let pose: LayerPose
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

  /// - Parameter place: The point of the canvas about which a layer is turned or scaled; nil for its center.
  mutating func nudge(
    by step: Request.Nudge, about place: Point?, in run: FinishedRun, of page: Studio.Page
  ) {
    let run = run.withFixedCanvas.flatMap { try? finishedRun(of: $0) } ?? run
    guard let name = run.report.currentLayer,
      let now = LayerPose.all(in: run.edit.layers).first(where: { $0.name == name })
    else {
      return pages[page]?.refuse("there is no current layer", "nudge") ?? ()
    }
    var nudging: Nudging
    if let last = self.nudging, last.version == document.version, last.layer == name {
      nudging = last
    } else {
      document.endStep()
      nudging = Nudging(before: run, layer: name, pose: now, version: document.version)
    }
    switch step {
    case .pan(let way): nudging.way = nudging.way + way
    case .twist(let angle): nudging.angle += angle
    case .pinch(let factor):
      nudging.factor *= factor
      // Scaling about another point also moves the center.
      if let place = place.flatMap({ place in now.parentToCanvas.inverse.map(place.applying) }) {
        nudging.way = nudging.way + Vector(from: place, to: now.center) * (factor - 1)
      }
    }
    let translator = translator(from: nudging.before)
    let lines = statements(for: nudging)
    guard let result = translator.result(of: lines) else {
      return pages[page]?.refuse("no recognizer of '\(name)' takes this; write exact edits instead", "nudge")
        ?? ()
    }
    let text = ScriptText(result.text)
    let start = text.endOfCommonStart(with: document.text)
    change(to: text, lines.isEmpty ? nil : start..<result.text.utf8.count, as: .nudge(name), run: result)
    nudging.version = document.version
    self.nudging = nudging
  }

  private func statements(for nudging: Nudging) -> [String] {
    let canvas = isRelative ? nudging.before.edit.canvas.size : nil
    let angle = nudging.angle.trimmed(3)
    // Four digits, also of a small factor.
    let factor = nudging.factor.trimmed(nudging.factor < 0.1 ? 7 : 4)
    var lines: [String] = []
    if style == .edits {
      if angle != "0" { lines.append("rotate \(angle)deg") }
      if factor != "1" { lines.append("scale \(factor)") }
      // A translation is in the layer's own axes.
      let turned = nudging.pose.transform.rotated(by: .degrees(nudging.angle))
        .scaledBy(x: nudging.factor, y: nudging.factor)
      var linear = turned
      (linear.tx, linear.ty) = (0, 0)
      if !nudging.way.isNothing, let back = linear.inverse {
        lines.append("translate \(GestureWriter.distance(nudging.way.applying(back), 2, canvas))")
      }
    } else {
      if angle != "0" { lines.append("twist \(angle)deg") }
      if factor != "1" { lines.append("pinch \(factor)") }
      if !nudging.way.isNothing { lines.append("pan \(GestureWriter.distance(nudging.way, 1, canvas))") }
    }
    return lines
  }

  // MARK: Menus and handles

  mutating func set(_ setting: Request.Setting, in run: FinishedRun) {
    switch setting {
    case .preset(let preset): writeLast("preset", "preset \(preset.rawValue)", in: run)
    case .mode(let mode): writeLast("mode", "mode \(mode.rawValue)", in: run)
    case .select(let name):
      guard LayerPose.all(in: run.edit.layers).contains(where: { $0.name == name }) else { return }
      writeLast("select", "select \(name)", in: run)
    case .straighten(let angle): writeOnly("straighten", "straighten \(angle.trimmed(2))deg", in: run)
    case .crop(let box?):
      let numbers = box.numbers.map { $0.rounded().trimmed(0) }
      writeOnly("crop", "crop \(numbers[0]),\(numbers[1]) \(numbers[2]),\(numbers[3])", in: run)
    case .crop(nil): writeOnly("crop", nil, in: run)
    case .cover(let isOn): writeLimit("cover", isOn ? "limit cover 0,0 100%,100%" : nil, in: run)
    case .scale(let range):
      writeLimit("scale", range.map { "limit scale \($0[0].trimmed(4))..\($0[1].trimmed(4))" }, in: run)
    }
  }

  /// Writes a statement that takes effect from here on. It replaces the last statement if that has the same word.
  private mutating func writeLast(_ word: String, _ line: String, in run: FinishedRun) {
    guard let last = run.outline.entries.last, last.words.first == word else {
      return append([line], as: .handle(word))
    }
    replace(last.place, with: line, word)
  }

  /// Adds or replaces the script's only statement of a kind; nil removes it.
  private mutating func writeOnly(_ word: String, _ line: String?, in run: FinishedRun) {
    guard let last = run.outline.entries.last(where: { $0.words.first == word })
    else {
      return append([line].compactMap(\.self), as: .handle(word))
    }
    replace(last.place, with: line, word)
  }

  /// Writes a limit, which holds for the gestures after it; nil removes it.
  private mutating func writeLimit(_ kind: String, _ line: String?, in run: FinishedRun) {
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
