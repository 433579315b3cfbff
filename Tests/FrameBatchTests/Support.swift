import Foundation
import FrameCodec
import FrameImage
import FrameFiles
import FrameEngine
import FrameKit
import Testing

@testable import FrameBatch

/// A folder for the files of one test, which is removed with the value.
final class TestFolder {
  let path: String

  init() throws {
    path = "/tmp/frameit-batch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file.
  subscript(name: String) -> String { path + "/" + name }

  func write(_ bytes: [UInt8], to name: String) throws {
    try FileManager.default.createDirectory(
      atPath: FilePath.folder(self[name]), withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a PNG whose pixels depend on `seed`.
  func draw(_ name: String, width: Int = 6, height: Int = 4, seed: Int = 0) throws {
    try write(try png(width: width, height: height, seed: seed), to: name)
  }

  func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: self[name]).map(Array.init) }

  /// The paths of all files in a folder, relative to it, sorted.
  func names(in name: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: self[name])?.compactMap { $0 as? String } ?? []
    return all.filter { FilePath.isFile(self["\(name)/\($0)"]) }.sorted()
  }
}

func png(width: Int, height: Int, seed: Int = 0) throws -> [UInt8] {
  var bitmap = Bitmap(size: try #require(PixelSize(width: width, height: height)), format: .rgb8)
  for y in 0..<height {
    for x in 0..<width {
      for channel in 0..<3 { bitmap[x, y, channel] = (x * 37 + y * 91 + channel * 53 + seed * 17) % 256 }
    }
  }
  return try Edit(script: "").apply(to: .bitmap(bitmap)).encoded(as: .png)
}

/// A call that edits files, as the program makes it.
struct Call {
  var script: String
  var inputs: [String] = []
  var selection = InputSelection()
  var out: String?
  var settings = OutputSettings()
  var resumption = ResumePolicy.none
  var journal: String?

  func run(failsFast: Bool = false, isDry: Bool = false) throws -> [Batch.Report] {
    var (batch, runner) = try prepared(isDry: isDry)
    runner.failsFast = failsFast
    let reports = Monitor<[Batch.Report]>([])
    if !isDry { try runner.naming.folder?.prepare() }
    try batch.run(with: runner) { _, job in
      ErrorText(code: 4, messages: ["\(job.index) failed"])
    } deliver: { report in
      reports.change { $0.append(report) }
    }
    return reports.read { $0 }
  }

  func prepared(shard: Shard? = nil, isDry: Bool = false) throws -> (Batch, JobRunner) {
    let editor = Editor(codecs: CodecList(CodecList.builtIn))
    let folder = try out.map { try OutputFolder($0, base: nil) }
    let source = ScriptSource(expression: script, allowing: [], limits: editor.limits)
    let session = try EditSession(
      editor, source, named: inputs.map { .argument($0) }, selection: selection, out: folder, definitions: [],
      seed: 0)
    let naming = try OutputNaming(.named(nil, in: folder), format: nil, codecs: editor.codecs, script: nil)
    let batch = try Batch(session, settings, naming, shard: shard, startTime: nil)
    let journal = try journal.map {
      RunJournal(try JournalLocation(file: $0, of: .jobs(in: "."), state: nil).open(), resumption)
    }
    let runner = JobRunner(
      session, settings, naming, timeLimit: batch.timeLimit, memory: MemoryBudget(limit: 1 << 30, jobs: 2),
      journal: journal, action: isDry ? .report : .write(hash: false, progress: nil),
      threads: 2, in: RunEnvironment(version: "1"))
    return (batch, runner)
  }
}
