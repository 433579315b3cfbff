import FoundationEssentials
import FrameEngine
import FrameGeometry
import FrameGesture
import FrameImage
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

/// A menu or dialog that waits for an answer.
struct DialogRecord: Encodable {
  struct Item: Encodable {
    var title: String
    /// True for the item that only closes it.
    var cancels: Bool
  }

  var title: String
  var message: String
  var items: [Item]
  var isMenu: Bool

  init(_ dialog: UnansweredDialog) {
    (title, message, isMenu) = (dialog.title, dialog.message, dialog.isMenu)
    items = dialog.items.enumerated().map { Item(title: $0.element, cancels: $0.offset == dialog.cancel) }
  }
}

/// What a run of the script made, for the panels of the page.
struct RunReport: Encodable {
  /// The width and height of the finished canvas, and its top left corner.
  var canvas: [Double]
  var origin: [Double]
  /// The part of the canvas that is written: x y width height.
  var window: [Double]
  var plan: String
  /// The map of the current layer to the canvas.
  var matrix: [Double]?
  /// The transform of the current layer.
  var transform: [Double]?
  /// The corners of what the current layer shows, on the canvas: four points, clockwise from its own top left corner.
  var corners: [[Double]]?
  /// True if the current layer is in perspective, and if its photo is unwarped.
  var isInPerspective = false
  var isUnwarped = false
  /// The content mode of the current layer.
  var mode: String?
  var layers: [LayerRecord]
  /// The share of the current layer that lies outside the canvas.
  var cut: Double
  /// The menu or dialog that the page shows over the picture.
  var dialog: DialogRecord?
  var trace: [TraceReport.Line]
  /// Pairs of recognizers of which the first waits for the other to fail.
  var waits: [[String]]
  /// In seconds of virtual time.
  var duration: Double
  /// True if one of the shown photos is animated.
  var animated: Bool
  var straighten: Double?
  var adjustments: [AdjustmentRecord]
  /// From the top left corner of the finished canvas: x y width height.
  var crop: [Double]?
  var cover: Bool
  var scale: [Double]?

  init(_ edit: PreparedEdit, statements: ScriptOutline, preset: GesturePreset) {
    let (finished, output) = (edit.finishedCanvas, edit.shownPart)
    (canvas, origin) = ([finished.size.width, finished.size.height], [finished.minX, finished.minY])
    window = output.numbers
    plan = PlanReport(edit).text()
    layers = edit.layers.map(LayerRecord.init)
    mode = edit.currentMode?.rawValue
    let current = edit.layers.current
    matrix = current?.toScene.list
    transform = current.map { PlaneMap.affine($0.transform) }?.list
    corners = current.map { $0.onCanvas($0.drawn) }
    isInPerspective = current?.hasOwnPerspective ?? false
    if case .image(_, _, let style)? = current?.content { isUnwarped = style.unwarp != nil }
    cut = current.map { Self.share(of: $0, outside: output) } ?? 0
    trace = TraceReport(edit.record).lines
    waits =
      preset.definition.requires.map { [$0.first.rawValue, $0.second.rawValue] }
      + statements.all(of: "require").compactMap { words in
        words.count == 4 ? [words[1], words[3]] : nil
      }
    dialog = edit.record.unanswered.map(DialogRecord.init)
    duration = max(trace.map(\.t).max() ?? 0, edit.record.animationEnd)
    animated = edit.images.contains { $0.header.frames > 1 }
    straighten = statements.straighten.flatMap { $0.words.count == 2 ? $0.words[1].degrees : nil }
    adjustments = Adjustment.allCases.map { AdjustmentRecord($0, in: statements) }
    let cropped = edit.plan.window
    let numbers = [cropped.x, cropped.y, cropped.size.width, cropped.size.height].map(Double.init)
    crop = statements.last(of: "crop") == nil ? nil : numbers
    let limits = statements.all(of: "limit")
    let lastNone = limits.lastIndex { $0.count == 2 && $0[1] == "none" } ?? -1
    cover = limits.dropFirst(lastNone + 1).contains { $0.count > 1 && $0[1] == "cover" }
    scale = limits.dropFirst(lastNone + 1).last { $0.count > 2 && $0[1] == "scale" }.flatMap { $0[2].bounds }
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
