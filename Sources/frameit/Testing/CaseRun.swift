import FrameCodec
import FrameCompare
import FrameImage
import FrameKit
import FrameScene

/// A golden case: a folder with a script and its expected image.
struct TestCase: Sendable {
  /// The path of the folder, as it was named or found.
  let folder: String

  var script: String { FilePath.join(folder, "script.txt") }
  /// The list of input images, one per line.
  var inputList: String { FilePath.join(folder, "inputs.txt") }
  var tolerance: String { FilePath.join(folder, "tolerance.txt") }
  var expected: String { FilePath.join(folder, "expected.png") }
  /// The actual image and the difference image, which a failed run leaves behind.
  var actual: String { FilePath.join(folder, "actual.png") }
  var difference: String { FilePath.join(folder, "difference.png") }

  var files: [String] { [script, inputList, tolerance, expected, actual, difference] }

  /// Returns all cases in these folders and below, in the order of their names.
  static func all(in paths: [String]) -> [TestCase] {
    var seen: Set<String> = []
    return paths.flatMap { find($0) }.filter { seen.insert(FilePath.real($0) ?? $0).inserted }.map(
      TestCase.init)
  }

  private static func find(_ path: String) -> [String] {
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    return (TestCase(folder: folder).isThere ? [folder] : [])
      + folders(in: folder).flatMap { find(FilePath.join(folder, $0)) }
  }

  /// True if the folder is a case. A folder with an expected image but no script is a broken one.
  private var isThere: Bool { Self.exists(script) || Self.exists(expected) }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemName, &status) == 0
  }

  /// Returns the names of the subfolders, without hidden ones. Links are not followed, because they could form a cycle.
  private static func folders(in path: String) -> [String] {
    ((try? FilePath.names(in: path)) ?? []).filter { name in
      var status = stat()
      return lstat(FilePath.join(path, name).systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }
}

/// The run of one case: renders the script and compares the image with the expected one.
struct CaseRun {
  let testCase: TestCase
  /// The folder that the names in `inputs.txt` are relative to; nil for the folder of the case.
  let inputs: String?
  let limits: Limits
  let codecs: CodecList

  /// The codec of expected images.
  private var png: any Codec { codecs.codec(named: "png")! }

  enum Verdict: Sendable {
    case passed
    /// The images differ. The payload is the summary of the comparison.
    case differs(String)
    /// Expectations of the script failed, so nothing was rendered. The payload is their messages.
    case expectationsFailed([String])
    /// There is no expected image.
    case goldenMissing
    /// The case cannot be run. The payload is the messages of the error.
    case broken([String])
  }

  /// Runs the case.
  ///
  /// - Returns: The verdict, and notices about a case that could be run.
  func run() -> (verdict: Verdict, notices: [String]) {
    guard TestCase.exists(testCase.script) else { return (.broken(["script.txt is missing"]), []) }
    do throws(Failure) {
      return try compared()
    } catch {
      // The images of an earlier run do not belong to this one.
      OutputFile.remove(testCase.actual)
      OutputFile.remove(testCase.difference)
      let verdict: Verdict =
        error.status == .negative ? .expectationsFailed(error.messages) : .broken(error.messages)
      return (verdict, [])
    }
  }

  /// Renders and compares.
  ///
  /// - Throws: `Failure` if the case cannot be run, or of status `negative` if expectations of the script failed.
  private func compared() throws(Failure) -> (Verdict, [String]) {
    let tolerance = try self.tolerance()
    let image = try renderedImage()
    guard TestCase.exists(testCase.expected) else {
      try OutputFile.write(image, at: testCase.actual)
      OutputFile.remove(testCase.difference)
      return (.goldenMissing, [])
    }
    let pair = ImagePair(
      expected: try InputFile(.file(testCase.expected), limit: .memory(limits)).image(
        limits, codecs),
      actual: try NamedInput(name: "the script's image", bytes: ByteInput(bytes: image)).opened(
        limits, codecs))
    let shown = ByteOutput()
    let request = ComparisonRequest(tolerance: tolerance, limits: limits)
    let outcome: ImagePair.Outcome
    do throws(EditFailure) {
      outcome = try pair.compare(
        request, difference: DifferenceOutput(codec: png, bytes: shown))
    } catch {
      throw Failure(error, reading: testCase.expected)
    }
    let report = ComparisonReport(pair, request, outcome)
    if report.isSame {
      OutputFile.remove(testCase.actual)
      OutputFile.remove(testCase.difference)
      return (.passed, notices(report))
    }
    try OutputFile.write(image, at: testCase.actual)
    if case .compared = outcome {
      try OutputFile.write(shown.bytes, at: testCase.difference)
    } else {
      OutputFile.remove(testCase.difference)
    }
    return (.differs(report.summary), notices(report))
  }

  private func notices(_ report: ComparisonReport) -> [String] {
    report.notices.map { "\(testCase.folder): \($0)" }
  }

  /// Renders the script to a PNG.
  private func renderedImage() throws(Failure) -> [UInt8] {
    let source = try ScriptSource(.file(testCase.script), allowing: inputs.map { [$0] } ?? [], limits: limits)
    // Only pixels are compared, so metadata is dropped.
    let editor = Editor(codecs: codecs, limits: limits, metadata: .pixelsOnly)
    let script = try EditSession.parse(source, editor)
    let names = try inputNames()
    let host = FileHost(
      inputs: names.map { Input(source: .file($0)) }, from: InputFiles(limit: .memory(limits)),
      script: source)
    let output = ByteOutput()
    do throws(EditFailure) {
      let edit = try editor.prepare(
        script, images: host, context: RunContext(stem: names.first.map(FilePath.stem) ?? ""), codec: png
      )
      guard edit.inputsUsed == names.count else {
        throw Failure(
          .script, "the script takes \(edit.inputsUsed) of the \(names.count) images",
          hint: "list only images that the script takes", of: testCase.inputList
        ).asEditError
      }
      _ = try edit.render(into: output)
    } catch {
      throw Failure(error, in: script, reading: names.first, writing: testCase.actual)
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
  /// The failure as an `EditFailure`, for closures that throw only those.
  fileprivate var asEditError: EditFailure { .host(self, at: nil) }
}
