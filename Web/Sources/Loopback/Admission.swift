import Synchronization

/// Decides which requests a server on loopback answers: those of the one browser that opened the server's address.
///
/// Other programs of this machine, and pages of other sites in the same browser, can reach the port, too. The address has
/// a token, which is valid once. The browser that uses it gets a cookie for its later requests. If several browsers are
/// admitted, there is then another token for the next one.
public final class Admission: Sendable {
  public enum Answer: Hashable, Sendable {
    case admitted
    /// The token is right. The browser must be given this cookie, and be sent to the address without the token.
    case welcome(cookie: String)
    /// The reason, for a person.
    case refused(String)
  }

  /// How many browsers may open the address.
  public enum Guests: Sendable {
    case one, several
  }

  private let hosts: [String]
  private let cookie: (name: String, value: String)
  private let token: Mutex<String?>
  private let guests: Guests

  /// - Parameters:
  ///   - port: The port of the server.
  ///   - machines: The names or addresses by which browsers of other machines reach the server. Without any, it is on
  ///     127.0.0.1 alone.
  public init(port: Int, machines: [String] = [], guests: Guests = .one) {
    hosts = (machines + ["127.0.0.1", "localhost"]).map { "\($0):\(port)" }
    // Browsers send cookies to all ports of a host, so the name tells the ports apart.
    cookie = ("frameit-\(port)", Self.secret())
    token = Mutex(Self.secret())
    self.guests = guests
  }

  /// The address that a person opens, with the token; without one if it was used, and no other browser is admitted.
  public var address: String { "http://\(hosts[0])/" + (token.withLock { $0 }.map { "?token=\($0)" } ?? "") }

  public func answer(_ request: LoopbackRequest) -> Answer {
    // Blocks DNS rebinding: a page whose name was made to point to this machine sends its own name.
    guard let host = request.headers["host"], hosts.contains(host) else {
      return .refused("The address must begin with http://\(hosts[0])/.")
    }
    if let origin = request.headers["origin"], origin != "http://\(host)" {
      return .refused("A page of another site has asked.")
    }
    let cookies = (request.headers["cookie"] ?? "").split(separator: ";").map {
      String($0.drop { $0 == " " })
    }
    if cookies.contains(where: { Self.areEqual($0, "\(cookie.name)=\(cookie.value)") }) { return .admitted }
    let prefix = "token="
    if request.method == "GET", request.path == "/", request.query.hasPrefix(prefix),
      takeToken(String(request.query.dropFirst(prefix.count)))
    {
      return .welcome(cookie: "\(cookie.name)=\(cookie.value); HttpOnly; SameSite=Strict; Path=/")
    }
    return .refused(
      guests == .several
        ? "This address was used. The terminal shows another one for each further browser."
        : "This address opens in one browser only, and only once. Run the command again for another one.")
  }

  private func takeToken(_ given: String) -> Bool {
    token.withLock { token in
      guard let expected = token, Self.areEqual(given, expected) else { return false }
      token = guests == .several ? Self.secret() : nil
      return true
    }
  }

  /// Compares in a time that does not depend on the first difference.
  private static func areEqual(_ l: String, _ r: String) -> Bool {
    l.utf8.count == r.utf8.count && zip(l.utf8, r.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 128 random bits in hexadecimal.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
