import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit

/// The destinations and formats of a call's outputs: decided before any edit starts, except for what depends on its
/// plan.
struct Output {
  enum Destination: Equatable {
    case stdout
    /// The answer of a `serve` job, as base64.
    case answer
    case file(String)
    /// One file for each frame.
    case frames(FrameFileNames, count: Int)
    /// The path of the first input, which the output replaces.
    case input(String)

    /// The path of the file, or the pattern of the paths of frames; nil without a file.
    var path: String? {
      switch self {
      case .stdout, .answer: nil
      case .file(let path), .input(let path): path
      case .frames(let names, _): names.pattern
      }
    }

    /// The paths of all files.
    var files: [String] {
      if case .frames(let names, let count) = self {
        (0..<count).map(names.name)
      } else {
        [path].compactMap(\.self)
      }
    }

    /// The name in messages.
    var name: String { path ?? (self == .stdout ? "stdout" : "outputBase64") }
  }

  private enum Rule {
    case fixed(Destination)
    case inPlace
    case named(NameTemplate)
  }

  /// The output folder; nil for the current folder.
  let folder: OutputFolder?
  private let rule: Rule
  /// The codec of `--format`, or of the extension of a single output; nil for that of the first image.
  private let codec: (any Codec)?
  private let codecs: CodecList
  /// The script, whose name is used for outputs without inputs.
  private let script: Input?
  /// True if names have a field for frame numbers, so that each frame is a file.
  let isNumbered: Bool

  /// Decides the destinations of a command's outputs.
  ///
  /// - Parameters:
  ///   - options: The destination.
  ///   - formatOptions: The names and the format.
  ///   - isSequence: True if outputs are frame sequences.
  ///   - codecs: All codecs.
  ///   - script: The script's file; nil for a script of the command line.
  /// - Throws: `Failure` of status `usage`.
  init(
    _ options: OutputOptions, _ formatOptions: FormatOptions, isSequence: Bool = false, codecs: CodecList,
    script: InputSource?
  ) throws(Failure) {
    self.script = script.map { Input(source: $0) }
    let requested = try formatOptions.format.flatMap { codecs.codec(named: $0) }.map(Self.writing)
    self.codecs = codecs
    folder = try options.outDir.map { path throws(Failure) in try OutputFolder(path, base: formatOptions.base)
    }
    let template = try formatOptions.template()
    let fields = isSequence ? options.path.map(FrameFileNames.fields) ?? template?.frameFields ?? 0 : 0
    if isSequence, let field = (options.path ?? formatOptions.name).flatMap(FrameFileNames.invalidField) {
      throw Failure(
        .usage, "\(field) is not a field for frame numbers",
        hint: "write %d, or %04d for four digits; %% is a percent sign",
        of: options.path ?? formatOptions.name)
    }
    guard fields < 2 else {
      throw Failure(
        .usage, "the name has several fields for frame numbers", hint: "write %d once; %% is a percent sign",
        of: options.path ?? formatOptions.name)
    }
    isNumbered = fields == 1
    if let path = options.path {
      if FilePath.isStdout(path) {
        rule = .fixed(.stdout)
        codec = requested
      } else {
        rule = .fixed(.file(path))
        codec = try Self.codec(ofFile: path, requested, codecs)
      }
      return
    }
    codec = requested
    if options.inPlace {
      rule = .inPlace
    } else {
      rule = .named(template ?? (folder == nil ? .framed : .plain))
    }
  }

  /// Decides the destination of a `serve` job: one file, or the answer if the path is nil.
  ///
  /// - Throws: `Failure` of status `usage`.
  init(file path: String?, format: String?, codecs: CodecList) throws(Failure) {
    (folder, script) = (nil, nil)
    isNumbered = false
    self.codecs = codecs
    rule = .fixed(path.map { .file($0) } ?? .answer)
    let requested = try format.map { format throws(Failure) in
      guard let codec = codecs.codec(named: format) else {
        throw Failure(.usage, FormatOptions.unknown(format))
      }
      return try Self.writing(codec)
    }
    if let path { codec = try Self.codec(ofFile: path, requested, codecs) } else { codec = requested }
  }

