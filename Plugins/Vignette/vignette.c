// A vignette: pixels become darker, or lighter, toward the corners of the layer. It is a point operation, which sees no
// other pixels, but knows where it is.
#include <frameit_codec.h>
#include <string.h>

enum { amount, start, value_count };

// From 0 to 1 with a slope of 0 at both ends.
static double eased(double t) { return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t); }

// Distances are squared and relative to that of the corner, so that no root is needed.
static int32_t rows(
    const frameit_codec_effect *effect, const frameit_codec_host *host, const frameit_codec_effect_rows *rows,
    float *output, frameit_codec_report *report) {
  (void)effect, (void)host, (void)report;
  if (rows->value_count != value_count) return FRAMEIT_CODEC_MISUSE;
  double half_width = rows->box_width / 2, half_height = rows->box_height / 2;
  double corner = half_width * half_width + half_height * half_height;
  double first = rows->values[start] * rows->values[start];
  for (uint32_t y = 0; y < rows->height; y++) {
    double dy = rows->y + y + 0.5 - half_height;
    const float *in = rows->input + 4 * (int64_t)y * rows->input_stride;
    for (uint32_t x = 0; x < rows->width; x++, in += 4, output += 4) {
      double dx = rows->x + x + 0.5 - half_width;
      double distance = corner > 0 ? (dx * dx + dy * dy) / corner : 0;
      double share = first < 1 ? eased((distance - first) / (1 - first)) * rows->values[amount] : 0;
      for (int c = 0; c < 3; c++) {
        // Toward black, or toward white, which is alpha in premultiplied colors.
        output[c] = share >= 0 ? (float)(in[c] * (1 - share)) : (float)(in[c] + (in[3] - in[c]) * -share);
      }
      output[3] = in[3];
    }
  }
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec_effect vignette = {
    .struct_size = sizeof vignette, .name = "vignette", .library = "vignette 1.0", .rows = rows};

static const frameit_codec_effect *const list[] = {&vignette};
static const frameit_codec_effects effects = {.struct_size = sizeof effects, .effect_count = 1, .effects = list};

static const void *extension(const char *name) { return strcmp(name, "frameit.effects") == 0 ? &effects : NULL; }

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .extension = extension};
