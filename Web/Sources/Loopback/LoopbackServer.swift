import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

// The programs of this package import the C library by this module.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif

/// Another program has the port that a server should open.
public struct PortInUse: Error {}

/// An HTTP server for pages that a person opens: on 127.0.0.1, or on the network if that is asked for.
public struct LoopbackServer: Sendable {
  public typealias Handler = @Sendable (LoopbackRequest) async -> LoopbackResponse
  /// Talks to a page until it is closed.
  public typealias SocketHandler = @Sendable (LoopbackSocket) async -> Void

  private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  /// What a connection is, after its first request.
  private enum Negotiated: Sendable {
    case requests(Connection, Strangers.Connection)
    case socket(LoopbackSocket.Frames)
  }

  private let channel: NIOAsyncChannel<EventLoopFuture<Negotiated>, Never>
  private let admission: Admission
  /// The address that a person opens.
  public var address: String { admission.address }

  /// The most bytes of a request's body, and of a message of a page.
  static let bodyLimit = 20 << 20

  /// Where a server can be reached.
  public enum Reach: Sendable {
    case thisMachine
    /// From all machines that reach this one.
    case network
  }

  /// Opens a port.
  ///
  /// - Parameters:
  ///   - reach: Where browsers can reach the server.
  ///   - guests: How many browsers are admitted.
  ///   - socket: The path of the web socket; nil for none.
  ///   - port: The port; 0 for any free one.
  /// - Throws: `PortInUse`, or `IOError` if the port cannot be opened for another reason.
  public init(
    reach: Reach = .thisMachine, guests: Admission.Guests = .one, socket: String? = nil, port: UInt16 = 0
  ) async throws {
    let (admissions, strangers) = (AdmissionBox(), Strangers())
    // By its number, because a static program cannot resolve names everywhere.
    let host = reach == .network ? "0.0.0.0" : "127.0.0.1"
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
    do {
      channel = try await bootstrap.bind(to: SocketAddress(ipAddress: host, port: Int(port))) { channel in
        channel.eventLoop.makeCompletedFuture {
          try Self.negotiate(channel, strangers.add(channel), admissions, socket)
        }
      }
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw PortInUse()
    }
    admission = Admission(
      port: channel.channel.localAddress?.port ?? 0, machines: reach == .network ? Self.machines : [],
      guests: guests)
    admissions.set(admission)
  }

  /// The addresses of this machine in its networks.
  private static var machines: [String] {
    let devices = (try? System.enumerateDevices()) ?? []
    return devices.compactMap { device in
      guard let address = device.address, address.protocol == .inet, let text = address.ipAddress else {
        return nil
      }
      return text.hasPrefix("127.") ? nil : text
    }
  }

