// Reduction along the axes of opaque images with 8-bit samples, in integers: LevelResampler.

#ifndef FRAMEIT_RESAMPLE_LEVELS_H
#define FRAMEIT_RESAMPLE_LEVELS_H

#include "levels.h"
#include "resample.h"

// The channels are apart, so that a vector has samples of one. Samples of two rows are interleaved, because processors add two
// products at a time.

// MARK: Blocks

enum { LEVELS_AT_ONCE = 64 };

#if defined(FRAMEIT_VBMI)

typedef uint8_t b256 __attribute__((vector_size(256)));

// Stores the levels of a channel in two rows. The samples are in the order that interleaving in each 16 bytes restores.
INLINE void store_levels(b64 a, b64 b, const level_bytes *table, int16_t *out) {
  const b64 low = look_up(table->low, a), high = look_up(table->high, a);
  const b64 low2 = look_up(table->low, b), high2 = look_up(table->high, b);
  const h32 lower = lower_bytes(low, high), upper = upper_bytes(low, high);
  const h32 lower2 = lower_bytes(low2, high2), upper2 = upper_bytes(low2, high2);
  store_words(out, lower_shorts(lower, lower2));
  store_words(out + 32, upper_shorts(lower, lower2));
  store_words(out + 64, lower_shorts(upper, upper2));
  store_words(out + 96, upper_shorts(upper, upper2));
}

// Loads 64 pixels of two rows.
INLINE void load_levels_at_once(const uint8_t *first, const uint8_t *second, int channels, ptrdiff_t width,
                                const level_bytes *table, int16_t *out) {
  if (channels == 1) {
    store_levels((b64)transpose(load_words(first)), (b64)transpose(load_words(second)), table, out);
    return;
  }
  b256 a, b;
  __builtin_memcpy(&a, first, 192);
  __builtin_memcpy(&b, second, 192);
#define FOUR(i, c) 3 * (i) + c, 3 * (i) + 3 + c, 3 * (i) + 6 + c, 3 * (i) + 9 + c
#define LANE(i, c) FOUR(i, c), FOUR(i + 16, c), FOUR(i + 32, c), FOUR(i + 48, c)
#define CHANNEL_OF(v, c) __builtin_shufflevector(v, v, LANE(0, c), LANE(4, c), LANE(8, c), LANE(12, c))
  store_levels(CHANNEL_OF(a, 0), CHANNEL_OF(b, 0), table, out);
  store_levels(CHANNEL_OF(a, 1), CHANNEL_OF(b, 1), table, out + 2 * width);
  store_levels(CHANNEL_OF(a, 2), CHANNEL_OF(b, 2), table, out + 4 * width);
#undef FOUR
#undef LANE
#undef CHANNEL_OF
}

#else

INLINE void load_levels_at_once(const uint8_t *first, const uint8_t *second, int channels, ptrdiff_t width,
                                const level_bytes *table, int16_t *out) {
  for (int c = 0; c < channels; c++, out += 2 * width) {
    for (int i = 0; i < LEVELS_AT_ONCE; i++) {
      const uint32_t pair = table->first[first[channels * i + c]] | table->second[second[channels * i + c]];
      __builtin_memcpy(out + 2 * i, &pair, 4);
    }
  }
}

#endif

// Loads the last pixels of two rows: nothing is read beyond a row, or stored beyond the width of a channel.
INLINE void load_last_levels(const uint8_t *first, const uint8_t *second, int channels, int32_t count, ptrdiff_t width,
                             ptrdiff_t rest, const level_bytes *table, int16_t *out) {
  uint8_t samples[2][3 * LEVELS_AT_ONCE] = {{0}};
  int16_t pairs[3][2 * LEVELS_AT_ONCE];
  __builtin_memcpy(samples[0], first, (size_t)(channels * count));
  __builtin_memcpy(samples[1], second, (size_t)(channels * count));
  load_levels_at_once(samples[0], samples[1], channels, LEVELS_AT_ONCE, table, pairs[0]);
  for (int c = 0; c < channels; c++) __builtin_memcpy(out + 2 * c * width, pairs[c], (size_t)rest * 4);
}

