import FrameEngine
import FrameMessages
import FrameScene

/// A run of the whole script.
struct FinishedRun {
  let text: String
  let job: Runner.Job
  let edit: PreparedEdit
  let outline: ScriptOutline
  let report: JSONFields

  /// The current layer; nil if there is none.
  var currentLayer: SceneTree.Layer? { edit.layers.current }

  /// True if a notice tells that a part of a layer lies outside the canvas.
  var hasCut: Bool { edit.notices.contains(where: \.isCut) }

  /// Returns the script with more lines.
  func text(adding lines: [String]) -> String {
    var script = ScriptText(text)
    script.append(lines)
    return script.text
  }

  /// The script with its present canvas stated, if it states none and fits what is drawn: that canvas would change under
  /// fingers. nil for another script.
  var withFixedCanvas: String? {
    if case .fit = edit.canvas.extent { withCanvas } else { nil }
  }

  /// The script with the size of the photo as its canvas; nil if it states one.
  var withCanvas: String? {
    guard outline.all(of: "canvas").isEmpty else { return nil }
    var script = ScriptText(text)
    let line = "canvas 100%,100%"
    if let first = outline.entries.first {
      script.insert(line, before: first.place)
    } else {
      script.append([line])
    }
    return script.text
  }
}

extension EditNotice {
  var isCut: Bool { if case .loss(.cut) = self { true } else { false } }
}
