import FrameCodec
import FrameFiles
import FrameImage

/// The rule that gives the outputs of a call their destinations and formats.
package struct OutputNaming: Sendable {
  /// The destinations that a call asks for.
  package enum Rule: Sendable {
    /// One file, or stdout for one of its names.
    case file(String)
    /// The answer of a `serve` job.
    case answer
    /// The display alone.
    case display
    /// The inputs.
    case inPlace
    /// Files with names from a template, or from the default one, in a folder or in the current one.
    case named(NameTemplate?, in: OutputFolder?)
  }

  private let rule: Rule
  /// The codec of the requested format, or of a single output's extension; nil for the codec of the first image.
  private let codec: (any Codec)?
  private let codecs: CodecList
  /// The script, whose name is used for outputs without inputs.
  private let script: Input?
  /// True if names have a field for frame numbers, so that each frame is a file.
  let isNumbered: Bool

  /// - Parameters:
  ///   - rule: The destinations.
  ///   - format: The name of the requested format; nil for the format of the extension or of the first image.
  ///   - isSequence: True if outputs are frame sequences.
  ///   - codecs: All codecs.
  ///   - script: The script's file; nil for a script of the command line.
  package init(
    _ rule: Rule, format: String?, isSequence: Bool = false, codecs: CodecList, script: InputSource?
  ) throws(BatchError) {
    (self.rule, self.codecs, self.script) = (rule, codecs, script.map { Input(source: $0) })
    let requested = try Self.codec(format: format, codecs)
    isNumbered = isSequence ? try Self.hasFrameField(rule) : false
    if case .file(let path) = rule, !FilePath.isStdout(path) {
      codec = try Self.codec(ofFile: path, requested, codecs)
    } else {
      codec = requested
    }
  }

  /// Returns true if the names of outputs have a field for frame numbers.
  ///
  /// - Throws: `BatchError` for several fields, or an invalid one.
  private static func hasFrameField(_ rule: Rule) throws(BatchError) -> Bool {
    let fields: Int
    let name: String?
    switch rule {
    case .file(let path): (fields, name) = (FrameFileNames.fields(in: path), path)
    case .named(let template, _): (fields, name) = (template?.frameFields ?? 0, template?.text)
    case .inPlace, .answer, .display: return false
    }
    if let field = name.flatMap(FrameFileNames.invalidField) {
      throw BatchError(.naming(.invalidFrameField(field)), of: name)
    }
    guard fields < 2 else { throw BatchError(.naming(.severalFrameFields), of: name) }
    return fields == 1
  }

  /// The output folder; nil for the current folder.
  package var folder: OutputFolder? { if case .named(_, let folder) = rule { folder } else { nil } }

  /// The path that all outputs would have, "-" for none; nil if each output has its own name.
  package var singlePath: String? {
    switch rule {
    case .file(let path): FilePath.isStdout(path) ? "-" : path
    case .answer: "-"
    case .display, .inPlace, .named: nil
    }
  }

  /// True if the call names its single output.
  var isNamed: Bool { singlePath != nil }

  /// True if outputs replace their inputs.
  var isInPlace: Bool { if case .inPlace = rule { true } else { false } }

  /// True if names depend on the size of the output.
  var needsSize: Bool { if case .named(let template?, _) = rule { template.needsSize } else { false } }

  // MARK: Jobs

  /// Returns the codec of a job's output before the job is planned; nil for the codec of the first image.
  ///
  /// - Throws: `BatchError` without a file to name the output after, if the extension contradicts the requested format,
  ///   or if the format cannot be written.
  func codec(for job: Job) throws(BatchError) -> (any Codec)? {
    guard case .named(let template, _) = rule, let input = try namesake(of: job) else { return codec }
    let preview = self.template(template).preview(stem: stem(of: input), index: job.index)
    let named = try preview.fileExtension.flatMap { ext throws(BatchError) in
      try Self.codec(ofExtension: ext, of: preview.name, codec, codecs)
    }
    return named ?? codec
  }

  /// Returns a key for the file of a job's output: outputs with different keys are different files.
  ///
  /// - Returns: nil for an output without a file.
  /// - Throws: `BatchError` without a file to name the output after.
  func key(of job: Job) throws(BatchError) -> [UInt8]? {
    switch rule {
    case .file(let path): return FilePath.isStdout(path) ? nil : path.systemBytes
    case .answer, .display: return nil
    case .inPlace:
      let path = try inputPath(of: job)
      return (FilePath.real(path) ?? path).systemBytes
    case .named(let template, _):
      guard let input = try namesake(of: job) else { return nil }
      let key = self.template(template).collisionKey(stem: stem(of: input), index: job.index)
      return FilePath.join(input.folder, key).systemBytes
    }
  }

  /// Returns the destination of a job's output.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - size: The size in pixels; nil if it is unknown, which `needsSize` must allow.
  ///   - isOneOfSeveral: True for one of several sizes; its name contains the width.
  ///   - frames: The number of frames, if each may be a file.
  /// - Throws: `BatchError` without a file to name the output after.
  func destination(
    of job: Job, _ format: ImageFormat, _ size: PixelSize?, isOneOfSeveral: Bool = false, frames: Int = 1
  ) throws(BatchError) -> Destination {
    let path: String
    switch rule {
    case .file(let named):
      if FilePath.isStdout(named) { return .stdout }
      path = isOneOfSeveral ? Self.adding(size, to: named) : named
    case .answer, .display: return .answer
    case .inPlace: return .input(try inputPath(of: job))
    case .named(let template, let folder):
      guard let input = try namesake(of: job) else { return .stdout }
      // The extension of the input is kept if the output has the same format.
      let ext = FilePath.fileExtension(input.source.pathOrDash).flatMap {
        format.extensions.contains($0.lowercased()) ? $0 : nil
      }
      let template = self.template(template)
      let name = (isOneOfSeveral ? template.addingWidth : template).name(
        stem: stem(of: input), ext: ext ?? format.extensions[0], index: job.index, size: size)
      path = folder.map { FilePath.join($0.path, FilePath.join(input.folder, name)) } ?? name
    }
    guard isNumbered, let names = FrameFileNames(path) else { return .file(path) }
    return .frames(names, count: frames)
  }

  /// Returns true if the output of a job goes to stdout.
  ///
  /// - Throws: `BatchError` without a file to name the output after.
  func goesToStdout(_ job: Job) throws(BatchError) -> Bool {
    switch rule {
    case .file(let path): FilePath.isStdout(path)
    case .answer, .display, .inPlace: false
    case .named: try namesake(of: job) == nil
    }
  }

  /// Returns the input after which the output of a job is named; nil for stdin if neither a template nor an output folder asks for a
  /// file: then the output goes to stdout.
  private func namesake(of job: Job) throws(BatchError) -> Input? {
    guard let input = job.inputs.first ?? script else { throw BatchError(.naming(.nothingToNameAfter)) }
    if input.source.path == nil, case .named(nil, in: nil) = rule { return nil }
    return input
  }

  private func template(_ requested: NameTemplate?) -> NameTemplate {
    requested ?? (folder == nil ? .framed : .plain)
  }

  private func stem(of input: Input) -> String {
    isNumbered ? FrameFileNames.escaped(input.stem) : input.stem
  }

  /// Returns the path of the input that an output replaces.
  private func inputPath(of job: Job) throws(BatchError) -> String {
    guard let input = job.inputs.first else { throw BatchError(.naming(.nothingToNameAfter)) }
    guard let path = input.source.path else { throw BatchError(.naming(.stdinInPlace)) }
    return path
  }

  /// Adds a width before the extension.
  private static func adding(_ size: PixelSize?, to path: String) -> String {
    let ext = FilePath.fileExtension(path).map { ".\($0)" } ?? ""
    let width = size.map { "-\($0.width)" } ?? ""
    return FilePath.join(FilePath.folder(path), FilePath.stem(path) + width + ext)
  }

  /// Returns the change that gives two inputs different outputs.
  func collisionRemedy(_ a: String, _ b: String) -> CollisionRemedy {
    if FilePath.folder(a) == FilePath.folder(b) { return .index }
    return folder == nil ? .outputFolder : .baseFolder
  }

  private static func codec(format: String?, _ codecs: CodecList) throws(BatchError) -> (any Codec)? {
    guard let format else { return nil }
    guard let codec = codecs.codec(named: format) else {
      throw BatchError(.naming(.unknownFormat(format)))
    }
    return try writing(codec)
  }

  private static func codec(
    ofFile path: String, _ requested: (any Codec)?, _ codecs: CodecList
  ) throws(BatchError) -> any Codec {
    if FilePath.isFolder(path) || path.hasSuffix("/") {
      throw BatchError(.naming(.pathIsFolder), of: path)
    }
    let ext = FilePath.fileExtension(path)
    let named = try ext.flatMap { ext throws(BatchError) in
      try codec(ofExtension: ext, of: path, requested, codecs)
    }
    if let codec = named ?? requested { return codec }
    throw BatchError(.naming(ext.map(NamingProblem.unknownExtension) ?? .noExtension(path)))
  }

  /// Returns the codec of an extension; nil if no format has the extension.
  private static func codec(
    ofExtension ext: String, of path: String, _ requested: (any Codec)?, _ codecs: CodecList
  ) throws(BatchError) -> (any Codec)? {
    let ext = ext.lowercased()
    let codec = codecs.codec(named: ext)
    guard let title = codecs.title(ofExtension: ext) else { return nil }
    if let requested {
      guard requested.format.name == ext || requested.format.extensions.contains(ext) else {
        throw BatchError(
          .naming(.extensionMismatch(title, requested: requested.format.title)), of: path)
      }
      return requested
    }
    guard let codec else { throw BatchError(.naming(.unknownFormat(ext))) }
    return try writing(codec)
  }

  private static func writing(_ codec: any Codec) throws(BatchError) -> any Codec {
    guard codec.format.capabilities.writes else {
      throw BatchError(.naming(.readOnly(codec.format.title)))
    }
    return codec
  }
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
