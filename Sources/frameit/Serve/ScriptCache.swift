import FrameKit
import FrameModel
import FrameScript
import FrameThreads

/// Scripts that are parsed, by their text; of many those that were asked for last.
final class ScriptCache: Sendable {
  private struct Key: Hashable {
    /// As errors name it.
    var name: String
    var text: String
  }

  private struct Entry: Sendable {
    var script: Script
    var lastUse: Int
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var uses = 0
    /// Bytes of all texts.
    var bytes = 0
  }

  private let state = Monitor(State())

  private static let most = 64
  private static let mostBytes = 16 << 20

  /// - Parameter editor: parses the script where it is not known.
  /// - Throws: `Failure` with all errors of the script.
  func script(_ source: ScriptSource, _ editor: Editor) throws(Failure) -> Script {
    let key = Key(name: source.name, text: source.text)
    let known = state.change { state -> Script? in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.script
    }
    if let known { return known }
    let script = try EditSession.parse(source, editor)
    // Files that it includes may become others, while its own text stays.
    guard script.files.count == 1 else { return script }
    state.change { state in
      if state.entries.updateValue(Entry(script: script, lastUse: state.uses), forKey: key) == nil {
        state.bytes += key.text.utf8.count
      }
      while state.entries.count > Self.most || state.bytes > Self.mostBytes,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
        state.bytes -= oldest.text.utf8.count
      }
    }
    return script
  }
}
