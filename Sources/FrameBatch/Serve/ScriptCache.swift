import FrameEngine
import FrameFiles
import FrameImage
import FrameScript

/// A cache of parsed scripts by their text. It drops the least recently used ones.
package final class ScriptCache: Sendable {
  private struct Key: Hashable {
    /// The name in messages.
    package var name: String
    package var text: String
  }

  private struct Entry: Sendable {
    package var script: Script
    var lastUse: Int
  }

  private struct State: Sendable {
    package var entries: [Key: Entry] = [:]
    package var uses = 0
    /// The total size of all texts in bytes.
    package var bytes = 0
  }

  private let state = Monitor(State())

  private static let capacity = 64
  private static let byteCapacity = 16 << 20

  /// Returns the parsed script of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - editor: Parses the script if it is not cached.
  /// - Throws: `BatchError` with all errors of the script.
  package func script(_ source: ScriptSource, _ editor: Editor) throws(BatchError) -> Script {
    let key = Key(name: source.name, text: source.text)
    let known = state.change { state -> Script? in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.script
    }
    if let known { return known }
    let script = try EditSession.parse(source, editor)
    // Included files may change while the text of the script stays the same.
    guard script.files.count == 1 else { return script }
    state.change { state in
      if state.entries.updateValue(Entry(script: script, lastUse: state.uses), forKey: key) == nil {
        state.bytes += key.text.utf8.count
      }
      while state.entries.count > Self.capacity || state.bytes > Self.byteCapacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.entries[oldest] = nil
        state.bytes -= oldest.text.utf8.count
      }
    }
    return script
  }
}
