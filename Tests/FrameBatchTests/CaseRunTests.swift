import FrameCodec
import FrameImage
import FrameFiles
import FrameEngine
import FrameReports
import TestSupport
import Testing

@testable import FrameBatch

/// Golden cases: a script, its images and its expected image.
@Suite struct CaseRunTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.draw("case/a.png")
    try folder.write("a.png\n", to: "case/inputs.txt")
    try folder.write("", to: "case/script.txt")
    try folder.draw("case/expected.png")
  }

  private func verdict() -> CaseRun.Verdict {
    CaseRun(
      TestCase(folder: folder["case"]), inputs: nil, limits: Limits(), memory: .unlimited,
      codecs: CodecList(CodecList.builtIn)
    ).run().verdict
  }

  @Test("A case whose image is the expected one passes and leaves nothing behind") func passed() throws {
    guard case .passed = verdict() else { throw Unexpected(verdict: verdict()) }
    expectEqual(folder.names(in: "case"), ["a.png", "expected.png", "inputs.txt", "script.txt"])
  }

  @Test("A case that differs leaves the actual image and the difference") func differs() throws {
    try folder.draw("case/expected.png", seed: 3)
    guard case .differs = verdict() else { throw Unexpected(verdict: verdict()) }
    expectTrue(Set(folder.names(in: "case")).isSuperset(of: ["actual.png", "difference.png"]))
    try folder.write("threshold 1\n", to: "case/tolerance.txt")
    guard case .passed = verdict() else { throw Unexpected(verdict: verdict()) }
    expectTrue(!folder.names(in: "case").contains("actual.png"))
  }

  @Test("A case without an expected image leaves the actual one") func missing() throws {
    OutputFile.remove(folder["case/expected.png"])
    guard case .goldenMissing = verdict() else { throw Unexpected(verdict: verdict()) }
    expectTrue(folder.read("case/actual.png") != nil)
  }

  @Test("A failed expectation is told apart from an error") func expectation() throws {
    try folder.write("expect transform 1 0 0 1 9 9", to: "case/script.txt")
    guard case .expectationsFailed = verdict() else { throw Unexpected(verdict: verdict()) }
    try folder.write("turn 3", to: "case/script.txt")
    guard case .broken(let error) = verdict(), case .script = error.cause else {
      throw Unexpected(verdict: verdict())
    }
  }

  @Test(
    "An invalid tolerance is an error with its line",
    arguments: [
      ("threshold 2", CaseProblem.Setting.value("threshold 2", expected: Double.allowedShares)),
      ("antialiasing 1", .takesNoValue("antialiasing")), ("max-diff 1\nmax-diff 2", .givenTwice("max-diff")),
    ])
  func tolerance(text: String, expected: CaseProblem.Setting) throws {
    try folder.write("# comment\n" + text, to: "case/tolerance.txt")
    guard case .broken(let error) = verdict(), case .testCase(.setting(let line, let problem)) = error.cause
    else { throw Unexpected(verdict: verdict()) }
    expectTrue(problem == expected && line == 1 + text.split(separator: "\n").count)
  }

  @Test("Cases are found at any depth, in order") func search() throws {
    try folder.write("", to: "b/c/script.txt")
    try folder.write("", to: "b/.hidden/script.txt")
    expectEqual(TestCase.all(in: [folder.path]).map(\.folder), [folder["b/c"], folder["case"]])
  }

  private struct Unexpected: Error { var verdict: CaseRun.Verdict }
}
