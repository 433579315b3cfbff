import FrameCodec
import FrameFiles
import FrameImage
import FrameKit
import Platform

/// An edit by hand that pages of a browser show: a script, its pictures, and the fingers that change it.
///
///     let studio = try Studio(settings)
///     let page = studio.connect { output in send(output) }
///     studio.receive(message, from: page)
///     studio.run()
///
/// One thread does all work in `run`, except exports, which have threads of their own; the other methods only leave messages
/// for it, so any thread may call them.
/// Web/README.md describes the messages.
public final class Studio: Sendable {
  /// A page.
  public struct Page: Hashable, Sendable {
    let number: Int
  }

  /// A message to a page.
  public enum Output: Sendable {
    /// JSON.
    case text([UInt8])
    /// A picture or an exported file.
    case bytes([UInt8])
  }

  public typealias Sender = @Sendable (Output) -> Void

  enum Event: Sendable {
    case opened(Page, Sender)
    case message(Page, [UInt8], time: Double)
    case closed(Page)
    /// The paths of files that the last run has used.
    case filesChanged([String])
  }

  private enum Ending: Equatable {
    case running, asked
    case ended(isSaved: Bool)
  }

  private struct Mailbox: Sendable {
    var events: [Event] = []
    var pages = 0
    var ending = Ending.running
    /// Cancels work that a new message supersedes.
    var work: Cancellation?
  }

  private let mailbox = Monitor(Mailbox())
  private let settings: StudioSettings
  private let document: Document
  private let codecs: CodecList
  private let watcher = FileWatcher()

  /// Reads the script.
  ///
  /// - Throws: `EditError` if it cannot be read. A script that does not exist yet is a new one.
  public init(_ settings: StudioSettings) throws(EditError) {
    self.settings = settings
    codecs = settings.codecs
    // A new script has the gestures of a phone's photo viewer.
    document = try Document(
      reading: settings.script, startingWith: "preset photos\n", limits: settings.limits)
  }

  /// Adds a page.
  ///
  /// - Parameter send: Sends a message to the page. It must return at once.
  public func connect(_ send: @escaping Sender) -> Page {
    mailbox.change { mailbox in
      mailbox.pages += 1
      let page = Page(number: mailbox.pages)
      mailbox.events.append(.opened(page, send))
      return page
    }
  }

  /// Takes a message of a page.
  public func receive(_ message: [UInt8], from page: Page) {
    post(.message(page, message, time: Clock.milliseconds))
  }

  /// Removes a page. Its fingers are lifted.
  public func disconnect(_ page: Page) { post(.closed(page)) }

  /// Leaves a message for the thread that works, and cancels the work that it supersedes.
  private func post(_ event: Event) {
    mailbox.change { mailbox in
      mailbox.events.append(event)
      mailbox.work?.cancel()
    }
  }

  /// Starts threads that work until `end` is called.
  public func start() {
    Workers.detach { self.run() }
    Workers.detach {
      while self.mailbox.read({ $0.ending == .running }) {
        self.post(.filesChanged(self.watcher.wait()))
      }
    }
  }

  /// Ends the work, and tells the pages.
  ///
  /// - Returns: True if the script is saved, or empty.
  public func end() -> Bool {
    mailbox.change { mailbox in
      mailbox.ending = .asked
      mailbox.work?.cancel()
    }
    return mailbox.wait { if case .ended(let isSaved) = $0.ending { isSaved } else { nil } }
  }

  /// Works until `end` is called.
  public func run() {
    var state = StudioState(document, settings, codecs) { self.watcher.watch($0) }
    while let events = wait(until: state.nextDeadline) {
      let now = Clock.milliseconds
      for event in events { state.handle(event, now: now) }
      state.meetDeadlines(now: now)
      guard let task = state.nextTask(now: now) else { continue }
      let cancellation = Cancellation()
      // Previews are not canceled: they are quick, and the next one includes newer messages.
      let isCurrent = mailbox.change { mailbox in
        mailbox.work = task.isPreview ? nil : cancellation
        return task.isPreview || mailbox.events.isEmpty
      }
      guard isCurrent else { continue }
      state.draw(task, now: now, cancellation)
      mailbox.change { $0.work = nil }
    }
    let isSaved = state.end(now: Clock.milliseconds)
    mailbox.change { $0.ending = .ended(isSaved: isSaved) }
  }

  /// Waits for messages, or until a time.
  ///
  /// - Parameter deadline: In milliseconds of the clock; nil to wait for messages only.
  /// - Returns: nil at the end.
  private func wait(until deadline: Double?) -> [Event]? {
    func take(_ mailbox: inout Mailbox) -> [Event]?? {
      if mailbox.ending != .running { return .some(nil) }
      guard mailbox.events.isEmpty else {
        defer { mailbox.events = [] }
        return .some(mailbox.events)
      }
      return deadline.map { $0 <= Clock.milliseconds } == true ? .some([]) : nil
    }
    return deadline == nil ? mailbox.wait(for: take) : mailbox.poll(for: take)
  }
}

/// The time for deadlines.
enum Clock {
  /// In milliseconds since some moment in the past.
  static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}
