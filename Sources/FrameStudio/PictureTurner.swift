import FrameEngine
import FrameGeometry
import FrameScene

/// Writes a turn of the picture into a script, and checks that every layer is then where the turn takes it.
struct PictureTurner {
  let before: FinishedRun
  let turn: PictureTurn
  /// True to write distances in percent of the canvas.
  let isRelative: Bool
  /// Runs another text of the script.
  let run: (String) throws(EditFailure) -> FinishedRun

  /// Returns the run of the turned script; nil if it cannot be turned, for example with several layers on the canvas.
  func result() -> FinishedRun? {
    [framed, turn == .mirror ? mirrored : onTurnedCanvas].lazy.compactMap { text in
      text().flatMap { try? run($0) }
    }.first(where: isTurned)
  }

  private var canvas: Size { before.edit.finishedCanvas.size }
  private var map: AffineTransform { turn.map(of: canvas) }
  private var turnedCanvas: Size { Rect(origin: .zero, size: canvas).applying(map).size }

  private func isTurned(_ after: FinishedRun) -> Bool {
    /// Returns the corners of what each layer shows, from the top left corner of the canvas.
    func corners(_ edit: PreparedEdit) -> [Point] {
      let origin = edit.finishedCanvas.origin
      return edit.layers.all.filter { !$0.status.isHidden }.flatMap { layer in
        layer.drawn.corners.compactMap { $0.applying(layer.toScene) }
      }.map { Point(x: $0.x - origin.x, y: $0.y - origin.y) }
    }
    let (old, new) = (corners(before.edit), corners(after.edit))
    let (expected, found) = (turnedCanvas, after.edit.finishedCanvas.size)
    // Percentages of a crop are rounded.
    let crop = zip(cropBox(before.edit).applying(map).numbers, cropBox(after.edit).numbers)
    return old.count == new.count && crop.allSatisfy { abs($0 - $1) <= 2 }
      && abs(expected.width - found.width) <= 1
      && abs(expected.height - found.height) <= 1
      && zip(old, new).allSatisfy { old, new in
        Vector(from: old.applying(map), to: new).length <= SceneTree.Layer.visible
      }
  }

  /// The part of the canvas that is written.
  private func cropBox(_ edit: PreparedEdit) -> Rect {
    let window = edit.plan.window
    return Rect(origin: Point(x: Double(window.x), y: Double(window.y)), size: Size(window.size))
  }

  // MARK: Texts of the turned script

  /// The script with another framing, in place of the one that it states last.
  private func framed() -> String? {
    let (framing, old) = before.outline.framing
    let statements = framing.turned(turn).statements.joined(separator: "\n")
    var changes = cropChange + old.dropLast().map { ($0.place, "") }
    if let last = old.last { changes.append((last.place, statements)) }
    var script = ScriptText(before.text)
    script.make(changes)
    if old.isEmpty { script.append([statements]) }
    return script.text
  }

  /// The script with the current layer mirrored where it is. Two mirrors are none.
  private func mirrored() -> String? {
    var script = ScriptText(before.text)
    let last = before.outline.currentEntries.last.flatMap { $0.isMirror ? $0 : nil }
    script.make(cropChange + (last.map { [($0.place, "")] } ?? []))
    if last == nil { script.append([ScriptOutline.Entry.mirror]) }
    return script.text
  }

  /// The script with the sides of its canvas swapped, followed by edits that put the current layer in its turned place. The
  /// edits of an earlier turn are removed.
  private func onTurnedCanvas() -> String? {
    guard let layer = before.currentLayer, before.edit.layers.all.count == 1 else { return nil }
    var script = ScriptText(before.text)
    let stated = before.outline.entries.last { $0.words.first == "canvas" }
    script.make(
      cropChange + before.outline.lastPlacing.map { ($0.place, "") }
        + [stated.map { ($0.place, "canvas \(turnedSides($0.words))") }].compactMap(\.self))
    if stated == nil { script = ScriptText("canvas $height,$width\n" + script.text) }
    guard let start = (try? run(script.text))?.currentLayer else { return nil }
    var end = start
    end.toParent = PlaneMap.affine(.stretching(start.drawn, to: layer.drawn)).concatenating(layer.toParent)
      .concatenating(.affine(map))
    let writer = GestureWriter(before: start, canvas: isRelative ? turnedCanvas : nil)
    guard let edits = writer.aboutPoints(to: end) else { return nil }
    script.append(edits)
    return script.text
  }

  /// Returns the sides of the turned canvas. If the canvas is as large as the photo, they are written so that they suit photos
  /// of all sizes.
  private func turnedSides(_ words: [String]) -> String {
    switch words.dropFirst().first {
    case "100%,100%", "$width,$height": "$height,$width"
    case "$height,$width": "100%,100%"
    default: "\(canvas.height.trimmed(0)),\(canvas.width.trimmed(0))"
    }
  }

  /// The turned crop; empty if the script does not crop, or to the same part.
  private var cropChange: [ScriptText.Change] {
    guard let crop = before.outline.entries.last(where: { $0.words.first == "crop" }) else { return [] }
    if crop.words.count == 2 {
      let sides = crop.words[1].split(separator: ":", maxSplits: 1)
      return turn == .mirror || sides.count < 2 ? [] : [(crop.place, "crop \(sides[1]):\(sides[0])")]
    }
    let box = cropBox(before.edit).applying(map)
    let isRelative = crop.words.dropFirst().allSatisfy { $0.contains("%") }
    return [(crop.place, StatementEditor.crop(box, of: isRelative ? turnedCanvas : nil))]
  }
}

extension ScriptOutline {
  /// The changes that remove the crop and the framing of the current layer.
  var unframing: [ScriptText.Change] {
    let removed =
      entries.filter { $0.words.first == "crop" } + framing.entries + currentEntries.filter(\.isMirror)
    var changes: [ScriptText.Change] = removed.map { ($0.place, "") }
    if let canvas = entries.first(where: { $0.words == ["canvas", "$height,$width"] }) {
      changes += [(canvas.place, "canvas 100%,100%")] + lastPlacing.map { ($0.place, "") }
    }
    return changes
  }

  /// The edits at the end of the script that place a layer on a turned canvas: one of them is about a point.
  fileprivate var lastPlacing: [Entry] {
    let last = entries.reversed().prefix { entry in
      let words = entry.words
      switch words.first {
      case "rotate", "scale": return words.count == 4 && words[2] == "about"
      case "concat": return words.count == 7 && Array(words[1...4]) == ["1", "0", "0", "1"]
      case "move": return true
      default: return false
      }
    }
    return last.contains { $0.words.contains("about") } ? Array(last) : []
  }
}

extension ScriptOutline.Entry {
  /// Mirrors a layer on the canvas.
  fileprivate static let mirror = "scale -1,1 about 50%,50%"
  fileprivate var isMirror: Bool { words.joined(separator: " ") == Self.mirror }
}

extension AffineTransform {
  fileprivate static func stretching(_ rect: Rect, to other: Rect) -> AffineTransform {
    let scale = AffineTransform(
      scaleX: other.size.width / rect.size.width, y: other.size.height / rect.size.height)
    return AffineTransform(translationX: -rect.minX, y: -rect.minY).concatenating(scale)
      .concatenating(AffineTransform(translationX: other.minX, y: other.minY))
  }
}
