// Arranging a part of an image with 8-bit samples for footprints of four by four taps: ByteBlock.

#ifndef FRAMEIT_BYTE_BLOCKS_H
#define FRAMEIT_BYTE_BLOCKS_H

#include "levels.h"

// The last four rows of a block: row y is at y modulo 4. A row is loaded in whole vectors, which may begin after repeated pixels,
// so there is room for one more.
enum { BYTE_LINE = 4 * (FRAMEIT_BYTE_BLOCK_COLUMNS + LANES) };
typedef uint8_t byte_lines[4][BYTE_LINE];

// Converts sixteen pixels with 1 to 4 samples to four; without alpha they are opaque.
INLINE i16 expand_sixteen(const uint8_t *samples, int channels) {
  const i16 opaque = (i16){0} + (int32_t)0xFF000000;
  if (channels == 4) return load_words(samples);
  if (channels == 3) {
    b64 v = {0};
    __builtin_memcpy(&v, samples, 48);
#define COLORS(i) i, i + 1, i + 2, i, i + 3, i + 4, i + 5, i, i + 6, i + 7, i + 8, i, i + 9, i + 10, i + 11, i
    return (i16)__builtin_shufflevector(v, v, COLORS(0), COLORS(12), COLORS(24), COLORS(36)) | opaque;
#undef COLORS
  }
  i16 gray, alpha = opaque;
  if (channels == 1) {
    gray = __builtin_convertvector(*(const b16_at *)samples, i16);
  } else {
    const i16 both = __builtin_convertvector(*(const s16_at *)(const void *)samples, i16);
    gray = both & 0xFF;
    alpha = both << 16 & opaque;
  }
  return gray | gray << 8 | gray << 16 | alpha;
}

// Loads `count` pixels of a row; each 64 bytes are transposed if `transposed`. Returns the bitwise AND of all pixels.
INLINE i16 load_row(const uint8_t *samples, int32_t count, int channels, int transposed, uint8_t *line) {
  i16 common = (i16){0} - 1;
  for (int32_t i = 0; i < count; i += LANES) {
    uint8_t rest[64];
    const uint8_t *from = samples + channels * i;
    if (count - i < LANES) {
      // Nothing is read beyond the row; the last pixel is repeated.
      for (int k = 0; k < LANES; k++) {
        __builtin_memcpy(rest + channels * k, from + channels * (k < count - i ? k : count - i - 1), (size_t)channels);
      }
      from = rest;
    }
    const i16 pixels = expand_sixteen(from, channels);
    common &= pixels;
    store_words(line + 4 * i, transposed ? transpose(pixels) : pixels);
  }
  return common;
}

// Repeats the edge pixels of an image in a row that extends beyond it, and transposes each 64 bytes.
static void repeat_edges(const frameit_byte_rows *rows, uint8_t *line) {
  uint8_t *first = line + 4 * rows->before, *last = first + 4 * (rows->count - 1);
  for (uint8_t *p = line; p < first; p += 4) __builtin_memcpy(p, first, 4);
  for (uint8_t *p = last + 4; p < line + 4 * rows->width; p += 4) __builtin_memcpy(p, last, 4);
  for (int32_t i = 0; i < rows->width; i += LANES) {
    store_words(line + 4 * i, transpose(load_words(line + 4 * i)));
  }
}

// Stores sixteen columns, four of them from each vector.
INLINE void store_columns(i16 first, i16 second, i16 third, i16 fourth, uint8_t *columns) {
  store_words(columns, first);
  store_words(columns + 64, second);
  store_words(columns + 128, third);
  store_words(columns + 192, fourth);
}

#if defined(FRAMEIT_VNNI)

// The rows of bytes that stand side by side.
enum { BYTE_ROWS = 4 };

// Interleaves four rows of bytes, of which `first` is the number of the first one.
INLINE void interleave_bytes(const byte_lines lines, int first, int32_t width, uint8_t *out) {
  const uint8_t *rows[4];
  for (int i = 0; i < 4; i++) rows[i] = lines[(first + i) % 4];
  for (int32_t i = 0; i < 4 * width; i += 4 * LANES) {
    const b64 a = *(const b64_at *)(rows[0] + i), b = *(const b64_at *)(rows[1] + i);
    const b64 c = *(const b64_at *)(rows[2] + i), d = *(const b64_at *)(rows[3] + i);
    const h32 lower = lower_bytes(a, b), lower2 = lower_bytes(c, d), upper = upper_bytes(a, b), upper2 = upper_bytes(c, d);
    store_columns(lower_shorts(lower, lower2), upper_shorts(lower, lower2), lower_shorts(upper, upper2),
                  upper_shorts(upper, upper2), out + 4 * i);
  }
}

