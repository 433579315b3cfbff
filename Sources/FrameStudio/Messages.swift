import FrameBatch
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameGesture
import FrameMessages

/// A format in which the finished picture can be exported.
struct FormatRecord: Encodable {
  var title: String
  /// Lowercase without a dot.
  var endings: [String]
  /// True if several frames can be written.
  var animated: Bool
  /// The type of the file, as in HTTP.
  var type: String
}

extension Studio.Output {
  /// A header and a file: the header's length in little-endian order, the header as JSON, and the file.
  static func bytes(_ header: JSONFields, _ file: [UInt8]) -> Self {
    let header = JSONLine.bytes(of: header)
    let length = UInt32(header.count)
    return .bytes((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + header + file)
  }
}

extension JSONFields {
  /// The state of a studio for its pages.
  ///
  /// - Parameters:
  ///   - isFirst: True for the first message to a page.
  ///   - tellsCut: True to tell which layers lie outside the canvas.
  init(
    state script: EditedScript, _ settings: StudioSettings, _ style: WritingStyle, isRelative: Bool,
    isFirst: Bool, tellsCut: Bool
  ) {
    let (document, run) = (script.document, script.run)
    self = [
      "is": "state", "version": document.version, "text": document.text, "name": document.name,
      "saved": document.isSaved, "conflict": document.hasConflict, "undo": document.canUndo,
      "redo": document.canRedo, "style": style, "relative": isRelative, "errors": script.problems,
      "presets": GesturePreset.allCases.map(\.rawValue), "modes": ContentMode.allCases.map(\.rawValue),
    ]
    // True for a new script that nobody has changed.
    self["fresh"] = document.isNew
    self["change"] = script.written.map { [$0.lowerBound, $0.upperBound] }
    self["preset"] = (run?.outline.preset ?? .frameit).rawValue
    // The number of the shown input is from 1.
    var inputs: JSONFields = ["count": settings.inputs.count, "number": script.input + 1]
    if isFirst {
      inputs["names"] = settings.inputs.map(FilePath.name)
      self["formats"] = script.formats
    }
    self["inputs"] = inputs
    // The page shows menus and dialogs over the picture.
    let said: [String] = (run?.edit.record.dialogs ?? []).compactMap { entry in
      if case .said(let text) = entry { text } else { nil }
    }
    let notices = run?.edit.notices.filter { tellsCut || !$0.isCut } ?? []
    self["notices"] = notices.map(\.message.text) + said
    self["command"] = settings.command(document.path)
    self["run"] = run?.report
  }

  /// The answer to a request that cannot be met.
  static func refused(_ what: String, _ reason: String) -> JSONFields {
    ["is": "refused", "message": reason, "what": what]
  }
}

extension StudioSettings {
  /// The command line that edits all inputs, and folders of them, as the script does.
  fileprivate func command(_ script: String?) -> String {
    let script = (script ?? "script.txt").shellWord
    let images = arguments.isEmpty ? ["PHOTOS"] : arguments.map(\.shellWord)
    let recursive = arguments.contains(where: FilePath.isFolder) ? ["--recursive"] : []
    let values = definitions.map { "-D \("\($0.name)=\($0.value)".shellWord)" }
    let seed = seed == 0 ? [] : ["--seed \(seed)"]
    let folders = allowedFolders.map { "--allow-read \($0.shellWord)" }
    let options = values + seed + folders + recursive + ["--out-dir framed"]
    // After this, a name that begins with a dash is a name.
    let separator = ([script] + images).contains { $0.hasPrefix("-") } ? ["--"] : []
    return (["frameit apply"] + options + separator + [script] + images).joined(separator: " ")
  }
}
