import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameGesture
import FrameMessages

/// The state of a studio for its pages.
struct StateMessage: Encodable {
  struct Inputs: Encodable {
    var count: Int
    /// From 1.
    var number: Int
    /// Only in the first message to a page.
    var names: [String]?
  }

  let `is` = "state"
  var version: Int
  var text: String
  var change: [Int]?
  var name: String?
  var saved: Bool
  /// True for a new script that nobody has changed.
  var fresh: Bool
  var conflict: Bool
  var style: WritingStyle
  var relative: Bool
  var undo: Bool
  var redo: Bool
  var preset: String
  var presets = GesturePreset.allCases.map(\.rawValue)
  var modes = ContentMode.allCases.map(\.rawValue)
  var inputs: Inputs
  /// The formats of exports; only in the first message to a page.
  var formats: [FormatRecord]?
  var errors: [ProblemRecord]
  var notices: [String]
  var command: String
  var run: RunReport?
}

/// The result of a request to save under a name.
struct SavingMessage: Encodable {
  enum Outcome: String, Encodable {
    case saved
    /// Another file has the name.
    case exists
  }

  var `is`: Outcome
  var name: String
}

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

/// The progress of an export, or its end.
struct ExportMessage: Encodable {
  enum Stage: String, Encodable {
    case exporting
    case exported
    /// Another file has the name.
    case exportExists
    case exportCanceled
  }

  var `is`: Stage
  var name: String
  /// How much is done, from 0 to 100; nil if it is not known.
  var percent: Int?
  /// What the format cannot say of the picture, and other notices that the state does not have.
  var notices: [String]?
}

/// The header of a binary message with an exported file.
struct FileHeader: Encodable {
  let `is` = "file"
  var name: String
  /// The type of the file, as in HTTP.
  var type: String
  var notices: [String]
}

struct EndedMessage: Encodable {
  let `is` = "ended"
  var saved: Bool
}

struct RefusedMessage: Encodable {
  let `is` = "refused"
  var message: String
  var what: String
}

extension Studio.Output {
  /// A header and a file: the header's length in little-endian order, the header as JSON, and the file.
  static func bytes(_ header: some Encodable, _ file: [UInt8]) -> Self {
    let header = JSONLine.bytes(of: header)
    let length = UInt32(header.count)
    return .bytes((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + header + file)
  }
}

extension StateMessage {
  /// - Parameter tellsCut: True to tell which layers lie outside the canvas.
  init(
    _ script: EditedScript, _ settings: StudioSettings, _ style: WritingStyle, isRelative: Bool,
    tellsCut: Bool
  ) {
    let (document, run) = (script.document, script.run)
    (version, text, name) = (document.version, document.text, document.name)
    (saved, fresh, conflict) = (document.isSaved, document.isNew, document.hasConflict)
    (undo, redo) = (document.canUndo, document.canRedo)
    change = script.written.map { [$0.lowerBound, $0.upperBound] }
    (self.style, relative) = (style, isRelative)
    preset = (run?.outline.preset ?? .frameit).rawValue
    inputs = Inputs(count: settings.inputs.count, number: script.input + 1)
    errors = script.problems
    // The page shows menus and dialogs over the picture.
    let said: [String] = (run?.edit.record.dialogs ?? []).compactMap { entry in
      if case .said(let text) = entry { text } else { nil }
    }
    let notices = run?.edit.notices.filter { tellsCut || !$0.isCut } ?? []
    self.notices = notices.map(\.message.text) + said
    command = settings.command(document.path)
    self.run = run?.report
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
