// Calls every function of the kernels for each instruction set that the processor has, and for emulated.c, and prints a checksum
// of all results for each: scripts/check-arm64-kernels compares the checksums between processors. KernelTests checks that
// the numbers are correct; the contents of the tables do not matter here.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "frameit_kernels.h"

// The inputs must be the same on all processors.
#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
extern const frameit_kernels emulated_kernels;
#endif

enum { tile_width = 37, tile_height = 21, tile_pixels = tile_width * tile_height, most_pixels = 12000 };

static uint64_t checksum;

static void add(const void *bytes, size_t count) {
  const uint8_t *b = bytes;
  for (size_t i = 0; i < count; i++) checksum = (checksum ^ b[i]) * 1099511628211u;
}

// Adds floats to the checksum. NaN has different bits on different processors, so results must be finite.
static void add_floats(const float *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (values[i] - values[i] == 0) continue;
    fprintf(stderr, "harness: a value is not a finite number\n");
    exit(2);
  }
  add(values, count * sizeof *values);
}

static uint32_t state;

static uint32_t noise(void) {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

static float noise_to(float end) { return (float)(noise() & 0xFFFF) * (end / 65535); }

// MARK: Resampling

static const double support[] = {0.5, 1, 2, 2, 3};
static float lanczos[3 * 4096 + 2];

typedef struct mapping {
  double xx, xy, yx, yy;  // x = xx * column + xy * row + left
  double left, top;
  float wide_x, wide_y;  // the factors by which the filter is widened
  float inverse_xy;
  int32_t width, height;  // of the source image
} mapping;

static const mapping mappings[] = {
    {.99, .12, -.12, .99, 5.3, 6.1, 1, 1, 0, 100, 90},          // rotated
    {.99, .12, -.12, .99, -15.3, -9.1, 1, 1, 0, 100, 90},       // across the left and top edges
    {.99, .12, -.12, .99, 80.2, 75.6, 1, 1, 0, 100, 90},        // across the right and bottom edges
    {.05, .02, -.02, .05, 3, 4, 1, 1, 0, 100, 90},              // enlarged
    {2.1, .3, -.3, 2.1, 3, 12, 2.12f, 2.12f, 0, 100, 90},       // reduced, so the filter is widened
    {4.1, .6, -.6, 4.1, -20, 9, 4.14f, 4.14f, 0, 100, 90},      // reduced, across the edges
    {1.7, 0, 0, .6, -3.4, 5.2, 1.7f, 1, 0, 100, 90},            // along the axes
    {-3.7, 0, 0, 2.6, 99, 5.2, 3.7f, 2.6f, 0, 100, 90},
    {0, 2.3, 1.1, 0, 4.4, -6.2, 2.3f, 1.1f, 0, 100, 90},        // axes swapped
    {0, -.4, .3, 0, 60.1, 33.3, 1, 1, 0, 100, 90},
    {1.1, .9, -.3, 2.2, 5, 6, 1.6f, 2.3f, -.15f, 100, 90},      // weights that are not separable
    {1.1, 2.9, .3, 9.2, -30, -40, 3.1f, 9.3f, .07f, 100, 90},
    {3, .2, -.2, 3, -40, -20, 30, 30, 0, 7, 5},                 // footprints larger than the image
    {0, 3, 3, 0, -40, -20, 30, 30, 0, 7, 5},
    {3, 2, -2, 3, -20, 90, 2, 80, 0, 40, 300},                  // very tall footprints
};

static frameit_axis axis(double step_x, double step_y, double offset, frameit_filter filter, float wide,
                         double box, int32_t size) {
  const double unit = 16777216, reach = support[filter] * wide * box;
  const int32_t whole = (int32_t)(2 * reach);
  return (frameit_axis){
      .step_x = step_x * unit, .step_y = step_y * unit, .offset = offset * unit,
      .reach = (int64_t)((reach + 0.5) * unit), .inverse = 1 / wide,
      .sums_to_one = wide == 1 && filter != FRAMEIT_LANCZOS3,
      .taps = whole + (whole < 2 * reach), .size = size};
}

// Fills `out` with random pixels, and resamples an image into it.
static void resample(const frameit_kernels *kernels, mapping m, frameit_filter filter, float *out) {
  static float memory[(most_pixels + 2 * FRAMEIT_BLOCK_MARGIN) * 4];
  for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) memory[i] = noise_to(1);
  if (filter == FRAMEIT_NEAREST) {
    m.wide_x = m.wide_y = 1;
    m.inverse_xy = 0;
  }
  // A footprint that is not separable is larger than its extent along each axis suggests.
  const double box = m.inverse_xy != 0 ? 1.3 : 1;
  const frameit_path path = m.inverse_xy != 0                  ? FRAMEIT_GENERAL
                            : m.xy == 0 && m.yx == 0 ? FRAMEIT_AXES
                            : m.xx == 0 && m.yy == 0 ? FRAMEIT_SWAPPED_AXES
                                                     : FRAMEIT_RUNS;
  const frameit_resampling r = {
      .path = path,
      .x = axis(m.xx, m.xy, m.left, filter, m.wide_x, box, m.width),
      .y = axis(m.yx, m.yy, m.top, filter, m.wide_y, box, m.height),
      .inverse_xy = m.inverse_xy, .filter = filter, .support = support[filter], .lanczos = lanczos};
  const frameit_block block = {.pixels = memory + 4 * FRAMEIT_BLOCK_MARGIN, .width = m.width};
  float coverage[tile_pixels];
  for (int i = 0; i < tile_pixels; i++) coverage[i] = i % tile_width % 30 < 5 ? 0 : noise_to(1);
  for (int i = 0; i < tile_pixels * 4; i++) out[i] = noise_to(1);
  const frameit_tile tile = {.x = 3, .y = 2, .width = tile_width, .height = tile_height, .pixels = out,
                             .stride = tile_width, .coverage = filter % 2 ? coverage : NULL, .uniform_coverage = 0.7f};
  float *scratch = malloc(frameit_scratch_size(&r, &block, &tile) * sizeof *scratch);
  if (!scratch) exit(3);
  kernels->resample(&r, &block, &tile, scratch);
  free(scratch);
  add_floats(out, tile_pixels * 4);
}

