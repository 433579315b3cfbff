import FrameEngine
import FrameGeometry
import FrameImage
import FrameScene

/// A change of the script that the studio makes.
struct ScriptChange {
  let text: ScriptText
  /// The place of the new statements; nil if there are none.
  var place: ScriptText.Place?
  /// What it has in common with the change before, if that is the same step; nil for a step of its own.
  var step: Document.Step?
  /// The run of the new text, if it was run.
  var run: FinishedRun?
}

extension ScriptChange {
  /// Takes the text of a run.
  ///
  /// - Parameter old: The text before it.
  init(to run: FinishedRun, from old: String, as step: Document.Step? = nil) {
    (text, self.step, self.run) = (ScriptText(run.text), step, run)
    place = text.endOfCommonStart(with: old)..<run.text.utf8.count
  }
}

/// Writes the statements of menus and handles into a script.
struct StatementEditor {
  private let text: ScriptText
  private let outline: ScriptOutline
  private let layers: [String]
  /// nil without a current layer.
  private let corners: CornerWriter?
  /// The finished canvas, for distances in percent; nil writes pixels.
  private let canvas: Size?

  /// - Parameter isRelative: True to write distances in percent of the canvas.
  init(_ run: FinishedRun, isRelative: Bool) {
    (text, outline) = (ScriptText(run.text), run.outline)
    canvas = isRelative ? Size(run.edit.plan.canvas) : nil
    layers = run.edit.layerNames
    let canvas = canvas
    corners = run.currentLayer.map { CornerWriter(edit: run.edit, layer: $0, canvas: canvas) }
  }

  /// Returns the change that writes a setting; nil if there is nothing to change.
  func change(for setting: Request.Setting) -> ScriptChange? {
    switch setting {
    case .preset(let preset): writeLast("preset", "preset \(preset.rawValue)")
    case .mode(let mode): writeLast("mode", "mode \(mode.rawValue)")
    case .select(let name): layers.contains(name) ? writeLast("select", "select \(name)") : nil
    case .adjust(let adjustment, let number):
      write(
        number == adjustment.slider.neutral ? nil : "\(adjustment.rawValue) \(number.trimmed(3))",
        over: outline.entry(of: adjustment), as: .handle(adjustment.rawValue))
    case .straighten(let angle):
      write(
        angle.map { "straighten \($0.trimmed(2))deg" }, over: outline.straighten, as: .handle("straighten"))
    case .crop(nil):
      ScriptChange(
        text: text.making(outline.entries.filter { $0.words.first == "crop" }.map { ($0.place, "") }),
        step: .handle("crop"))
    case .crop(let box?):
      write(
        Self.crop(box, of: canvas), over: outline.entries.last { $0.words.first == "crop" },
        as: .handle("crop"))
    case .cover(let isOn): writeLimit("cover", isOn ? "limit cover 0,0 100%,100%" : nil)
    case .scale(let range):
      writeLimit("scale", range.map { "limit scale \($0[0].trimmed(4))..\($0[1].trimmed(4))" })
    case .corners(let quad?): corners?.corners(quad).flatMap { writeLast("corners", $0) }
    case .corners(nil): writeLast("corners", "corners none")
    case .unwarp(let quad?): corners?.unwarp(quad).flatMap { writeLast("unwarp", $0) }
    case .unwarp(nil): writeLast("unwarp", "unwarp none")
    case .unframed:
      outline.unframing.isEmpty ? nil : ScriptChange(text: text.making(outline.unframing))
    }
  }

  /// Returns the statement that crops to whole pixels.
  ///
  /// - Parameter canvas: For distances in percent of it; nil writes pixels.
  static func crop(_ box: Rect, of canvas: Size?) -> String {
    let pixels = box.numbers.map { $0.rounded() }
    let sides = canvas.map { [$0.width, $0.height, $0.width, $0.height] }
    let numbers = pixels.enumerated().map { index, length in
      // Rounded down, so that no crop ends outside the canvas.
      sides.map { ((length / $0[index] * 1e5).rounded(.down) / 1e3).trimmed(3) + "%" } ?? length.trimmed(0)
    }
    return "crop \(numbers[0]),\(numbers[1]) \(numbers[2]),\(numbers[3])"
  }

