import FrameImage

/// The manifest of a codec, `NAME.codec`. With it, no library is loaded to find out which plugin reads a file.
///
///     frameit-codec 1
///     name webp
///     title WebP
///     extensions webp
///     signature 52 49 46 46 .. .. .. .. 57 45 42 50
///     depths 8
///     alpha
package struct PluginManifest: Manifest, Equatable {
  package let format: ImageFormat
  /// The library's file name, in the manifest's folder.
  package let library: String
  /// The plugin's version, as its author writes it.
  package let version: String?
  /// True if the library starts threads.
  package let isThreaded: Bool

  package static let ending = ".codec"
  package var name: String { format.name }
  package var title: String { format.title }

  package init(_ text: String, name file: String) throws(PluginRefusal) {
    var own = CodecLines()
    let lines = try ManifestLines(
      text, name: file, kind: "frameit-codec", CodecLines.counts, repeated: "signature"
    ) { word, values throws(PluginRefusal) in try own.take(word, values) }
    guard let extensions = lines["extensions"] else { throw PluginRefusal(.missing("extensions")) }
    guard !own.signatures.isEmpty else { throw PluginRefusal(.missing("signature")) }
    format = ImageFormat(
      name: lines.name, title: lines.title ?? lines.name.uppercased(),
      extensions: extensions.map { $0.lowercased() },
      signatures: own.signatures,
      capabilities: ImageFormat.Capabilities(
        alpha: lines["alpha"] != nil, depths: own.depths, maximumSide: own.side,
        loss: lines["lossy"].map { $0.isEmpty ? .detail : .colors } ?? .nothing, defaultQuality: own.quality,
        profile: lines["profile"] != nil, colorimetry: lines["code-points"] != nil ? .codePoints : .none,
        animation: lines["animation"] != nil, resolution: lines["resolution"] != nil,
        writes: lines["writes"] != nil, metadata: own.metadata))
    library = lines.library
    version = lines.version
    isThreaded = lines.isThreaded
  }
}

/// The lines that only manifests of codecs have.
private struct CodecLines {
  private(set) var signatures: [ImageFormat.Signature] = []
  private(set) var depths: [PixelFormat.Depth] = [.eight]
  private(set) var metadata: [MetadataBlock.Kind: Int] = [:]
  private(set) var side = PixelSize.maximumSide
  private(set) var quality: Int?

  static let counts: [String: ClosedRange<Int>] = [
    "extensions": 1...16, "signature": 1...64, "depths": 1...2, "alpha": 0...0, "lossy": 0...1,
    "animation": 0...0, "profile": 0...0, "code-points": 0...0, "writes": 0...0, "resolution": 0...0,
    "maximum-side": 1...1, "quality": 1...1,
    "metadata": 1...4,
  ]

  mutating func take(_ word: String, _ values: [String]) throws(PluginRefusal) {
    switch word {
    case "signature":
      guard let signature = ImageFormat.Signature(pattern: values) else { throw PluginRefusal(.value(word)) }
      signatures.append(signature)
    case "depths":
      depths = values.compactMap { Int($0).flatMap(PixelFormat.Depth.init) }.sorted()
      guard depths.count == values.count else { throw PluginRefusal(.value(word)) }
    case "metadata":
      for value in values {
        guard let kind = MetadataBlock.Kind(rawValue: value) else { throw PluginRefusal(.value(word)) }
        metadata[kind] = DecoderLimits.metadata
      }
    case "lossy":
      guard values.allSatisfy({ $0 == "colors" }) else { throw PluginRefusal(.value(word)) }
    case "quality": quality = try number(1...100)
    case "maximum-side": side = try number(1...PixelSize.maximumSide)
    default: break
    }

    func number(_ range: ClosedRange<Int>) throws(PluginRefusal) -> Int {
      guard let number = Int(values[0]), range.contains(number) else { throw PluginRefusal(.value(word)) }
      return number
    }
  }
}

extension ImageFormat.Signature {
  /// The same, with blanks between the bytes.
  init?(pattern: String) { self.init(pattern: pattern.split(separator: " ").map(String.init)) }

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