// The levels of each two codes.
static void pair(const int16_t *levels, uint32_t *pairs) {
  for (int i = 0; i < 65536; i++) pairs[i] = (uint16_t)levels[i & 255] | (uint32_t)(uint16_t)levels[i >> 8] << 16;
}

// A curve with rising levels, and codes that change in the middle between them.
static const frameit_level_curve *level_curve(void) {
  enum { white = 26000, sums = 1 << 17 };
  static int16_t levels[256];
  static int32_t codes[2 * white / 8 + 1];
  static uint32_t pairs[65536];
  static const frameit_level_curve curve = {pairs, codes, white};
  for (int64_t i = 0; i < 256; i++) levels[i] = (int16_t)(i * (16 + i * 188 / 255) * 2 * white / (255 * 204) - white);
  pair(levels, pairs);
  for (int i = 0, code = 0; i < 2 * white / 8 + 1; i++) {
    const int32_t first = (8 * i - white) * 16384;
    while (code < 255 && (levels[code] + levels[code + 1]) * 8192 <= first) code++;
    const int32_t distance = code < 255 ? (levels[code] + levels[code + 1]) * 8192 - first : sums;
    codes[i] = code << 18 | (distance < sums ? distance : sums);
  }
  return &curve;
}

// Resamples bytes with 1 to 4 samples per pixel, of which some are not opaque in every second case.
static void resample_bytes(const frameit_kernels *kernels, int channels, int is_opaque, const frameit_level_curve *curve) {
  enum { columns = 61, rows = 40 };
  static uint8_t samples[rows][columns * 4], block[rows * 64 * 16];
  const uint8_t *starts[rows];
  for (int y = 0; y < rows; y++) {
    for (int i = 0; i < columns * channels; i++) {
      const int is_alpha = channels % 2 == 0 && i % channels == channels - 1;
      samples[y][i] = (uint8_t)(is_alpha && (is_opaque || noise() % 16) ? 255 : noise());
    }
    starts[y] = samples[y];
  }
  const frameit_byte_rows source = {
      .rows = starts, .row_count = rows, .count = columns, .before = 2, .width = 64, .channels = channels,
      .curve = curve};
  frameit_byte_block part = {.pixels = block, .left = -2, .stride = 64 * 16, .curve = curve};
  part.is_opaque = kernels->load_bytes(&source, block);
  const double pixel = 1099511627776;
  const frameit_byte_axis x = {(int64_t)(.9 * pixel), (int64_t)(-.3 * pixel), (int64_t)(7.7 * pixel)};
  const frameit_byte_axis y = {(int64_t)(.3 * pixel), (int64_t)(.9 * pixel), (int64_t)(1.3 * pixel)};
  uint8_t out[tile_height][tile_width * 4] = {0};
  for (int row = 0; row < tile_height; row++) {
    kernels->resample_bytes(&x, &y, &part, 1, row, tile_width, channels, out[row]);
  }
  add(out, sizeof out);
}

