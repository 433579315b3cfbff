// Weighted sums of rows of pixels.

#ifndef FRAMEIT_SUMS_H
#define FRAMEIT_SUMS_H

#include "colors.h"
#include "simd.h"

// Sums `vectors` vectors of each row.
INLINE void sum_vectors(const float *first, ptrdiff_t stride, const float *weights, int32_t row_count, int vectors,
                        float *out) {
  f16 sums[4];
  for (int i = 0; i < vectors; i++) sums[i] = load16(first + LANES * i) * splat(weights[0]);
  for (int32_t row = 1; row < row_count; row++) {
    const f16 weight = splat(weights[row]);
    const float *values = first + row * stride;
    for (int i = 0; i < vectors; i++) sums[i] += load16(values + LANES * i) * weight;
  }
  for (int i = 0; i < vectors; i++) store16(out + LANES * i, sums[i]);
}

// PixelSums.sum
static void sum_rows(const float *first, ptrdiff_t stride, const float *weights, int32_t row_count, int32_t count,
                     float *out) {
  ptrdiff_t i = 0;
  for (; i + 4 * LANES <= count; i += 4 * LANES) sum_vectors(first + i, stride, weights, row_count, 4, out + i);
  for (; i + LANES <= count; i += LANES) sum_vectors(first + i, stride, weights, row_count, 1, out + i);
  for (; i < count; i += 4) {
    f4 sum = load4(first + i) * weights[0];
    for (int32_t row = 1; row < row_count; row++) sum += load4(first + i + row * stride) * weights[row];
    store4(out + i, sum);
  }
}

// Sums `vectors` vectors of each row.
INLINE void sum_mirrored_vectors(const float *middle, ptrdiff_t stride, const float *weights, int32_t weight_count,
                                 int vectors, float *out) {
  f16 sums[4];
  for (int i = 0; i < vectors; i++) sums[i] = load16(middle + LANES * i) * splat(weights[0]);
  const float *before = middle, *after = middle;
  for (int32_t row = 1; row < weight_count; row++) {
    const f16 weight = splat(weights[row]);
    before -= stride;
    after += stride;
    for (int i = 0; i < vectors; i++) sums[i] += (load16(before + LANES * i) + load16(after + LANES * i)) * weight;
  }
  for (int i = 0; i < vectors; i++) store16(out + LANES * i, sums[i]);
}

// PixelSums.sumMirrored
static void sum_mirrored_rows(const float *middle, ptrdiff_t stride, const float *weights, int32_t weight_count,
                              int32_t count, float *out) {
  ptrdiff_t i = 0;
  for (; i + 4 * LANES <= count; i += 4 * LANES) {
    sum_mirrored_vectors(middle + i, stride, weights, weight_count, 4, out + i);
  }
  for (; i + LANES <= count; i += LANES) {
    sum_mirrored_vectors(middle + i, stride, weights, weight_count, 1, out + i);
  }
  for (; i < count; i += 4) {
    f4 sum = load4(middle + i) * weights[0];
    for (int32_t row = 1; row < weight_count; row++) {
      sum += (load4(middle + i - row * stride) + load4(middle + i + row * stride)) * weights[row];
    }
    store4(out + i, sum);
  }
}

INLINE f16 join_rows(const float *const *rows, ptrdiff_t offset) {
  const f4 v[4] = {load4(rows[0] + offset), load4(rows[1] + offset), load4(rows[2] + offset), load4(rows[3] + offset)};
  const f8 a = __builtin_shufflevector(v[0], v[1], 0, 1, 2, 3, 4, 5, 6, 7);
  const f8 b = __builtin_shufflevector(v[2], v[3], 0, 1, 2, 3, 4, 5, 6, 7);
  return join8(a, b);
}

// CellSums.add, for four rows at once.
static void average_rows(const float *const *rows, float *const *lines, const frameit_cells *cells, int32_t place,
                         int32_t count) {
  ptrdiff_t x = 0, line = 0;
  while (x < count) {
    const ptrdiff_t left = cells->size - place, end = left < count - x ? x + left : count;
    f16 sums[4];
    for (int k = 0; k < 4; k++) sums[k] = join_rows((const float *const *)lines, line + 4 * k);
    for (; x < end; x++, place++) {
      const f16 pixels = join_rows(rows, 4 * x);
      for (int k = 0; k < 4; k++) sums[k] += pixels * splat(cells->averages[4 * (ptrdiff_t)place + k]);
    }
    for (int k = 0; k < 4; k++) {
      for (int row = 0; row < 4; row++) store4(lines[row] + line + 4 * k, quarter(sums[k], row));
    }
    line += 4;
    place = 0;
  }
}

// CellSums.interpolate
static void interpolate_row(const float *line, const frameit_cells *cells, int32_t place, int32_t count, float *out) {
  const ptrdiff_t size = 4 * (ptrdiff_t)cells->size;
  ptrdiff_t x = 0;
  while (x < count) {
    const ptrdiff_t left = cells->size - place, end = left < count - x ? x + left : count;
    const f16 near[4] = {for_each_pixel(line), for_each_pixel(line + 4), for_each_pixel(line + 8), for_each_pixel(line + 12)};
    for (; x + 4 <= end; x += 4, place += 4) {
      const float *weights = cells->splines + 4 * (ptrdiff_t)place;
      f16 pixels = near[0] * load16(weights) + near[1] * load16(weights + size);
      pixels += near[2] * load16(weights + 2 * size);
      pixels += near[3] * load16(weights + 3 * size);
      store16(out + 4 * x, pixels);
    }
    for (; x < end; x++, place++) {
      const float *weights = cells->splines + 4 * (ptrdiff_t)place;
      f4 pixel = load4(line) * load4(weights) + load4(line + 4) * load4(weights + size);
      pixel += load4(line + 8) * load4(weights + 2 * size);
      pixel += load4(line + 12) * load4(weights + 3 * size);
      store4(out + 4 * x, pixel);
    }
    line += 4;
    place = 0;
  }
}

#endif
