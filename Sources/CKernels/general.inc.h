// A footprint that does not separate: each tap has a weight of its own.

INLINE float sum_of_weights(f16 w) {
  f8 a = __builtin_shufflevector(w, w, 0, 1, 2, 3, 4, 5, 6, 7) +
         __builtin_shufflevector(w, w, 8, 9, 10, 11, 12, 13, 14, 15);
  f4 b = __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
  return (b[0] + b[2]) + (b[1] + b[3]);
}

// Returns the part of a row of taps that can have a weight, as Footprint.columns; an extra tap does no harm.
INLINE void reach_in_row(const frameit_resampling *r, double offset, double dy, int *start, int *end) {
  const double a = r->x.inverse, b = r->inverse_xy, c = r->y.inverse, s = r->support;
  double low1 = (-s - b * dy) / a, high1 = (s - b * dy) / a;
  double p = (-s - c * dy) / b, q = (s - c * dy) / b;
  double low = p < q ? p : q, high = p < q ? q : p;
  if (low1 > low) low = low1;
  if (high1 < high) high = high1;
  low -= offset + 2;
  high -= offset - 2;
  *start = low > 0 ? (low < r->x.taps ? (int)low : r->x.taps) : 0;
  *end = high < r->x.taps ? (high > 0 ? (int)high + 1 : 0) : r->x.taps;
  if (*end > r->x.taps) *end = r->x.taps;
}

INLINE f4 clamped_pixel(const frameit_resampling *r, const float *line, int32_t left, int64_t column) {
  if (column < 0) column = 0;
  if (column >= r->x.size) column = r->x.size - 1;
  return load4(line + (column - left) * 4);
}

// Computes one output pixel: rows of taps from the top, sixteen of a row at a time.
INLINE f4 general_pixel(frameit_filter filter, const frameit_resampling *r, const frameit_block *block,
                        int32_t x, int32_t y, float offset_x, float offset_y) {
  const int inside = x >= 0 && x + r->x.taps <= r->x.size;
  const f16 ax = all16(r->x.inverse), ay = all16(r->y.inverse), axy = all16(r->inverse_xy);
  f16 sums = all16(0), weights = all16(0);
  for (int32_t j = 0; j < r->y.taps; j++) {
    int64_t row = (int64_t)y + j;
    if (row < 0) row = 0;
    if (row >= r->y.size) row = r->y.size - 1;
    const float *line = block->pixels + (row - block->top) * block->width * 4;
    const float dy = offset_y + (float)j;
    int start, end;
    reach_in_row(r, offset_x, dy, &start, &end);
    for (int k = start & ~15; k < end; k += LANES) {
      f16 dx = offset_x + ((float)k + iota16);
      f16 u = magnitude(dx * ax + dy * axy), v = magnitude(dx * axy + dy * ay);
      f16 w = kernel_weight(filter, r->lanczos, u) * kernel_weight(filter, r->lanczos, v);
      if (k + LANES > r->x.taps) w = select16(k + __builtin_convertvector(iota16, i16) < r->x.taps, w, all16(0));
      weights += w;
      for (int q = 0; q < 4; q++) {
        const int32_t column = x + k + 4 * q;
        f16 pixels;
        if (inside) {
          if (k + 4 * q >= end) break;
          pixels = load16(line + (ptrdiff_t)(column - block->left) * 4);
        } else {
          f8 a = __builtin_shufflevector(clamped_pixel(r, line, block->left, column),
                                         clamped_pixel(r, line, block->left, (int64_t)column + 1), 0, 1, 2, 3, 4, 5, 6, 7);
          f8 b = __builtin_shufflevector(clamped_pixel(r, line, block->left, (int64_t)column + 2),
                                         clamped_pixel(r, line, block->left, (int64_t)column + 3), 0, 1, 2, 3, 4, 5, 6, 7);
          pixels = join8(a, b);
        }
        sums += pixels * spread(quarter(w, q));
      }
    }
  }
  return total(sums) * (1 / sum_of_weights(weights));
}

INLINE void general_tile(frameit_filter filter, const frameit_resampling *r, const frameit_block *block,
                         const frameit_tile *tile, float *values) {
  for (int32_t row = 0; row < tile->height; row++) {
    const span part = shown(tile, row);
    for (int32_t column = part.start; column < part.end; column += LANES) {
      const taps16 x = taps(&r->x, tile->x + column, tile->y + row);
      const taps16 y = taps(&r->y, tile->x + column, tile->y + row);
      const int32_t left = part.end - column;
      for (int i = 0; i < (left < LANES ? left : LANES); i++) {
        store4(values + 4 * (column + i), general_pixel(filter, r, block, x.first[i], y.first[i], x.offset[i], y.offset[i]));
      }
    }
    lay_row(tile, row, part, values);
  }
}

static void resample_general(const frameit_resampling *r, const frameit_block *block,
                             const frameit_tile *tile, float *memory) {
  float *values = memory + lay_out(r, block, tile).values;
  switch (r->filter) {
    case FRAMEIT_NEAREST: general_tile(FRAMEIT_NEAREST, r, block, tile, values); break;
    case FRAMEIT_LINEAR: general_tile(FRAMEIT_LINEAR, r, block, tile, values); break;
    case FRAMEIT_CUBIC: general_tile(FRAMEIT_CUBIC, r, block, tile, values); break;
    case FRAMEIT_MITCHELL: general_tile(FRAMEIT_MITCHELL, r, block, tile, values); break;
    case FRAMEIT_LANCZOS3: general_tile(FRAMEIT_LANCZOS3, r, block, tile, values); break;
  }
}
