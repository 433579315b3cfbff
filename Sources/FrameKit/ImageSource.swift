import FrameGeometry
import FrameCodec
import FrameEngine
import FrameFiles
import FrameScript

// Images that are decoded. A file is opened, and bytes are decoded, when an edit uses them.
extension ImageSource {
  /// A file, by its path. Relative paths are relative to the process's current folder.
  public static func file(_ path: String) -> ImageSource { ImageSource(EncodedImage.file(path)) }
  /// The bytes of an image file.
  public static func bytes(_ bytes: [UInt8]) -> ImageSource { ImageSource(EncodedImage.bytes(bytes)) }
  /// The result of another edit, with its frames, its profile and its metadata.
  public static func rendered(_ image: RenderedImage) -> ImageSource {
    ImageSource(EncodedImage.rendered(image))
  }
}

/// An image that is decoded by the formats of an edit.
package enum EncodedImage: RowSource {
  case file(String)
  case bytes([UInt8])
  case rendered(RenderedImage)

  /// Decodes the image with the built-in formats, to sRGB.
  package func open() throws -> any RowReader {
    var options = EditOptions()
    options.colors = .srgb
    return try Edit.identity(options).apply(to: ImageSource(self)).render().pixels
  }
}

extension ImageSource {
  /// Opens the source.
  ///
  /// - Parameter number: The number of the source among an edit's inputs, from 1. It names a source without a path.
  /// - Throws: `FileError` for a file that cannot be opened.
  func open(number: Int) throws(FileError) -> ImageInput {
    let name = name(number: number)
    switch rows as? EncodedImage {
    case .file(let path)?: return .file(try InputFile(.file(path), limit: .nothing))
    case .bytes(let bytes)?: return ImageInput(name: name, bytes: ByteInput(bytes: bytes))
    case .rendered(let image)?:
      let codec = BitmapCodec(frames: image.frames, loopCount: image.loopCount, metadata: image.stored)
      return .pixels(codec, name: name)
    case nil:
      let bitmap = try converting(rows.open().bitmap()) { (error: any Error) in
        FileError(name, .unreadable(.damaged(detail: "\(error)")))
      }
      return .pixels(BitmapCodec(bitmap), name: name)
    }
  }

  /// Returns the name of the source in messages.
  func name(number: Int) -> String {
    if case .file(let path)? = rows as? EncodedImage { path } else { "image \(number)" }
  }

  /// The name of the file without its folder and extension, for `$stem`; nil for other sources.
  var stem: String? { if case .file(let path)? = rows as? EncodedImage { FilePath.stem(path) } else { nil } }
}

/// The files that an edit may open beside the images of a call.
package enum OwnFiles: Sendable {
  /// Images that come before those of a call, and fonts.
  case images([ImageSource], fonts: CanvasFonts)
  /// The files that a script in a file names.
  case script(ScriptSource)

  package static let none = OwnFiles.images([], fonts: CanvasFonts())

  var images: [ImageSource] { if case .images(let images, _) = self { images } else { [] } }
}

/// Provides the images of a call and the files of an edit.
package struct SourceHost: ImageHost {
  let sources: [ImageSource]
  let files: OwnFiles
  /// The files and folders that the edit used, also those that it could not open.
  package let used: UsedFiles

  package init(sources: [ImageSource], files: OwnFiles = .none, used: UsedFiles = UsedFiles()) {
    (self.sources, self.files, self.used) = (sources, files, used)
  }

  package var inputCount: Int { sources.count }

  package func input(_ number: Int) throws(FileError) -> ImageInput? {
    guard sources.indices.contains(number - 1) else { return nil }
    if case .file(let path)? = sources[number - 1].rows as? EncodedImage { used.add(path) }
    return try sources[number - 1].open(number: number)
  }

  package func file(_ path: String) throws(FileError) -> ImageInput {
    guard case .script(let script) = files else { throw FileError(path, .notAllowed) }
    return .file(try script.open(path, used))
  }

  package func font(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    if case .script(let script) = files { return try script.open(path, used).bytes(limit + 1) }
    guard case .images(_, let fonts) = files else { throw FileError(path, .notAllowed) }
    if let bytes = try? fonts.bytes(of: path) { return bytes }
    guard fonts.files.contains(path) else { throw FileError(path, .notAllowed) }
    used.add(path)
    return try InputFile(.file(path), limit: .nothing).bytes(limit + 1)
  }

  package func boxes(_ path: String, limits: Limits) throws(FileError) -> FocusBoxes {
    guard case .script(let script) = files else { throw FileError(path, .notAllowed) }
    return try script.open(path, used).boxes(limits: limits)
  }

  package func folder(_ path: String) throws(FileError) -> [String] {
    guard case .script(let script) = files else { throw FileError(path, .notAllowed) }
    return try script.files(in: path, used)
  }
}

// MARK: Headers

/// The properties of an image, from its header.
public struct ImageInfo: Hashable, Sendable {
  /// The format; "bitmap" for an image that is not encoded.
  public let format: ImageFileType
  /// The width and height of the upright image.
  public let size: PixelSize
  /// The channels and the depth of its pixels.
  public let pixelFormat: PixelFormat
  /// The number of frames; 1 for a still image.
  public let frames: Int
  /// The ICC profile; nil without one.
  public let profile: [UInt8]?
  /// The metadata.
  public let metadata: Metadata
  /// True if it has an HDR gain map that can be read.
  public let hasGainMap: Bool
}

extension ImageSource {
  /// Reads the header of the image.
  ///
  /// - Parameters:
  ///   - formats: The formats of the image.
  ///   - limits: The resources that reading may use.
  public func info(formats: Formats = .builtIn, limits: Limits = Limits()) throws(EditError) -> ImageInfo {
    let image = try opened(1, formats, limits)
    let header = image.header
    return ImageInfo(
      format: ImageFileType(rawValue: image.codec.format.name), size: image.sourceImage(id: 0).uprightSize,
      pixelFormat: header.pixels,
      frames: header.frames, profile: header.metadata.profile, metadata: Metadata(header.metadata),
      hasGainMap: header.gainMap != nil)
  }

  /// Opens the image.
  func opened(_ number: Int, _ formats: Formats, _ limits: Limits) throws(EditError) -> OpenImage {
    return try converting(OpenImage(open(number: number), codecs: formats.codecs, limits: limits)) {
      (error: FileError) in EditError(error, at: .open)
    }
  }
}
