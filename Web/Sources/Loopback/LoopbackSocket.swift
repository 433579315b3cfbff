import NIOCore
import NIOPosix
import NIOWebSocket
import Synchronization

/// A web socket of a page: messages in both directions.
public final class LoopbackSocket: Sendable {
  typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  /// The messages of the page, without their kind.
  public let messages: AsyncStream<[UInt8]>
  private let received: AsyncStream<[UInt8]>.Continuation
  private let outgoing: AsyncStream<WebSocketFrame>.Continuation
  private let state = Mutex(State())

  private struct State {
    /// The bytes that are not written yet.
    var waiting = 0
    /// True if something came since the last look.
    var isAlive = true
  }

  /// A connection with more unsent bytes than this is closed.
  private static let mostWaiting = 64 << 20
  /// A connection without an answer for two of these times is closed: the computer of the page sleeps, or is gone.
  private static let pingInterval = Duration.seconds(20)

  private init(_ outgoing: AsyncStream<WebSocketFrame>.Continuation) {
    self.outgoing = outgoing
    (messages, received) = AsyncStream.makeStream()
  }

  /// Sends a message, without waiting.
  ///
  /// - Parameter isText: True for UTF-8 text.
  public func send(_ bytes: [UInt8], isText: Bool) {
    let isTooMuch = state.withLock { state in
      state.waiting += bytes.count
      return state.waiting > Self.mostWaiting
    }
    if isTooMuch { return close() }
    outgoing.yield(
      WebSocketFrame(fin: true, opcode: isText ? .text : .binary, data: ByteBuffer(bytes: bytes)))
  }

  /// Ends the connection.
  public func close() { outgoing.finish() }

  /// Serves a page until one side closes the connection.
  static func run(_ frames: Frames, _ handler: LoopbackServer.SocketHandler?) async throws {
    try await frames.executeThenClose { incoming, output in
      let (stream, continuation) = AsyncStream<WebSocketFrame>.makeStream()
      let socket = LoopbackSocket(continuation)
      await withTaskGroup { group in
        group.addTask {
          await handler?(socket)
          // What the handler has sent is written before the connection is closed.
          socket.close()
          try? await Task.sleep(for: .seconds(1))
        }
        group.addTask {
          for await frame in stream {
            guard (try? await output.write(frame)) != nil else { break }
            socket.state.withLock { $0.waiting -= frame.data.readableBytes }
          }
        }
        group.addTask { try? await socket.receive(incoming) }
        group.addTask { await socket.ping() }
        // The first task that ends closes the connection; the handler ends with its messages.
        await group.next()
        socket.received.finish()
        continuation.finish()
        group.cancelAll()
      }
    }
  }

  private func receive(_ incoming: NIOAsyncChannelInboundStream<WebSocketFrame>) async throws {
    for try await frame in incoming {
      state.withLock { $0.isAlive = true }
      switch frame.opcode {
      case .text, .binary: received.yield(Array(frame.unmaskedData.readableBytesView))
      case .ping: outgoing.yield(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
      case .connectionClose: return
      default: break
      }
    }
  }

  /// Asks from time to time whether the page is still there; returns when it is not.
  private func ping() async {
    while (try? await Task.sleep(for: Self.pingInterval)) != nil {
      let isAlive = state.withLock { state in
        defer { state.isAlive = false }
        return state.isAlive
      }
      guard isAlive else { return }
      outgoing.yield(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
    }
  }
}
