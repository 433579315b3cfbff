import FrameEngine
import FrameGeometry
import FrameScene

/// A turn of the whole picture, with its canvas and its crop.
enum PictureTurn: String {
  case left, right
  /// Swaps left and right.
  case mirror

  /// Returns the map from a canvas to the turned one.
  fileprivate func map(of canvas: Size) -> AffineTransform {
    switch self {
    case .left: AffineTransform(0, -1, 1, 0, 0, canvas.width)
    case .right: AffineTransform(0, 1, -1, 0, canvas.height, 0)
    case .mirror: AffineTransform(-1, 0, 0, 1, canvas.width, 0)
    }
  }

  /// The statements that may turn the layer like this. In a layer that is mirrored or on its side, each of them acts as the
  /// other one.
  fileprivate var statements: [String] {
    switch self {
    case .left, .right: ["rotate left", "rotate right"]
    case .mirror: ["flip x", "flip y"]
    }
  }
}

/// Writes a turn of the picture into a script.
///
/// It tries several ways, and takes the first one after which every layer is where the turn takes it.
struct PictureTurner {
  let before: FinishedRun
  let turn: PictureTurn
  /// Runs another text of the script.
  let run: (String) throws(EditFailure) -> FinishedRun

  /// Returns the run of the turned script; nil if no way is right, for example with several layers on the canvas.
  func result() -> FinishedRun? {
    for statement in turn.statements {
      if let result = try? run(text(with: statement)), isTurned(result) { return result }
    }
    guard let result = turn == .mirror ? mirrored : onTurnedCanvas, isTurned(result) else { return nil }
    return result
  }

  private var canvas: Size { before.edit.finishedCanvas.size }

  private func isTurned(_ after: FinishedRun) -> Bool {
    /// Returns the corners of what each layer shows, from the top left corner of the canvas.
    func corners(_ edit: PreparedEdit) -> [Point] {
      let origin = edit.finishedCanvas.origin
      return edit.layers.all.filter { !$0.status.isHidden }.flatMap { layer in
        layer.drawn.corners.compactMap { $0.applying(layer.toScene) }
      }.map { Point(x: $0.x - origin.x, y: $0.y - origin.y) }
    }
    let map = turn.map(of: canvas)
    let (old, new) = (corners(before.edit), corners(after.edit))
    let expected = Rect(origin: .zero, size: canvas).applying(map).size
    let found = after.edit.finishedCanvas.size
    return old.count == new.count && abs(expected.width - found.width) <= 1
      && abs(expected.height - found.height) <= 1
      && zip(old, new).allSatisfy { old, new in
        Vector(from: old.applying(map), to: new).length <= SceneTree.Layer.visible
      }
  }

  // MARK: Statements

  /// Returns the script with a statement before the one that straightens, which then acts on the turned photo.
  private func text(with statement: String) -> String {
    let entries = before.outline.entries
    let straighten = entries.last { $0.words.first == "straighten" }
    let straightened = straighten.map { turn == .mirror ? $0.words.negated : $0.words.joined(separator: " ") }
    var changes = [cropChange].compactMap(\.self)
    var script = ScriptText(before.text)
    let next = straighten.map(\.place.lowerBound) ?? before.text.utf8.count
    // Turns that follow each other are one.
    if let last = entries.last(where: { $0.place.lowerBound < next && $0.words.first != "crop" }),
      let sum = last.words.followed(by: statement)
    {
      changes.append((last.place, sum))
      if let straighten, let straightened { changes.append((straighten.place, straightened)) }
      script.make(changes)
    } else if let straighten, let straightened {
      script.make(changes + [(straighten.place, statement + "\n" + straightened)])
    } else {
      script.make(changes)
      script.append([statement])
    }
    return script.text
  }

  private typealias Change = (place: ScriptText.Place, line: String)

  /// The turned crop; nil if the script does not crop, or to the same part.
  private var cropChange: Change? {
    guard let crop = before.outline.entries.last(where: { $0.words.first == "crop" }) else { return nil }
    if crop.words.count == 2 {
      guard turn != .mirror else { return nil }
      let sides = crop.words[1].split(separator: ":", maxSplits: 1)
      return sides.count == 2 ? (crop.place, "crop \(sides[1]):\(sides[0])") : nil
    }
    let window = before.edit.plan.window
    let map = turn.map(of: canvas)
    let box = Rect(
      x: Double(window.x), y: Double(window.y), width: Double(window.size.width),
      height: Double(window.size.height)
    ).applying(map)
    let isRelative = crop.words.dropFirst().allSatisfy { $0.contains("%") }
    let turned = Rect(origin: .zero, size: canvas).applying(map).size
    return (crop.place, StatementEditor.crop(box, of: isRelative ? turned : nil))
  }

