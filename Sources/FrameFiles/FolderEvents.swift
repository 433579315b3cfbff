import CFrameSystem
import Platform

/// Reports that files in folders change, if the system can. docs/porting.md lists what it needs.
struct FolderEvents {
  struct Event {
    enum Kind {
      /// The file is complete: its writer has closed it, or it was moved to its name.
      case saved
      /// The file was created, and may be written to.
      case created
      /// The file was written to, and may be written to again.
      case written
      /// Its time or its permissions changed.
      case touched
      /// It was deleted or moved away.
      case gone
      /// The folder itself was deleted or moved away.
      case folderGone
      /// Events were lost.
      case lost
    }

    var kind: Kind
    /// The number of the folder, as `add` has returned it.
    var folder: Int32
    var name: [UInt8]

    /// True if a path may lead to another file now.
    var changesNames: Bool { kind != .written && kind != .touched }
  }

  /// A descriptor that is readable when there are events.
  let descriptor: Int32

  /// Opens the events of no folder yet.
  ///
  /// - Returns: nil on a failure; `errno` has its number.
  init?() {
    descriptor = frameit_open_folder_events()
    if descriptor < 0 { return nil }
  }

  func close() { Platform.close(descriptor) }

  /// Adds a folder.
  ///
  /// - Parameters:
  ///   - folder: The path.
  ///   - contents: True for the events of what files contain, too; else only of names that come and go.
  /// - Returns: The number of the folder; the same for every path of one folder. nil on a failure; `errno` has its number.
  func add(_ folder: String, contents: Bool) -> Int32? {
    let number = frameit_add_event_folder(descriptor, folder.systemName, contents ? 1 : 0)
    return number < 0 ? nil : number
  }

  func remove(_ folder: Int32) { frameit_remove_event_folder(descriptor, folder) }

  /// Returns true if the file system of a folder reports all changes.
  static func areComplete(in folder: String) -> Bool { frameit_has_folder_events(folder.systemName) != 0 }

  /// Reads the events that have arrived, without waiting.
  func read() -> [Event] {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { Platform.read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return events }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        while offset < count {
          var event = frameit_folder_event()
          let next = frameit_read_folder_event(bytes.baseAddress, offset, &event)
          guard next > offset else { return }
          offset = next
          let name = UnsafeBufferPointer(start: event.name, count: strlen(event.name))
          events.append(
            Event(
              kind: Event.Kind(event.kind), folder: event.folder, name: name.map { UInt8(bitPattern: $0) }))
        }
      }
    }
  }
}

extension FolderEvents.Event.Kind {
  fileprivate init(_ kind: frameit_event_kind) {
    self =
      switch kind {
      case FRAMEIT_EVENT_SAVED: .saved
      case FRAMEIT_EVENT_CREATED: .created
      case FRAMEIT_EVENT_TOUCHED: .touched
      case FRAMEIT_EVENT_GONE: .gone
      case FRAMEIT_EVENT_FOLDER_GONE: .folderGone
      case FRAMEIT_EVENT_LOST: .lost
      default: .written
      }
  }
}
