import ArgumentParser
import FrameBatch
import FrameFiles
import FrameMessages
import FrameReports
import FrameScript

struct Fuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Try random fingers on the layers of a script, and find the fewest touches that break it.",
    usage: "frameit fuzz SCRIPT [INPUT...] [--runs N] [--seed N] [--claim EXPR] [options]",
    discussion: """
      Runs the script, lets random fingers tap, press, drag, swipe, pinch and twist on its layers, and checks after \
      every touch that the claims hold and that the recognizers keep the rules of their states. Expectations at the end \
      of a script without gestures must hold whenever all fingers are up; expectations in 'on' blocks are checked when \
      the blocks run.

      If something is wrong, it prints a script of the fewest touches with which it still is, to be kept in the folder of \
      the script, and the exit code is 1. Otherwise it prints the states and 'on' blocks that the fingers have reached. \
      The same --seed makes the same fingers.
      """)

  @OptionGroup var scriptOptions: ScriptOptions
  @OptionGroup var placeholder: PlaceholderOptions

  @Option("n", "The number of times to try; 1000 by default.", in: .fuzzRuns)
  var runs = 1000

  @Option("expr", "A condition that must hold after every touch. Can be repeated.")
  var claim: [String] = []

  @Flag("Print one JSON object per line.")
  var json = false

  @OptionGroup var notes: NoteOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    let session = try placeholder.session(
      scriptOptions, inputOptions, claims: claim.map { ScriptFile(name: "--claim", text: $0) })
    let files = session.script.files
    let result = try session.fuzz(runs: runs)
    let coverage = CoverageReport(result.coverage, in: files)
    let setup: TouchScript.Setup =
      scriptOptions.script?.path.map { .include(FilePath.name($0)) } ?? .text(before: nil)
    let script = result.finding.map { finding in
      TouchScript(finding, after: setup, arguments: placeholder.arguments(scriptOptions), in: files).text
    }
    if json {
      Console.report(jsonLines: coverage.lines)
      // The result of all runs: what is wrong, if anything is, and a script of the fewest touches with which it is wrong.
      let fields: JSONFields = [
        "runs": result.runs, "touches": result.touches, "seed": scriptOptions.values.seed,
        "failure": result.finding?.flaw.message.line, "script": script,
      ]
      Console.report(json: fields)
    } else {
      let tried = "\(result.runs) \(result.runs == 1 ? "run" : "runs") with \(result.touches) touches"
      if let script {
        Console.out(script)
        notes.print("found after \(tried) from seed \(scriptOptions.values.seed)")
      } else {
        Console.out("\(tried): nothing failed\n" + coverage.lines.map(\.text).joined() + coverage.totals)
      }
    }
    if result.uncheckedExpectations > 0 {
      let count = result.uncheckedExpectations
      notes.print(
        "\(count) \(count == 1 ? "expectation is" : "expectations are") checked only before the fingers come: "
          + "only those at the end of a script without gestures are checked after them")
    }
    if result.coverage.recognizers.isEmpty {
      notes.print("the script has no recognizers; 'preset photos' gives them to its images")
    }
    if let finding = result.finding { throw Failure(finding.flaw, in: files) }
  }
}

extension Failure {
  /// Puts into words what is wrong in a run with certain touches.
  init(_ flaw: Flaw, in files: [ScriptFile]) {
    switch flaw {
    case .claim(let error, _), .expectation(let error), .error(let error):
      self.init(BatchError(.script([error], in: files)), status: .negative)
    case .rule: self.init(.negative, flaw.message)
    }
  }
}
