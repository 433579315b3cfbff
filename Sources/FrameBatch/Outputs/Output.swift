import FrameCodec
import FrameEngine
import FrameFiles
import FrameMessages

/// The destinations and formats of a call's outputs. `place(of:)` tells them for one job.
package struct Output {
  private enum Rule {
    case stdout, answer, display, inPlace
    case file(String)
    case named(NameTemplate)
  }

  /// The output folder; nil for the current folder.
  package let folder: OutputFolder?
  private let rule: Rule
  /// The requested codec, or that of the extension of a single output; nil for that of the first image.
  private let codec: (any Codec)?
  private let codecs: CodecList
  /// The script, whose name is used for outputs without inputs.
  private let script: Input?
  /// True if names have a field for frame numbers, so that each frame is a file.
  let isNumbered: Bool

  /// The destinations that a call asks for.
  package enum Request {
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

  /// Decides the destinations of a call's outputs.
  ///
  /// - Parameters:
  ///   - request: The destinations.
  ///   - format: The name of the requested format; nil for that of the extension or of the first image.
  ///   - isSequence: True if outputs are frame sequences.
  ///   - codecs: All codecs.
  ///   - script: The script's file; nil for a script of the command line.
  /// - Throws: `BatchError`.
  package init(
    _ request: Request, format: String?, isSequence: Bool = false, codecs: CodecList, script: InputSource?
  ) throws(BatchError) {
    self.script = script.map { Input(source: $0) }
    self.codecs = codecs
    let requested = try Self.codec(format: format, codecs)
    isNumbered = isSequence ? try Self.hasFrameField(request) : false
    switch request {
    case .file(let path) where FilePath.isStdout(path):
      (folder, rule, codec) = (nil, .stdout, requested)
    case .file(let path):
      (folder, rule, codec) = (nil, .file(path), try Self.codec(ofFile: path, requested, codecs))
    case .answer: (folder, rule, codec) = (nil, .answer, requested)
    case .display: (folder, rule, codec) = (nil, .display, requested)
    case .inPlace: (folder, rule, codec) = (nil, .inPlace, requested)
    case .named(let template, let folder):
      self.folder = folder
      (rule, codec) = (.named(template ?? (folder == nil ? .framed : .plain)), requested)
    }
  }

  /// Returns true if the names of outputs have a field for frame numbers.
  ///
  /// - Throws: `BatchError` for several fields, or an invalid one.
  private static func hasFrameField(_ request: Request) throws(BatchError) -> Bool {
    let fields: Int
    let name: String?
    switch request {
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

  /// The path that all outputs would have, "-" for none; nil if each output has its own name.
  package var singlePath: String? {
    switch rule {
    case .stdout, .answer: "-"
    case .file(let path): path
    case .display, .inPlace, .named: nil
    }
  }

  /// True if the call names its single output.
  package var isNamed: Bool { singlePath != nil }

  /// True if outputs replace their inputs.
  var isInPlace: Bool { if case .inPlace = rule { true } else { false } }

  /// Returns where the output of a job goes, and its format, as far as that is known before the job's plan.
  ///
  /// - Throws: `BatchError` without a file to name the output after, if the extension contradicts the requested format,
  ///   or if the format cannot be written.
  package func place(of job: Job) throws(BatchError) -> OutputPlace {
    switch rule {
    case .stdout: return place(.stdout)
    case .answer, .display: return place(.answer)
    case .file(let path): return place(.file(path))
    case .inPlace:
      let primaryInput = try Self.required(job.inputs.first)
      guard let path = primaryInput.source.path else { throw BatchError(.naming(.stdinInPlace)) }
      return place(.input(path))
    case .named(let template):
      let primaryInput = try Self.required(job.inputs.first ?? script)
      // The output of stdin has no name to begin with.
      if primaryInput.source.path == nil, folder == nil { return place(.stdout) }
      let name = PendingName(template, primaryInput, index: job.index, in: folder, isNumbered: isNumbered)
      let preview = name.preview
      let named = try preview.fileExtension.flatMap { ext throws(BatchError) in
        try Self.codec(ofExtension: ext, of: preview.name, codec, codecs)
      }
      return OutputPlace(codec: named ?? codec, target: .named(name), isNumbered: isNumbered)
    }
  }

  private func place(_ target: OutputPlace.Target) -> OutputPlace {
    OutputPlace(codec: codec, target: target, isNumbered: isNumbered)
  }

  private static func required(_ input: Input?) throws(BatchError) -> Input {
    guard let input else { throw BatchError(.naming(.nothingToNameAfter)) }
    return input
  }

  /// Returns the change that gives two inputs different outputs.
  func collisionRemedy(_ a: String, _ b: String) -> CollisionRemedy {
    if folder == nil { return .outputFolder }
    return FilePath.folder(a) == FilePath.folder(b) ? .index : .baseFolder
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
    if FilePath.isFolder(path) {
      throw BatchError(.naming(.pathIsFolder), of: path)
    }
    let ext = FilePath.fileExtension(path)
    let named = try ext.flatMap { ext throws(BatchError) in
      try codec(ofExtension: ext, of: path, requested, codecs)
    }
    if let codec = named ?? requested { return codec }
    throw BatchError(.naming(ext.map(NamingProblem.unknownExtension) ?? .noExtension(path)))
  }

  /// Returns the codec of an extension; nil if it is not that of a format.
  private static func codec(
    ofExtension ext: String, of path: String, _ requested: (any Codec)?, _ codecs: CodecList
  ) throws(BatchError) -> (any Codec)? {
    let ext = ext.lowercased()
    let codec = codecs.codec(named: ext)
    guard let title = codec?.format.title ?? KnownFormat.named(ext)?.title else { return nil }
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

extension Input {
  /// The name without folder and extension, as scripts and templates read it.
  package var stem: String { source.path.map(FilePath.stem) ?? "stdin" }
}
