import FrameGeometry
import Platform

/// A manifest that was found, and the plugin or the reason why it is refused.
package struct Discovered<Kind: Manifest>: Sendable {
  /// Of the manifest.
  package let path: String
  package let result: Result<Kind, PluginRefusal>

  /// Of the library.
  package var libraryPath: String? {
    guard case .success(let manifest) = result else { return nil }
    return PluginSearch.folder(of: path) + "/" + manifest.library
  }
}

package typealias DiscoveredPlugin = Discovered<PluginManifest>
package typealias DiscoveredEffect = Discovered<EffectManifest>

/// The reason why a plugin is refused.
package struct PluginRefusal: Error, Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    /// The manifest does not begin with this line.
    case notAManifest(first: String)
    /// The manifest requires a later version of the contract.
    case version(String)
    case unknownWord(String)
    case value(String)
    case twice(String)
    case missing(String)
    /// With the system's error number.
    case unreadable(Int32)
    /// With the library's path.
    case libraryMissing(String)
    /// A plugin with the same name comes first; its path.
    case shadowed(by: String)
    /// The name is that of a built-in codec.
    case builtIn
  }

  package let cause: Cause
  /// The line of the manifest, from 1; nil for the whole file.
  package let line: Int?
  /// The formats that a codec would read; nil if another codec reads them, or they are unknown.
  package let claimedFormats: ClaimedFormats?

  init(_ cause: Cause, line: Int? = nil, claiming formats: ClaimedFormats? = nil) {
    self.cause = cause
    self.line = line
    claimedFormats = formats
  }
}

/// Finds plugins in folders, without loading their code.
package struct PluginSearch: Sendable {
  /// In search order; the first plugin of a name is used.
  package let folders: [String]

  package init(folders: [String]) {
    self.folders = folders
  }

  /// The maximum bytes of a manifest.
  private static let most = 1 << 16

  /// Returns the plugins with a kind of manifest: codecs or effects.
  ///
  /// - Parameter builtIn: names that plugins cannot use.
  package func plugins<Kind>(_: Kind.Type = PluginManifest.self, besides builtIn: Set<String> = [])
    -> [Discovered<
      Kind
    >]
  {
    var taken: [String: String] = [:]
    return folders.flatMap { folder in
      Self.names(in: folder).filter { $0.hasSuffix(Kind.ending) }.map { name in
        let path = folder + "/" + name
        return Discovered(path: path, result: Self.read(path, name, builtIn, &taken))
      }
    }
  }

  /// Returns the plugin with this manifest; nil if the file does not exist.
  package static func plugin<Kind>(_ manifest: String) -> Discovered<Kind>? {
    PluginSearch(folders: [folder(of: manifest)]).plugins(Kind.self).first {
      $0.path.split(separator: "/").last == manifest.split(separator: "/").last
    }
  }

  /// Sorted, so that the result does not depend on the file system.
  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.sorted()
  }

  private static func read<Kind: Manifest>(
    _ path: String, _ name: String, _ builtIn: Set<String>, _ taken: inout [String: String]
  ) -> Result<Kind, PluginRefusal> {
    do throws(PluginRefusal) {
      let text = try text(path)
      let manifest = try converting(Kind(text, name: String(name.dropLast(Kind.ending.count)))) {
        (error: PluginRefusal) in
        PluginRefusal(error.cause, line: error.line, claiming: ClaimedFormats(text))
      }
      if builtIn.contains(manifest.name) { throw PluginRefusal(.builtIn) }
      if let other = taken[manifest.name] { throw PluginRefusal(.shadowed(by: other)) }
      let library = folder(of: path) + "/" + manifest.library
      guard access(library, R_OK) == 0 else {
        throw PluginRefusal(.libraryMissing(library), claiming: ClaimedFormats(text))
      }
      taken[manifest.name] = path
      return .success(manifest)
    } catch {
      return .failure(error)
    }
  }

  private static func text(_ path: String) throws(PluginRefusal) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw PluginRefusal(.unreadable(errno)) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: most)
    var filled = 0
    while filled < most {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + filled, most - filled, off_t(filled))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PluginRefusal(.unreadable(errno)) }
      if count == 0 { return String(decoding: bytes.prefix(filled), as: UTF8.self) }
      filled += count
    }
    throw PluginRefusal(.unreadable(EFBIG))
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

/// The formats that a plugin claims, as far as its manifest can be read. This includes refused plugins, so that a
/// user who misses a format is told.
package struct ClaimedFormats: Equatable, Sendable {
  private var names: [String] = []
  private var signatures: [ImageFormat.Signature] = []

  /// - Parameter text: the text of a manifest, which may contain errors.
  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      let values = Array(words.dropFirst())
      switch words.first {
      case "name", "extensions": names += values.map { $0.lowercased() }
      case "signature": signatures += [ImageFormat.Signature(pattern: values)].compactMap(\.self)
      default: break
      }
    }
  }

  /// Returns whether it claims files with this start.
  package func has(_ start: [UInt8]) -> Bool { signatures.contains { $0.matches(start) } }

  /// Returns whether it has this name or claims this file extension, in any case.
  package func has(name: String) -> Bool { names.contains(name.lowercased()) }
}
