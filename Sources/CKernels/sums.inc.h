// The sums: first vertically, column by column; then over the columns, in four parallel sums.

// With more rows of taps than this, a column's pixels are in so many memory pages that going down it is slower than
// going along the rows.
enum { LARGE = 256 };

// Adds the four parallel sums of an output pixel.
INLINE f4 total(f16 sums) {
  f8 low = __builtin_shufflevector(sums, sums, 0, 1, 2, 3, 4, 5, 6, 7);
  f8 high = __builtin_shufflevector(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15);
  f8 pair = low + high;
  f4 a = __builtin_shufflevector(pair, pair, 0, 1, 2, 3);
  f4 b = __builtin_shufflevector(pair, pair, 4, 5, 6, 7);
  return a + b;
}

// The same for four pixels at once.
INLINE f16 totals(f16 a, f16 b, f16 c, f16 d) {
  f16 ab = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
           __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  f16 cd = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
           __builtin_shufflevector(c, d, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  return __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +
         __builtin_shufflevector(ab, cd, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}

// Adds the weighted sums of `groups` times four columns of `rows` rows of taps, at least one, to `sums`.
INLINE f16 add_columns(f16 sums, const float *source, ptrdiff_t stride, const float *wy, int32_t rows,
                       const float *wx, int groups) {
  f16 columns[4];
  for (int g = 0; g < groups; g++) columns[g] = load16(source + 16 * g) * all16(wy[0]);
  for (int32_t j = 1; j < rows; j++) {
    source += stride;
    f16 weight = all16(wy[j * LANES]);
    for (int g = 0; g < groups; g++) columns[g] += load16(source + 16 * g) * weight;
  }
  for (int g = 0; g < groups; g++) sums += columns[g] * spread(load4(wx + GROUP * g));
  return sums;
}

// Computes the vertical sums of `count` columns with the same weights: `columns` of them in groups of four, followed
// by four zeros, because the last group may extend beyond the columns with weights.
INLINE void add_rows(const float *source, ptrdiff_t stride, const float *weights, int rows, int count,
                     float *restrict columns) {
  const int length = (count + 3) / 4 * LANES;
  if (rows <= LARGE) {
    for (int i = 0; i < length; i += LANES) {
      const float *at = source + i;
      f16 sum = load16(at) * all16(weights[0]);
      for (int j = 1; j < rows; j++) sum += load16(at += stride) * all16(weights[j * LANES]);
      store16(columns + i, sum);
    }
  } else {
    for (int i = 0; i < length; i += LANES) store16(columns + i, all16(0));
    for (int j = 0; j < rows; j++, source += stride) {
      const f16 weight = all16(weights[j * LANES]);
      for (int i = 0; i < length; i += LANES) {
        store16(columns + i, load16(columns + i) + load16(source + i) * weight);
      }
    }
  }
  store16(columns + length, all16(0));
}

INLINE f4 add_groups(const float *columns, const float *weights, int groups) {
  f16 sums = all16(0);
  for (int g = 0; g < groups; g++) sums += load16(columns + 16 * g) * spread(load4(weights + GROUP * g));
  return total(sums);
}
