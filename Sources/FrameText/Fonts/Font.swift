import CText
import FrameGeometry

/// The functions of HarfBuzz, by name without `hb_`.
typealias HarfBuzz = frameit_harfbuzz

/// A loaded font file.
final class Font {
  private let harfBuzz: HarfBuzz
  private let face: OpaquePointer
  private var cached: (requested: Double?, font: WeightedFont)?

  /// Creates the built-in font.
  init(harfBuzz: HarfBuzz) {
    self.harfBuzz = harfBuzz
    face = Font.face(harfBuzz, frameit_inter_start, frameit_inter_size, HB_MEMORY_MODE_READONLY)
  }

  /// - Parameters:
  ///   - bytes: A font file; it is copied.
  ///   - font: Its name in errors.
  /// - Throws: `TextError.font`
  init(_ bytes: [UInt8], of font: FontReference, harfBuzz: HarfBuzz) throws(TextError) {
    try FontFile.check(bytes, of: font)
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
    // HarfBuzz returns empty objects instead of null.
    return harfBuzz.face_create(blob, 0)!
  }

  /// Returns the font at a weight, clamped to the font's weight axis. A font without that axis keeps its own
  /// weight.
  ///
  /// - Parameter weight: nil for the font's default weight.
  func weighted(_ weight: Double?) -> WeightedFont {
    if let cached, cached.requested == weight { return cached.font }
    let font = WeightedFont(face, weight: weight, harfBuzz: harfBuzz)
    cached = (weight, font)
    return font
  }
}

/// A font at one weight: its metrics and glyphs, in font units, with y up.
///
/// HarfBuzz works at a scale of one font unit, at which it neither rounds nor hints. Sizes are applied
/// afterwards.
final class WeightedFont {
  let harfBuzz: HarfBuzz
  let handle: OpaquePointer
  let weight: Double
  let unitsPerEm: Double
  /// The extent of lines above and below the baseline, and the gap between lines that the font recommends.
  let ascent: Double
  let descent: Double
  let lineGap: Double
  private let pen: GlyphPen
  private var outlines: [UInt32: [Path.Element]] = [:]

  init(_ face: OpaquePointer, weight requested: Double?, harfBuzz: HarfBuzz) {
    self.harfBuzz = harfBuzz
    handle = harfBuzz.font_create(face)!
    // Selects the OpenType functions explicitly; otherwise an environment variable of HarfBuzz selects them.
    harfBuzz.ot_font_set_funcs(handle)
    unitsPerEm = Double(harfBuzz.face_get_upem(face))
    weight = Self.setWeight(handle, face, requested, harfBuzz)
    var extents = hb_font_extents_t()
    let hasExtents = harfBuzz.font_get_h_extents(handle, &extents) != 0
    ascent = hasExtents ? Double(extents.ascender) : 0.8 * unitsPerEm
    descent = hasExtents ? -Double(extents.descender) : 0.2 * unitsPerEm
    lineGap = Double(extents.line_gap)
    pen = GlyphPen(harfBuzz)
  }

  /// Sets the weight of a font.
  ///
  /// - Returns: The actual weight.
  private static func setWeight(
    _ font: OpaquePointer, _ face: OpaquePointer, _ requested: Double?, _ harfBuzz: HarfBuzz
  ) -> Double {
    let tag = HB_STYLE_TAG_WEIGHT.rawValue
    var axis = hb_ot_var_axis_info_t()
    guard harfBuzz.ot_var_find_axis_info(face, tag, &axis) != 0 else {
      return Double(harfBuzz.style_get_value(font, HB_STYLE_TAG_WEIGHT))
    }
    guard let requested else { return Double(axis.default_value) }
    let weight = min(max(requested, Double(axis.min_value)), Double(axis.max_value))
    var variation = hb_variation_t(tag: tag, value: Float(representableValue(of: weight, on: axis)))
    // Sets normalized coordinates instead of axis values: versions of HarfBuzz convert axis values with
    // different precision.
    var coordinates = [Int32](repeating: 0, count: Int(harfBuzz.ot_var_get_axis_count(face)))
    harfBuzz.ot_var_normalize_variations(face, &variation, 1, &coordinates, UInt32(coordinates.count))
    harfBuzz.font_set_var_coords_normalized(font, coordinates, UInt32(coordinates.count))
    return weight
  }

  /// Returns the nearest axis value that is exact in normalized coordinates, which have 14 fractional bits in
  /// the font. Versions of HarfBuzz round other values differently.
  private static func representableValue(of value: Double, on axis: hb_ot_var_axis_info_t) -> Double {
    let defaultValue = Double(axis.default_value)
    let length = Double(value < defaultValue ? axis.min_value : axis.max_value) - defaultValue
    guard length != 0 else { return defaultValue }
    return defaultValue + ((value - defaultValue) / length * 16384).rounded() / 16384 * length
  }

