import FrameImage

/// The contents of a manifest, `NAME.codec`, the text file beside a plugin's library. With it, no library is loaded
/// to find out which plugin reads a file. Each line is a word and its values; `#` begins a comment.
///
///     frameit-codec 1
///     name webp
///     title WebP
///     extensions webp
///     signature 52 49 46 46 .. .. .. .. 57 45 42 50
///     depths 8
///     alpha
package struct PluginManifest: Hashable, Sendable {
  package let format: ImageFormat
  /// The library's file name, in the manifest's folder.
  package let library: String
  /// The plugin's version, as its author writes it.
  package let version: String?
  /// True if the library starts threads.
  package let isThreaded: Bool

  /// - Throws: an error for the first invalid line.
  package init(_ text: String, name file: String) throws(ManifestError) {
    var lines = ManifestLines()
    try lines.read(text)
    guard let name = lines.one("name") else { throw ManifestError(line: nil, .missing("name")) }
    guard let extensions = lines["extensions"], !extensions.isEmpty else {
      throw ManifestError(line: nil, .missing("extensions"))
    }
    guard !lines.signatures.isEmpty else { throw ManifestError(line: nil, .missing("signature")) }
    format = ImageFormat(
      name: name, title: lines.one("title") ?? name.uppercased(),
      extensions: extensions.map { $0.lowercased() },
      signatures: lines.signatures,
      capabilities: ImageFormat.Capabilities(
        alpha: lines["alpha"] != nil, depths: lines.depths, maximumSide: lines.side,
        loss: lines["lossy"].map { $0.isEmpty ? .detail : .colors } ?? .nothing,
        profile: lines["profile"] != nil,
        animation: lines["animation"] != nil, resolution: lines["resolution"] != nil,
        writes: lines["writes"] != nil, metadata: lines.metadata))
    library = lines.one("library") ?? file + ".so"
    guard !library.contains("/") else { throw ManifestError(line: nil, .value("library")) }
    version = lines.one("version")
    isThreaded = lines["threads"] != nil
  }
}

/// An error in a manifest.
package struct ManifestError: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    case notAManifest
    /// It requires a later version of the contract.
    case version(String)
    case unknownWord(String)
    case value(String)
    case twice(String)
    case missing(String)
  }

  /// From 1; nil for the whole file.
  package let line: Int?
  package let problem: Problem

  init(line: Int?, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

/// The words of a manifest and their values.
private struct ManifestLines {
  private var values: [String: [String]] = [:]
  private(set) var signatures: [ImageFormat.Signature] = []
  private(set) var depths: [PixelFormat.Depth] = [.eight]
  private(set) var metadata: [MetadataBlock.Kind: Int] = [:]
  private(set) var side = PixelSize.maximumSide

  /// The number of values of each word.
  private static let words: [String: ClosedRange<Int>] = [
    "name": 1...1, "title": 1...8, "version": 1...1, "library": 1...1, "extensions": 1...16,
    "signature": 1...64,
    "depths": 1...2, "alpha": 0...0, "lossy": 0...1, "animation": 0...0, "profile": 0...0, "writes": 0...0,
    "resolution": 0...0,
    "threads": 0...0,
    "maximum-side": 1...1, "metadata": 1...4,
  ]

  subscript(word: String) -> [String]? { values[word] }

  func one(_ word: String) -> String? { values[word]?.joined(separator: " ") }

  mutating func read(_ text: String) throws(ManifestError) {
    var isFirst = true
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let word = words.first else { continue }
      let values = Array(words.dropFirst())
      if isFirst {
        isFirst = false
        guard word == "frameit-codec" else { throw ManifestError(line: index + 1, .notAManifest) }
        guard values == ["1"] else {
          throw ManifestError(line: index + 1, .version(values.joined(separator: " ")))
        }
        continue
      }
      do throws(ManifestError.Problem) {
        try take(word, values)
      } catch {
        throw ManifestError(line: index + 1, error)
      }
    }
    if isFirst { throw ManifestError(line: nil, .notAManifest) }
  }

  private mutating func take(_ word: String, _ values: [String]) throws(ManifestError.Problem) {
    guard let count = Self.words[word] else { throw .unknownWord(word) }
    guard count.contains(values.count) else { throw .value(word) }
    // Values are shown to people, also on terminals.
    let hasControl = values.contains { value in
      value.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    if hasControl { throw .value(word) }
    switch word {
    case "signature":
      guard let signature = ImageFormat.Signature(pattern: values) else { throw .value(word) }
      signatures.append(signature)
      return
    case "depths":
      depths = values.compactMap { Int($0).flatMap(PixelFormat.Depth.init) }.sorted()
      guard depths.count == values.count else { throw .value(word) }
    case "metadata":
      for value in values {
        guard let kind = MetadataBlock.Kind(rawValue: value) else { throw .value(word) }
        metadata[kind] = DecoderLimits.metadata
      }
    case "lossy":
      guard values.allSatisfy({ $0 == "colors" }) else { throw .value(word) }
    case "maximum-side":
      guard let number = Int(values[0]), (1...PixelSize.maximumSide).contains(number) else {
        throw .value(word)
      }
      side = number
    case "name":
      // The worker's protocol has room for 31 bytes.
      guard values[0].utf8.count < 32,
        values[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      else {
        throw .value(word)
      }
    default: break
    }
    guard self.values.updateValue(values, forKey: word) == nil else { throw .twice(word) }
  }
}

extension ManifestError.Problem: Error {}

extension ImageFormat.Signature {
  /// Bytes in hexadecimal; `..` is any byte, and `F0/F8` compares the bits of the second number.
  ///
  /// - Returns: nil for an invalid byte, or if all bytes may be anything.
  init?(pattern: [String]) {
    var (bytes, mask): ([UInt8], [UInt8]) = ([], [])
    for byte in pattern {
      let parts = byte.split(separator: "/", omittingEmptySubsequences: false)
      if byte == ".." {
        bytes.append(0)
        mask.append(0)
      } else if parts.count <= 2, parts.allSatisfy({ $0.count == 2 }), let value = UInt8(parts[0], radix: 16),
        let bits = parts.count == 2 ? UInt8(parts[1], radix: 16) : 0xFF
      {
        bytes.append(value)
        mask.append(bits)
      } else {
        return nil
      }
    }
    guard mask.contains(where: { $0 != 0 }) else { return nil }
    self.init(bytes, mask: mask)
  }
}
