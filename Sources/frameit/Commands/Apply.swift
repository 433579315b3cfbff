import ArgumentParser
import FrameCodec
import FrameKit
import FrameModel

struct Apply: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit pictures.",
    usage: """
      frameit apply SCRIPT [INPUT...] [-o FILE] [options]
      frameit apply -e 'rotate 90deg' [INPUT...]
      """,
    discussion: """
      Without -o the result of photo.jpg is photo.framed.jpg in the current folder, and that \
      path is printed; the result of '-' goes to stdout. Nothing that exists is overwritten.
      """)

  @OptionGroup var edit: EditOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Plan everything and write nothing.")
  var dryRun = false

  @Flag(help: "One JSON object a result on stdout.")
  var json = false

  func run() throws {
    let session = try EditSession(edit)
    let batch = try Batch(session, output: output)
    if batch.writesToStdout {
      if json { throw Failure(.usage, "--json and a picture cannot both go to stdout") }
      if Console.outIsTerminal, !dryRun {
        throw Failure(
          .usage, "a picture is not written to a terminal", note: "name a file with -o, or redirect stdout")
      }
    }
    let reporter = EditReporter(json: json)
    var failed: [Failure] = []
    for job in batch.jobs {
      do throws(Failure) {
        reporter.report(try EditRun(job, session: session, output: output, json: json).run(dry: dryRun))
      } catch {
        reporter.report(error, of: job)
        failed.append(error)
      }
    }
    guard let first = failed.first else { return }
    if batch.inputCount < 2 { Exit.leave(first.status) }
    Console.error("frameit: \(failed.count) of \(batch.jobs.count) failed\n")
    Exit.leave(.some)
  }
}

/// Where results go and what they are.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("The file to write; '-' is stdout.", valueName: "file"))
  var path: String?

  @Option(help: ArgumentHelp("The format to write, whatever the file is called.", valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp("For formats that lose something: 1 to 100; JPEG's is 90.", valueName: "n"))
  var quality: Int?

  @Flag(help: "Replace a file that exists.")
  var force = false

  @Flag(name: .customLong("in-place"), help: "Write the result over its input.")
  var inPlace = false

  @Option(
    name: .customLong("on-damage"),
    help: ArgumentHelp(
      "What to do with a damaged picture: fail, warn, or salvage what can be read.", valueName: "policy"))
  var onDamage: DamagePolicy = .fail

  func validate() throws {
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality is a number from 1 to 100.")
    }
    if path == "" { throw ValidationError("-o names no file.") }
    if inPlace, path != nil { throw ValidationError("--in-place and -o exclude each other.") }
    if let format, BuiltIn.codecs.codec(named: format) == nil {
      throw ValidationError(Self.unknown(format))
    }
  }

  static func unknown(_ format: String) -> String {
    let names = BuiltIn.codecs.codecs.flatMap(\.format.extensions).joined(separator: " ")
    return "unknown format '\(format)' for the output; known are: \(names)"
  }
}

extension DamagePolicy: ExpressibleByArgument {}
