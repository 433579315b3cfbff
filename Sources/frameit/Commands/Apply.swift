import ArgumentParser

struct Apply: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edit pictures.",
    usage: """
      frameit apply SCRIPT [INPUT...] [-o FILE] [options]
      frameit apply -e 'canvas fit; rotate 90deg' [INPUT...]
      """,
    discussion: """
      Without -o the result of photo.jpg is photo.framed.jpg in the current folder, and that \
      path is printed; the result of '-' goes to stdout. Nothing that exists is overwritten.
      """)

  @OptionGroup var edit: EditOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions

  @Flag(help: "Plan everything and write nothing.")
  var dryRun = false

  @Flag(help: "One JSON object a result on stdout.")
  var json = false

  @Flag(name: .shortAndLong, help: "What menus and dialogs say goes to stderr.")
  var verbose = false

  @Option(help: ArgumentHelp("Threads to work with; 0 is one for each core.", valueName: "n"))
  var jobs = 0

  func validate() throws {
    guard jobs >= 0 else { throw ValidationError("--jobs is a number from 0.") }
  }

  func run() throws {
    let reporter = EditReporter(json: json, isVerbose: verbose)
    let session: EditSession
    let batch: Batch
    do throws(Failure) {
      session = try EditSession(edit, metadata: metadata.policy, encoding: output.encoding)
      batch = try Batch(session, output)
    } catch {
      reporter.report(error, of: nil)
      throw Leave(status: error.status)
    }
    if batch.writesToStdout {
      if json { throw Failure(.usage, "--json and a picture cannot both go to stdout") }
      if Console.outIsTerminal, !dryRun {
        throw Failure(
          .usage, "a picture is not written to a terminal", note: "name a file with -o, or redirect stdout")
      }
    }
    let threads = jobs > 0 ? jobs : Processors.available
    var failures: [Failure] = []
    for job in batch.jobs {
      do throws(Failure) {
        let run = EditRun(
          job: job, session: session, options: output, wantsHash: json, threads: threads)
        reporter.report(try run.run(dry: dryRun))
      } catch {
        reporter.report(error, of: job)
        failures.append(error)
      }
    }
    guard let first = failures.first else { return }
    if batch.jobs.count == 1 { throw Leave(status: first.status) }
    Console.error("frameit: \(failures.count) of \(batch.jobs.count) failed\n")
    throw Leave(status: .some)
  }
}
