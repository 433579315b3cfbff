/// Recognizes files of formats that neither the program nor its plugins read, so that the error names the format.
enum ForeignFormat {
  /// Returns the name of the format, if a file with this start has one of these.
  static func name(ofStart start: [UInt8]) -> String? {
    if let format = signatures.first(where: { $0.signature.matches(start) }) { return format.name }
    // SVG is text, which often begins with an XML declaration, a comment or blanks.
    let text = String(decoding: start, as: UTF8.self).lowercased()
    return text.contains("<svg") || text.contains("<!doctype svg") ? "SVG" : nil
  }

  /// Returns the name of the format of a camera's raw data in a TIFF, whose first image is often a small preview.
  ///
  /// - Throws: `CodecError.readFailed`.
  static func rawName(of input: ByteInput, start: [UInt8]) throws(CodecError) -> String? {
    guard ExifBlock.begins(start) else { return nil }
    if start.dropFirst(8).starts(with: "CR".utf8) { return "camera raw (CR2)" }
    // The first directory of raw data is near the start.
    guard let tiff = ExifBlock(try input.read(at: 0, count: 1 << 16)) else { return nil }
    func value(_ tag: Int) -> Int? {
      tiff.entry(tag, in: tiff.main).flatMap {
        tiff.number(at: $0.at + 8, $0.type == ExifBlock.Kind.short ? 2 : 4)
      }
    }
    let (newSubfileType, photometric, subdirectories, dngVersion) = (0x00FE, 0x0106, 0x014A, 0xC612)
    if value(dngVersion) != nil { return "DNG" }
    let (filterArray, linearRaw) = (32803, 34892)
    if let meaning = value(photometric), meaning == filterArray || meaning == linearRaw {
      return "camera raw"
    }
    let isPreview = value(newSubfileType).map { $0 & 1 == 1 } ?? false
    return isPreview && value(subdirectories) != nil ? "camera raw" : nil
  }

  private static let signatures: [(name: String, signature: ImageFormat.Signature)] = [
    // The two reserved fields of the file header are 0.
    ("BMP", "42 4D .. .. .. .. 00 00 00 00"), ("PSD", "38 42 50 53"), ("PDF", "25 50 44 46 2D"),
    ("PostScript", "25 21 50 53"), ("ICO", "00 00 01 00"), ("CUR", "00 00 02 00"), ("ICNS", "69 63 6E 73"),
    ("JPEG 2000", "00 00 00 0C 6A 50 20 20"), ("JPEG 2000", "FF 4F FF 51"), ("JPEG XR", "49 49 BC 01"),
    ("OpenEXR", "76 2F 31 01"), ("Radiance HDR", "23 3F 52 41 44 49 41 4E 43 45"), ("DDS", "44 44 53 20"),
    ("XCF", "67 69 6D 70 20 78 63 66"), ("FITS", "53 49 4D 50 4C 45 20 20 3D"), ("FLIF", "46 4C 49 46"),
    ("camera raw (RAF)", "46 55 4A 49 46 49 4C 4D"),
    ("camera raw (ORF)", "49 49 52 4F"), ("camera raw (RW2)", "49 49 55 00"),
    ("camera raw (CR3)", ".. .. .. .. 66 74 79 70 63 72 78 20"),
    ("QuickTime video", ".. .. .. .. 66 74 79 70 71 74"),
    ("MP4 video", ".. .. .. .. 66 74 79 70 69 73 6F"), ("MP4 video", ".. .. .. .. 66 74 79 70 6D 70 34"),
    ("WebM video", "1A 45 DF A3"),
  ].map { ($0, ImageFormat.Signature(pattern: $1)!) }
}