  deinit { harfBuzz.font_destroy(handle) }

  func hasGlyph(_ scalar: Unicode.Scalar) -> Bool {
    var glyph: hb_codepoint_t = 0
    return harfBuzz.font_get_nominal_glyph(handle, scalar.value, &glyph) != 0
  }

  func outline(of glyph: UInt32) -> [Path.Element] {
    if let outline = outlines[glyph] { return outline }
    let outline = pen.draw(glyph, of: handle)
    outlines[glyph] = outline
    return outline
  }
}

/// Collects the outline of a glyph from HarfBuzz's drawing callbacks.
final class GlyphPen {
  private let harfBuzz: HarfBuzz
  private let functions: OpaquePointer
  private var contour: Contour?
  private var elements: [Path.Element] = []

  init(_ harfBuzz: HarfBuzz) {
    self.harfBuzz = harfBuzz
    functions = harfBuzz.draw_funcs_create()!
    harfBuzz.draw_funcs_set_move_to_func(
      functions, { _, pen, _, x, y, _ in GlyphPen.from(pen).contour = Contour(start: Point(x, y)) }, nil, nil)
    harfBuzz.draw_funcs_set_line_to_func(
      functions, { _, pen, _, x, y, _ in GlyphPen.from(pen).contour?.add(.line(Point(x, y))) }, nil, nil)
    harfBuzz.draw_funcs_set_quadratic_to_func(
      functions,
      { _, pen, _, cx, cy, x, y, _ in
        GlyphPen.from(pen).contour?.add(.quadratic(Point(cx, cy), to: Point(x, y)))
      }, nil, nil)
    harfBuzz.draw_funcs_set_cubic_to_func(
      functions,
      { _, pen, _, cx, cy, dx, dy, x, y, _ in
        GlyphPen.from(pen).contour?.add(.cubic(Point(cx, cy), Point(dx, dy), to: Point(x, y)))
      }, nil, nil)
    harfBuzz.draw_funcs_set_close_path_func(
      functions, { _, pen, _, _ in GlyphPen.from(pen).close() }, nil, nil)
  }

  deinit { harfBuzz.draw_funcs_destroy(functions) }

  func draw(_ glyph: UInt32, of font: OpaquePointer) -> [Path.Element] {
    elements = []
    harfBuzz.font_get_glyph_shape(font, glyph, functions, Unmanaged.passUnretained(self).toOpaque())
    return elements
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> GlyphPen {
    Unmanaged<GlyphPen>.fromOpaque(data!).takeUnretainedValue()
  }

  private func close() {
    if let contour { elements += contour.elements }
    contour = nil
  }
}

extension Point {
  /// Rounds to 1/64 of a unit. Differences far below that come from float arithmetic, with fused multiply-add
  /// on some processors only.
  fileprivate init(_ x: Float, _ y: Float) {
    self.init(x: (Double(x) * 64).rounded() / 64, y: (Double(y) * 64).rounded() / 64)
  }
}

/// A closed contour of a glyph with a canonical start. If a font file starts a contour at a point off the
/// curve, versions of HarfBuzz start at different points. So a contour starts at its leftmost end of a line
/// or curve, and at the lowest of several.
struct Contour {
  private let start: Point
  /// The lines and curves from `start` back to it.
  private var segments: [Path.Element] = []

  init(start: Point) {
    self.start = start
  }

  mutating func add(_ segment: Path.Element) {
    segments.append(segment)
  }

  /// The path elements, from `move` to `close`.
  var elements: [Path.Element] {
    var segments = segments
    if segments.last?.end != start { segments.append(.line(start)) }
    let ends = segments.map { $0.end! }
    let first = Self.leastRotation(of: ends)
    segments = Array(segments[(first + 1)...] + segments[...first])
    // `close` draws the last line.
    if case .line = segments.last { segments.removeLast() }
    return [.move(ends[first])] + segments + [.close]
  }

  /// Returns the first index from which on the points are the least ones, by their position and then by the points that follow.
  ///
  /// - Complexity: O(*n*): one of the two candidates moves behind all points that were compared (Shiloach, "Fast canonization
  ///   of circular strings", 1981).
  static func leastRotation(of points: [Point]) -> Int {
    var (a, b, equal) = (0, 1, 0)
    while a < points.count, b < points.count, equal < points.count {
      let (p, q) = (points[(a + equal) % points.count], points[(b + equal) % points.count])
      if p == q {
        equal += 1
        continue
      }
      if (p.x, p.y) < (q.x, q.y) { b += equal + 1 } else { a += equal + 1 }
      if a == b { b += 1 }
      equal = 0
    }
    return min(a, b)
  }
}

extension Path.Element {
  /// The end point of a line or curve.
  fileprivate var end: Point? {
    switch self {
    case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): end
    case .arc, .close: nil
    }
  }
}
