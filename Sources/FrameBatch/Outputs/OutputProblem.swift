import FrameCodec
import FrameFiles

/// A problem of writing an output.
package enum OutputProblem: Equatable, Sendable {
  /// The operating system's error number.
  case system(Int32)
  case codec(CodecError)
  /// The finished file cannot be read again.
  case unreadable(CodecError)
  case exists(ExistingOutput)
  case isInput
  /// The path's folder does not exist.
  case noFolder
  case isFolder, isLink, isNotRegular
  /// An input that should be replaced is not a regular file.
  case inputIsNotRegular
  /// The folder of an output cannot be created or written to; the number is the system's.
  case cannotCreateFolder(Int32)
  case cannotWriteToFolder(Int32)
  /// The path of a folder leads to a file, or to a link without a target.
  case folderIsFile, folderIsBrokenLink
  /// The output folder was removed during the run.
  case folderIsGone

  init(_ problem: WritingProblem) {
    self =
      switch problem {
      case .system(let number): .system(number)
      case .codec(let error): .codec(error)
      case .exists: .exists(ExistingOutput())
      case .isFolder: .isFolder
      case .isLink: .isLink
      case .isNotRegular: .isNotRegular
      case .noFolder: .noFolder
      case .cannotWriteToFolder(let number): .cannotWriteToFolder(number)
      }
  }
}

/// An output that exists and must not be replaced.
package struct ExistingOutput: Equatable, Sendable {
  /// The state of the file; nil without a journal.
  package var state: FileState?
  package var resumption = ResumePolicy.none
  /// True if the call names this output alone, and false if it names a rule for several.
  package var isNamed = true
}

/// A problem of the name or the format of an output.
package enum NamingProblem: Equatable, Sendable {
  /// A template that cannot be used.
  case template(String, NameTemplate.Problem)
  case invalidFrameField(String)
  case severalFrameFields
  /// No codec has this name.
  case unknownFormat(String)
  /// The extension of an output's path is not that of a format.
  case unknownExtension(String)
  /// A path without an extension.
  case noExtension(String)
  /// The formats of the extension and of the request, by their titles.
  case extensionMismatch(String, requested: String)
  /// The title of a format that can be read only.
  case readOnly(String)
  /// Neither an input nor a script names the output.
  case nothingToNameAfter
  case stdinInPlace
  case formatInPlace
  case pathIsFolder
  case noBaseFolder
  case outsideBaseFolder
}