  /// The path that all outputs would have, "-" for stdout; nil if each output has its own name.
  var singlePath: String? {
    if case .fixed(let destination) = rule { destination.path ?? "-" } else { nil }
  }

  /// Returns a key for a job's output that is known before its plan: outputs with different keys are different files.
  ///
  /// - Returns: nil for stdout.
  /// - Throws: `Failure` of status `usage`.
  func collisionKey(_ job: Job) throws(Failure) -> [UInt8]? {
    switch rule {
    case .fixed(.stdout): return nil
    case .fixed(let destination): return destination.path?.systemBytes
    case .inPlace:
      guard let primaryInput = job.inputs.first else { throw Self.missingName }
      guard let path = primaryInput.source.path else {
        throw Failure(.usage, "stdin cannot be edited in place")
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

  private static var missingName: Failure {
    Failure(
      .usage, "no image given", hint: "name one, or '-' for stdin; a scene from -e without images needs -o")
  }

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
  func destination(
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

  /// The option that names another destination, for hints.
  var alternativeOption: String { if case .fixed = rule { "-o" } else { "--out-dir" } }

  /// True if names depend on the size of the output, and so on its plan.
  var needsPlan: Bool {
    if case .named(let template) = rule { template.has(.width) || template.has(.height) } else { false }
  }

  /// Returns the codec of an output; nil for that of its first image. The extension of the name decides, if it is that of
  /// a format.
  ///
  /// - Throws: `Failure` of status `usage` if the extension contradicts `--format`, or if the format cannot be written.
  func codec(for job: Job) throws(Failure) -> (any Codec)? {
    guard case .named(let template) = rule, let primaryInput = primaryInput(of: job),
      !goesToStdout(primaryInput)
    else {
      return codec
    }
    let name = template.nameWithoutFormat(stem: primaryInput.stem, index: job.index)
    return try name.flatMap { name throws(Failure) in try Self.codec(named: name, codec, codecs) } ?? codec
  }

  /// Returns a hint for two inputs whose outputs would have the same name.
  func collisionHint(_ a: String, _ b: String) -> String {
    let index = "a --name with {index} to number them"
    if folder == nil { return "use --out-dir to keep their folders, or \(index)" }
    return FilePath.folder(a) == FilePath.folder(b)
      ? "use \(index)" : "use --base to keep their folders, or \(index)"
  }

  private static func codec(
    ofFile path: String, _ requested: (any Codec)?, _ codecs: CodecList
  ) throws(Failure) -> any Codec {
    if FilePath.isFolder(path) {
      throw Failure(.output, "is a folder", hint: "use --out-dir to write to a folder", of: path)
    }
    if let codec = try codec(named: path, requested, codecs) ?? requested { return codec }
    guard let format = FilePath.fileExtension(path) else {
      throw Failure(
        .usage, "'\(path)' has no extension that names a format", hint: "name the format with --format")
    }
    throw Failure(.usage, FormatOptions.unknown(format), hint: "name another format with --format")
  }

  /// Returns the codec of a path's extension; nil if it is not that of a format.
  private static func codec(
    named path: String, _ requested: (any Codec)?, _ codecs: CodecList
  ) throws(Failure) -> (any Codec)? {
    guard let ext = FilePath.fileExtension(path)?.lowercased() else { return nil }
    let codec = codecs.codec(named: ext)
    guard let title = codec?.format.title ?? KnownFormat.named(ext)?.title else { return nil }
    if let requested {
      guard requested.format.name == ext || requested.format.extensions.contains(ext) else {
        throw Failure(
          .usage, "the extension is that of \(title), but the requested format is \(requested.format.title)",
          hint: "leave out the format, or change the extension", of: path)
      }
      return requested
    }
    guard let codec else { throw Failure(.usage, FormatOptions.unknown(ext)) }
    return try writing(codec)
  }

  private static func writing(_ codec: any Codec) throws(Failure) -> any Codec {
    guard codec.format.capabilities.writes else {
      throw Failure(
        .usage, "\(codec.format.title) can be read, but not written",
        hint: "name another format with --format")
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
  var stem: String { source.path.map(FilePath.stem) ?? "stdin" }
}
