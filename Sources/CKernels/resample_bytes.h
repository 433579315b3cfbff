// Resampling of opaque pixels from bytes to bytes, in integers: ByteResampler.

#ifndef FRAMEIT_RESAMPLE_BYTES_H
#define FRAMEIT_RESAMPLE_BYTES_H

#include "byte_blocks.h"
#include "sample_weights.h"

// MARK: Weights

// For each of sixteen pixels: at `WEIGHTS(i)`, four weights in units of 2^-14. If bytes are multiplied, `y` has the bytes of weights.
typedef struct byte_weights {
  int16_t x[4 * LANES], y[4 * LANES];
} byte_weights;

// Weights are in the order in which vectors are interleaved.
#define WEIGHTS(i) ((i) % 4 / 2 * 32 + (i) / 4 * 8 + (i) % 2 * 4)

#if defined(FRAMEIT_VNNI)
// Splits each weight into a low byte l and a high byte h, both with signs: it is 256 h + l. Of each four weights, the low bytes come
// first.
INLINE h32 split_weights(h32 w) {
  const h32 low = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  const b64 v = (b64)((w & low) | ((w + 128) & ~low));
#define PART(i) i, i + 2, i + 4, i + 6, i + 1, i + 3, i + 5, i + 7
  return (h32)__builtin_shufflevector(v, v, PART(0), PART(8), PART(16), PART(24), PART(32), PART(40), PART(48), PART(56));
#undef PART
}
#endif

// Bytes are multiplied by the bytes of weights, where the processor can, and levels by whole weights.
INLINE h32 row_weights(h32 w, int has_levels) {
#if defined(FRAMEIT_VNNI)
  if (!has_levels) return split_weights(w);
#endif
  (void)has_levels;
  return w;
}

// CubicWeights, at positions in units of 2^-24.
INLINE void weigh_bytes(i16 x, i16 y, int has_levels, byte_weights *out) {
  const h32 t = (h32)(((x >> 9) & 0x7FFF) | ((y << 7) & 0x7FFF0000));
  // For t = 0 this is -2^15, but then all products are 0.
  const h32 u = (h32)(32768 - (s32)t);
  const h32 tu = multiply_fractions(t, u), tuu = multiply_fractions(tu, u), ttu = multiply_fractions(tu, t);
  const h32 a = -((tuu + 2) >> 2), d = -((ttu + 2) >> 2);
  const h32 c = (h32)((s32)(t + ((3 * ttu - tu) >> 1) + 1) >> 1), b = 16384 - a - c - d;
  const i16 lower = lower_shorts(a, b), lower2 = lower_shorts(c, d);
  const i16 upper = upper_shorts(a, b), upper2 = upper_shorts(c, d);
  const l8 first = lower_words(lower, lower2), second = upper_words(lower, lower2);
  const l8 third = lower_words(upper, upper2), fourth = upper_words(upper, upper2);
  *(h32_at *)out->x = (h32)lower_pairs(first, second);
  *(h32_at *)(out->x + 32) = (h32)lower_pairs(third, fourth);
  const h32 rows = (h32)upper_pairs(first, second), rows2 = (h32)upper_pairs(third, fourth);
  *(h32_at *)out->y = row_weights(rows, has_levels);
  *(h32_at *)(out->y + 32) = row_weights(rows2, has_levels);
}

// MARK: Sums

// Four columns of four taps each are summed vertically first, in units of 2^-6; then the columns, in units of 2^-20. With levels,
// the units are 1 and 2^-14.

// Half a unit, and what rounding down takes from sums of columns on average.
enum { ROUNDING = (1 << 19) + (1 << 13) };

// Sixteen pixels, the taps of which are at `offsets` in a block.
typedef struct byte_run {
  const uint8_t *pixels;
  ptrdiff_t stride;
  const int32_t *offsets;
  const byte_weights *weights;
  const frameit_level_curve *curve;  // null for bytes
} byte_run;

#if defined(FRAMEIT_VNNI)

INLINE i16 repeat_word(const int16_t *p) {
  int32_t word;
  __builtin_memcpy(&word, p, 4);
  return (i16)_mm512_set1_epi32(word);
}

INLINE h32 repeat_eight(const int16_t *p) {
  return (h32)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)p));
}

// The sums of the columns, channel by channel.
INLINE i16 sum_columns(const byte_run *r, int i) {
  const i16 taps = transpose(load_words(r->pixels + r->offsets[i]));
  const int16_t *weights = r->weights->y + WEIGHTS(i);
  const i16 low = (i16)_mm512_dpbusd_epi32(_mm512_setzero_si512(), (__m512i)taps, (__m512i)repeat_word(weights));
  return (i16)_mm512_dpbusd_epi32((__m512i)(low >> 8), (__m512i)taps, (__m512i)repeat_word(weights + 2));
}

