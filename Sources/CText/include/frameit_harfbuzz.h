/* HarfBuzz, loaded with the first text. If it were linked, HarfBuzz and the six libraries that it depends on would slow
 * down every start of the program. */
#ifndef FRAMEIT_HARFBUZZ_H
#define FRAMEIT_HARFBUZZ_H

#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb.h>
#include <stdbool.h>

#define FRAMEIT_HARFBUZZ_FUNCTIONS(F) \
  F(blob_create) F(blob_destroy) \
  F(face_create) F(face_destroy) F(face_get_upem) F(face_get_glyph_count) \
  F(font_create) F(font_destroy) F(ot_font_set_funcs) F(font_set_var_coords_normalized) F(font_get_h_extents) F(font_get_nominal_glyph) \
  F(font_get_glyph_shape) F(style_get_value) F(ot_var_get_axis_count) F(ot_var_find_axis_info) F(ot_var_normalize_variations) \
  F(draw_funcs_create) F(draw_funcs_destroy) F(draw_funcs_set_move_to_func) F(draw_funcs_set_line_to_func) \
  F(draw_funcs_set_quadratic_to_func) F(draw_funcs_set_cubic_to_func) F(draw_funcs_set_close_path_func) \
  F(buffer_create) F(buffer_destroy) F(buffer_add_codepoints) F(buffer_set_direction) F(buffer_set_script) \
  F(buffer_get_glyph_infos) F(buffer_get_glyph_positions) F(buffer_allocation_successful) \
  F(shape_full) F(unicode_funcs_get_default) F(unicode_script) F(version_string)

/* The functions of HarfBuzz, by name without `hb_`. */
typedef struct frameit_harfbuzz {
#define FRAMEIT_HARFBUZZ_MEMBER(name) __typeof__(hb_##name) *_Nonnull name;
  FRAMEIT_HARFBUZZ_FUNCTIONS(FRAMEIT_HARFBUZZ_MEMBER)
#undef FRAMEIT_HARFBUZZ_MEMBER
} frameit_harfbuzz;

/* Loads HarfBuzz. Returns false if there is no HarfBuzz, or if it is too old. */
bool frameit_harfbuzz_open(frameit_harfbuzz *_Nonnull functions);

#endif
