// A median filter: each color of a pixel becomes the median of its neighborhood, which removes noise and specks and keeps
// edges sharp. It is a neighborhood operation: its radius is the `reach` of the manifest.
//
// Colors are rounded to 12 bits, so that a histogram of them finds the median: from a pixel to the next one, a column of
// the neighborhood is added and another one removed (Huang, Yang and Tang, "A fast two-dimensional median filtering
// algorithm", 1979). Transparent pixels have no color and do not count.
#include <frameit_codec.h>
#include <stdio.h>
#include <string.h>

enum { value_count = 1 };  // the radius, which `reach` has in whole pixels
enum { levels = 1 << 12, coarse_levels = 1 << 6 };

typedef struct histogram {
  uint32_t total;
  uint16_t counts[levels];
  uint16_t coarse[coarse_levels];  // of 64 levels each
} histogram;

// The level of one color of a pixel, without its alpha.
static int level(float color, float alpha) {
  if (!(color > 0)) return 0;
  return color >= alpha ? levels - 1 : (int)(color / alpha * (levels - 1) + 0.5f);
}

static void add(histogram *h, const float *pixel, int color, int count) {
  if (!(pixel[3] > 0)) return;
  int at = level(pixel[color], pixel[3]);
  h->counts[at] = (uint16_t)(h->counts[at] + count);
  h->coarse[at / coarse_levels] = (uint16_t)(h->coarse[at / coarse_levels] + count);
  h->total = (uint32_t)((int64_t)h->total + count);
}

static float median_of(const histogram *h) {
  if (h->total == 0) return 0;
  uint32_t before = h->total / 2, sum = 0;
  int part = 0;
  while (sum + h->coarse[part] <= before) sum += h->coarse[part++];
  int at = part * coarse_levels;
  while (sum + h->counts[at] <= before) sum += h->counts[at++];
  return (float)at / (levels - 1);
}

// Adds the column of pixels up to `distance` above and below a pixel, or removes it with a count of -1.
static void add_column(histogram *h, const float *pixel, int color, int64_t stride, int64_t distance, int count) {
  for (int64_t y = -distance; y <= distance; y++) add(h, pixel + 4 * y * stride, color, count);
}

static void filter_row(
    histogram *h, const frameit_codec_effect_rows *rows, const float *in, int color, float *out) {
  int64_t distance = rows->reach, stride = rows->input_stride;
  memset(h, 0, sizeof *h);
  for (int64_t x = -distance; x < distance; x++) add_column(h, in + 4 * x, color, stride, distance, 1);
  for (int64_t x = 0; x < rows->width; x++) {
    add_column(h, in + 4 * (x + distance), color, stride, distance, 1);
    out[4 * x + color] = median_of(h) * in[4 * x + 3];
    add_column(h, in + 4 * (x - distance), color, stride, distance, -1);
  }
}

static int32_t rows(
    const frameit_codec_effect *effect, const frameit_codec_host *host, const frameit_codec_effect_rows *rows,
    float *output, frameit_codec_report *report) {
  (void)effect;
  if (rows->value_count != value_count) return FRAMEIT_CODEC_MISUSE;
  // Counts have 16 bits. The manifest limits the radius in the script, which an enlarged canvas multiplies.
  if (rows->reach > 127) {
    snprintf(report->message, sizeof report->message, "a radius of more than 127 pixels of the output");
    return FRAMEIT_CODEC_UNSUPPORTED;
  }
  histogram *h = host->allocate(host, sizeof *h);
  if (!h) return FRAMEIT_CODEC_NO_MEMORY;
  for (int64_t y = 0; y < rows->height; y++) {
    const float *in = rows->input + 4 * y * rows->input_stride;
    float *out = output + 4 * y * rows->width;
    for (int color = 0; color < 3; color++) filter_row(h, rows, in, color, out);
    for (int64_t x = 0; x < rows->width; x++) out[4 * x + 3] = in[4 * x + 3];
  }
  host->release(host, h);
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec_effect median = {
    .struct_size = sizeof median, .name = "median", .library = "median 1.0", .rows = rows};

static const frameit_codec_effect *const list[] = {&median};
static const frameit_codec_effects effects = {.struct_size = sizeof effects, .effect_count = 1, .effects = list};

static const void *extension(const char *name) { return strcmp(name, "frameit.effects") == 0 ? &effects : NULL; }

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .extension = extension};
