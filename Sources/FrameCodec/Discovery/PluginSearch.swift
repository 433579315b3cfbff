import Platform

/// A manifest that was found, and the plugin or the reason why it is refused.
package struct DiscoveredPlugin: Sendable {
  /// Of the manifest.
  package let path: String
  package let result: Result<PluginManifest, Refusal>

  package enum Refusal: Error, Hashable, Sendable {
    case manifest(ManifestError, ClaimedFormats)
    /// With the system's error number.
    case unreadable(Int32)
    /// With the library's path.
    case libraryMissing(PluginManifest, String)
    /// A plugin with the same name comes first; its path.
    case shadowed(by: String)
    /// The name is that of a built-in codec.
    case builtIn

    /// The formats that it would read; nil if another codec reads them, or they are unknown.
    package var claimedFormats: ClaimedFormats? {
      switch self {
      case .manifest(_, let expectations): expectations
      case .libraryMissing(let manifest, _): ClaimedFormats(manifest.format)
      case .unreadable, .shadowed, .builtIn: nil
      }
    }
  }

  /// Of the library.
  package var libraryPath: String? {
    guard case .success(let manifest) = result else { return nil }
    return PluginSearch.folder(of: path) + "/" + manifest.library
  }
}

/// Finds plugins in folders, without loading their code.
package struct PluginSearch: Sendable {
  /// In search order; the first plugin of a name is used.
  package let folders: [String]

  package init(folders: [String]) {
    self.folders = folders
  }

  package static let ending = ".codec"
  /// The maximum bytes of a manifest.
  private static let most = 1 << 16

  /// - Parameter builtIn: names that plugins cannot use.
  package func plugins(besides builtIn: Set<String>) -> [DiscoveredPlugin] {
    var taken: [String: String] = [:]
    return folders.flatMap { folder in
      Self.names(in: folder).filter { $0.hasSuffix(Self.ending) }.map { name in
        let path = folder + "/" + name
        return DiscoveredPlugin(path: path, result: Self.read(path, name, builtIn, &taken))
      }
    }
  }

  /// Returns the plugin with this manifest; nil if the file does not exist.
  package static func plugin(_ manifest: String) -> DiscoveredPlugin? {
    PluginSearch(folders: [folder(of: manifest)]).plugins(besides: []).first {
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

  private static func read(
    _ path: String, _ name: String, _ builtIn: Set<String>, _ taken: inout [String: String]
  ) -> Result<PluginManifest, DiscoveredPlugin.Refusal> {
    do throws(DiscoveredPlugin.Refusal) {
      let text = try text(path)
      let manifest: PluginManifest
      do throws(ManifestError) {
        manifest = try PluginManifest(text, name: String(name.dropLast(ending.count)))
      } catch {
        throw .manifest(error, ClaimedFormats(text))
      }
      if builtIn.contains(manifest.format.name) { throw .builtIn }
      if let other = taken[manifest.format.name] { throw .shadowed(by: other) }
      let library = folder(of: path) + "/" + manifest.library
      guard access(library, R_OK) == 0 else { throw .libraryMissing(manifest, library) }
      taken[manifest.format.name] = path
      return .success(manifest)
    } catch {
      return .failure(error)
    }
  }

  private static func text(_ path: String) throws(DiscoveredPlugin.Refusal) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: most)
    var filled = 0
    while filled < most {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + filled, most - filled, off_t(filled))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(errno) }
      if count == 0 { return String(decoding: bytes.prefix(filled), as: UTF8.self) }
      filled += count
    }
    throw .unreadable(EFBIG)
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

/// The formats that a plugin claims, as far as its manifest can be read. This includes refused plugins, so that a
/// user who misses a format is told.
package struct ClaimedFormats: Hashable, Sendable {
  private var names: [String] = []
  private var signatures: [ImageFormat.Signature] = []

  init(_ format: ImageFormat) {
    names = [format.name] + format.extensions
    signatures = format.signatures
  }

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