  /// The script whose current layer is mirrored where it is.
  private var mirrored: FinishedRun? {
    var script = ScriptText(before.text)
    script.make([cropChange].compactMap(\.self))
    script.append(["scale -1,1 about 50%,50%"])
    return try? run(script.text)
  }

  /// The script with a turned canvas, on which edits about points put the current layer. They replace those of an earlier turn.
  private var onTurnedCanvas: FinishedRun? {
    guard let layer = before.currentLayer, before.edit.layers.all.count == 1 else { return nil }
    var script = ScriptText(before.text)
    let stated = before.outline.entries.last { $0.words.first == "canvas" }
    let earlier = before.outline.entries.reversed().prefix { $0.words.placesAboutPoint }
    script.make(
      [cropChange].compactMap(\.self) + earlier.map { ($0.place, "") }
        + [stated.map { ($0.place, "canvas \(turnedCanvas($0.words))") }].compactMap(\.self))
    if stated == nil { script = ScriptText("canvas $height,$width\n" + script.text) }
    guard let base = try? run(script.text), let start = base.currentLayer else { return nil }
    var end = start
    end.toParent = PlaneMap.affine(.stretching(start.drawn, to: layer.drawn)).concatenating(layer.toParent)
      .concatenating(.affine(turn.map(of: canvas)))
    guard let edits = GestureWriter(before: start, canvas: nil).aboutPoints(to: end) else { return nil }
    script.append(edits)
    return try? run(script.text)
  }

  /// Returns the numbers of the turned canvas. Those of a canvas as large as the photo suit photos of all sizes.
  private func turnedCanvas(_ words: [String]) -> String {
    switch words.dropFirst().first {
    case "100%,100%", "$width,$height": "$height,$width"
    case "$height,$width": "100%,100%"
    default: "\(canvas.height.trimmed(0)),\(canvas.width.trimmed(0))"
    }
  }
}

extension ScriptOutline {
  /// Returns a text of the script without crop, straightening, quarter turns and mirrors.
  func unframed(_ text: String) -> String {
    var script = ScriptText(text)
    script.make(
      entries.compactMap { entry in
        if entry.words == ["canvas", "$height,$width"] { return (entry.place, "canvas 100%,100%") }
        let isFraming = ["crop", "straighten"].contains(entry.words.first) || entry.words.isTurn
        return isFraming ? (entry.place, "") : nil
      })
    return script.text
  }
}

extension [String] {
  /// The quarters by which `rotate left`, `rotate right` and `rotate 180deg` turn clockwise; nil for other statements.
  private var quarters: Int? {
    guard count == 2, first == "rotate" else { return nil }
    return ["right": 1, "180deg": 2, "left": 3][self[1]]
  }

  fileprivate var isTurn: Bool { quarters != nil || count == 2 && first == "flip" || placesAboutPoint }

  /// Returns the statement that does what this one and another one do, or nothing if they cancel out; nil if there is none.
  fileprivate func followed(by statement: String) -> String? {
    let next = statement.split(separator: " ").map(String.init)
    if first == "flip", self == next { return "" }
    guard let quarters, let more = next.quarters else { return nil }
    return ["", "rotate right", "rotate 180deg", "rotate left"][(quarters + more) % 4]
  }

  /// `straighten -3deg` for `straighten 3deg`.
  fileprivate var negated: String {
    guard count == 2 else { return joined(separator: " ") }
    return "straighten " + (self[1].hasPrefix("-") ? String(self[1].dropFirst()) : "-" + self[1])
  }

  /// True for the edits of a turned canvas.
  fileprivate var placesAboutPoint: Bool {
    switch first {
    case "rotate", "scale": count == 4 && self[2] == "about"
    case "concat": count == 7 && Array(self[1...4]) == ["1", "0", "0", "1"]
    default: false
    }
  }
}

extension AffineTransform {
  fileprivate static func stretching(_ rect: Rect, to other: Rect) -> AffineTransform {
    let scale = AffineTransform(
      scaleX: other.size.width / rect.size.width, y: other.size.height / rect.size.height)
    return AffineTransform(translationX: -rect.minX, y: -rect.minY).concatenating(scale)
      .concatenating(AffineTransform(translationX: other.minX, y: other.minY))
  }
}

extension ScriptText {
  /// Replaces statements by others; an empty line removes one.
  fileprivate mutating func make(_ changes: [(place: Place, line: String)]) {
    for change in changes.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
      if change.line.isEmpty { remove(change.place) } else { replace(change.place, with: change.line) }
    }
  }
}
