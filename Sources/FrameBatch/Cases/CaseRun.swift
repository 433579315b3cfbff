import FrameGeometry
import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameScript
import FrameReports
import FrameScene
import Platform

/// A golden case: a folder with a script and its expected image.
package struct TestCase: Sendable {
  /// The path of the folder, as it was named or found.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  package var script: String {
    let path = FilePath.join(folder, "script.frameit")
    return Self.exists(path) ? path : FilePath.join(folder, "script.txt")
  }
  /// The list of input images, one per line.
  package var inputList: String { FilePath.join(folder, "inputs.txt") }
  package var tolerance: String { FilePath.join(folder, "tolerance.txt") }
  package var expected: String { FilePath.join(folder, "expected.png") }
  /// The actual image and the difference image, which a failed run leaves behind.
  package var actual: String { FilePath.join(folder, "actual.png") }
  package var difference: String { FilePath.join(folder, "difference.png") }

  package var files: [String] { [script, inputList, tolerance, expected, actual, difference] }

  /// Returns all cases in these folders and below, in the order of their names.
  package static func all(in paths: [String]) -> [TestCase] {
    var seen: Set<String> = []
    return paths.flatMap { find($0) }.filter { seen.insert(FilePath.real($0) ?? $0).inserted }.map(
      TestCase.init)
  }

  private static func find(_ path: String) -> [String] {
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    // A folder that cannot be read is a broken case, because there may be cases in it.
    guard let names = try? FilePath.names(in: folder) else { return [folder] }
    let folders = names.map { FilePath.join(folder, $0) }.filter {
      // Links are not followed, because they could form a cycle.
      stat(of: $0, followsLinks: false)?.kind ?? S_IFDIR == S_IFDIR
    }
    return (TestCase(folder: folder).isThere ? [folder] : []) + folders.flatMap(find)
  }

  /// True if the folder is a case. A folder with an expected image but no script is a broken one.
  private var isThere: Bool { Self.exists(script) || Self.exists(expected) }

  package static func exists(_ path: String) -> Bool { OutputFile.identity(of: path) != nil }

  /// Replaces the expected image by the actual image of the last run.
  ///
  /// - Throws: `BatchError` if the actual image is not complete.
  package func accept(limits: Limits, codecs: CodecList) throws(BatchError) {
    _ = try BatchError.converting(
      OpenImage(at: actual, codecs: codecs, limits: limits).pixelHash(limits: limits))
    try BatchError.converting(OutputFile.move(actual, to: expected))
    OutputFile.remove(difference)
  }
}