// The same for levels, as levels.
INLINE i16 sum_columns_of_levels(const byte_run *r, int i) {
  const uint8_t *taps = r->pixels + r->offsets[i];
  const int16_t *weights = r->weights->y + WEIGHTS(i);
  const i16 half = (i16){0} + LEVEL_ROUNDING, upper = load_words(taps), lower = load_words(taps + 2 * r->stride);
  const i16 sums = (i16)_mm512_dpwssd_epi32((__m512i)half, (__m512i)upper, (__m512i)repeat_word(weights));
  return transpose((i16)_mm512_dpwssd_epi32((__m512i)sums, (__m512i)lower, (__m512i)repeat_word(weights + 2)) >> 14);
}

// The sums of two pixels, channel by channel: in two parts each.
INLINE i16 sum_two(const byte_run *r, int i) {
  const i16 half = (i16){0} + (r->curve ? 0 : ROUNDING / 2);
  const i16 a = r->curve ? sum_columns_of_levels(r, i) : sum_columns(r, i);
  const i16 b = r->curve ? sum_columns_of_levels(r, i + 1) : sum_columns(r, i + 1);
  return (i16)_mm512_dpwssd_epi32((__m512i)half, _mm512_packs_epi32((__m512i)a, (__m512i)b),
                                  (__m512i)repeat_eight(r->weights->x + WEIGHTS(i)));
}

// The sums of four pixels, channel by channel.
INLINE i16 sum_four(const byte_run *r, int i) {
  const i16 a = sum_two(r, i), b = sum_two(r, i + 2);
  return __builtin_shufflevector(a, b, 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30) +
         __builtin_shufflevector(a, b, 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31);
}

// The pixels of a block of levels.
INLINE b64 sum_levels(const byte_run *r) {
  const i16 a = sum_four(r, 0), b = sum_four(r, 4), c = sum_four(r, 8), d = sum_four(r, 12);
#define LANES_OF(a, b, i) \
  __builtin_shufflevector(a, b, i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7, i + 16, i + 17, i + 18, i + 19, i + 20, i + 21, i + 22, i + 23)
#define EVERY_SECOND(a, b, i) \
  __builtin_shufflevector(a, b, i, i + 1, i + 2, i + 3, i + 8, i + 9, i + 10, i + 11, i + 16, i + 17, i + 18, i + 19, i + 24, i + 25, i + 26, i + 27)
  const i16 first = LANES_OF(a, b, 0), second = LANES_OF(c, d, 0), third = LANES_OF(a, b, 8), fourth = LANES_OF(c, d, 8);
  const i16 red = codes_of_sums(EVERY_SECOND(first, second, 0), r->curve);
  const i16 green = codes_of_sums(EVERY_SECOND(first, second, 4), r->curve);
  const i16 blue = codes_of_sums(EVERY_SECOND(third, fourth, 0), r->curve);
#undef LANES_OF
#undef EVERY_SECOND
  return (b64)(red | green << 8 | blue << 16 | (int32_t)0xFF000000);
}

// The pixels of a block of bytes.
INLINE b64 sum_bytes(const byte_run *r) {
  const b64 v = bounded_bytes(sum_four(r, 0) >> 20, sum_four(r, 4) >> 20, sum_four(r, 8) >> 20, sum_four(r, 12) >> 20);
#define PIXELS(i) i, i + 4, i + 8, i + 12, i + 1, i + 5, i + 9, i + 13, i + 2, i + 6, i + 10, i + 14, i + 3, i + 7, i + 11, i + 15
  return __builtin_shufflevector(v, v, PIXELS(0), PIXELS(16), PIXELS(32), PIXELS(48));
#undef PIXELS
}

#else

INLINE h16 repeat_two(const int16_t *weights) {
  int32_t pair;
  __builtin_memcpy(&pair, weights, 4);
  return (h16)((i8){0} + pair);
}

// The weights of columns 0 and 2 for each channel, and of columns 1 and 3.
INLINE h16 column_weights(const int16_t *weights) {
  int64_t all;
  __builtin_memcpy(&all, weights, 8);
  const h16 w = (h16)((l4){0} + all);
  return __builtin_shufflevector(w, w, 0, 2, 0, 2, 0, 2, 0, 2, 9, 11, 9, 11, 9, 11, 9, 11);
}