#else

enum { BYTE_ROWS = 2 };

// The same for two rows, as numbers of 16 bits.
INLINE void interleave_bytes(const byte_lines lines, int first, int32_t width, uint8_t *out) {
  const uint8_t *rows[2] = {lines[first % 4], lines[(first + 1) % 4]};
  const b64 none = {0};
  for (int32_t i = 0; i < 4 * width; i += 4 * LANES) {
    const b64 a = *(const b64_at *)(rows[0] + i), b = *(const b64_at *)(rows[1] + i);
    const b64 lower = (b64)lower_bytes(a, b), upper = (b64)upper_bytes(a, b);
    store_columns((i16)lower_bytes(lower, none), (i16)upper_bytes(lower, none), (i16)lower_bytes(upper, none),
                  (i16)upper_bytes(upper, none), out + 4 * i);
  }
}

#endif

// Interleaves two rows of levels.
INLINE void interleave_levels(const int16_t *first, const int16_t *second, int32_t width, uint8_t *out) {
  for (int32_t i = 0; i < 4 * width; i += 4 * LANES) {
    const h32 a = *(const h32_at *)(first + i), b = *(const h32_at *)(first + i + 32);
    const h32 c = *(const h32_at *)(second + i), d = *(const h32_at *)(second + i + 32);
    store_columns(lower_shorts(a, c), upper_shorts(a, c), lower_shorts(b, d), upper_shorts(b, d), out + 4 * i);
  }
}

// Without levels, the block has bytes.
INLINE int load_channels(const frameit_byte_rows *rows, int channels, const level_lookup *levels, uint8_t *out) {
  byte_lines lines;
  int16_t level_lines[2][BYTE_LINE];
  i16 common = (i16){0} - 1;
  const size_t bytes = (size_t)(channels * rows->count);
  const int is_inside = rows->count == rows->width;
  const ptrdiff_t stride = 16 * (ptrdiff_t)rows->width;
  for (int32_t row = 0; row < rows->row_count && row < FRAMEIT_ROWS_AHEAD; row++) frameit_prefetch(rows->rows[row], bytes);
  for (int32_t row = 0; row < rows->row_count; row++) {
    if (row + FRAMEIT_ROWS_AHEAD < rows->row_count) frameit_prefetch(rows->rows[row + FRAMEIT_ROWS_AHEAD], bytes);
    uint8_t *line = lines[row % 4];
    common &= load_row(rows->rows[row], rows->count, channels, is_inside, line + 4 * rows->before);
    if (!is_inside) repeat_edges(rows, line);
    if (levels) {
      int16_t *level_line = level_lines[row % 2];
      for (int32_t i = 0; i < rows->width; i += LANES) look_up_words(line + 4 * i, levels, level_line + 4 * i);
      if (row >= 1) interleave_levels(level_lines[(row + 1) % 2], level_line, rows->width, out + (row - 1) * stride);
    } else if (row >= BYTE_ROWS - 1) {
      const int first = row - (BYTE_ROWS - 1);
      interleave_bytes(lines, first, rows->width, out + first * stride);
    }
  }
  return (uint32_t)__builtin_reduce_and(common) >> 24 == 255;
}

INLINE int load_block(const frameit_byte_rows *rows, const level_lookup *levels, uint8_t *out) {
  switch (rows->channels) {
    case 1: return load_channels(rows, 1, levels, out);
    case 2: return load_channels(rows, 2, levels, out);
    case 3: return load_channels(rows, 3, levels, out);
    default: return load_channels(rows, 4, levels, out);
  }
}

static int load_bytes(const frameit_byte_rows *rows, uint8_t *out) {
  if (!rows->curve) return load_block(rows, NULL, out);
  const level_lookup levels = prepare_lookup(rows->curve->pairs);
  return load_block(rows, &levels, out);
}

#endif
