// Reduction along the axes of opaque images with 8-bit samples, in integers: LevelResampler.

#ifndef FRAMEIT_RESAMPLE_LEVELS_H
#define FRAMEIT_RESAMPLE_LEVELS_H

#include "levels.h"
#include "resample.h"

// Samples of two rows are interleaved, because processors add two products at a time.

// MARK: Blocks

// Loads the last `count` samples of two rows, of which nothing else is read, and stores `width` levels of each.
INLINE void load_last_levels(const uint8_t *first, const uint8_t *second, int32_t count, int32_t width,
                             const level_lookup *lookup, int16_t *out) {
  uint8_t samples[2][LEVELS_AT_ONCE] = {{0}};
  int16_t levels[2 * LEVELS_AT_ONCE];
  __builtin_memcpy(samples[0], first, (size_t)count);
  __builtin_memcpy(samples[1], second, (size_t)count);
  look_up_rows(samples[0], samples[1], lookup, levels);
  __builtin_memcpy(out, levels, (size_t)width * 4);
}

static void load_levels(const frameit_level_rows *rows, int16_t *out) {
  const level_lookup lookup = prepare_lookup(rows->pairs);
  for (int32_t row = 0; row < rows->row_count; row += 2, out += 2 * (ptrdiff_t)rows->width) {
    for (int32_t ahead = row + FRAMEIT_ROWS_AHEAD; ahead < row + FRAMEIT_ROWS_AHEAD + 2; ahead++) {
      if (ahead < rows->row_count) frameit_prefetch(rows->rows[ahead], (size_t)rows->count);
    }
    const uint8_t *first = rows->rows[row], *second = row + 1 < rows->row_count ? rows->rows[row + 1] : first;
    int32_t i = 0;
    for (; i + LEVELS_AT_ONCE <= rows->count; i += LEVELS_AT_ONCE) look_up_rows(first + i, second + i, &lookup, out + 2 * i);
    // What follows the row's samples in the block has no weight.
    const int32_t rest = rows->width - i < LEVELS_AT_ONCE ? rows->width - i : LEVELS_AT_ONCE;
    if (i < rows->count) load_last_levels(first + i, second + i, rows->count - i, rest, &lookup, out + 2 * i);
  }
}

// MARK: Sums

