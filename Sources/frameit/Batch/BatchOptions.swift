import ArgumentParser

/// How a batch is gone through.
struct BatchOptions: ParsableArguments {
  @Flag(
    help: "Go on with an earlier run: what it has done of the same inputs, script and options is passed over."
  )
  var resume = false

  @Option(
    help: ArgumentHelp("Where the batch's journal lies; else in the user's state folder.", valueName: "file"),
    completion: .file())
  var journal: String?

  @Flag(name: .customLong("fail-fast"), help: "Begin no further image when one has failed.")
  var failFast = false
}
