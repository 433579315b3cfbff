import FrameCodec
import FrameKit
import FrameModel
import FramePlugins

/// Where the results of a call go and what they are: settled before any edit starts, but for what only the plan of
/// each tells.
struct Output {
  enum Place: Equatable {
    case stdout
    /// Beside what is said of it.
    case answer
    case file(String)
    /// A file for each of so many frames.
    case frames(FrameFileNames, count: Int)
    /// In the place of the first input.
    case input(String)

    /// The file's name; nil where there is no file.
    var path: String? {
      switch self {
      case .stdout, .answer: nil
      case .file(let path), .input(let path): path
      case .frames(let names, _): names.pattern
      }
    }

    /// The names of its files.
    var files: [String] {
      if case .frames(let names, let count) = self {
        (0..<count).map(names.name)
      } else {
        [path].compactMap(\.self)
      }
    }

    /// As errors name it.
    var name: String { path ?? (self == .stdout ? "stdout" : "outputBase64") }
  }

  private enum Rule {
    case place(Place)
    case overInput
    case named(NameTemplate)
  }

  /// The folder that results go to; nil for the current one.
  let folder: OutputFolder?
  private let rule: Rule
  /// As it was asked for, or as the only name says; nil: that of the first image.
  private let codec: (any Codec)?
  private let codecs: CodecList
  /// What a result is named after where there is no input.
  private let script: Input?
  /// Whether names have a field for the number of a frame, each of which is a file.
  let isNumbered: Bool

  /// - Parameters:
  ///   - isFilm: whether results are frames.
  ///   - script: its file; nil where it has none.
  /// - Throws: `Failure` of wrong use.
  init(
    _ options: OutputOptions, isFilm: Bool = false, codecs: CodecList, script: InputSource?
  ) throws(Failure) {
    self.script = script.map { Input(source: $0) }
    let asked = try options.format.flatMap { codecs.codec(named: $0) }.map(Self.writing)
    self.codecs = codecs
    folder = try options.outDir.map { path throws(Failure) in try OutputFolder(path, base: options.base) }
    let template = try options.template()
    let fields = isFilm ? options.path.map(FrameFileNames.fields) ?? template?.frameFields ?? 0 : 0
    if isFilm, let field = (options.path ?? options.name).flatMap(FrameFileNames.misspeltField) {
      throw Failure(
        .usage, "\(field) is no field for the number of a frame",
        note: "%d, or %04d for four digits; %% is a per cent sign", of: options.path ?? options.name)
    }
    guard fields < 2 else {
      throw Failure(
        .usage, "the name has several fields for the number of a frame",
        note: "%d once; %% is a per cent sign",
        of: options.path ?? options.name)
    }
    isNumbered = fields == 1
    if let path = options.path {
      if FilePath.isStdout(path) {
        rule = .place(.stdout)
        codec = asked
      } else {
        rule = .place(.file(path))
        codec = try Self.codec(ofFile: path, asked, codecs)
      }
      return
    }
    codec = asked
    if options.inPlace {
      rule = .overInput
    } else {
      rule = .named(template ?? (folder == nil ? .framed : .plain))
    }
  }

  /// Of a job: one file, or for nil what goes into the answer.
  ///
  /// - Throws: `Failure` of wrong use.
  init(file path: String?, format: String?, codecs: CodecList) throws(Failure) {
    (folder, script) = (nil, nil)
    isNumbered = false
    self.codecs = codecs
    rule = .place(path.map { .file($0) } ?? .answer)
    let asked = try format.map { format throws(Failure) in
      guard let codec = codecs.codec(named: format) else {
        throw Failure(.usage, OutputOptions.unknown(format))
      }
      return try Self.writing(codec)
    }
    if let path { codec = try Self.codec(ofFile: path, asked, codecs) } else { codec = asked }
  }

  /// Whether all results would be this one.
  var onlyPath: String? {
    if case .place(let place) = rule { place.path ?? "-" } else { nil }
  }

  /// Where a result goes, as far as that can be said before its plan: what results have in common that could be one
  /// file. nil for stdout.
  ///
  /// - Throws: `Failure` of wrong use.
  func key(_ job: Job) throws(Failure) -> [UInt8]? {
    switch rule {
    case .place(.stdout): return nil
    case .place(let place): return place.path?.systemBytes
    case .overInput:
      guard let lead = job.inputs.first else { throw Self.nothingToName }
      guard let path = lead.source.path else { throw Failure(.usage, "stdin cannot be edited in place") }
      return (FilePath.real(path) ?? path).systemBytes
    case .named(let template):
      guard let lead = lead(of: job) else { throw Self.nothingToName }
      if goesToStdout(lead) { return nil }
      return FilePath.join(lead.folder, template.key(stem: lead.stem, index: job.index)).systemBytes
    }
  }

  private static var nothingToName: Failure {
    Failure(
      .usage, "which image?",
      note: "name it, '-' for stdin; a scene without images, written behind -e, needs -o")
  }

  /// What a result has its name of.
  private func lead(of job: Job) -> Input? { job.inputs.first ?? script }

  /// What comes in by a pipe goes out by one, if it is not given a folder.
  private func goesToStdout(_ lead: Input) -> Bool { lead.source.path == nil && folder == nil }

