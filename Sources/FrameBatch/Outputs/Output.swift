import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit

/// The destinations and formats of a call's outputs: decided before any edit starts, except for what depends on its
/// plan.
package struct Output {
  package enum Destination: Equatable {
    case stdout
    /// The answer of a `serve` job, as base64.
    case answer
    case file(String)
    /// One file for each frame.
    case frames(FrameFileNames, count: Int)
    /// The path of the first input, which the output replaces.
    case input(String)

    /// The path of the file, or the pattern of the paths of frames; nil without a file.
    package var path: String? {
      switch self {
      case .stdout, .answer: nil
      case .file(let path), .input(let path): path
      case .frames(let names, _): names.pattern
      }
    }

    /// The paths of all files.
    package var files: [String] {
      if case .frames(let names, let count) = self {
        (0..<count).map(names.name)
      } else {
        [path].compactMap(\.self)
      }
    }

    /// The name in messages.
    package var name: String { path ?? (self == .stdout ? "stdout" : "outputBase64") }
  }

  private enum Rule {
    case fixed(Destination)
    case inPlace
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
      (folder, rule, codec) = (nil, .fixed(.stdout), requested)
    case .file(let path):
      (folder, rule, codec) = (nil, .fixed(.file(path)), try Self.codec(ofFile: path, requested, codecs))
    case .answer: (folder, rule, codec) = (nil, .fixed(.answer), requested)
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
    case .inPlace, .answer: return false
    }
    if let field = name.flatMap(FrameFileNames.invalidField) {
      throw BatchError(.naming(.invalidFrameField(field)), of: name)
    }
    guard fields < 2 else { throw BatchError(.naming(.severalFrameFields), of: name) }
    return fields == 1
  }

  /// The path that all outputs would have, "-" for stdout; nil if each output has its own name.
  package var singlePath: String? {
    if case .fixed(let destination) = rule { destination.path ?? "-" } else { nil }
  }

  /// Returns a key for a job's output that is known before its plan: outputs with different keys are different files.
  ///
  /// - Returns: nil for stdout.
  /// - Throws: `BatchError`.
  package func collisionKey(_ job: Job) throws(BatchError) -> [UInt8]? {
    switch rule {
    case .fixed(.stdout): return nil
    case .fixed(let destination): return destination.path?.systemBytes
    case .inPlace:
      guard let primaryInput = job.inputs.first else { throw Self.missingName }
      guard let path = primaryInput.source.path else {
        throw BatchError(.naming(.stdinInPlace))
      }
      return (FilePath.real(path) ?? path).systemBytes
    case .named(let template):
      guard let primaryInput = primaryInput(of: job) else { throw Self.missingName }
      if goesToStdout(primaryInput) { return nil }
      return FilePath.join(
        primaryInput.folder, template.collisionKey(stem: primaryInput.stem, index: job.index)
      ).systemBytes
    }
  }

  private static var missingName: BatchError { BatchError(.naming(.nothingToNameAfter)) }

  /// Returns the input that an output is named after.
  private func primaryInput(of job: Job) -> Input? { job.inputs.first ?? script }

  /// Returns true if the output of an input goes to stdout: that of stdin, unless there is an output folder.
  private func goesToStdout(_ primaryInput: Input) -> Bool {
    primaryInput.source.path == nil && folder == nil
  }

  /// Returns the destination of a planned output.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - format: The format of the output.
  ///   - size: The size of the output in pixels.
  ///   - isOneOfSeveral: True for one of several sizes; its name contains the width.
  ///   - frames: The number of frames, if each may be a file.
  package func destination(
    _ job: Job, format: ImageFormat, size: PixelSize, isOneOfSeveral: Bool = false, frames: Int = 1
  ) -> Destination {
    let destination = destination(job, format, size, isOneOfSeveral)
    guard isNumbered, case .file(let path) = destination, let names = FrameFileNames(path) else {
      return destination
    }
    return .frames(names, count: frames)
  }

  private func destination(_ job: Job, _ format: ImageFormat, _ size: PixelSize, _ isOneOfSeveral: Bool)
    -> Destination
  {
    switch rule {
    case .fixed(.file(let path)) where isOneOfSeveral:
      let stem = FilePath.stem(path)
      let ext = FilePath.fileExtension(path).map { ".\($0)" } ?? ""
      return .file(FilePath.join(FilePath.folder(path), "\(stem)-\(size.width)\(ext)"))
    case .fixed(let destination): return destination
    case .inPlace: return .input(job.inputs.first!.source.pathOrDash)
    case .named(let template):
      let primaryInput = primaryInput(of: job)!
      if goesToStdout(primaryInput) { return .stdout }
      let template = isOneOfSeveral ? template.addingWidth : template
      let values = NameTemplate.Values(
        stem: isNumbered ? FrameFileNames.escaped(primaryInput.stem) : primaryInput.stem,
        ext: Self.fileExtension(for: format, like: primaryInput.source.pathOrDash), index: job.index,
        size: size)
      let below = FilePath.join(primaryInput.folder, template.name(values))
      return .file(folder.map { FilePath.join($0.path, below) } ?? template.name(values))
    }
  }

  /// True if outputs replace their inputs.
  var isInPlace: Bool { if case .inPlace = rule { true } else { false } }

  /// True if the call names its single output.
  package var isNamed: Bool { if case .fixed = rule { true } else { false } }

  /// True if names depend on the size of the output, and so on its plan.
  var needsPlan: Bool {
    if case .named(let template) = rule { template.has(.width) || template.has(.height) } else { false }
  }

  /// Returns the codec of an output; nil for that of its first image. The extension of the name decides, if it is that of
  /// a format.
  ///
  /// - Throws: `BatchError` if the extension contradicts the requested format, or if the format cannot be written.
  package func codec(for job: Job) throws(BatchError) -> (any Codec)? {
    guard case .named(let template) = rule, let primaryInput = primaryInput(of: job),
      !goesToStdout(primaryInput)
    else {
      return codec
    }
    let name = template.nameWithoutFormat(stem: primaryInput.stem, index: job.index)
    return try name.flatMap { name throws(BatchError) in try Self.codec(named: name, codec, codecs) } ?? codec
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
    if let codec = try codec(named: path, requested, codecs) ?? requested { return codec }
    guard let format = FilePath.fileExtension(path) else {
      throw BatchError(.naming(.noExtension(path)))
    }
    throw BatchError(.naming(.unknownExtension(format)))
  }

  /// Returns the codec of a path's extension; nil if it is not that of a format.
  private static func codec(
    named path: String, _ requested: (any Codec)?, _ codecs: CodecList
  ) throws(BatchError) -> (any Codec)? {
    guard let ext = FilePath.fileExtension(path)?.lowercased() else { return nil }
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

  /// Returns the extension of the input if it is one of the format's, else the format's first.
  private static func fileExtension(for format: ImageFormat, like input: String) -> String {
    let ext = FilePath.fileExtension(input)
    return ext.flatMap { format.extensions.contains($0.lowercased()) ? $0 : nil } ?? format.extensions[0]
  }
}

extension Input {
  /// The name without folder and extension, as scripts and templates read it.
  package var stem: String { source.path.map(FilePath.stem) ?? "stdin" }
}
