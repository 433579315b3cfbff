import FrameCodec
import FrameKit

/// What an edit writes and where: settled before any edit starts.
struct Output {
  enum Place: Equatable {
    case stdout
    case file(String)
    /// In the place of the first input.
    case input(String)
  }

  let place: Place
  /// nil: that of the first picture.
  let codec: (any Codec)?

  /// The file's name; nil for stdout.
  var path: String? {
    switch place {
    case .stdout: nil
    case .file(let path), .input(let path): path
    }
  }

  /// - Parameters:
  ///   - lead: the first input of the edit, if it has one.
  ///   - files: to look at the lead's format.
  ///   - codecs: of which one will write.
  /// - Throws: `Failure` of wrong use.
  init(_ options: OutputOptions, lead: String?, files: InputFiles, codecs: CodecList) throws(Failure) {
    let asked = try options.format.flatMap { codecs.codec(named: $0) }.map(Self.writing)
    if let path = options.path {
      if path == "-" || path == "/dev/stdout" {
        place = .stdout
        codec = asked
      } else {
        place = .file(path)
        if let asked { codec = asked } else { codec = try Self.codec(byName: path, codecs) }
      }
      return
    }
    codec = asked
    guard let lead else {
      throw Failure(
        .usage, "which picture?",
        note: "name it after the script, '-' for stdin; a scene without pictures needs -o")
    }
    if options.inPlace {
      guard lead != "-" else { throw Failure(.usage, "stdin cannot be edited in place") }
      place = .input(lead)
    } else if lead == "-" {
      place = .stdout
    } else {
      // What cannot be read fails later, by its own name.
      let codec = asked ?? (try? files.open(lead)).flatMap { try? codecs.codec(for: $0.bytes) }
      place = .file("\(Path.stem(lead)).framed.\(Self.fileExtension(for: codec, like: lead))")
    }
  }

  private static func codec(byName path: String, _ codecs: CodecList) throws(Failure) -> any Codec {
    if Path.isFolder(path) {
      throw Failure(.output, "is a directory", note: "name a file in it", of: path)
    }
    guard let format = Path.fileExtension(path) else {
      throw Failure(.usage, "'\(path)' has no extension that names a format", note: "name it with --format")
    }
    guard let codec = codecs.codec(named: format) else {
      throw Failure(.usage, OutputOptions.unknown(format), note: "--format names another one")
    }
    return try writing(codec)
  }

  private static func writing(_ codec: any Codec) throws(Failure) -> any Codec {
    guard codec.format.holds.writes else {
      throw Failure(
        .usage, "\(codec.format.title) can be read, not written", note: "--format names another one")
    }
    return codec
  }

  /// The input's own extension where it is one of the format's, else the format's first.
  private static func fileExtension(for codec: (any Codec)?, like input: String) -> String {
    let own = Path.fileExtension(input)
    guard let extensions = codec?.format.extensions else { return own ?? "png" }
    return own.flatMap { extensions.contains($0.lowercased()) ? $0 : nil } ?? extensions[0]
  }
}
