import NIOCore
import Synchronization

/// The connections without an admitted request. Anybody can open them, so each ends after a time, and there are not many: a new
/// one ends the oldest.
final class Strangers: Sendable {
  /// A connection that is not admitted yet.
  struct Connection: Sendable {
    fileprivate let number: Int
    fileprivate let strangers: Strangers

    /// Keeps the connection open.
    func admit() { strangers.remove(number)?.end.cancel() }
  }

  private struct Entry: Sendable {
    let number: Int
    let channel: any Channel
    let end: Scheduled<Void>
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var next = 0
  }

  private let state = Mutex(State())

  /// The time in which a connection must send a request that is admitted.
  private static let patience = TimeAmount.seconds(10)
  private static let most = 32

  func add(_ channel: any Channel) -> Connection {
    let end = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    let (number, oldest) = state.withLock { state -> (Int, Entry?) in
      defer { state.next += 1 }
      state.entries.append(Entry(number: state.next, channel: channel, end: end))
      return (state.next, state.entries.count > Self.most ? state.entries.removeFirst() : nil)
    }
    oldest?.end.cancel()
    oldest?.channel.close(promise: nil)
    channel.closeFuture.whenComplete { _ in self.remove(number)?.end.cancel() }
    return Connection(number: number, strangers: self)
  }

  private func remove(_ number: Int) -> Entry? {
    state.withLock { state in
      state.entries.firstIndex { $0.number == number }.map { state.entries.remove(at: $0) }
    }
  }
}
