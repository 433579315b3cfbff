/// A format of a report file.
package enum ReportFormat: String, Sendable {
  case html, junit
  /// `reg.json` of reg-cli.
  case reg

  /// Returns true for the first bytes of a report in this format.
  package func canBegin(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes, as: UTF8.self).lowercased()
    return switch self {
    case .html: head.hasPrefix("<!doctype html>") && head.contains(ReportPage.signature)
    case .junit: head.hasPrefix("<?xml") && head.contains("<testsuite")
    case .reg: head.hasPrefix("{") && head.contains("items\":")
    }
  }
}
