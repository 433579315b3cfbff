import FrameCodec
import FrameCompare
import FrameKit
import FrameModel
import FrameScene

/// One case, run: the script's image beside the expected one.
struct CaseRun {
  let testCase: TestCase
  /// Where the names of `inputs.txt` begin; nil: in the case's own folder.
  let inputs: String?
  let limits: Limits
  let codecs: CodecList

  /// What goldens are.
  private var png: any Codec { codecs.codec(named: "png")! }

  enum Verdict: Sendable {
    case passed
    /// With a line that says where.
    case differs(String)
    /// Claims of the script do not hold; nothing was drawn.
    case claimsFail([String])
    /// There is nothing to compare with.
    case noGolden
    case broken([String])
  }

  /// - Returns: also what is to be said of a case that could be run.
  func run() -> (verdict: Verdict, notices: [String]) {
    guard TestCase.exists(testCase.script) else { return (.broken(["expected.png, but no script.txt"]), []) }
    do throws(Failure) {
      return try compared()
    } catch {
      // What an older run left is not what this one came to.
      OutputFile.remove(testCase.actual)
      OutputFile.remove(testCase.difference)
      let verdict: Verdict = error.status == .no ? .claimsFail(error.sentences) : .broken(error.sentences)
      return (verdict, [])
    }
  }

  /// - Throws: `Failure` where nothing can be said; of status `no` for claims.
  private func compared() throws(Failure) -> (Verdict, [String]) {
    let tolerance = try self.tolerance()
    let image = try drawn()
    guard TestCase.exists(testCase.expected) else {
      try OutputFile.put(image, at: testCase.actual)
      OutputFile.remove(testCase.difference)
      return (.noGolden, [])
    }
    let pair = ImagePair(
      expected: try InputFile(.file(testCase.expected), limit: .memory(limits)).image(
        limits, codecs, canSalvage: false),
      actual: try NamedInput(name: "the script's image", bytes: ByteInput(bytes: image)).opened(
        limits, codecs))
    let shown = ByteOutput()
    let request = ComparisonRequest(tolerance: tolerance, limits: limits)
    let outcome: ImagePair.Outcome
    do throws(EditError) {
      outcome = try pair.compare(
        request, difference: DifferenceOutput(codec: png, bytes: shown))
    } catch {
      throw Failure(error, reading: testCase.expected, canSalvage: false)
    }
    let report = ComparisonReport(pair, request, outcome)
    if report.isSame {
      OutputFile.remove(testCase.actual)
      OutputFile.remove(testCase.difference)
      return (.passed, notices(report))
    }
    try OutputFile.put(image, at: testCase.actual)
    if case .compared = outcome {
      try OutputFile.put(shown.bytes, at: testCase.difference)
    } else {
      OutputFile.remove(testCase.difference)
    }
    return (.differs(report.line), notices(report))
  }

  private func notices(_ report: ComparisonReport) -> [String] {
    report.notices.map { "\(testCase.folder): \($0)" }
  }

  /// The bytes of a PNG.
  private func drawn() throws(Failure) -> [UInt8] {
    let source = try ScriptSource(.file(testCase.script), allowing: inputs.map { [$0] } ?? [], limits: limits)
    // A golden is about pixels.
    let editor = Editor(codecs: codecs, limits: limits, metadata: .pixelsOnly)
    let script = try EditSession.parse(source, editor)
    let names = try inputNames()
    let host = FileHost(
      inputs: names.map { Input(source: .file($0)) }, from: InputFiles(limit: .memory(limits)),
      script: source)
    let output = ByteOutput()
    do throws(EditError) {
      let edit = try editor.prepare(
        script, images: host, context: RunContext(stem: names.first.map(FilePath.stem) ?? ""), codec: png
      )
      guard edit.inputsUsed == names.count else {
        throw Failure(
          .script, "the script takes \(edit.inputsUsed) of its \(names.count) images",
          note: "each of a case's images is part of the test", of: testCase.inputList
        ).asEditError
      }
      guard edit.failedExpectations.isEmpty else {
        throw Failure(edit.failedExpectations, in: script.files).asEditError
      }
      _ = try edit.render(into: output)
    } catch {
      throw Failure(
        error, in: script, reading: names.first, writing: testCase.actual, canSalvage: false)
    }
    return output.bytes
  }

  private func inputNames() throws(Failure) -> [String] {
    guard TestCase.exists(testCase.inputList) else { return [] }
    let folder = inputs ?? testCase.folder
    return try CaseLines.lines(of: testCase.inputList, limits).map { FilePath.join(folder, $0.text) }
  }

  private func tolerance() throws(Failure) -> Tolerance {
    guard TestCase.exists(testCase.tolerance) else { return .exact }
    return try Tolerance(lines: CaseLines.lines(of: testCase.tolerance, limits), name: testCase.tolerance)
  }
}

extension Failure {
  /// On its way out of what throws errors of edits.
  fileprivate var asEditError: EditError { .host(self, at: nil) }
}
