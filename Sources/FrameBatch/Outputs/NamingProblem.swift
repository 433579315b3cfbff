/// What is known of an output that exists and must not be replaced.
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
  /// No format has the extension of an output's path.
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
