import FrameCodec
import FrameEngine

/// The image formats that an edit reads and writes, and the effects that it can use.
public struct Formats: Sendable {
  let codecs: CodecList

  /// JPEG, PNG, QOI, and the PNM family (PBM, PGM, PPM, PAM).
  public static let builtIn = Formats(codecs: CodecList(CodecList.builtIn))

  /// Returns the built-in formats, and the formats and effects of the plugins in some folders.
  ///
  /// A plugin runs in a process of its own, in a sandbox. It is started when its format or effect is first used.
  /// Built-in formats take precedence, and then those of the first folders. Plugins that cannot be used are left out.
  ///
  /// - Parameters:
  ///   - folders: The folders that contain the plugins' `.codec`, `.effect` and `.so` files.
  ///   - worker: The path of the program `frameit-codec`, which runs plugins.
  public static func builtIn(andPluginsIn folders: [String], worker: String) -> Formats {
    let plugins = FoundPlugins(in: folders).usable(worker: worker)
    return Formats(codecs: CodecList(CodecList.builtIn) { plugins })
  }

  /// The types of the formats.
  public var types: [ImageFileType] { codecs.codecs.map { ImageFileType(rawValue: $0.format.name) } }

  /// Returns the codec that writes a format.
  ///
  /// - Parameter output: The name of the output in errors.
  func writer(of encoding: Encoding, for output: String) throws(EditError) -> any Codec {
    guard let codec = codecs.codec(named: encoding.format.rawValue), codec.format.capabilities.writes else {
      throw EditError(.encode, .output(output), .unknownFormat, "unknown image format")
    }
    return codec
  }
}
