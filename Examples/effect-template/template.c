// An effect to start from: an emboss, which makes edges look raised. Each pixel is the difference of two neighbors, so the
// manifest says `reach 1`. Replace the parts marked YOURS; the rest is the same in every effect.
#include <frameit_codec.h>
#include <string.h>

enum { amount, value_count };  // YOURS: the parameters, in the order of the manifest

// YOURS: computes one pixel. `in` points to the same pixel of the layer; up to `reach` pixels around it can be read, each
// four floats away from the next one, and each row `stride` floats from the next one.
static void pixel(const float *in, int64_t stride, const frameit_codec_effect_rows *rows, float *out) {
  const float *before = in - stride - 4, *after = in + stride + 4;
  float share = (float)rows->values[amount];
  for (int c = 0; c < 3; c++) {
    // Premultiplied: gray is half of alpha.
    float color = 0.5f * in[3] + share * (after[c] - before[c]);
    out[c] = color < 0 ? 0 : color > in[3] ? in[3] : color;
  }
  out[3] = in[3];
}

static int32_t rows(
    const frameit_codec_effect *effect, const frameit_codec_host *host, const frameit_codec_effect_rows *rows,
    float *output, frameit_codec_report *report) {
  (void)effect, (void)host, (void)report;
  if (rows->value_count != value_count) return FRAMEIT_CODEC_MISUSE;
  int64_t stride = 4 * rows->input_stride;
  for (int64_t y = 0; y < rows->height; y++) {
    for (int64_t x = 0; x < rows->width; x++) {
      pixel(rows->input + y * stride + 4 * x, stride, rows, output + 4 * (y * rows->width + x));
    }
  }
  return FRAMEIT_CODEC_OK;
}

// MARK: Exported symbols

static const frameit_codec_effect effect = {
    .struct_size = sizeof effect, .name = "template", .library = "template 0.1", .rows = rows};

static const frameit_codec_effect *const list[] = {&effect};
static const frameit_codec_effects effects = {.struct_size = sizeof effects, .effect_count = 1, .effects = list};

static const void *extension(const char *name) { return strcmp(name, "frameit.effects") == 0 ? &effects : NULL; }

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .extension = extension};
