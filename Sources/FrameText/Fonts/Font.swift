import CHarfBuzz
import CInter
import FrameModel

/// The library's functions, by their names without `hb_`.
typealias HarfBuzz = frameit_harfbuzz

/// A font file, read.
final class Font {
  private let harfBuzz: HarfBuzz
  private let face: OpaquePointer
  private var latest: (asked: Double?, font: WeightedFont)?

  /// The font that is shipped.
  init(harfBuzz: HarfBuzz) {
    self.harfBuzz = harfBuzz
    face = Font.face(harfBuzz, frameit_inter_start, frameit_inter_size, HB_MEMORY_MODE_READONLY)
  }

  /// - Parameter bytes: copied.
  /// - Throws: `FontProblem`
  init(_ bytes: [UInt8], harfBuzz: HarfBuzz) throws(FontProblem) {
    try FontFile.check(bytes)
    self.harfBuzz = harfBuzz
    face = bytes.withUnsafeBufferPointer {
      Font.face(harfBuzz, $0.baseAddress!, bytes.count, HB_MEMORY_MODE_DUPLICATE)
    }
  }

  deinit { harfBuzz.face_destroy(face) }

  private static func face(
    _ harfBuzz: HarfBuzz, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ mode: hb_memory_mode_t
  ) -> OpaquePointer {
    let blob = bytes.withMemoryRebound(to: CChar.self, capacity: count) {
      harfBuzz.blob_create($0, UInt32(count), mode, nil, nil)
    }
    defer { harfBuzz.blob_destroy(blob) }
    // HarfBuzz gives empty objects, and never none.
    return harfBuzz.face_create(blob, 0)!
  }

  /// The font at a weight, or near it: where its axis ends, or where it is without one.
  ///
  /// - Parameter weight: nil for the font's own.
  func weighted(_ weight: Double?) -> WeightedFont {
    if let latest, latest.asked == weight { return latest.font }
    let font = WeightedFont(face, weight: weight, harfBuzz: harfBuzz)
    latest = (weight, font)
    return font
  }
}