// The sums of two columns.
INLINE i8 sum_columns(const byte_run *r, const uint8_t *taps, h16 upper, h16 lower) {
  const h16 first = *(const h16_at *)(const void *)taps, second = *(const h16_at *)(const void *)(taps + 2 * r->stride);
  const i8 sums = sum_products(first, upper) + sum_products(second, lower);
  return r->curve ? (sums + LEVEL_ROUNDING) >> 14 : sums >> 8;
}

// The sums of one pixel's channels, in two parts.
INLINE i8 sum_one(const byte_run *r, int i) {
  const uint8_t *taps = r->pixels + r->offsets[i];
  const int16_t *x = r->weights->x + WEIGHTS(i), *y = r->weights->y + WEIGHTS(i);
  const h16 upper = repeat_two(y), lower = repeat_two(y + 2);
  const i8 left = sum_columns(r, taps, upper, lower), right = sum_columns(r, taps + 32, upper, lower);
  // Columns 0 and 2 become neighbors, and columns 1 and 3.
  const i8 columns = (left & 0xFFFF) | (i8)((u8)right << 16);
  return sum_products((h16)columns, column_weights(x));
}

// The sums of two pixels.
INLINE i8 sum_two(const byte_run *r, int i) {
  const i8 a = sum_one(r, i), b = sum_one(r, i + 1);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 12, 13, 14, 15) + __builtin_shufflevector(a, b, 4, 5, 6, 7, 8, 9, 10, 11);
}

