import FoundationEssentials
import Loopback

/// The pages of a review: a report of `frameit compare`, and what its buttons do.
struct ReviewSite: Sendable {
  /// The folder of the report.
  let folder: String
  let caller: Caller

  private static let types = [
    "png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
  ]

  func answer(_ request: LoopbackRequest) async -> LoopbackResponse {
    switch (request.method, request.path) {
    case ("GET", "/"): return file("index.html", type: "text/html; charset=utf-8")
    case ("GET", "/review"): return await ask(Caller.Message(request: "state"))
    case ("POST", "/accept"):
      guard isJSON(request) else { return Self.wrongType }
      guard let paths = try? JSONDecoder().decode([String].self, from: Data(request.body)) else {
        return .text(400, "The body must be an array of paths in JSON.")
      }
      return await ask(Caller.Message(request: "accept", paths: paths))
    case ("POST", "/finish"):
      guard isJSON(request) else { return Self.wrongType }
      var answer = await ask(Caller.Message(request: "finish"))
      answer.isLast = true
      return answer
    case ("GET", let path): return image(path)
    default: return .wrongMethod
    }
  }

  private static let wrongType = LoopbackResponse.text(400, "The Content-Type must be application/json.")

  /// Forms of other sites cannot send this type.
  private func isJSON(_ request: LoopbackRequest) -> Bool {
    request.headers["content-type"] == "application/json"
  }

  private func ask(_ question: Caller.Message) async -> LoopbackResponse {
    LoopbackResponse(type: "application/json", body: await caller.answer(to: question))
  }

  /// Returns an image of the report. Its path has no escapes, because the names of a report need none.
  private func image(_ path: String) -> LoopbackResponse {
    let prefix = "/images/"
    guard path.hasPrefix(prefix) else { return .notFound }
    let name = path.dropFirst(prefix.count)
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 > 0x20 && $0 < 0x7F }),
      let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""]
    else { return .notFound }
    return file("images/\(name)", type: type)
  }

  private func file(_ path: String, type: String) -> LoopbackResponse {
    guard let bytes = Self.contents(of: "\(folder)/\(path)") else { return .notFound }
    return LoopbackResponse(type: type, body: bytes)
  }

  /// Returns the bytes of a regular file, without following a link; nil if there is none.
  private static func contents(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress! + filled, $0.count - filled)
      }
      if count > 0 { filled += count } else if count == 0 || errno != EINTR { break }
    }
    return filled == bytes.count ? bytes : nil
  }
}
