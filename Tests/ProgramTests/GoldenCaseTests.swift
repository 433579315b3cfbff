import Foundation
import Testing

/// The project's own goldens, which people have looked at, by its own `test`. What an edit gave and should not have
/// stays beside its golden.
@Suite struct GoldenCaseTests {
  @Test func everyGoldenIsWhatItWas() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let cases = tests.appending(path: "GoldenTests/Cases").path
    let samples = tests.deletingLastPathComponent().appending(path: "SampleImages").path
    let outcome = try Folder().frameit("test", cases, "--inputs", samples)
    #expect(outcome.lines.filter { !$0.hasPrefix("ok ") }.count == 1, "\(outcome.text)")
    #expect(outcome.lines.count > 20)
    outcome.succeeds()
  }
}
