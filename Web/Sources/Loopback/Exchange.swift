/// A request to a `LoopbackServer`.
public struct LoopbackRequest: Sendable {
  /// The method in capitals: GET or POST.
  public let method: String
  /// The path of the target, without its query and as it was sent.
  public let path: String
  /// The query of the target; empty without one.
  public let query: String
  /// The headers by their names in lowercase. Of several with the same name, the values are joined by ", ".
  public let headers: [String: String]
  public let body: [UInt8]

  public init(
    method: String, target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    (self.method, path, query) = (method, String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    (self.headers, self.body) = (headers, body)
  }
}

/// An answer to a request.
public struct LoopbackResponse: Sendable {
  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]
  /// True to end the server once this was sent.
  public var isLast = false

  public init(status: Int = 200, type: String, body: [UInt8]) {
    self.status = status
    headers = [("Content-Type", type)]
    self.body = body
  }

  /// An answer of plain text, for people.
  public static func text(_ status: Int, _ text: String) -> LoopbackResponse {
    LoopbackResponse(status: status, type: "text/plain; charset=utf-8", body: Array("\(text)\n".utf8))
  }

  public static let notFound = LoopbackResponse.text(404, "There is no such page.")
  public static let wrongMethod = LoopbackResponse.text(405, "This method is not allowed here.")
}
