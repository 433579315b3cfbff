// An effect whose parameter `kind` selects its misbehavior. By default it copies its input.
#include <frameit_codec.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  copies, crashes, returns_nan, spins, leaves, returns_much, sees_too_far, keeps_state, refuses, fills, writes_file,
  returns_infinity, trusts_numbers
};

static void copy(const frameit_codec_effect_rows *rows, float *output) {
  for (uint32_t y = 0; y < rows->height; y++) {
    memcpy(
        output + 4 * (size_t)y * rows->width, rows->input + 4 * (int64_t)y * rows->input_stride,
        4 * sizeof(float) * rows->width);
  }
}

static void fill(const frameit_codec_effect_rows *rows, float *output, float value) {
  for (size_t i = 0; i < 4 * (size_t)rows->width * rows->height; i++) output[i] = value;
}

// Its radius is 3 more than the manifest says. Where there are no pixels for that, it repeats those at the edge.
static void take_far_pixels(const frameit_codec_effect_rows *rows, float *output) {
  int64_t last = (int64_t)rows->width + rows->reach - 1;
  for (int64_t y = 0; y < rows->height; y++) {
    for (int64_t x = 0; x < rows->width; x++) {
      int64_t far = x + rows->reach + 3 < last ? x + rows->reach + 3 : last;
      memcpy(output + 4 * (y * rows->width + x), rows->input + 4 * (y * rows->input_stride + far), 4 * sizeof(float));
    }
  }
}

static int32_t rows(
    const frameit_codec_effect *effect, const frameit_codec_host *host, const frameit_codec_effect_rows *rows,
    float *output, frameit_codec_report *report) {
  static int calls;
  (void)effect, (void)host;
  copy(rows, output);
  switch ((int)rows->values[0]) {
  case crashes: *(volatile int *)0 = 1; break;
  case returns_nan: output[4 * (size_t)rows->width * rows->height - 1] = NAN; break;
  case returns_infinity: output[0] = INFINITY; break;
  case spins:
    for (volatile int i = 0; i >= 0; i = (i + 1) & 1) continue;
    break;
  case leaves: _exit(3);
  case returns_much: fill(rows, output, 7e30f); break;
  case sees_too_far: take_far_pixels(rows, output); break;
  case keeps_state: fill(rows, output, (float)(++calls % 2)); break;
  case refuses: snprintf(report->message, sizeof report->message, "only on Sundays"); return FRAMEIT_CODEC_UNSUPPORTED;
  case fills: fill(rows, output, 1); break;
  case writes_file: {
    FILE *file = fopen("written-by-an-effect", "w");
    if (file) fclose(file);
    break;
  }
  // Transparent pixels divide by 0.
  case trusts_numbers: {
    for (size_t i = 0; i < 4 * (size_t)rows->width * rows->height; i++) output[i] /= output[i / 4 * 4 + 3];
    break;
  }
  }
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec_effect hostile = {.struct_size = sizeof hostile, .name = "hostile", .rows = rows};
static const frameit_codec_effect *const list[] = {&hostile};
static const frameit_codec_effects effects = {.struct_size = sizeof effects, .effect_count = 1, .effects = list};

static const void *extension(const char *name) { return strcmp(name, "frameit.effects") == 0 ? &effects : NULL; }

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .extension = extension};
