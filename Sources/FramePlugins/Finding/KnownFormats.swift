import FrameCodec

/// Formats that a plugin of ours reads, for files whose plugin is not there: not "no picture", but what is
/// missing.
public enum KnownFormats {
  /// - Returns: the title of a format, and the plugin that would read it.
  public static func plugin(for start: [UInt8]) -> (title: String, plugin: String)? {
    table.first { row in row.patterns.contains { $0.matches(start) } }.map { ($0.title, $0.plugin) }
  }

  private struct Row {
    let title: String
    let plugin: String
    let patterns: [ImageFormat.Signature]

    init(_ title: String, _ plugin: String, _ patterns: [String]) {
      self.title = title
      self.plugin = plugin
      self.patterns = patterns.map { pattern in
        ImageFormat.Signature(pattern: pattern.split(separator: " ").map(String.init))!
      }
    }
  }

  private static let table = [
    Row("WebP", "webp", ["52 49 46 46 .. .. .. .. 57 45 42 50"]),
    Row("GIF", "gif", ["47 49 46 38 37 61", "47 49 46 38 39 61"]),
    Row("TIFF", "tiff", ["49 49 2A 00", "4D 4D 00 2A", "49 49 2B 00", "4D 4D 00 2B"]),
    Row("JPEG XL", "jxl", ["FF 0A", "00 00 00 0C 4A 58 4C 20 0D 0A 87 0A"]),
    Row("AVIF", "avif", [".. .. .. .. 66 74 79 70 61 76 69 66", ".. .. .. .. 66 74 79 70 61 76 69 73"]),
    Row(
      "HEIF", "heif",
      [
        ".. .. .. .. 66 74 79 70 68 65 69 63", ".. .. .. .. 66 74 79 70 68 65 69 78",
        ".. .. .. .. 66 74 79 70 6D 69 66 31", ".. .. .. .. 66 74 79 70 6D 73 66 31",
      ]),
  ]
}
