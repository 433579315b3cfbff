// Weighted sums of rows of pixels.

#ifndef FRAMEIT_SUMS_H
#define FRAMEIT_SUMS_H

#include "simd.h"

// Sums `vectors` vectors of each row from `start` on.
INLINE void sum_vectors(const float *const *rows, const float *weights, int32_t row_count, ptrdiff_t start, int vectors,
                        float *out) {
  f16 sums[4];
  for (int i = 0; i < vectors; i++) sums[i] = load16(rows[0] + start + LANES * i) * splat(weights[0]);
  for (int32_t row = 1; row < row_count; row++) {
    const f16 weight = splat(weights[row]);
    const float *values = rows[row] + start;
    for (int i = 0; i < vectors; i++) sums[i] += load16(values + LANES * i) * weight;
  }
  for (int i = 0; i < vectors; i++) store16(out + start + LANES * i, sums[i]);
}

// PixelSums.sum
static void sum_rows(const float *const *rows, const float *weights, int32_t row_count, int32_t count, float *out) {
  ptrdiff_t i = 0;
  for (; i + 4 * LANES <= count; i += 4 * LANES) sum_vectors(rows, weights, row_count, i, 4, out);
  for (; i + LANES <= count; i += LANES) sum_vectors(rows, weights, row_count, i, 1, out);
  for (; i < count; i += 4) {
    f4 sum = load4(rows[0] + i) * weights[0];
    for (int32_t row = 1; row < row_count; row++) sum += load4(rows[row] + i) * weights[row];
    store4(out + i, sum);
  }
}

#endif