INLINE void load_level_rows(const frameit_level_rows *rows, int channels, const level_bytes *table, int16_t *out) {
  const ptrdiff_t width = rows->width;
  const size_t bytes = (size_t)channels * (size_t)rows->count;
  for (int32_t row = 0; row < rows->row_count; row += 2, out += 2 * channels * width) {
    if (row + FRAMEIT_ROWS_AHEAD < rows->row_count) frameit_prefetch(rows->rows[row + FRAMEIT_ROWS_AHEAD], bytes);
    if (row + FRAMEIT_ROWS_AHEAD + 1 < rows->row_count) frameit_prefetch(rows->rows[row + FRAMEIT_ROWS_AHEAD + 1], bytes);
    const uint8_t *first = rows->rows[row], *second = row + 1 < rows->row_count ? rows->rows[row + 1] : first;
    for (int32_t i = 0; i < rows->count; i += LEVELS_AT_ONCE) {
      const uint8_t *a = first + channels * (ptrdiff_t)i, *b = second + channels * (ptrdiff_t)i;
      const int32_t left = rows->count - i;
      if (left >= LEVELS_AT_ONCE) load_levels_at_once(a, b, channels, width, table, out + 2 * i);
      else load_last_levels(a, b, channels, left, width, width - i, table, out + 2 * i);
    }
  }
}

static void load_levels(const frameit_level_rows *rows, int16_t *out) {
  const level_bytes table = split_levels(rows->levels);
  if (rows->channels == 1) load_level_rows(rows, 1, &table, out);
  else load_level_rows(rows, 3, &table, out);
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

INLINE void sum_level_vectors(const int16_t *pairs, ptrdiff_t stride, const int16_t *weights, int32_t taps, int vectors,
                              int16_t *out) {
  i16 sums[8];
  for (int i = 0; i < vectors; i++) sums[i] = (i16){0} + LEVEL_ROUNDING;
  for (int32_t k = 0; k < taps; k += 2, pairs += stride) {
    int32_t pair;
    __builtin_memcpy(&pair, weights + k, 4);
    const h32 weight = (h32)((i16){0} + pair);
    for (int i = 0; i < vectors; i++) sums[i] = add_products(sums[i], *(const h32_at *)(pairs + 32 * i), weight);
  }
  for (int i = 0; i < vectors; i++) *(h16_at *)(out + LANES * i) = __builtin_convertvector(sums[i] >> 14, h16);
}

// Sums rows of levels, `count` samples of each.
INLINE void sum_level_rows(const int16_t *pairs, ptrdiff_t stride, const int16_t *weights, int32_t taps, int32_t count,
                           int16_t *out) {
  int32_t i = 0;
  for (; i + 8 * LANES <= count; i += 8 * LANES) sum_level_vectors(pairs + 2 * i, stride, weights, taps, 8, out + i);
  for (; i + 2 * LANES <= count; i += 2 * LANES) sum_level_vectors(pairs + 2 * i, stride, weights, taps, 2, out + i);
  for (; i < count; i += LANES) sum_level_vectors(pairs + 2 * i, stride, weights, taps, 1, out + i);
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
  const ptrdiff_t stride = 2 * (ptrdiff_t)channels * block->width;
  for (int32_t l = 0; l < lines; l++) {
    const int16_t *pairs = block->levels + (y->firsts[l] - block->top) / 2 * stride;
    sum_level_rows(pairs, stride, y->weights + (ptrdiff_t)l * y->taps, y->taps, channels * block->width, line);
    for (int32_t i = 0; i < length; i++) {
      const f4 pixel = sum_level_columns(line + (x->firsts[i] - block->left), block->width, channels,
                                         x->weights + (ptrdiff_t)i * x->taps, x->taps);
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
