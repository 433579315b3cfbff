/// A format that one of our plugins reads, for files whose plugin is not installed: the error then names the plugin.
///
/// It repeats the plugin's manifest; a test compares both.
package struct KnownFormat: Sendable {
  /// The plugin's name, which is the format's.
  package let plugin: String
  package let title: String
  package let extensions: [String]
  package let signatures: [ImageFormat.Signature]
  package let writes: Bool
  /// Debian's package of the library that the plugin uses.
  package let package: String

  /// - Returns: the format with this start of a file.
  package static func of(_ start: [UInt8]) -> KnownFormat? {
    all.first { format in format.signatures.contains { $0.matches(start) } }
  }

  /// - Returns: the format with this name or file extension, in any case.
  package static func named(_ name: String) -> KnownFormat? {
    let name = name.lowercased()
    return all.first { $0.plugin == name || $0.extensions.contains(name) }
  }

  private init(
    _ plugin: String, _ title: String, _ extensions: [String], writes: Bool = true, package: String,
    _ patterns: [String]
  ) {
    (self.plugin, self.title, self.extensions) = (plugin, title, extensions)
    (self.writes, self.package) = (writes, package)
    signatures = patterns.map { ImageFormat.Signature(pattern: $0)! }
  }

  /// Returns the start of a file in the ISO base media format, with its brand.
  private static func brand(_ name: String) -> String {
    ".. .. .. .. 66 74 79 70" + name.utf8.map { " " + String($0, radix: 16) }.joined()
  }

  package static let all = [
    KnownFormat("webp", "WebP", ["webp"], package: "libwebp-dev", ["52 49 46 46 .. .. .. .. 57 45 42 50"]),
    KnownFormat("gif", "GIF", ["gif"], package: "libgif-dev", ["47 49 46 38 37 61", "47 49 46 38 39 61"]),
    KnownFormat(
      "tiff", "TIFF", ["tif", "tiff"], package: "libtiff-dev",
      ["49 49 2A 00", "4D 4D 00 2A", "49 49 2B 00", "4D 4D 00 2B"]),
    KnownFormat(
      "jxl", "JPEG XL", ["jxl"], package: "libjxl-dev", ["FF 0A", "00 00 00 0C 4A 58 4C 20 0D 0A 87 0A"]),
    KnownFormat("avif", "AVIF", ["avif"], package: "libheif-dev", ["avif", "avis"].map(brand)),
    KnownFormat(
      "heif", "HEIF", ["heic", "heif", "hif"], writes: false, package: "libheif-dev",
      ["heic", "heix", "heim", "heis", "mif1", "msf1", "hevc"].map(brand)),
  ]
}