// Adds the products of each two neighbors to `sums`.
INLINE i16 add_products(i16 sums, h32 a, h32 b) {
#if defined(FRAMEIT_VNNI)
  return (i16)_mm512_dpwssd_epi32((__m512i)sums, (__m512i)a, (__m512i)b);
#elif defined(FRAMEIT_GATHER_512)
  return sums + (i16)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#else
  const l8 v = (l8)a, w = (l8)b;
  const i8 low = sum_products((h16)LOW(v), (h16)LOW(w)), high = sum_products((h16)HIGH(v), (h16)HIGH(w));
  return sums + __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

// As many vectors of sums as registers hold: a multiple of the channels.
enum { LEVEL_SUMS = 6 };

// Sums rows of levels, sixteen samples for each vector.
INLINE void sum_level_vectors(const int16_t *pairs, ptrdiff_t stride, const int16_t *weights, int32_t taps, int vectors,
                              h16 *out) {
  i16 sums[LEVEL_SUMS];
  for (int i = 0; i < vectors; i++) sums[i] = (i16){0} + LEVEL_ROUNDING;
  for (int32_t k = 0; k < taps; k += 2, pairs += stride) {
    int32_t pair;
    __builtin_memcpy(&pair, weights + k, 4);
    const h32 weight = (h32)((i16){0} + pair);
    for (int i = 0; i < vectors; i++) sums[i] = add_products(sums[i], *(const h32_at *)(pairs + 32 * i), weight);
  }
  for (int i = 0; i < vectors; i++) out[i] = __builtin_convertvector(sums[i] >> 14, h16);
}

// Stores the sums of sixteen pixels, each channel apart: the lines of two channels are `width` samples from each other.
INLINE void store_sums(const h16 *sums, int channels, ptrdiff_t width, int16_t *out) {
  if (channels == 1) {
    *(h16_at *)out = sums[0];
    return;
  }
  h32 low, high = {0};
  __builtin_memcpy(&low, sums, 64);
  __builtin_memcpy(&high, sums + 2, 32);
#define SAMPLES(c)                                                                                                              \
  __builtin_shufflevector(low, high, c, c + 3, c + 6, c + 9, c + 12, c + 15, c + 18, c + 21, c + 24, c + 27, c + 30, c + 33,    \
                          c + 36, c + 39, c + 42, c + 45)
  *(h16_at *)out = SAMPLES(0);
  *(h16_at *)(out + width) = SAMPLES(1);
  *(h16_at *)(out + 2 * width) = SAMPLES(2);
#undef SAMPLES
}

// Sums rows of levels, `width` pixels of each, and separates the channels.
INLINE void sum_level_rows(const int16_t *pairs, ptrdiff_t stride, const int16_t *weights, int32_t taps, int channels,
                           ptrdiff_t width, int16_t *out) {
  h16 sums[LEVEL_SUMS];
  const int at_once = LEVEL_SUMS / channels;
  ptrdiff_t i = 0;
  for (; i + at_once * LANES <= width; i += at_once * LANES) {
    sum_level_vectors(pairs + 2 * channels * i, stride, weights, taps, LEVEL_SUMS, sums);
    for (int k = 0; k < at_once; k++) store_sums(sums + channels * k, channels, width, out + i + LANES * k);
  }
  for (; i < width; i += LANES) {
    sum_level_vectors(pairs + 2 * channels * i, stride, weights, taps, channels, sums);
    store_sums(sums, channels, width, out + i);
  }
}

INLINE i8 add_neighbors(i8 a, i8 b) {
  return __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14) + __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

// Sums the columns of one pixel: its red, green and blue, or three times gray.
INLINE f4 sum_level_columns(const int16_t *line, ptrdiff_t width, int channels, const int16_t *weights, int32_t taps) {
  i8 sums[3] = {{0}, {0}, {0}};
  for (int32_t k = 0; k < taps; k += 16) {
    const h16 weight = *(const h16_at *)(weights + k);
    for (int c = 0; c < channels; c++) sums[c] += sum_products(*(const h16_at *)(line + c * width + k), weight);
  }
  if (channels == 1) sums[1] = sums[2] = sums[0];
  const i8 four = add_neighbors(add_neighbors(sums[0], sums[1]), add_neighbors(sums[2], (i8){0}));
  const i4 total = __builtin_shufflevector(four, four, 0, 1, 2, 3) + __builtin_shufflevector(four, four, 4, 5, 6, 7);
  // LevelTable.working
  f4 color = __builtin_convertvector(total, f4) * (1 / (2 * (float)FRAMEIT_WHITE_OF_REDUCTIONS * 16384)) + 0.5f;
  color[3] = 1;
  return color;
}

// With swapped axes, a line of output pixels with the same rows of the source is a column.
INLINE void reduce_lines(const frameit_level_block *block, const frameit_level_axis *x, const frameit_level_axis *y,
                         const frameit_tile *tile, int channels, int swapped, float *values) {
  const int32_t lines = swapped ? tile->width : tile->height, length = swapped ? tile->height : tile->width;
  int16_t *line = (int16_t *)(values + 4 * (ptrdiff_t)(swapped ? lines * length + LANES : length + LANES));
  const ptrdiff_t width = block->width, stride = 2 * channels * width;
  const frameit_level_axis columns = *x;  // which `values` cannot alias
  const int32_t left = block->left;
  for (int32_t l = 0; l < lines; l++) {
    const int16_t *pairs = block->levels + (y->firsts[l] - block->top) / 2 * stride;
    sum_level_rows(pairs, stride, y->weights + (ptrdiff_t)l * y->taps, y->taps, channels, width, line);
    const int16_t *weights = columns.weights;
    for (int32_t i = 0; i < length; i++, weights += columns.taps) {
      const f4 pixel = sum_level_columns(line + (columns.firsts[i] - left), width, channels, weights, columns.taps);
      store4(values + 4 * (swapped ? (ptrdiff_t)i * lines + l : i), pixel);
    }
    if (!swapped) blend_row(tile, l, clip_span(tile, l), values);
  }
  if (!swapped) return;
  for (int32_t row = 0; row < length; row++) {
    blend_row(tile, row, clip_span(tile, row), values + 4 * (ptrdiff_t)row * lines);
  }
}

static void reduce_levels(const frameit_level_block *block, const frameit_level_axis *x, const frameit_level_axis *y,
                          const frameit_tile *tile, int swapped, float *scratch) {
  if (block->channels == 1) reduce_lines(block, x, y, tile, 1, swapped, scratch);
  else reduce_lines(block, x, y, tile, 3, swapped, scratch);
}

#endif