  /// Where a planned result goes.
  ///
  /// - Parameters:
  ///   - isOneOfSeveral: of sizes, which their widths tell apart.
  ///   - frames: how many there are, where each may be a file.
  func place(
    _ job: Job, format: ImageFormat, size: PixelSize, isOneOfSeveral: Bool = false, frames: Int = 1
  ) -> Place {
    let place = place(job, format, size, isOneOfSeveral)
    guard isNumbered, case .file(let path) = place, let names = FrameFileNames(path) else { return place }
    return .frames(names, count: frames)
  }

  private func place(_ job: Job, _ format: ImageFormat, _ size: PixelSize, _ isOneOfSeveral: Bool) -> Place {
    switch rule {
    case .place(.file(let path)) where isOneOfSeveral:
      let stem = FilePath.stem(path)
      let ext = FilePath.fileExtension(path).map { ".\($0)" } ?? ""
      return .file(FilePath.join(FilePath.folder(path), "\(stem)-\(size.width)\(ext)"))
    case .place(let place): return place
    case .overInput: return .input(job.inputs.first!.source.word)
    case .named(let template):
      let lead = lead(of: job)!
      if goesToStdout(lead) { return .stdout }
      let template = isOneOfSeveral ? template.withWidth : template
      let values = NameTemplate.Values(
        stem: isNumbered ? FrameFileNames.escaped(lead.stem) : lead.stem,
        ext: Self.fileExtension(for: format, like: lead.source.word), index: job.index, size: size)
      let below = FilePath.join(lead.folder, template.name(values))
      return .file(folder.map { FilePath.join($0.path, below) } ?? template.name(values))
    }
  }

  var isInPlace: Bool { if case .overInput = rule { true } else { false } }

  /// The option that has a result written somewhere else.
  var elsewhere: String { if case .place = rule { "-o" } else { "--out-dir" } }

  /// Whether names depend on more than the inputs' names and formats.
  var needsPlan: Bool {
    if case .named(let template) = rule { template.has(.width) || template.has(.height) } else { false }
  }

  /// What a result is written as; nil: as its first image. A name with an extension of a format says that one.
  ///
  /// - Throws: `Failure` of wrong use, where the name says another format than the one that was asked for, or one that
  ///   cannot be written.
  func codec(for job: Job) throws(Failure) -> (any Codec)? {
    guard case .named(let template) = rule, let lead = lead(of: job), !goesToStdout(lead) else {
      return codec
    }
    let name = template.nameWithoutFormat(stem: lead.stem, index: job.index)
    return try name.flatMap { name throws(Failure) in try Self.codec(named: name, codec, codecs) } ?? codec
  }

  /// What tells two results of one name apart.
  func hint(forOneNameOf a: String, _ b: String) -> String {
    let index = "--name tells them apart by {index}"
    if folder == nil { return "--out-dir keeps their folders apart, \(index)" }
    return FilePath.folder(a) == FilePath.folder(b) ? index : "--base keeps their folders apart, \(index)"
  }

  private static func codec(
    ofFile path: String, _ asked: (any Codec)?, _ codecs: CodecList
  ) throws(Failure) -> any Codec {
    if FilePath.isFolder(path) {
      throw Failure(.output, "is a directory", note: "--out-dir writes into one", of: path)
    }
    if let codec = try codec(named: path, asked, codecs) ?? asked { return codec }
    guard let format = FilePath.fileExtension(path) else {
      throw Failure(.usage, "'\(path)' has no extension that names a format", note: "name it with --format")
    }
    throw Failure(.usage, OutputOptions.unknown(format), note: "--format names another one")
  }

  /// - Returns: nil for a name that says no format.
  private static func codec(
    named path: String, _ asked: (any Codec)?, _ codecs: CodecList
  ) throws(Failure) -> (any Codec)? {
    guard let word = FilePath.fileExtension(path)?.lowercased() else { return nil }
    let codec = codecs.codec(named: word)
    guard let said = codec?.format.title ?? KnownFormat.named(word)?.title else { return nil }
    if let asked {
      guard asked.format.name == word || asked.format.extensions.contains(word) else {
        throw Failure(
          .usage, "the name says \(said), and the format that is asked for is \(asked.format.title)",
          note: "leave the format out, or name it otherwise", of: path)
      }
      return asked
    }
    guard let codec else { throw Failure(.usage, OutputOptions.unknown(word)) }
    return try writing(codec)
  }

  private static func writing(_ codec: any Codec) throws(Failure) -> any Codec {
    guard codec.format.capabilities.writes else {
      throw Failure(
        .usage, "\(codec.format.title) can be read, not written", note: "--format names another one")
    }
    return codec
  }

  /// The input's own extension where it is one of the format's, else the format's first.
  private static func fileExtension(for format: ImageFormat, like input: String) -> String {
    let own = FilePath.fileExtension(input)
    return own.flatMap { format.extensions.contains($0.lowercased()) ? $0 : nil } ?? format.extensions[0]
  }
}

extension Input {
  /// As scripts and templates know it.
  var stem: String { source.path.map(FilePath.stem) ?? "stdin" }
}
