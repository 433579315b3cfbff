import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages

/// Recognizes the forms that other tools use, and names the form that works here.
///
/// frameit would take such an argument for something else: an image, a script, or another option.
enum ForeignUsage {
  // MARK: Commands

  /// Returns the failure for an unknown command that names an image, a script, or what another tool calls the command.
  ///
  /// - Parameters:
  ///   - command: The first argument.
  ///   - rest: The arguments after it.
  ///   - statements: The words that begin a statement of a script.
  static func failure(command: String, _ rest: some Sequence<String>, statements: [String]) -> Failure? {
    if let form = ForeignWords.hint(for: command, in: .commands) {
      return Failure(.usage, "there is no command '\(command)'", hint: "write: \(form)")
    }
    if isImageName(command) || FilePath.isFile(command) {
      let images = [command] + rest.filter { !$0.hasPrefix("-") }
      let form =
        isImageName(command)
        ? "-e '' \(shell(command)) -o \(images.count > 1 ? shell(images[1]) : "out.png")"
        : images.map(shell).joined(separator: " ")
      return Failure(.usage, "'\(command.printable)' is not a command", hint: "write: frameit apply \(form)")
    }
    guard statements.contains(command) else { return nil }
    return Failure(
      .usage, "'\(command)' is a statement of scripts, not a command",
      hint: "write: frameit apply -e '\(command) ...' in.jpg -o out.jpg")
  }

  // MARK: Options

  /// Returns the failure for an option of another tool.
  ///
  /// - Parameters:
  ///   - argument: The argument.
  ///   - previous: The argument before it.
  static func failure(option argument: String, after previous: String) -> Failure? {
    if argument.first != "-" {
      guard previous == "-q", isQuality(argument), !OutputFile.exists(argument) else {
        return nil
      }
      return quietFailure(argument)
    }
    if argument.hasPrefix("-q"), isQuality(String(argument.dropFirst(2))) {
      return quietFailure(argument.dropFirst(2))
    }
    let name = String(argument.drop { $0 == "-" }.prefix { $0 != "=" })
    if let statement = ForeignWords.hint(for: name, in: .optionsForStatements) {
      return Failure(
        .usage, "unknown option '\(argument.printable)'",
        hint: "that is a statement of the script: -e '\(statement)'")
    }
    return ForeignWords.hint(for: name, in: .options).map {
      Failure(.usage, "unknown option '\(argument.printable)'", hint: "write \($0)")
    }
  }

  private static func isQuality(_ text: String) -> Bool {
    Int(text) != nil && EncodingOption.quality.allows(text)
  }

  private static func quietFailure(_ number: some StringProtocol) -> Failure {
    Failure(.usage, "-q is --quiet, which takes no value", hint: "did you mean --quality \(number)?")
  }

  // MARK: Scripts and images

  /// Returns the failure for a size where a file is expected, such as `300x300` or `50%`.
  static func failure(size source: InputSource) -> Failure? {
    guard let text = source.path, isGeometry(text), !OutputFile.exists(text) else { return nil }
    let sides = text.split { !$0.isNumber }.map(String.init)
    let size =
      text.hasSuffix("%") ? "\(sides[0])%,\(sides[0])%" : "inside \(sides[0]),\(sides.last ?? sides[0])"
    return Failure(.usage, "no such file", hint: "the script sets the size: -e 'canvas \(size)'", of: text)
  }

  /// Returns true for ImageMagick's sizes: `300x200`, `300x`, `x200`, with one of `!><^` at the end, and `50%`.
  private static func isGeometry(_ text: String) -> Bool {
    let isNumber = { (part: Substring) in part.allSatisfy { $0.isASCII && $0.isNumber } }
    if text.hasSuffix("%"), text.count > 1 { return isNumber(text.dropLast()) }
    let parts = (text.last.map { "!><^".contains($0) } == true ? text.dropLast() : text[...])
      .split(separator: "x", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy(isNumber) && parts.contains { !$0.isEmpty }
  }

  /// Returns the failure for a script that is an image.
  ///
  /// - Parameters:
  ///   - script: The source of the script, which is not text.
  ///   - others: The other files of the command line.
  static func failure(imageAsScript script: InputSource, _ others: [InputSource]) -> Failure? {
    guard let path = script.path, isImage(path) else { return nil }
    let named = others.compactMap(\.path)
    let hint: String
    if let text = named.first(where: { FilePath.isFile($0) && !isImage($0) }) {
      hint = "name the script first: \(shell(text)) \(shell(path))"
    } else if let output = named.last, !OutputFile.exists(output), isImageName(output) {
      hint = "to convert the image, write -e '' \(shell(path)) -o \(shell(output))"
    } else {
      hint = "name a script before it, or write statements after -e: -e 'rotate 90deg' \(shell(path))"
    }
    return Failure(.usage, "is an image, not a script", hint: hint, of: path)
  }

  /// Returns the failure for an output that is named like an input: the last of these images does not exist, but the
  /// others do.
  ///
  /// - Parameter taken: The number of images that the script takes.
  static func failure(outputAmong images: [InputSource], taken: Int) -> Failure? {
    guard images.count == taken + 1, let output = images.last?.path, isImageName(output),
      !OutputFile.exists(output), images.dropLast().allSatisfy({ $0.path.map(OutputFile.exists) ?? true })
    else { return nil }
    return Failure(
      .usage, "no such file or directory", hint: "results are named with -o: -o \(shell(output))", of: output)
  }

  // MARK: Files

  /// Returns true for a name with the extension of an image format.
  private static func isImageName(_ path: String) -> Bool {
    (FilePath.fileExtension(path)?.lowercased()).flatMap(Codecs.all.title) != nil
  }

  /// Returns true for a file that begins like an image.
  private static func isImage(_ path: String) -> Bool {
    guard let start = try? InputFile(.file(path), limit: .nothing).bytes(64) else { return false }
    return KnownFormat.of(start) != nil
      || Codecs.all.codecs.contains { $0.format.signatures.contains { $0.matches(start) } }
  }

  /// Returns a file name as a shell reads it.
  private static func shell(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "._-/+,:@".unicodeScalars.contains($0)
    }
    return isPlain && !name.isEmpty ? name : name.singleQuoted
  }
}