// Reduces an image with 1 or 3 samples per pixel.
static void reduce(const frameit_kernels *kernels, int channels, int swapped) {
  enum { columns = 150, rows = 120, width = 160, column_taps = 16, row_taps = 6 };
  static uint8_t samples[rows][columns * 3];
  static int16_t levels[256], block[rows * width * 3], wx[tile_width * column_taps], wy[tile_height * row_taps];
  static uint32_t pairs[65536];
  const uint8_t *starts[rows];
  for (int i = 0; i < 256; i++) levels[i] = (int16_t)(noise() % 32768 - 16384);
  pair(levels, pairs);
  for (int y = 0; y < rows; y++) {
    for (int i = 0; i < columns * channels; i++) samples[y][i] = (uint8_t)noise();
    starts[y] = samples[y];
  }
  const frameit_level_rows source = {starts, rows, columns * channels, width * channels, pairs};
  kernels->load_levels(&source, block);
  // After the columns of the image, levels have no weight.
  for (int line = 0; line < rows / 2; line++) add(block + 2 * line * channels * width, (size_t)(4 * channels * columns));
  int32_t fx[tile_width], fy[tile_height];
  for (int i = 0; i < tile_width * column_taps; i++) wx[i] = (int16_t)(noise() % 2048);
  for (int i = 0; i < tile_height * row_taps; i++) wy[i] = (int16_t)((int)(noise() % 4096) - 1024);
  for (int i = 0; i < tile_width; i++) fx[i] = i * (columns - column_taps) / tile_width;
  for (int i = 0; i < tile_height; i++) fy[i] = (i * (rows - row_taps) / tile_height) & ~1;
  const frameit_level_block part = {.levels = block, .width = width, .channels = channels};
  const frameit_level_axis x = {fx, wx, column_taps}, y = {fy, wy, row_taps};
  static float out[tile_pixels * 4], scratch[4 * (tile_pixels + 16) + 2 * width + column_taps];
  for (int i = 0; i < tile_pixels * 4; i++) out[i] = noise_to(1);
  const frameit_tile tile = {
      .width = swapped ? tile_height : tile_width, .height = swapped ? tile_width : tile_height, .pixels = out,
      .stride = swapped ? tile_height : tile_width, .uniform_coverage = 0.7f};
  kernels->reduce_levels(&part, &x, &y, &tile, swapped, scratch);
  add_floats(out, tile_pixels * 4);
}

// MARK: Samples

// The lines cover the same range as those of sRGB's curve: values from 2^-9.
enum { first_line = 0x3B00, line_count = 0x3F80 - first_line + 1 };

static float decoded[65536], thresholds[65536], grays[256 * 4];
static uint32_t buckets[4097];
static frameit_line lines[line_count];

static void fill_tables(void) {
  for (int i = 0; i < 3 * 4096; i++) {
    const float t = (float)i / 4096, s = t * t;
    lanczos[i] = (1 - s) * (1 - s / 4) * (1 - s / 9);
  }
  for (int i = 0; i < 65536; i++) {
    decoded[i] = noise_to(1);
    thresholds[i] = ((float)i + 0.5f) / 65536;
  }
  for (int i = 0; i < 256 * 4; i++) grays[i] = i % 4 == 3 ? 1 : decoded[i / 4];
  for (uint32_t i = 0; i <= 4096; i++) {
    buckets[i] = i * 255 / 4096 << 12 | (i < 4096 ? noise() & 0xFFF : 0);
  }
  for (int i = 0; i < line_count; i++) {
    lines[i] = (frameit_line){.start = (float)i * (60000.0f / line_count), .slope = noise_to(5000)};
  }
}

// Encodes and decodes pixels in every format.
static void code(const frameit_kernels *kernels, const float *pixels) {
  static float out[tile_pixels * 4];
  for (int form = 0; form < 16; form++) {
    const int channels = form / 4 + 1;
    const size_t count = (size_t)(tile_pixels * channels);
    frameit_curve curve = {.search = (frameit_search)(form % 4), .first_line = first_line, .decoded = decoded, .grays = grays, .buckets = buckets, .lines = lines,
                           .thresholds = thresholds};
    for (int depth = 8; depth <= 16; depth += 8) {
      uint8_t samples[tile_pixels * 8];
      const size_t bytes = count * (size_t)depth / 8;
      if (depth == 16 && curve.search == FRAMEIT_BUCKETS) continue;
      curve.depth = depth;
      curve.maximum = depth == 8 ? 255 : 65535;
      kernels->encode(pixels, channels, &curve, tile_pixels, samples);
      add(samples, bytes);
      for (size_t i = 0; i < bytes; i++) samples[i] = (uint8_t)noise();
      kernels->decode(samples, channels, &curve, tile_pixels, out);
      add_floats(out, tile_pixels * 4);
    }
  }
}

static void run(const frameit_kernels *kernels) {
  static float out[tile_pixels * 4];
  checksum = 14695981039346656037u;
  state = 1;
  for (size_t m = 0; m < sizeof mappings / sizeof *mappings; m++) {
    for (int filter = FRAMEIT_NEAREST; filter <= FRAMEIT_LANCZOS3; filter++) {
      resample(kernels, mappings[m], (frameit_filter)filter, out);
      code(kernels, out);
    }
  }
  for (int i = 0; i < 16; i++) resample_bytes(kernels, i / 4 + 1, i % 2, i / 2 % 2 ? level_curve() : NULL);
  for (int i = 0; i < 4; i++) reduce(kernels, i / 2 * 2 + 1, i % 2);
  printf("%016llx %s\n", (unsigned long long)checksum, kernels->name);
}

int main(void) {
  fill_tables();
  const frameit_kernels *kernels;
  for (int set = 0; (kernels = frameit_kernels_at(set)); set++) run(kernels);
#if defined(__x86_64__)
  run(&emulated_kernels);
#endif
  return 0;
}
