import NIOCore
import NIOPosix
import NIOWebSocket
import Synchronization

/// A web socket of a page: messages in both directions.
public final class LoopbackSocket: Sendable {
  typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  private let unread: AsyncStream<[UInt8]>
  private let received: AsyncStream<[UInt8]>.Continuation
  private let outgoing: AsyncStream<WebSocketFrame>.Continuation
  private let state = Mutex(State())

  private struct State {
    /// The bytes that are not written yet, and those that were received and are not read yet.
    var waiting = 0
    /// True if something came since the last look.
    var isAlive = true
  }

  /// A connection with more waiting bytes than this is closed. An exported file may have 96 MiB.
  private static let mostWaiting = 128 << 20
  /// A longer message is sent in several frames.
  private static let longestFrame = 1 << 20
  /// A connection without an answer for two of these times is closed: the computer of the page sleeps, or is gone.
  private static let pingInterval = Duration.seconds(20)

  private init(_ outgoing: AsyncStream<WebSocketFrame>.Continuation) {
    self.outgoing = outgoing
    (unread, received) = AsyncStream.makeStream()
  }

  /// The messages of the page, without their kind.
  public var messages: Messages { Messages(socket: self) }

  public struct Messages: AsyncSequence {
    fileprivate let socket: LoopbackSocket

    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let socket: LoopbackSocket
      fileprivate var unread: AsyncStream<[UInt8]>.Iterator

      public mutating func next() async -> [UInt8]? {
        let message = await unread.next()
        if let message { socket.state.withLock { $0.waiting -= message.count } }
        return message
      }
    }

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(socket: socket, unread: socket.unread.makeAsyncIterator())
    }
  }

  /// Counts bytes that wait.
  ///
  /// - Returns: false if these are too many: the connection is then closed.
  private func count(_ bytes: Int) -> Bool {
    let isTooMuch = state.withLock { state in
      state.waiting += bytes
      return state.waiting > Self.mostWaiting
    }
    if isTooMuch { close() }
    return !isTooMuch
  }

  private func put(_ frame: WebSocketFrame) {
    if count(frame.data.readableBytes) { outgoing.yield(frame) }
  }

  /// Sends a message, without waiting.
  ///
  /// - Parameter isText: True for UTF-8 text.
  public func send(_ bytes: [UInt8], isText: Bool) {
    put(WebSocketFrame(fin: true, opcode: isText ? .text : .binary, data: ByteBuffer(bytes: bytes)))
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
          for await message in stream {
            guard (try? await socket.write(message, to: output)) != nil else { break }
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

  /// Writes a message. A page that takes a part of a long one is there, although its answer to a ping comes only after it.
  private func write(
    _ message: WebSocketFrame, to output: NIOAsyncChannelOutboundWriter<WebSocketFrame>
  ) async throws {
    var (rest, opcode) = (message.data, message.opcode)
    while rest.readableBytes > Self.longestFrame, let part = rest.readSlice(length: Self.longestFrame) {
      try await output.write(WebSocketFrame(fin: false, opcode: opcode, data: part))
      opcode = .continuation
      state.withLock { state in
        state.waiting -= part.readableBytes
        state.isAlive = true
      }
    }
    try await output.write(WebSocketFrame(fin: true, opcode: opcode, data: rest))
    state.withLock { $0.waiting -= rest.readableBytes }
  }

  private func receive(_ incoming: NIOAsyncChannelInboundStream<WebSocketFrame>) async throws {
    for try await frame in incoming {
      state.withLock { $0.isAlive = true }
      switch frame.opcode {
      case .text, .binary:
        let message = Array(frame.unmaskedData.readableBytesView)
        guard count(message.count) else { return }
        received.yield(message)
      case .ping: put(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
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
      put(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
    }
  }
}

/// Closes a connection whose frames have no mask, as RFC 6455, 5.1 demands of servers.
final class MaskedFrames: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard unwrapInboundIn(data).maskKey != nil else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }
}
