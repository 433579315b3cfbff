import FrameImage
import Platform

/// Waits for changes of files and folders, also of those that do not exist yet, and of those whose folders are moved
/// away and come back.
///
///     let watcher = FileWatcher()
///     watcher.watch(used.all)
///     while true { render(watcher.wait()) }
///
/// Where the system reports events, a change is reported when its writer closes the file, or when the file is moved to
/// its name. A file that stays open, and one that was created without being closed, is reported after 20 ms without
/// another write. A file that disappears is reported after 100 ms, because editors move a file away before they write
/// it. Where the system reports no events, the states of files are read ten times a second.
///
/// Any thread may call `watch`, and one thread at a time `wait`.
package final class FileWatcher: Sendable {
  /// A reason to read the states of files again and again, instead of waiting for events.
  package enum PollingReason: Equatable, Sendable {
    /// The system has no events, or no more of them: a limit on watched folders is reached.
    case system(Int32)
    /// The file system of this folder does not report changes that other machines make.
    case fileSystem(String)
  }

  private typealias Instant = ContinuousClock.Instant

  /// The time without a write after which a file counts as complete, and the longest wait for that.
  private static let settling = (least: Duration.milliseconds(20), most: Duration.milliseconds(200))
  /// The time after which a file counts as gone.
  private static let disappearing = Duration.milliseconds(100)
  private static let pollingInterval = Duration.milliseconds(100)

  private let state: Monitor<State>
  /// A pipe that ends the wait when the watched files change.
  private let alarm: (reader: Int32, writer: Int32)

  /// - Parameter usesEvents: False to poll all files.
  package init(usesEvents: Bool = true) {
    state = Monitor(State(folders: WatchedFolders(usesEvents: usesEvents)))
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    alarm = (ends[0], ends[1])
  }

  deinit {
    state.read { $0.folders.close() }
    for end in [alarm.reader, alarm.writer] where end >= 0 { close(end) }
  }

  /// The reason why some files are polled; nil if none is.
  package var pollingReason: PollingReason? { state.read { $0.folders.pollingReason } }

  /// Replaces the watched files. A file that no longer has its given state is reported by the next wait.
  package func watch(_ files: [UsedFile]) {
    state.change { $0.watch(files, at: .now) }
    var byte: UInt8 = 0
    _ = write(alarm.writer, &byte, 1)
  }

  /// Waits until files have changed.
  ///
  /// - Parameter timeout: The longest time to wait; nil for no limit.
  /// - Returns: The paths of the changed files, as they were given. A file that was written again with the same contents
  ///   can be among them. Empty after the timeout.
  package func wait(timeout: Duration? = nil) -> [String] {
    let end = timeout.map { Instant.now + $0 }
    while true {
      let now = Instant.now
      let (changed, wake, events) = state.change { state in
        (state.takeChanges(at: now), state.nextCheck, state.folders.descriptor)
      }
      if !changed.isEmpty { return changed }
      if let end, now >= end { return [] }
      let deadline = [wake, end].compactMap(\.self).min()
      sleep(until: deadline, at: now, events)
      state.change { $0.readEvents(at: .now) }
    }
  }

  /// Sleeps until there are events, the watched files change, or a time has come.
  private func sleep(until deadline: Instant?, at now: Instant, _ events: Int32) {
    var milliseconds: Int32 = -1
    if let deadline {
      let left = max(.zero, deadline - now) / Duration.milliseconds(1)
      milliseconds = Int32(min(left.rounded(.up), 1e9))
    }
    var polled = [
      pollfd(fd: events, events: Int16(POLLIN), revents: 0),
      pollfd(fd: alarm.reader, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, 2, milliseconds) > 0, polled[1].revents != 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 64)
    while read(alarm.reader, &buffer, buffer.count) == buffer.count {}
  }

  // MARK: State

  /// A watched file.
  private struct Watched: Sendable {
    let path: String
    /// The state that was given or reported last.
    var known: PathState
    var change: Change?
  }

  /// A possible change, until it is reported.
  private struct Change: Sendable {
    let first: Instant
    var due: Instant
    /// True if there were events of writing. The same size and time do not mean the same contents then.
    var isWritten = false
  }

  private struct State: Sendable {
    /// The watched files, by the bytes of their paths.
    var files: [[UInt8]: Watched] = [:]
    var folders: WatchedFolders
    private var pending: Set<[UInt8]> = []
    private var nextPoll: Instant?

    init(folders: WatchedFolders) { self.folders = folders }

    mutating func watch(_ given: [UsedFile], at now: Instant) {
      var old = files
      files = [:]
      for file in given {
        let key = file.path.systemBytes
        var watched = old.removeValue(forKey: key)
        if watched == nil { folders.add(key, file.path) }
        if watched?.known != file.state {
          // Compare after the folder is watched, so that no change falls in between.
          if !file.isCurrent {
            watched?.change = nil
            watched = Watched(path: file.path, known: file.state)
            files[key] = watched
            note(key, after: FileWatcher.settling.least, at: now)
            continue
          }
          let change = watched?.change
          watched = Watched(path: file.path, known: file.state, change: change)
        }
        files[key] = watched
      }
      for key in old.keys { folders.remove(key) }
      pending.formIntersection(files.keys)
      if !folders.polled.isEmpty, nextPoll == nil { nextPoll = now + FileWatcher.pollingInterval }
    }

    /// The time at which something must be looked at again.
    var nextCheck: Instant? {
      let due = pending.compactMap { files[$0]?.change?.due }.min()
      return [due, folders.polled.isEmpty ? nil : nextPoll].compactMap(\.self).min()
    }

    /// Notes that a file may have changed, and looks at it after a delay.
    private mutating func note(
      _ key: [UInt8], after delay: Duration, at now: Instant, isWritten: Bool = false
    ) {
      guard files[key] != nil else { return }
      var change = files[key]?.change ?? Change(first: now, due: now)
      // A file that is written to all the time is looked at all the same.
      change.due = min(now + delay, change.first + max(delay, FileWatcher.settling.most))
      change.isWritten = change.isWritten || isWritten
      files[key]?.change = change
      pending.insert(key)
    }

    mutating func readEvents(at now: Instant) {
      for event in folders.readEvents() {
        for use in folders.uses(event) {
          switch event.kind {
          case .saved where use.isName: note(use.file, after: .zero, at: now, isWritten: use.isLast)
          case .saved, .created: note(use.file, after: FileWatcher.settling.least, at: now)
          case .written where use.isName:
            note(use.file, after: FileWatcher.settling.least, at: now, isWritten: use.isLast)
          case .written: break
          case .touched where files[use.file]?.change == nil: note(use.file, after: .zero, at: now)
          case .touched: break
          case .gone, .folderGone, .lost: note(use.file, after: FileWatcher.disappearing, at: now)
          }
          if event.changesNames, let path = files[use.file]?.path { folders.renew(use.file, path) }
        }
      }
    }

    /// Returns the files that have changed.
    mutating func takeChanges(at now: Instant) -> [String] {
      if let next = nextPoll, next <= now {
        nextPoll = folders.polled.isEmpty ? nil : now + FileWatcher.pollingInterval
        for key in folders.polled {
          guard let file = files[key], file.change == nil, PathState(of: file.path) != file.known else {
            continue
          }
          note(key, after: FileWatcher.settling.least, at: now)
        }
      }
      var changed: [String] = []
      for key in pending {
        guard let file = files[key], let change = file.change else { continue }
        guard change.due <= now else { continue }
        let state = PathState(of: file.path)
        if state == .missing, file.known != .missing, now < change.first + FileWatcher.disappearing {
          files[key]?.change?.due = change.first + FileWatcher.disappearing
          continue
        }
        files[key]?.change = nil
        pending.remove(key)
        guard state != file.known || change.isWritten && state != .missing else { continue }
        files[key]?.known = state
        changed.append(file.path)
      }
      return changed
    }
  }
}
