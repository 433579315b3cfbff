import FrameCodec
import FrameImage

/// The source of an image's pixels.
///
/// A value only names or holds the source. A file is opened, and bytes are decoded, when an edit uses them.
public enum ImageSource: Sendable {
  /// A file, by its path. Relative paths are relative to the process's current folder.
  case file(String)
  /// The bytes of an image file.
  case bytes([UInt8])
  /// Pixels in memory: upright, and sRGB.
  case pixels(Bitmap)
  /// The result of another edit, with its frames, its profile and its metadata.
  case rendered(RenderedImage)
}

extension ImageSource {
  /// Opens the source.
  ///
  /// - Parameter number: The number of the source among an edit's inputs, from 1. It names a source without a path.
  /// - Throws: `SystemError` for a file that cannot be opened.
  func open(number: Int) throws(SystemError) -> NamedInput {
    switch self {
    case .file(let path): NamedInput(name: path, bytes: try LocalFile.open(path))
    case .bytes(let bytes): NamedInput(name: name(number: number), bytes: ByteInput(bytes: bytes))
    case .pixels(let bitmap): NamedInput(name: name(number: number), pixels: BitmapCodec(bitmap))
    case .rendered(let image): NamedInput(name: name(number: number), pixels: BitmapCodec(image))
    }
  }

  /// Returns the name of the source in messages.
  func name(number: Int) -> String {
    if case .file(let path) = self { path } else { "image \(number)" }
  }

  /// The name of the file without its folder and extension, for `$stem`; nil for other sources.
  var stem: String? { if case .file(let path) = self { FilePath.stem(path) } else { nil } }
}

/// Provides the sources of an edit. It opens no file that a script names, except for the fonts that the caller names.
struct SourceHost: ImageHost {
  let sources: [ImageSource]
  let fonts: Set<String>

  var inputCount: Int { sources.count }

  func input(_ number: Int) throws -> NamedInput? {
    guard sources.indices.contains(number - 1) else { return nil }
    do throws(SystemError) {
      return try sources[number - 1].open(number: number)
    } catch {
      throw SourceFailure(name: sources[number - 1].name(number: number), number: error.number)
    }
  }

  func file(_ path: String) throws -> NamedInput { throw FileNotAllowed(path: path) }

  func font(_ path: String, limit: Int) throws -> [UInt8] {
    guard fonts.contains(path) else { throw FileNotAllowed(path: path) }
    do throws(SystemError) {
      return try LocalFile.contents(path, limit: limit + 1)
    } catch {
      throw SourceFailure(name: path, number: error.number)
    }
  }

  func folder(_ path: String) throws -> [String] { throw FileNotAllowed(path: path) }
}

/// A source or a font that cannot be read, with the system's error number.
struct SourceFailure: Error {
  var name: String
  var number: Int32
}

/// A script names a file, although the edit may open none.
struct FileNotAllowed: Error {
  var path: String
}
