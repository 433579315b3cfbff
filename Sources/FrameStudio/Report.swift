import FrameEngine
import FrameGeometry
import FrameKit
import FrameMessages
import FrameReports
import FrameScene
import FrameScript

/// An error of a script for the page, or of a file that it needs.
struct ProblemRecord: Encodable {
  /// The name of an included file; nil for the script itself.
  var file: String?
  var line: Int?
  var column: Int?
  var message: String
  var hint: String?
  var usages: [String] = []

  static func all(of failure: EditFailure) -> [ProblemRecord] {
    switch failure {
    case .script(let errors, let files): errors.map { ProblemRecord($0, in: files) }
    default: [ProblemRecord(message: EditError(failure, at: .plan).description)]
    }
  }

  init(message: String) { self.message = message }

  init(_ error: ScriptError, in files: [ScriptFile]) {
    let text = error.message
    (message, hint, usages) = (text.text, text.libraryHint, text.usages)
    (line, column) = (error.position.line, error.position.column)
    let number = error.position.file
    file = number > 0 && number < files.count ? files[number].name : nil
  }
}

extension EditFailure {
  /// The first error, for a person.
  var reason: String { ProblemRecord.all(of: self).first?.message ?? "the script has an error" }
}

extension JSONFields {
  /// A menu or dialog that waits for an answer.
  fileprivate init(dialog: UnansweredDialog) {
    self = ["title": dialog.title, "message": dialog.message, "isMenu": dialog.isMenu]
    self["items"] = dialog.items.enumerated().map { index, title -> JSONFields in
      // `cancels` is true for the item that only closes it.
      ["title": title, "cancels": index == dialog.cancel]
    }
  }

  /// What a run of the script made, for the panels of the page.
  init(run edit: PreparedEdit, statements: ScriptOutline) {
    self = [:]
    let (finished, output) = (edit.finishedCanvas, edit.shownPart)
    // The width and height of the finished canvas, and its top left corner.
    self["canvas"] = [finished.size.width, finished.size.height]
    self["origin"] = [finished.minX, finished.minY]
    // The part of the canvas that is written: x y width height.
    self["window"] = output.numbers
    self["plan"] = PlanReport(edit).text()
    self["layers"] = edit.layers.map(LayerRecord.init)
    addCurrentLayer(edit.layers.current, of: edit, in: output)
    self["dialog"] = edit.record.unanswered.map { JSONFields(dialog: $0) }
    let trace = TraceReport(edit.record).lines
    self["trace"] = trace
    // Pairs of recognizers: the first waits for the second to fail.
    self["waits"] =
      statements.preset.definition.requires.map { [$0.first.rawValue, $0.second.rawValue] }
      + statements.all(of: "require").compactMap { words in
        words.count == 4 ? [words[1], words[3]] : nil
      }
    // In seconds of virtual time.
    self["duration"] = max(trace.map(\.t).max() ?? 0, edit.record.animationEnd)
    // True if one of the shown photos is animated.
    self["animated"] = edit.images.contains { $0.header.frames > 1 }
    self["straighten"] = statements.straighten.flatMap { $0.words.count == 2 ? $0.words[1].degrees : nil }
    self["adjustments"] = Adjustment.allCases.map { JSONFields(slider: $0, in: statements) }
    if statements.last(of: "crop") != nil {
      // From the top left corner of the finished canvas: x y width height.
      let window = edit.plan.window
      self["crop"] = [window.x, window.y, window.size.width, window.size.height].map(Double.init)
    }
    let limits = statements.all(of: "limit")
    let lastNone = limits.lastIndex { $0.count == 2 && $0[1] == "none" } ?? -1
    let valid = limits.dropFirst(lastNone + 1)
    self["cover"] = valid.contains { $0.count > 1 && $0[1] == "cover" }
    self["scale"] = valid.last { $0.count > 2 && $0[1] == "scale" }.flatMap { $0[2].bounds }
  }

  private mutating func addCurrentLayer(
    _ layer: SceneTree.Layer?, of edit: PreparedEdit, in output: Rect
  ) {
    // The content mode.
    self["mode"] = edit.currentMode?.rawValue
    // The map of the layer to the canvas, and its transform.
    self["matrix"] = layer?.toScene.list
    self["transform"] = layer.map { PlaneMap.affine($0.transform) }?.list
    // The corners of what it shows, on the canvas: four points, clockwise from its own top left corner.
    self["corners"] = layer.map { $0.onCanvas($0.drawn) }
    self["isInPerspective"] = layer?.hasOwnPerspective ?? false
    // True if its photo is unwarped.
    self["isUnwarped"] =
      if case .image(_, _, let style)? = layer?.content { style.unwarp != nil } else { false }
    // The share of it that lies outside the canvas.
    self["cut"] = layer.map { Self.share(of: $0, outside: output) } ?? 0
  }

  private static func share(of layer: SceneTree.Layer, outside output: Rect) -> Double {
    let shape = ConvexPolygon(layer.bounds, applying: layer.toScene)
    guard shape.area > 0 else { return 0 }
    return max(0, 1 - shape.clipped(to: output).area / shape.area)
  }
}

extension [SceneTree.Layer] {
  /// The current layer, also in a group; nil if there is none.
  var current: SceneTree.Layer? { all.first(where: \.status.isCurrent) }
}

extension SceneTree.Layer {
  /// The corners of the bounds; in perspective, of what is drawn.
  var cornersOnCanvas: [[Double]] { onCanvas(hasOwnPerspective ? drawn : bounds) }

  /// Returns the corners of a rectangle of the layer on the canvas, clockwise from its own top left one.
  func onCanvas(_ rect: Rect) -> [[Double]] {
    rect.corners.map { corner in
      let point = corner.applying(toScene) ?? Point(x: .nan, y: .nan)
      return [point.x, point.y].map { $0.isFinite ? ($0 * 100).rounded() / 100 : 0 }
    }
  }
}

extension PlaneMap {
  /// a b c d tx ty, or nine numbers; nil if one is not finite, which JSON cannot express.
  var list: [Double]? {
    numbers.allSatisfy(\.isFinite) ? numbers.map { ($0 * 1e6).rounded() / 1e6 } : nil
  }
}

extension String {
  /// The number of `12deg`; nil for another angle.
  fileprivate var degrees: Double? { hasSuffix("deg") ? Double(dropLast(3)) : nil }

  /// The numbers of `1..4`; nil if they are not plain ones.
  fileprivate var bounds: [Double]? {
    let bytes = Array(utf8)
    guard let dots = bytes.indices.dropLast().first(where: { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E }),
      let least = Double(String(decoding: bytes[..<dots], as: UTF8.self)),
      let most = Double(String(decoding: bytes[(dots + 2)...], as: UTF8.self))
    else { return nil }
    return [least, most]
  }
}
