import Testing

@testable import Loopback

@Suite struct AdmissionTests {
  private let admission = Admission(port: 8080)

  private var token: String { String(admission.address.split(separator: "=").last!) }

  private func answer(
    _ target: String, method: String = "GET", host: String? = "127.0.0.1:8080",
    _ headers: [String: String] = [:]
  ) -> Admission.Answer {
    var headers = headers
    headers["host"] = host
    return admission.answer(LoopbackRequest(method: method, target: target, headers: headers))
  }

  private func isRefused(_ answer: Admission.Answer) -> Bool {
    if case .refused = answer { true } else { false }
  }

  @Test("The token opens the page once, and the cookie from then on") func once() throws {
    #expect(admission.address.hasPrefix("http://127.0.0.1:8080/?token=") && token.utf8.count == 32)
    #expect(isRefused(answer("/")))
    guard case .welcome(let cookie) = answer("/?token=\(token)") else { throw Refused() }
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    #expect(isRefused(answer("/?token=\(token)")))
    let pair = String(cookie.prefix { $0 != ";" })
    #expect(answer("/x", ["cookie": pair]) == .admitted)
    #expect(answer("/x", host: "localhost:8080", ["cookie": "a=1; \(pair); b=2"]) == .admitted)
    #expect(isRefused(answer("/x", ["cookie": "\(pair)0"])))
    #expect(isRefused(answer("/x", ["cookie": String(pair.dropLast())])))
  }

  @Test(
    "Other tokens, paths and methods do not open the page",
    arguments: ["/?token=", "/?token=0", "/?a=1&token=", "/index.html?token=", "?token="])
  func others(prefix: String) {
    #expect(isRefused(answer(prefix + (prefix.hasSuffix("=") && prefix != "/?token=" ? token : ""))))
    #expect(isRefused(answer("/?token=\(token)", method: "POST")))
  }

  @Test(
    "Other hosts and sites are refused, even with the cookie",
    arguments: [
      nil, "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:8081", "localhost", "0.0.0.0:8080",
    ])
  func hosts(host: String?) throws {
    guard case .welcome(let cookie) = answer("/?token=\(token)") else { throw Refused() }
    let pair = String(cookie.prefix { $0 != ";" })
    #expect(isRefused(answer("/", host: host, ["cookie": pair])))
    for origin in ["null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081"] {
      #expect(isRefused(answer("/", ["cookie": pair, "origin": origin])))
    }
    #expect(answer("/", ["cookie": pair, "origin": "http://127.0.0.1:8080"]) == .admitted)
  }

  @Test("Two servers have different secrets") func secrets() {
    #expect(admission.address != Admission(port: 8080).address)
  }
}

private struct Refused: Error {}