// The sums of four pixels.
INLINE i16 sum_four(const byte_run *r, int i) {
  return __builtin_shufflevector(sum_two(r, i), sum_two(r, i + 2), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

INLINE i16 four_bytes(const byte_run *r, int i) { return (sum_four(r, i) + ROUNDING) >> 20; }

// The pixels of a block of bytes.
INLINE b64 sum_bytes(const byte_run *r) {
  return bounded_bytes(four_bytes(r, 0), four_bytes(r, 4), four_bytes(r, 8), four_bytes(r, 12));
}

// The pixels of a block of levels.
INLINE b64 sum_levels(const byte_run *r) {
  const i16 sums[4] = {sum_four(r, 0), sum_four(r, 4), sum_four(r, 8), sum_four(r, 12)};
  return pixels_of_sums(sums, r->curve);
}

#endif

// MARK: Rows

INLINE void store_pixels(const uint8_t *pixels, int count, int channels, uint8_t *out) {
  for (int i = 0; i < count; i++) {
    for (int c = 0; c < (channels < 3 ? 1 : 3); c++) out[channels * i + c] = pixels[4 * i + c];
    if (channels % 2 == 0) out[channels * i + channels - 1] = pixels[4 * i + 3];
  }
}

INLINE void store_run(b64 v, int count, int channels, uint8_t *out) {
  if (count == LANES && channels == 4) {
    *(b64_at *)out = v;
    return;
  }
  if (count == LANES && channels == 3) {
#define COLORS(i) i, i + 1, i + 2, i + 4, i + 5, i + 6, i + 8, i + 9, i + 10, i + 12, i + 13, i + 14
    const b64 packed = __builtin_shufflevector(v, v, COLORS(0), COLORS(16), COLORS(32), COLORS(48), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    __builtin_memcpy(out, &packed, 48);
#undef COLORS
    return;
  }
  uint8_t pixels[64];
  *(b64_at *)pixels = v;
  store_pixels(pixels, count, channels, out);
}

// Returns whether the alpha samples of four columns are those of opaque pixels.
INLINE int is_opaque(const uint8_t *columns, uint32_t opaque) {
  uint32_t difference = 0, alpha;
  for (int column = 0; column < 4; column++) {
    __builtin_memcpy(&alpha, columns + 16 * column + 12, 4);
    difference |= alpha ^ opaque;
  }
  return difference == 0;
}

// Returns whether all taps of a pixel are opaque.
INLINE int has_opaque_taps(const frameit_byte_block *block, int32_t offset) {
  const uint8_t *taps = block->pixels + offset;
  if (!block->curve && BYTE_ROWS == 4) return is_opaque(taps, ~0u);
  const uint32_t white = block->curve ? (uint32_t)block->curve->white : 255, opaque = white << 16 | white;
  return is_opaque(taps, opaque) && is_opaque(taps + 2 * block->stride, opaque);
}

// Positions along a row, relative to a block, in units of 2^-56 of a pixel, of which 8 bits are whole pixels.
typedef struct byte_line {
  l8 first, second;
} byte_line;

INLINE byte_line line_along(const frameit_byte_axis *axis, int32_t start, int32_t column, int32_t row) {
  const l8 index = {0, 1, 2, 3, 4, 5, 6, 7};
  const uint64_t step = (uint64_t)axis->step_x << 16;
  const uint64_t place = (uint64_t)axis->step_x * (uint64_t)column + (uint64_t)axis->step_y * (uint64_t)row +
                         (uint64_t)axis->offset - ((uint64_t)start << 40);
  const l8 first = index * (int64_t)step + (int64_t)(place << 16);
  return (byte_line){first, first + (int64_t)(8 * step)};
}

// The upper halves of sixteen positions: units of 2^-24.
INLINE i16 places(byte_line line) {
  return __builtin_shufflevector((i16)line.first, (i16)line.second, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

// The columns of sixteen pixels of a row, and one by their weights: in two halves.
typedef struct projected_run {
  d8 columns[2], scales[2];
  double row;
} projected_run;

INLINE projected_run project(const frameit_axis *axis, int32_t column, int32_t row) {
  const d8 index = {0, 1, 2, 3, 4, 5, 6, 7};
  projected_run run = {.columns = {index + ((double)column + 0.5), index + ((double)column + 8.5)}, .row = (double)row + 0.5};
  for (int i = 0; i < 2; i++) {
    run.scales[i] = 1 / ((axis->weight_x * run.columns[i] + axis->weight_y * run.row) + axis->weight_1);
  }
  return run;
}

// Their places, as ByteAxis.place. A pixel that is not drawn may have none that means anything.
INLINE i16 projected_places(const projected_run *run, const frameit_axis *axis, int32_t start) {
  l8 halves[2];
  for (int i = 0; i < 2; i++) {
    const d8 place = ((axis->step_x * run->columns[i] + axis->step_y * run->row) + axis->offset) * run->scales[i];
    halves[i] = (l8)(place + 6755399441055744);  // as fixed_positions; the lower half of the constant's bits is zero
  }
  const int64_t origin = ((int64_t)start << 24) + FRAMEIT_BYTE_REACH;
  return __builtin_shufflevector((i16)halves[0], (i16)halves[1], 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30) -
         (int32_t)(uint32_t)(uint64_t)origin;
}

INLINE void resample_row(const frameit_byte_axis *x, const frameit_byte_axis *y, const frameit_byte_block *block,
                         const frameit_level_curve *curve, int32_t column, int32_t row, int32_t count, int channels,
                         uint8_t *out) {
  const int64_t step_x = (int64_t)((uint64_t)x->step_x << 20), step_y = (int64_t)((uint64_t)y->step_x << 20);
  byte_line line_x = line_along(x, block->left, column, row), line_y = line_along(y, block->top, column, row);
  for (int32_t start = 0; start < count; start += LANES) {
    i16 at_x = places(line_x), at_y = places(line_y);
    if (x->in_perspective.has_horizon) {
      const projected_run run = project(&x->in_perspective, column + start, row);
      at_x = projected_places(&run, &x->in_perspective, block->left);
      at_y = projected_places(&run, &y->in_perspective, block->top);
    }
    byte_weights weights;
    weigh_bytes(at_x, at_y, curve != NULL, &weights);
    int32_t offsets[LANES];
    *(i16_at *)offsets = (at_y >> 24) * block->stride + ((at_x >> 20) & ~15);
    // Loads that repeat a number are cheaper than shuffles of registers, which the compiler would prefer.
    __asm__("" : "+m"(weights), "+m"(offsets));
    const int left = count - start < LANES ? count - start : LANES;
    // The pixels after the row are not in the block.
    for (int i = left; i < LANES; i++) offsets[i] = offsets[0];
    const byte_run run = {block->pixels, block->stride, offsets, &weights, curve};
    const b64 pixels = curve ? sum_levels(&run) : sum_bytes(&run);
    uint8_t *to = out + (ptrdiff_t)start * channels;
    if (block->is_opaque) {
      store_run(pixels, left, channels, to);
    } else {
      for (int i = 0; i < left; i++) {
        if (has_opaque_taps(block, offsets[i])) store_pixels((const uint8_t *)&pixels + 4 * i, 1, channels, to + i * channels);
      }
    }
    line_x = (byte_line){line_x.first + step_x, line_x.second + step_x};
    line_y = (byte_line){line_y.first + step_y, line_y.second + step_y};
  }
}

static void resample_bytes(const frameit_byte_axis *x, const frameit_byte_axis *y, const frameit_byte_block *block,
                           int32_t column, int32_t row, int32_t count, int channels, uint8_t *out) {
  if (!block->curve) {
    resample_row(x, y, block, NULL, column, row, count, channels, out);
    return;
  }
  const frameit_level_curve curve = *block->curve;  // which `out` cannot alias
  resample_row(x, y, block, &curve, column, row, count, channels, out);
}

#endif
