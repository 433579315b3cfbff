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

  @Test("Several browsers have a token each") func several() throws {
    let admission = Admission(port: 8080, machines: ["192.168.1.5"], guests: .several)
    var tokens: Set<String> = []
    for _ in 0..<3 {
      #expect(admission.address.hasPrefix("http://192.168.1.5:8080/?token="))
      let target = String(admission.address.dropFirst("http://192.168.1.5:8080".count))
      let request = LoopbackRequest(method: "GET", target: target, headers: ["host": "192.168.1.5:8080"])
      guard case .welcome = admission.answer(request) else { throw Refused() }
      #expect(isRefused(admission.answer(request)))
      tokens.insert(target)
    }
    #expect(tokens.count == 3)
  }

  @Test("A web socket needs the cookie, the path and an origin of this server") func socket() throws {
    guard case .welcome(let cookie) = answer("/?token=\(token)") else { throw Refused() }
    let pair = String(cookie.prefix { $0 != ";" })
    func admits(_ target: String, _ headers: [String: String]) -> Bool {
      let all = headers.merging(["host": "127.0.0.1:8080"]) { $1 }
      return admission.admits(
        LoopbackRequest(method: "GET", target: target, headers: all), toSocket: "/socket")
    }
    let origin = "http://127.0.0.1:8080"
    #expect(admits("/socket", ["cookie": pair, "origin": origin]))
    #expect(!admits("/socket", ["cookie": pair]))
    #expect(!admits("/socket", ["origin": origin]))
    #expect(!admits("/socket", ["cookie": pair, "origin": "http://evil.example"]))
    #expect(!admits("/other", ["cookie": pair, "origin": origin]))
  }

  @Test("Two servers have different secrets") func secrets() {
    #expect(admission.address != Admission(port: 8080).address)
  }
}

private struct Refused: Error {}
