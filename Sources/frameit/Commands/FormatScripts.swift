import FrameGeometry
import ArgumentParser
import FrameBatch
import FrameFiles
import FrameImage
import FrameScript

struct FormatScripts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Format scripts: indent blocks, and put one space between words.",
    usage: """
      frameit fmt SCRIPT|FOLDER... [--check]
      frameit fmt - <script >formatted
      """,
    discussion: """
      Rewrites each script whose format changes, and prints its name. Only spaces and line ends change: comments stay, \
      and statements stay on their lines. In folders, formats the files whose names end with .frameit. A script with \
      errors is not changed. Included files are not read, so a script with includes may have unknown words.
      """)

  @Argument(
    help: "The scripts, and folders of them; '-' is stdin, which is formatted to stdout.", completion: .file()
  )
  var scripts: [InputSource]

  @Flag("Write nothing. Print the names of scripts that are not formatted, and exit with 1 if there are any.")
  var check = false

  func run() throws {
    try InputSource.checkStdin(["script": scripts])
    let limits = Limits()
    var worst = ExitStatus.success
    var hasChanges = false
    for script in scripts.flatMap({ files(of: $0, &worst) }) {
      let status = Failure.reporting { () throws(BatchError) in
        if try format(script, limits) { hasChanges = true }
      }
      worst = max(worst, status ?? .success)
    }
    if worst != .success { throw Failure(reported: worst) }
    if check, hasChanges { throw Failure(reported: .negative) }
  }

  /// Returns the scripts of an argument: itself, or those in a folder.
  private func files(of script: InputSource, _ worst: inout ExitStatus) -> [InputSource] {
    guard let folder = script.path, FilePath.isFolder(folder) else { return [script] }
    var files: [InputSource] = []
    var texts = 0
    FilePath.walk(folder) { path, error in
      if let error {
        let failure = Failure(BatchError(error))
        failure.report()
        worst = max(worst, failure.status)
      } else if FilePath.fileExtension(path) == "frameit" {
        files.append(.file(FilePath.join(folder, path)))
      } else if FilePath.fileExtension(path) == "txt" {
        texts += 1
      }
    }
    // A folder may contain other text files, so these are not taken for scripts.
    let skipped = texts == 0 ? "" : "; name scripts that end with .txt, as in \(folder)/*.txt"
    if files.isEmpty, worst == .success {
      Console.note("there are no .frameit files in \(folder.quoted)\(skipped)")
    } else if texts > 0 {
      Console.note("only .frameit files are formatted in \(folder.quoted)\(skipped)")
    }
    return files
  }

  /// Formats a script.
  ///
  /// - Returns: True if it was not formatted.
  /// - Throws: `BatchError` if it has errors, or cannot be read or written.
  private func format(_ script: InputSource, _ limits: Limits) throws(BatchError) -> Bool {
    let source = try EditSession.readScript(script, allowing: [], limits: limits)
    let formatted = try converting(
      ScriptFormatter.format(source.text, name: source.name, limits: limits)
    ) { (error: ScriptError) in BatchError(error) }
    // Two spellings of a Unicode character are different texts.
    let isFormatted = formatted.utf8.elementsEqual(source.text.utf8)
    guard !check, let path = script.path else {
      if check, !isFormatted { Console.out("\(script.name.printable)\n") }
      if !check { Console.out(formatted) }
      return !isFormatted
    }
    guard !isFormatted else { return false }
    // A link stays, and the file that it names is written.
    try BatchError.converting(OutputFile.write(Array(formatted.utf8), at: FilePath.real(path) ?? path))
    Console.out("\(path.printable)\n")
    return true
  }
}