/// The run of one case: renders the script and compares the image with the expected one.
package struct CaseRun {
  package let testCase: TestCase
  /// The folder that the names in `inputs.txt` are relative to; nil for the folder of the case.
  package let inputs: String?
  package let limits: Limits
  /// The memory that the comparisons of all cases share.
  let memory: MemoryBudget
  package let codecs: CodecList

  package init(
    _ testCase: TestCase, inputs: String?, limits: Limits, memory: MemoryBudget, codecs: CodecList
  ) {
    (self.testCase, self.inputs, self.limits, self.codecs) = (testCase, inputs, limits, codecs)
    self.memory = memory
  }

  /// The codec of expected images.
  private var png: any Codec { codecs.codec(named: "png")! }

  package indirect enum Verdict: Sendable {
    case passed
    /// The images differ.
    case differs(ComparisonReport)
    /// Expectations of the script failed, so nothing was rendered.
    case expectationsFailed(BatchError)
    /// There is no expected image.
    case goldenMissing
    /// The case cannot be run.
    case broken(BatchError)
  }

  /// Runs the case.
  ///
  /// - Returns: The verdict, and notices about a case that could be run.
  package func run() -> (verdict: Verdict, notices: [String]) {
    do throws(BatchError) {
      guard TestCase.exists(testCase.script) else {
        _ = try BatchError.converting(FilePath.names(in: testCase.folder))
        return (.broken(BatchError(.testCase(.noScript))), [])
      }
      return try compared()
    } catch {
      // The images of an earlier run do not belong to this one.
      OutputFile.remove(testCase.actual)
      OutputFile.remove(testCase.difference)
      return (error.isExpectation ? .expectationsFailed(error) : .broken(error), [])
    }
  }

  /// Renders and compares.
  ///
  /// - Throws: `BatchError` if the case cannot be run, or if expectations of the script failed.
  private func compared() throws(BatchError) -> (Verdict, [String]) {
    let tolerance = try self.tolerance()
    let image = try renderedImage()
    guard TestCase.exists(testCase.expected) else {
      try write(image, at: testCase.actual)
      OutputFile.remove(testCase.difference)
      return (.goldenMissing, [])
    }
    let pair = ImagePair(
      expected: try openImage(file: testCase.expected),
      actual: try BatchError.converting(
        OpenImage(
          ImageInput(name: "the script's image", bytes: ByteInput(bytes: image)), codecs: codecs,
          limits: limits)),
      mask: try tolerance.mask.map { name throws(BatchError) in
        try openImage(file: FilePath.join(testCase.folder, name))
      }
    )
    let shown = ByteOutput()
    var request = ComparisonRequest(tolerance: tolerance.tolerance, limits: limits, memory: memory)
    request.namesChanges = true
    let result = try converting(
      pair.compare(request, difference: DifferenceOutput(codec: png, bytes: shown))
    ) { BatchError($0, reading: testCase.expected) }
    let report = ComparisonReport(pair, request, result)
    if result.isSame {
      OutputFile.remove(testCase.actual)
      OutputFile.remove(testCase.difference)
      return (.passed, notices(report))
    }
    try write(image, at: testCase.actual)
    if result.isDrawn {
      try write(shown.bytes, at: testCase.difference)
    } else {
      OutputFile.remove(testCase.difference)
    }
    return (.differs(report), notices(report))
  }

  private func openImage(file path: String) throws(BatchError) -> OpenImage {
    try BatchError.converting(OpenImage(at: path, codecs: codecs, limits: limits))
  }

  private func write(_ bytes: [UInt8], at path: String) throws(BatchError) {
    try BatchError.converting(OutputFile.write(bytes, at: path))
  }

  private func notices(_ report: ComparisonReport) -> [String] {
    report.notices.map { "\(testCase.folder): \($0.message.text)" }
  }

  /// Renders the script to a PNG.
  private func renderedImage() throws(BatchError) -> [UInt8] {
    let source = try EditSession.readScript(
      .file(testCase.script), allowing: inputs.map { [$0] } ?? [], limits: limits)
    // Only pixels are compared, so metadata is dropped.
    let editor = Editor(codecs: codecs, limits: limits, metadata: .pixelsOnly)
    let script = try EditSession.parse(source, editor)
    let names = try inputNames()
    let host = FileHost(
      inputs: names.map { .file($0) }, from: InputFiles(limit: .memory(limits)),
      script: source)
    let context = RunContext(inputs: names.map { InputName(name: $0, stem: FilePath.stem($0)) })
    let convert = { (error: EditFailure) in
      BatchError(error, reading: names.first, writing: testCase.actual)
    }
    let edit = try converting(
      editor.prepare(ScriptScene(script, context), images: host, output: OutputRequest(codec: png)), convert)
    guard edit.inputsUsed == names.count else {
      throw BatchError(
        .testCase(.inputCount(taken: edit.inputsUsed, listed: names.count)), of: testCase.inputList)
    }
    let output = ByteOutput()
    _ = try converting(edit.render(into: output), convert)
    return output.bytes
  }

  private func inputNames() throws(BatchError) -> [String] {
    guard TestCase.exists(testCase.inputList) else { return [] }
    let folder = inputs ?? testCase.folder
    return try CaseLines.lines(of: testCase.inputList, limits).map { FilePath.join(folder, $0.text) }
  }

  private func tolerance() throws(BatchError) -> MaskedTolerance {
    var tolerance = MaskedTolerance(.exact)
    guard TestCase.exists(testCase.tolerance) else { return tolerance }
    let lines = try CaseLines.lines(of: testCase.tolerance, limits)
    try ToleranceSettings(lines: lines, name: testCase.tolerance).apply(to: &tolerance)
    return tolerance
  }
}

/// A problem of a golden case.
package enum CaseProblem: Equatable, Sendable {
  case noScript
  /// A file of the case is not UTF-8.
  case notUTF8
  /// The script takes fewer images than the case lists.
  case inputCount(taken: Int, listed: Int)
  case setting(line: Int, Setting)

  /// A problem of a line of `tolerance.txt`.
  package enum Setting: Equatable, Sendable {
    case unknown(String, nearest: String?, known: [String])
    case givenTwice(String)
    case takesNoValue(String)
    /// The line begins with a bracket, but does not begin a section.
    case section(String)
    /// The line and the allowed values, as a noun phrase.
    case value(String, expected: String)
  }
}
