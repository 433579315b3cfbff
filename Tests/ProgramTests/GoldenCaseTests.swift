import Foundation
import Testing

/// The project's golden cases, tested with `frameit test`. A wrong result is left beside its golden image.
@Suite struct GoldenCaseTests {
  @Test("Every golden case of the project passes") func goldenCases() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let cases = tests.appending(path: "GoldenTests/Cases").path
    let samples = tests.deletingLastPathComponent().appending(path: "SampleImages").path
    let outcome = try Folder().frameit("test", cases, "--inputs", samples)
    #expect(outcome.lines.filter { !$0.hasPrefix("ok ") }.count == 1, "\(outcome.text)")
    #expect(outcome.lines.count > 20)
    outcome.succeeds()
  }
}
