import FrameFiles
import TestSupport
import Testing

@testable import FrameBatch

/// Journals: an output is skipped only if it is up to date, and replaced only if frameit wrote it.
@Suite struct JournalTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for index in 0..<3 { try folder.draw("in/\(index).png", seed: index) }
  }

  private func call(_ script: String = "rotate 10deg", resumes: Bool = true) -> Call {
    Call(
      script: script, inputs: (0..<3).map { folder["in/\($0).png"] }, out: folder["out"],
      resumption: resumes ? .batch : .none, journal: folder["journal"])
  }

  private func statuses(_ reports: [Batch.Report]) -> [EditOutcome.Status?] {
    reports.map { $0.outcomes.first?.status }
  }

  @Test("What an earlier run wrote is skipped") func upToDate() throws {
    expectEqual(statuses(try call().run()), [.done, .done, .done])
    expectEqual(statuses(try call().run()), [.skipped, .skipped, .skipped])
  }

  @Test("What is missing or outdated is written") func outdated() throws {
    _ = try call().run()
    OutputFile.remove(folder["out/0.png"])
    try folder.draw("in/2.png", seed: 9)
    expectEqual(statuses(try call().run()), [.done, .skipped, .done])
    expectEqual(statuses(try call("rotate 20deg").run()), [.done, .done, .done])
  }

  @Test("What was changed since, or was never written by frameit, is kept") func kept() throws {
    _ = try call().run()
    try folder.write("changed", to: "out/1.png")
    let reports = try call("rotate 20deg").run()
    expectEqual(reports.map { $0.error?.existingOutput?.state }, [nil, .modified, nil])
    expectEqual(folder.read("out/1.png"), Array("changed".utf8))
    OutputFile.remove(folder["journal"])
    let unknown = try call().run()
    expectEqual(unknown.map { $0.error?.existingOutput?.state }, [.unknown, .unknown, .unknown])
  }

  @Test("Without resuming, an output that is up to date is in the way") func notResumed() throws {
    _ = try call().run()
    let reports = try call(resumes: false).run()
    expectTrue(reports.allSatisfy { $0.error?.isAlreadyDone == true })
  }

  @Test("The journal records a failed job in the words of its caller") func failures() throws {
    try folder.write("no image", to: "in/1.png")
    _ = try call().run()
    let lines = String(decoding: try #require(folder.read("journal")), as: UTF8.self).split(separator: "\n")
    expectTrue(
      lines.count == 3 && lines.contains { $0.contains("\"1 failed\"") && $0.contains("\"failed\"") })
  }

  @Test("A file that is not a journal is refused and kept") func notAJournal() throws {
    try folder.write("{\"a\":1}\n", to: "journal")
    let error = try #require(throws: BatchError.self) { try call().run() }
    guard case .journal(.notAJournal) = error.cause else { throw error }
    expectEqual(folder.read("journal"), Array("{\"a\":1}\n".utf8))
  }
}
