import CHarfBuzz
import FrameModel

/// Follows HarfBuzz around a glyph.
final class GlyphPen {
  private let harfBuzz: HarfBuzz
  private let functions: OpaquePointer
  private var contour: Contour?
  private var elements: [Path.Element] = []

  init(_ harfBuzz: HarfBuzz) {
    self.harfBuzz = harfBuzz
    functions = harfBuzz.draw_funcs_create()!
    harfBuzz.draw_funcs_set_move_to_func(
      functions, { _, pen, _, x, y, _ in GlyphPen.of(pen).contour = Contour(start: Point(x, y)) }, nil, nil)
    harfBuzz.draw_funcs_set_line_to_func(
      functions, { _, pen, _, x, y, _ in GlyphPen.of(pen).contour?.add(.line(Point(x, y))) }, nil, nil)
    harfBuzz.draw_funcs_set_quadratic_to_func(
      functions,
      { _, pen, _, cx, cy, x, y, _ in
        GlyphPen.of(pen).contour?.add(.quadratic(Point(cx, cy), to: Point(x, y)))
      }, nil, nil)
    harfBuzz.draw_funcs_set_cubic_to_func(
      functions,
      { _, pen, _, cx, cy, dx, dy, x, y, _ in
        GlyphPen.of(pen).contour?.add(.cubic(Point(cx, cy), Point(dx, dy), to: Point(x, y)))
      }, nil, nil)
    harfBuzz.draw_funcs_set_close_path_func(
      functions, { _, pen, _, _ in GlyphPen.of(pen).close() }, nil, nil)
  }

  deinit { harfBuzz.draw_funcs_destroy(functions) }

  func draw(_ glyph: UInt32, of font: OpaquePointer) -> [Path.Element] {
    elements = []
    harfBuzz.font_get_glyph_shape(font, glyph, functions, Unmanaged.passUnretained(self).toOpaque())
    return elements
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> GlyphPen {
    Unmanaged<GlyphPen>.fromOpaque(data!).takeUnretainedValue()
  }

  private func close() {
    if let contour { elements += contour.elements }
    contour = nil
  }
}

extension Point {
  /// To a 64th of a unit: what lies far below is what compilers make of sums of floats, with fused products on one
  /// processor and without on another.
  fileprivate init(_ x: Float, _ y: Float) {
    self.init(x: (Double(x) * 64).rounded() / 64, y: (Double(y) * 64).rounded() / 64)
  }
}