  /// Answers the requests of the browsers that opened `address`, up to an answer that is the last one.
  ///
  /// - Parameters:
  ///   - handler: Returns the answer to a request that was admitted.
  ///   - socketHandler: Talks to the page that opened a web socket.
  ///   - onWelcome: Called after a browser was admitted.
  public func run(
    _ handler: @escaping Handler, socketHandler: SocketHandler? = nil,
    onWelcome: @escaping @Sendable () -> Void = {}
  ) async throws {
    try await channel.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          group.addTask {
            var isLast = false
            switch try? await connection.get() {
            case .requests(let connection, let stranger):
              isLast = (try? await serve(connection, stranger, handler, onWelcome)) ?? false
            case .socket(let frames): try? await LoopbackSocket.run(frames, socketHandler)
            case nil: break
            }
            // This ends the sequence of connections.
            if isLast { channel.channel.close(promise: nil) }
          }
        }
        // Browsers keep connections open.
        group.cancelAll()
      }
    }
  }

  /// Decides by the first request of a connection whether it becomes a web socket.
  private static func negotiate(
    _ channel: any Channel, _ stranger: Strangers.Connection, _ admissions: AdmissionBox, _ socket: String?
  ) throws -> EventLoopFuture<Negotiated> {
    let upgrader = NIOTypedWebSocketServerUpgrader<Negotiated>(
      maxFrameSize: Self.bodyLimit,
      shouldUpgrade: { channel, head in
        let isAdmitted = admissions.admission?.admits(LoopbackRequest(head, []), toSocket: socket) == true
        return channel.eventLoop.makeSucceededFuture(isAdmitted ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          stranger.admit()
          try channel.pipeline.syncOperations.addHandler(MaskedFrames())
          try channel.pipeline.syncOperations.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1 << 16,
              maxAccumulatedFrameSize: Self.bodyLimit))
          return .socket(try LoopbackSocket.Frames(wrappingChannelSynchronously: channel))
        }
      })
    let upgrade = NIOTypedHTTPServerUpgradeConfiguration(
      upgraders: [upgrader],
      notUpgradingCompletionHandler: { channel in
        channel.eventLoop.makeCompletedFuture {
          .requests(try Connection(wrappingChannelSynchronously: channel), stranger)
        }
      })
    return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
      configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade))
  }

  /// Answers the requests of a connection, and closes it.
  ///
  /// - Returns: True if the last answer of the server was sent.
  private func serve(
    _ connection: Connection, _ stranger: Strangers.Connection, _ handler: Handler,
    _ onWelcome: @Sendable () -> Void
  ) async throws -> Bool {
    try await connection.executeThenClose { parts, output in
      var (head, body, verdict) = (HTTPRequestHead?.none, [UInt8](), Admission.Answer.admitted)
      for try await part in parts {
        switch part {
        case .head(let new):
          (head, body, verdict) = (new, [], admission.answer(LoopbackRequest(new, [])))
          // Strangers cannot send a body.
          if case .refused(let reason) = verdict {
            try await send(.text(403, reason), for: new, to: output)
            return false
          }
          stranger.admit()
        case .body(let bytes):
          body += bytes.readableBytesView
          guard body.count <= Self.bodyLimit else { return false }
        case .end:
          guard let head else { return false }
          let response = await answer(LoopbackRequest(head, body), verdict, handler, onWelcome)
          try await send(response, for: head, to: output)
          if response.isLast { return true }
          if !head.isKeepAlive { return false }
        }
      }
      return false
    }
  }

  private func send(
    _ response: LoopbackResponse, for head: HTTPRequestHead,
    to output: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
  ) async throws {
    try await output.write(.head(response.head(for: head)))
    try await output.write(.body(.byteBuffer(ByteBuffer(bytes: response.body))))
    try await output.write(.end(nil))
  }

  private func answer(
    _ request: LoopbackRequest, _ verdict: Admission.Answer, _ handler: Handler,
    _ onWelcome: @Sendable () -> Void
  ) async -> LoopbackResponse {
    switch verdict {
    case .admitted: return await handler(request)
    case .refused(let reason): return .text(403, reason)
    case .welcome(let cookie):
      var response = LoopbackResponse.text(303, "Welcome.")
      response.headers += [("Set-Cookie", cookie), ("Location", "/")]
      onWelcome()
      return response
    }
  }
}

extension Admission {
  /// Returns true for a request of an admitted browser to open the web socket. Browsers send the origin of the page with
  /// it, and other programs may not.
  func admits(_ request: LoopbackRequest, toSocket socket: String?) -> Bool {
    request.path == socket && request.headers["origin"] != nil && answer(request) == .admitted
  }
}

/// The admission of a server, which follows from its port and is therefore known after the first connection could be.
private final class AdmissionBox: Sendable {
  private let value = Mutex<Admission?>(nil)

  var admission: Admission? { value.withLock { $0 } }

  func set(_ admission: Admission) { value.withLock { $0 = admission } }
}

extension LoopbackRequest {
  fileprivate init(_ head: HTTPRequestHead, _ body: [UInt8]) {
    let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
    self.init(method: head.method.rawValue, target: head.uri, headers: headers, body: body)
  }
}

extension LoopbackResponse {
  /// The pages have their scripts and styles in them, and use nothing of other sites.
  private static let policy =
    "default-src 'none'; img-src 'self' data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  fileprivate func head(for request: HTTPRequestHead) -> HTTPResponseHead {
    var fields = HTTPHeaders(headers.map { ($0.name, $0.value) })
    fields.add(name: "Content-Length", value: "\(body.count)")
    fields.add(name: "Cache-Control", value: "no-store")
    fields.add(name: "Content-Security-Policy", value: Self.policy)
    // Pages of other ports count as the same site.
    fields.add(name: "Cross-Origin-Resource-Policy", value: "same-origin")
    fields.add(name: "Referrer-Policy", value: "no-referrer")
    fields.add(name: "X-Content-Type-Options", value: "nosniff")
    if !request.isKeepAlive { fields.add(name: "Connection", value: "close") }
    return HTTPResponseHead(
      version: request.version, status: HTTPResponseStatus(statusCode: status), headers: fields)
  }
}
