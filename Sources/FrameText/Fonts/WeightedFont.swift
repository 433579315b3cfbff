import CHarfBuzz
import FrameModel

/// A font at one weight: its measures and its glyphs, in units of the font, y up.
///
/// Everything is asked for at the size at which a unit of the font is one of HarfBuzz's: nothing is rounded or
/// hinted there, and sizes are multiplied with afterwards.
final class WeightedFont {
  let harfBuzz: HarfBuzz
  let handle: OpaquePointer
  let weight: Double
  let unitsPerEm: Double
  /// How far lines reach over the baseline and below it, and how far apart the font wants them beside.
  let ascent: Double
  let descent: Double
  let lineGap: Double
  private let pen: GlyphPen
  private var outlines: [UInt32: [Path.Element]] = [:]

  init(_ face: OpaquePointer, weight asked: Double?, harfBuzz: HarfBuzz) {
    self.harfBuzz = harfBuzz
    handle = harfBuzz.font_create(face)!
    // By name: others are chosen by an environment variable of HarfBuzz's.
    harfBuzz.ot_font_set_funcs(handle)
    unitsPerEm = Double(harfBuzz.face_get_upem(face))
    weight = Self.vary(handle, face, asked, harfBuzz)
    var extents = hb_font_extents_t()
    let known = harfBuzz.font_get_h_extents(handle, &extents) != 0
    ascent = known ? Double(extents.ascender) : 0.8 * unitsPerEm
    descent = known ? -Double(extents.descender) : 0.2 * unitsPerEm
    lineGap = Double(extents.line_gap)
    pen = GlyphPen(harfBuzz)
  }

  /// - Returns: the weight that there is.
  private static func vary(
    _ font: OpaquePointer, _ face: OpaquePointer, _ asked: Double?, _ harfBuzz: HarfBuzz
  ) -> Double {
    let tag = HB_STYLE_TAG_WEIGHT.rawValue
    var axis = hb_ot_var_axis_info_t()
    guard harfBuzz.ot_var_find_axis_info(face, tag, &axis) != 0 else {
      return Double(harfBuzz.style_get_value(font, HB_STYLE_TAG_WEIGHT))
    }
    guard let asked else { return Double(axis.default_value) }
    let weight = min(max(asked, Double(axis.min_value)), Double(axis.max_value))
    var variation = hb_variation_t(tag: tag, value: Float(place(of: weight, on: axis)))
    // Set in places, and not by their values, which versions of HarfBuzz take with unlike precision.
    var places = [Int32](repeating: 0, count: Int(harfBuzz.ot_var_get_axis_count(face)))
    harfBuzz.ot_var_normalize_variations(face, &variation, 1, &places, UInt32(places.count))
    harfBuzz.font_set_var_coords_normalized(font, places, UInt32(places.count))
    return weight
  }

  /// The nearest value whose place between the axis' default and its end is one of the font's numbers, which have 14
  /// bits behind the point: versions of HarfBuzz round others unlike.
  private static func place(of value: Double, on axis: hb_ot_var_axis_info_t) -> Double {
    let middle = Double(axis.default_value)
    let length = Double(value < middle ? axis.min_value : axis.max_value) - middle
    guard length != 0 else { return middle }
    return middle + ((value - middle) / length * 16384).rounded() / 16384 * length
  }

  deinit { harfBuzz.font_destroy(handle) }

  func has(_ scalar: Unicode.Scalar) -> Bool {
    var glyph: hb_codepoint_t = 0
    return harfBuzz.font_get_nominal_glyph(handle, scalar.value, &glyph) != 0
  }

  func outline(of glyph: UInt32) -> [Path.Element] {
    if let known = outlines[glyph] { return known }
    let outline = pen.draw(glyph, of: handle)
    outlines[glyph] = outline
    return outline
  }
}
