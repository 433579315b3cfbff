import Foundation
import FrameCodec
import FrameImage
import FrameEngine
import FrameKit
import FrameReports
import TestSupport
import Testing

@testable import FrameBatch

/// Jobs as lines of JSON, without a process.
@Suite struct JobRunnerTests {
  private let folder: TestFolder
  private let server: JobServer

  init() throws {
    folder = try TestFolder()
    try folder.draw("a.png")
    server = JobServer(
      Editor(codecs: CodecList(CodecList.builtIn)), OutputSettings(), format: nil, allowing: [],
      journal: nil, threads: 1, version: "1",
      limiting: JobServer.TimeLimiting(codecs: CodecList(CodecList.builtIn)) { _, _ in Cancellation() })
  }

  private func answer(_ text: String, limit: Int = 1 << 20) -> JobAnswer {
    let bytes = text.utf8.count > limit ? nil : Array(text.utf8)
    return server.answer(LineReader.Line(number: 3, bytes: bytes), threads: 1, lineLimit: limit)
  }

  private func problem(_ text: String, limit: Int = 1 << 20) throws -> JobProblem? {
    guard case .failure(let error) = answer(text, limit: limit).result,
      case .serveJob(let problem) = error.cause
    else { return nil }
    return problem
  }

  @Test("A job with a file writes its output") func files() throws {
    let files = #""input":"\#(folder["a.png"])","output":"\#(folder["b.png"])""#
    let job = #"{"id":1,"script":"canvas fit; rotate 90deg",\#(files)}"#
    let outcome = try answer(job).edit()
    expectTrue(outcome.status == .done && outcome.size == PixelSize(width: 4, height: 6))
    expectTrue(folder.read("b.png") != nil)
  }

  @Test("A job with bytes answers with bytes") func bytes() throws {
    let image = Data(try png(width: 6, height: 4)).base64EncodedString()
    let outcome = try answer(#"{"script":"","inputBase64":"\#(image)","outputBase64":true}"#).edit()
    let edited = try Edit(script: "").apply(to: .bytes(try #require(outcome.bytes))).render()
    expectEqual(edited.size, PixelSize(width: 6, height: 4))
  }

  @Test(
    "A line that is not a job is an error with its number",
    arguments: [
      ("[]", JobProblem.notAnObject(line: 3)),
      (
        #"{"id":1,"script"}"#,
        .notJSON(line: 3, .expected("':'", found: "'}'"), column: 17)
      ),
      ("", .notJSON(line: 3, .expected("a value", found: "the end of the line"), column: 1)),
      ("{} {}", .notJSON(line: 3, .expected("the end of the line", found: "'{'"), column: 4)),
      (#"{"seed":1e999}"#, .notJSON(line: 3, .badNumber("1e999"), column: 9)),
      (#"{"a":1,"a":2}"#, .notJSON(line: 3, .repeatedKey("a"), column: 8)),
      (#"{"id":{"b":{"c":0,"c":0}}}"#, .notJSON(line: 3, .repeatedKey("c"), column: 19)),
    ])
  func lines(text: String, expected: JobProblem) throws {
    try expectEqual(problem(text), expected)
  }

  @Test(
    "A job with a missing, wrong or contradictory value is an error",
    arguments: [
      (#"{"outputBase64":true}"#, JobProblem.noScript), (#"{"script":""}"#, .noOutput),
      (#"{"script":"","scriptFile":"s","outputBase64":true}"#, .combined("script", "scriptFile")),
      (#"{"script":"","output":"a.png","outputBase64":true}"#, .combined("output", "outputBase64")),
      (#"{"script":"","input":"a","inputs":["b"],"outputBase64":true}"#, .combined("input", "inputs")),
      (#"{"script":1,"outputBase64":true}"#, .invalid("script", expected: "a string")),
      (#"{"script":"","outputBase64":1}"#, .invalid("outputBase64", expected: "true or false")),
      (
        #"{"script":"","outputBase64":true,"seed":-1}"#,
        .invalid("seed", expected: "a whole number from 0 to 18446744073709551615")
      ),
      (
        #"{"script":"","outputBase64":true,"quality":101}"#,
        .invalid("quality", expected: "a whole number from 1 to 100 or \"keep\"")
      ),
      (#"{"script":"","outputBase64":true,"define":{"a":null}}"#, .definition("a")),
      (#"{"script":"","outputBase64":true,"inputBase64":"a b="}"#, .notBase64("inputBase64", .whitespace)),
      (#"{"script":"","output":"-"}"#, .isStdout("output")),
      (#"{"script":"","input":"-","outputBase64":true}"#, .isStdin("input")),
    ])
  func values(text: String, expected: JobProblem) throws {
    try expectEqual(problem(text), expected)
  }

  @Test("A line above the limit is an error") func longLine() throws {
    try expectEqual(problem(#"{"script":""}"#, limit: 5), .lineTooLong(line: 3, limit: 5))
  }

  @Test("An error in the script is the job's error") func scriptError() throws {
    guard case .failure(let error) = answer(#"{"script":"turn 3","outputBase64":true}"#).result,
      case .script(let errors, _) = error.cause
    else {
      Issue.record("no script error")
      return
    }
    expectEqual(errors.count, 1)
  }
}

extension JobAnswer {
  /// The outcome of a job that edits images.
  fileprivate func edit() throws -> EditOutcome {
    guard case .edit(let outcome) = try result.get() else { throw BatchError(.bug("not an edit")) }
    return outcome
  }
}