  /// Writes a statement that takes effect from here on. It replaces the last statement if that has the same word.
  private func writeLast(_ word: String, _ line: String) -> ScriptChange? {
    write(line, over: outline.entries.suffix(1).first { $0.words.first == word }, as: .handle(word))
  }

  /// Writes a limit, which holds for the gestures after it; nil removes it.
  private func writeLimit(_ kind: String, _ line: String?) -> ScriptChange? {
    let candidates = outline.entries.suffix(line == nil ? outline.entries.count : 1)
    let old = candidates.last { $0.words.starts(with: ["limit", kind]) }
    return write(line, over: old, as: .handle("limit \(kind)"))
  }

  private func write(_ line: String?, over old: ScriptOutline.Entry?, as step: Document.Step) -> ScriptChange?
  {
    old.map { replace($0.place, with: line, as: step) } ?? line.map { append($0, as: step) }
  }

  /// Adds a line at the end.
  func append(_ line: String, as step: Document.Step? = nil) -> ScriptChange {
    var text = text
    let place = text.append([line])
    return ScriptChange(text: text, place: place, step: step)
  }

  private func replace(
    _ place: ScriptText.Place, with line: String?, as step: Document.Step
  ) -> ScriptChange {
    var text = text
    guard let line else {
      text.remove(place)
      return ScriptChange(text: text, step: step)
    }
    let new = text.replace(place, with: line)
    return ScriptChange(text: text, place: new, step: step)
  }
}

/// Writes the places of a layer's corners, to which a person has moved them on the canvas.
struct CornerWriter {
  let edit: PreparedEdit
  /// The current layer.
  let layer: SceneTree.Layer
  /// The finished canvas, for places in percent; nil writes pixels.
  let canvas: Size?

  /// Returns `corners P P P P`; nil if a corner has no place in the layer's parent.
  func corners(_ quad: Quad) -> String? {
    guard let toParent = layer.parentToCanvas.inverse, let beforeEdits = layer.transform.inverse else {
      return nil
    }
    let places = quad.corners.compactMap { corner in
      corner.applying(toParent).map { place in
        Vector(from: layer.position, to: place).asPoint.applying(beforeEdits).offset(by: layer.position)
      }
    }
    guard places.count == 4 else { return nil }
    // A percentage is a share of the parent's size, which is the canvas outside groups.
    let isInGroup = !edit.layers.contains { $0.name == layer.name }
    return "corners " + text(places, of: isInGroup ? nil : canvas, decimals: 2)
  }

  /// Returns `unwarp P P P P`, with places in the upright photo and not beyond it; nil for a layer without one.
  func unwarp(_ quad: Quad) -> String? {
    guard case .image(let image, _, _) = layer.content, let mapping = try? edit.mapping(of: layer.name),
      let fromOutput = mapping.inverse, let toOutput = try? edit.mappingToOutput()
    else { return nil }
    let size = Size(image.uprightSize)
    let places = quad.corners.compactMap { corner in
      corner.applying(toOutput).applying(fromOutput).map { place in
        Point(x: min(max(place.x, 0), size.width), y: min(max(place.y, 0), size.height))
      }
    }
    return places.count == 4 ? "unwarp " + text(places, of: canvas.map { _ in size }, decimals: 1) : nil
  }

  /// - Parameter size: percentages are of this size; nil to write pixels.
  private func text(_ places: [Point], of size: Size?, decimals: Int) -> String {
    places.map { place in
      guard let size else { return "\(place.x.trimmed(decimals)),\(place.y.trimmed(decimals))" }
      return "\((place.x * 100 / size.width).trimmed(3))%,\((place.y * 100 / size.height).trimmed(3))%"
    }.joined(separator: " ")
  }
}

extension Vector {
  fileprivate var asPoint: Point { Point(x: dx, y: dy) }
}

extension Point {
  fileprivate func offset(by other: Point) -> Point { Point(x: x + other.x, y: y + other.y) }
}
