import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on 127.0.0.1 for one browser.
public struct LoopbackServer: Sendable {
  public typealias Handler = @Sendable (LoopbackRequest) async -> LoopbackResponse

  private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

  private let channel: NIOAsyncChannel<Connection, Never>
  private let admission: Admission
  /// The address that a person opens.
  public var address: String { admission.address }

  /// The most bytes of a request's body.
  private static let bodyLimit = 20 << 20

  /// Opens a free port.
  ///
  /// - Throws: `IOError` if there is none.
  public init() async throws {
    // By its number, because a static program cannot resolve names everywhere.
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(to: SocketAddress(ipAddress: "127.0.0.1", port: 0)) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
    admission = Admission(port: channel.channel.localAddress?.port ?? 0)
  }

  /// Answers the requests of the browser that opened `address`, up to an answer that is the last one.
  ///
  /// - Parameter handler: Returns the answer to a request that was admitted.
  public func run(_ handler: @escaping Handler) async throws {
    try await channel.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          group.addTask {
            let isLast = (try? await serve(connection, handler)) ?? false
            // This ends the sequence of connections.
            if isLast { channel.channel.close(promise: nil) }
          }
        }
        // Browsers keep connections open.
        group.cancelAll()
      }
    }
  }

  /// Answers the requests of a connection, and closes it.
  ///
  /// - Returns: True if the last answer of the server was sent.
  private func serve(_ connection: Connection, _ handler: Handler) async throws -> Bool {
    try await connection.executeThenClose { parts, output in
      var (head, body) = (HTTPRequestHead?.none, [UInt8]())
      for try await part in parts {
        switch part {
        case .head(let new): (head, body) = (new, [])
        case .body(let bytes):
          body += bytes.readableBytesView
          guard body.count <= Self.bodyLimit else { return false }
        case .end:
          guard let head else { return false }
          let response = await answer(LoopbackRequest(head, body), handler)
          try await output.write(.head(response.head(for: head)))
          try await output.write(.body(.byteBuffer(ByteBuffer(bytes: response.body))))
          try await output.write(.end(nil))
          if response.isLast { return true }
          if !head.isKeepAlive { return false }
        }
      }
      return false
    }
  }

  private func answer(_ request: LoopbackRequest, _ handler: Handler) async -> LoopbackResponse {
    switch admission.answer(request) {
    case .admitted: return await handler(request)
    case .refused(let reason): return .text(403, reason)
    case .welcome(let cookie):
      var response = LoopbackResponse.text(303, "Welcome.")
      response.headers += [("Set-Cookie", cookie), ("Location", "/")]
      return response
    }
  }
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
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  fileprivate func head(for request: HTTPRequestHead) -> HTTPResponseHead {
    var fields = HTTPHeaders(headers.map { ($0.name, $0.value) })
    fields.add(name: "Content-Length", value: "\(body.count)")
    fields.add(name: "Cache-Control", value: "no-store")
    fields.add(name: "Content-Security-Policy", value: Self.policy)
    fields.add(name: "Referrer-Policy", value: "no-referrer")
    fields.add(name: "X-Content-Type-Options", value: "nosniff")
    if !request.isKeepAlive { fields.add(name: "Connection", value: "close") }
    return HTTPResponseHead(
      version: request.version, status: HTTPResponseStatus(statusCode: status), headers: fields)
  }
}
