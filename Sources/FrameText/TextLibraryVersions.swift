import CHarfBuzz
import CInter

/// What texts are set with.
public enum TextLibraryVersions {
  /// The version of HarfBuzz on this machine; nil where there is none that can be used.
  public static var harfBuzz: String? { HarfBuzz.opened().map { String(cString: $0.version_string()!) } }

  /// The shipped font's name, and the version that its file calls itself.
  public static var font: String {
    let bytes = UnsafeBufferPointer(start: frameit_inter_start, count: frameit_inter_size)
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    // OpenType 1.9: records of 16 bytes, each with a table's place at 8; in "head" the font's revision at 4, of 16 bits
    // on both sides of the point.
    let records = (0..<number(at: 4) >> 16).map { 12 + 16 * $0 }
    let head = records.first { number(at: $0) == 0x6865_6164 }!
    let thousandths = Int((Double(number(at: number(at: head + 8) + 4)) / 65.536).rounded())
    let rest = String(thousandths % 1000)
    return "Inter \(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

extension HarfBuzz {
  /// - Returns: nil where there is none, or one that is too old.
  static func opened() -> HarfBuzz? {
    withUnsafeTemporaryAllocation(of: HarfBuzz.self, capacity: 1) {
      frameit_harfbuzz_open($0.baseAddress!) ? $0[0] : nil
    }
  }
}
