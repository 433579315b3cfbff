import FrameCodec
import FrameFiles
import Platform

/// The images of two folders, paired by their paths in them.
package struct FolderPairs: Sendable {
  /// The folders that have an image of a path.
  package enum Place: Equatable, Sendable {
    case both, expected, actual
    /// A subfolder that cannot be read. Images below it are unknown, so that they have no entries.
    case unreadable(FileError)
  }

  package struct Entry: Equatable, Sendable {
    /// The path in the folders.
    package let path: String
    package var place: Place
  }

  package let expected: String
  package let actual: String
  /// In the order of their paths' bytes.
  package private(set) var entries: [Entry] = []
  /// The number of files whose names do not end as those of images do.
  package private(set) var otherFiles = 0

  /// Lists the files of both folders and their subfolders whose names end as those of images do, without hidden ones.
  /// Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - include: If there are any, a path must match one of them.
  ///   - exclude: Paths that match one of them are left out.
  /// - Throws: `FileError` if one of the two folders cannot be read.
  package init(
    expected: String, actual: String, include: [NamePattern] = [], exclude: [NamePattern] = [],
    codecs: CodecList
  ) throws(FileError) {
    (self.expected, self.actual) = (expected, actual)
    // Two Unicode spellings of a name are two files, so that paths are told apart by their bytes.
    var (places, others): ([[UInt8]: Entry], Set<[UInt8]>) = ([:], [])
    for (folder, place) in [(expected, Place.expected), (actual, Place.actual)] {
      FilePath.walk(folder) { path, error in
        let bytes = Array(path.utf8)
        if let error { return places[bytes] = Entry(path: path, place: .unreadable(error)) }
        if case .unreadable = places[bytes]?.place { return }
        guard include.isEmpty || include.contains(where: { $0.matches(path) }),
          !exclude.contains(where: { $0.matches(path) })
        else { return }
        guard let ext = FilePath.fileExtension(path),
          codecs.codec(named: ext) != nil || KnownFormat.named(ext) != nil
        else {
          others.insert(bytes)
          return
        }
        let isKnown = places[bytes]?.place == .expected && place == .actual
        places[bytes] = Entry(path: path, place: isKnown ? .both : place)
      }
      if case .unreadable(let error) = places[[]]?.place { throw error }
    }
    otherFiles = others.count
    let unreadable = Set(
      places.filter { if case .unreadable = $0.value.place { true } else { false } }.map(\.key))
    let known =
      unreadable.isEmpty
      ? places
      : places.filter { path, _ in
        !path.indices.contains { path[$0] == UInt8(ascii: "/") && unreadable.contains(Array(path[..<$0])) }
      }
    entries = known.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}

/// A pattern for relative paths: `*` matches any characters, `?` one character, and `[a-z]` one of a set.
///
/// `*` also matches slashes. A pattern without a slash matches names in any folder, and `**/` at the beginning matches
/// any folder, or none.
package struct NamePattern: Equatable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// True if it matches only itself: a path, or without a slash, a name in any folder.
  package var isLiteral: Bool { !text.utf8.contains { "*?[\\".utf8.contains($0) } }

  package func matches(_ path: String) -> Bool {
    if !text.contains("/") { return Self.matches(text, FilePath.name(path)) }
    let anywhere = "**/"
    if text.hasPrefix(anywhere), NamePattern(String(text.dropFirst(anywhere.count))).matches(path) {
      return true
    }
    return Self.matches(text, path)
  }

  /// POSIX matching, in which `*` matches slashes.
  private static func matches(_ pattern: String, _ text: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
}
