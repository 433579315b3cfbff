#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The words of a call, before the parser of arguments has them.
enum CommandLineArguments {
  /// The words behind the program's name. Names of files are bytes, and stay what they are.
  static var ofProcess: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { i in
      CommandLine.unsafeArgv[i].map { RawFileName.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// - Throws: `Failure` for a word that the parser would take apart: of `-photo.png` it makes the options p, h and so
  ///   on, of which one is the help.
  static func check(_ words: some Sequence<String>) throws(Failure) {
    var before = ""
    for word in words {
      if word == "--" { return }
      if isBundle(word) {
        let isValue = before.hasPrefix("-") && before != "-" && !before.contains("=")
        let value = isValue ? "\(before.printable)=\(word.printable) for a value, " : ""
        throw Failure(
          .usage, "'\(word.printable)' looks like options",
          note: "write \(value)./\(word.printable) for a file")
      }
      before = word
    }
  }

  /// One `-` and more than a letter; no option is a digit but `-0`. `-Dname=value` and `-e=script` are one letter and its value.
  private static func isBundle(_ word: String) -> Bool {
    let tail = word.dropFirst()
    guard word.hasPrefix("-"), let first = tail.first, first != "-", first != "D" else { return false }
    if tail == "0" { return false }
    if first.isNumber || first == "." { return true }
    return tail.count > 1 && !tail.dropFirst().hasPrefix("=")
  }

  /// `-DNAME=VALUE` as two words: the parser takes it for an option called DNAME.
  static func separated(_ words: some Sequence<String>) -> [String] {
    var isOption = true
    return words.flatMap { word in
      isOption = isOption && word != "--"
      return isOption && word.hasPrefix("-D") && word != "-D" ? ["-D", String(word.dropFirst(2))] : [word]
    }
  }
}
