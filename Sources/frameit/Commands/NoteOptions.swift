import ArgumentParser

/// The option of commands that print results and notes.
struct NoteOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only results, failures and warnings; no notes.")
  var quiet = false

  /// Prints a note to stderr, unless it is not wanted.
  func print(_ text: String) {
    if !quiet { Console.note(text) }
  }
}
