// Resampling: draws a tile of output pixels from a block of the source.

#ifndef FRAMEIT_RESAMPLE_H
#define FRAMEIT_RESAMPLE_H

#include "sample_weights.h"

// MARK: Blending

INLINE f16 source_over(f16 below, f16 value, f16 covered) {
  // As WorkingPixel.bounded.
  f16 alpha = broadcast_alpha(value);
  if (any(alpha > 1 + 0x1p-20f)) value = select16(alpha > 1 + 0x1p-20f, value / alpha, value);
  alpha = select16(alpha > 1 - 0x1p-20f, splat(1), max16(alpha, splat(0)));
  f16 top = select16(is_alpha, alpha, min16(max16(value, splat(0)), alpha)) * covered;
  return top + below * (1 - broadcast_alpha(top));
}

// Columns of a tile.
typedef struct column_span {
  int start, end;
} column_span;

// Returns the columns of a row with any coverage.
INLINE column_span clip_span(const frameit_tile *tile, int row) {
  column_span s = {0, tile->width};
  if (tile->coverage) {
    const float *coverage = tile->coverage + (ptrdiff_t)row * tile->width;
    while (s.start < s.end && coverage[s.start] == 0) s.start++;
    while (s.start < s.end && coverage[s.end - 1] == 0) s.end--;
  }
  return s;
}

// Blends values of a part of a row, times their coverage, over the existing pixels. There is room for four more
// pixels after the row's values.
INLINE void blend_row(const frameit_tile *tile, int row, column_span columns, const float *restrict values) {
  float *restrict below = tile->pixels + (ptrdiff_t)row * tile->stride * 4;
  const float *coverage = tile->coverage ? tile->coverage + (ptrdiff_t)row * tile->width : NULL;
  int i = columns.start;
  for (; i + 4 <= columns.end; i += 4) {
    f16 covered = coverage ? repeat_each(load4(coverage + i)) : splat(tile->uniform_coverage);
    store16(below + 4 * i, source_over(load16(below + 4 * i), load16(values + 4 * i), covered));
  }
  if (i < columns.end) {
    const size_t rest = (size_t)(columns.end - i);
    f16 under = splat(0);
    f4 covered = {tile->uniform_coverage, tile->uniform_coverage, tile->uniform_coverage, tile->uniform_coverage};
    __builtin_memcpy(&under, below + 4 * i, rest * 16);
    if (coverage) __builtin_memcpy(&covered, coverage + i, rest * 4);
    under = source_over(under, load16(values + 4 * i), repeat_each(covered));
    __builtin_memcpy(below + 4 * i, &under, rest * 16);
  }
}

// MARK: Sums

// Taps are summed vertically first, column by column; then over the columns, in four parallel sums.

// With more rows of taps than this, a column's pixels are in so many memory pages that going down it is slower than
// going along the rows.
enum { MANY_ROWS = 256 };

// Adds the four parallel sums of an output pixel.
INLINE f4 horizontal_sum(f16 sums) {
  f8 low = __builtin_shufflevector(sums, sums, 0, 1, 2, 3, 4, 5, 6, 7);
  f8 high = __builtin_shufflevector(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15);
  f8 pair = low + high;
  f4 a = __builtin_shufflevector(pair, pair, 0, 1, 2, 3);
  f4 b = __builtin_shufflevector(pair, pair, 4, 5, 6, 7);
  return a + b;
}

// The same for four pixels at once.
INLINE f16 horizontal_sums(f16 a, f16 b, f16 c, f16 d) {
  f16 ab = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
           __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  f16 cd = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
           __builtin_shufflevector(c, d, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  return __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +
         __builtin_shufflevector(ab, cd, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}

// Adds the weighted sums of `groups` times four columns of `rows` rows of taps, at least one, to `sums`.
INLINE f16 accumulate_columns(f16 sums, const float *source, ptrdiff_t stride, const float *wy, int32_t rows,
                              const float *wx, int groups) {
  f16 columns[4];
  for (int g = 0; g < groups; g++) columns[g] = load16(source + 16 * g) * splat(wy[0]);
  for (int32_t j = 1; j < rows; j++) {
    source += stride;
    f16 weight = splat(wy[j * LANES]);
    for (int g = 0; g < groups; g++) columns[g] += load16(source + 16 * g) * weight;
  }
  for (int g = 0; g < groups; g++) sums += columns[g] * repeat_each(load4(wx + GROUP_STRIDE * g));
  return sums;
}

// Computes the vertical sums of `count` columns with the same weights: `columns` of them in groups of four, followed
// by four zeros, because the last group may extend beyond the columns with weights.
INLINE void accumulate_rows(const float *source, ptrdiff_t stride, const float *weights, int rows, int count,
                            float *restrict columns) {
  const int length = (count + 3) / 4 * LANES;
  if (rows <= MANY_ROWS) {
    for (int i = 0; i < length; i += LANES) {
      const float *at = source + i;
      f16 sum = load16(at) * splat(weights[0]);
      for (int j = 1; j < rows; j++) sum += load16(at += stride) * splat(weights[j * LANES]);
      store16(columns + i, sum);
    }
  } else {
    for (int i = 0; i < length; i += LANES) store16(columns + i, splat(0));
    for (int j = 0; j < rows; j++, source += stride) {
      const f16 weight = splat(weights[j * LANES]);
      for (int i = 0; i < length; i += LANES) {
        store16(columns + i, load16(columns + i) + load16(source + i) * weight);
      }
    }
  }
  store16(columns + length, splat(0));
}

INLINE f4 accumulate_groups(const float *columns, const float *weights, int groups) {
  f16 sums = splat(0);
  for (int g = 0; g < groups; g++) sums += load16(columns + 16 * g) * repeat_each(load4(weights + GROUP_STRIDE * g));
  return horizontal_sum(sums);
}

// MARK: Runs

// Any matrix with a separable footprint: a walk over the tile, sixteen output pixels at a time.

// Up to sixteen output pixels of a row: the position of each one's first tap in the block, and the weights.
typedef struct run {
  const float *block;
  ptrdiff_t stride;
  const int32_t *offsets;
  const float *wx;  // by pixel
  const float *wy;  // by tap
  int groups, rows;
  float *columns;  // room for the column sums of one pixel
} run;

INLINE f16 sum_pixel(const run *r, int groups, int rows, int i) {
  const float *source = r->block + r->offsets[i];
  const float *columns = weights_of_pixel(r->wx, groups, i);
  f16 sums = splat(0);
  int g = 0;
  for (; g + 4 <= groups; g += 4) {
    sums = accumulate_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + GROUP_STRIDE * g, 4);
  }
  for (; g + 2 <= groups; g += 2) {
    sums = accumulate_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + GROUP_STRIDE * g, 2);
  }
  for (; g < groups; g++) {
    sums = accumulate_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + GROUP_STRIDE * g, 1);
  }
  return sums;
}

INLINE void sum_run(const run *at, int groups, int rows, int count, float *restrict out) {
  const run r = *at;
  if (count == LANES) {
#pragma unroll
    for (int i = 0; i < LANES; i += 4) {
      store16(out + 4 * i, horizontal_sums(sum_pixel(&r, groups, rows, i), sum_pixel(&r, groups, rows, i + 1),
                                  sum_pixel(&r, groups, rows, i + 2), sum_pixel(&r, groups, rows, i + 3)));
    }
  } else {
    for (int i = 0; i < count; i++) store4(out + 4 * i, horizontal_sum(sum_pixel(&r, groups, rows, i)));
  }
}

// One function for each common footprint: with known counts its loops unroll, and on its own it has enough registers.
#define RUN(name, groups, rows)                                                              \
  static __attribute__((noinline)) void name(const run *r, int count, float *restrict out) { \
    sum_run(r, groups, rows, count, out);                                                    \
  }
RUN(run_2, 1, 2)
RUN(run_3, 1, 3)
RUN(run_4, 1, 4)
RUN(run_5, 2, 5)
RUN(run_6, 2, 6)
RUN(run_8, 2, 8)
RUN(run_any, r->groups, r->rows)
#undef RUN

static void run_1(const run *r, int count, float *out) {
  for (int i = 0; i < count; i++) {
    store4(out + 4 * i, load4(r->block + r->offsets[i]) * r->wy[i] * *weights_of_pixel(r->wx, 1, i));
  }
}

static void run_many_rows(const run *r, int count, float *out) {
  for (int i = 0; i < count; i++) {
    accumulate_rows(r->block + r->offsets[i], r->stride, r->wy + i, r->rows, r->groups * 4, r->columns);
    store4(out + 4 * i, accumulate_groups(r->columns, weights_of_pixel(r->wx, r->groups, i), r->groups));
  }
}

typedef void (*run_function)(const run *, int count, float *out);

static run_function run_for(int columns, int rows) {
  if (rows > MANY_ROWS) return run_many_rows;
  if (columns != rows) return run_any;
  switch (rows) {
    case 1: return run_1;
    case 2: return run_2;
    case 3: return run_3;
    case 4: return run_4;
    case 5: return run_5;
    case 6: return run_6;
    case 8: return run_8;
    default: return run_any;
  }
}

// The position of a run in a tile, and the covered columns of its row.
typedef struct run_position {
  int row, column;
  column_span span;
} run_position;

// Returns the first run of the next row with any coverage; after the last row if there is none.
static run_position first_run(const frameit_tile *tile, int row) {
  run_position at = {.row = row};
  for (; at.row < tile->height; at.row++) {
    at.span = clip_span(tile, at.row);
    if (at.span.start < at.span.end) break;
  }
  at.column = at.span.start & -LANES;
  return at;
}

static run_position next_run(const frameit_tile *tile, run_position at) {
  at.column += LANES;
  return at.column < at.span.end ? at : first_run(tile, at.row + 1);
}

static void resample_runs(const frameit_resampling *r, const frameit_block *block,
                          const frameit_tile *tile, float *memory) {
  const scratch_layout at = scratch_layout_of(r, block, tile);
  const weigh_function weigh = weigh_for(r, block, tile);
  const int rows = kept_taps(&r->y);
  const run_function sum = run_for(kept_taps(&r->x), rows);
  float *values = memory + at.values;
  run_weights weights[2];
  for (int i = 0; i < 2; i++) {
    weights[i] = (run_weights){
        .wx = memory + at.by_pixel + i * at.groups * GROUP_STRIDE, .wy = memory + at.weights_y + i * r->y.taps * LANES,
        .offsets = (int32_t *)(memory + at.firsts) + i * LANES, .weights = memory + at.weights,
        .spare = memory + at.spare};
  }
  run_position current = first_run(tile, 0), next;
  if (current.row < tile->height) weigh(r, block, tile->x + current.column, tile->y + current.row, &weights[0]);
  for (int i = 0; current.row < tile->height; i ^= 1, current = next) {
    // The next run's weights come first: they are a long dependency chain that this run's sums need not wait for.
    next = next_run(tile, current);
    if (next.row < tile->height) weigh(r, block, tile->x + next.column, tile->y + next.row, &weights[i ^ 1]);
    const run this = {.block = block->pixels, .stride = (ptrdiff_t)block->width * 4, .groups = at.groups,
                      .rows = rows, .columns = memory + at.columns, .offsets = weights[i].offsets,
                      .wx = weights[i].wx, .wy = weights[i].wy};
    const int left = current.span.end - current.column;
    sum(&this, left < LANES ? left : LANES, values + (ptrdiff_t)current.column * 4);
    if (next.row != current.row) blend_row(tile, current.row, current.span, values);
  }
}

// MARK: Axes

// A matrix under which source columns depend only on one of the output's axes, and source rows on the other: the
// vertical sums are computed once for a line of output pixels. With swapped axes, a line is a column.

// Returns the axis along a line, or across lines: its position does not depend on the other coordinate.
INLINE frameit_axis along_one(frameit_axis axis, int swapped) {
  const double step = swapped ? axis.step_y : axis.step_x;
  axis.step_x = step;
  axis.step_y = 0;
  return axis;
}

INLINE frameit_axis across_lines(frameit_axis axis, int swapped) {
  const double step = swapped ? axis.step_x : axis.step_y;
  axis.step_x = 0;
  axis.step_y = step;
  return axis;
}

static void resample_axes(const frameit_resampling *r, const frameit_block *block,
                          const frameit_tile *tile, int swapped, float *memory) {
  const scratch_layout at = scratch_layout_of(r, block, tile);
  const int lines = swapped ? tile->width : tile->height;
  const int length = swapped ? tile->height : tile->width;
  const int32_t first_column = swapped ? tile->y : tile->x, first_line = swapped ? tile->x : tile->y;
  const int kept = kept_taps(&r->x), rows = kept_taps(&r->y);
  const ptrdiff_t stride = (ptrdiff_t)block->width * 4;
  const frameit_axis along = along_one(r->x, swapped), across = across_lines(r->y, swapped);
  float *weights = memory + at.weights, *wx = memory + at.by_pixel;
  float *columns = memory + at.columns, *values = memory + at.values;
  int32_t *x = (int32_t *)(memory + at.firsts);

  for (int32_t n = 0; n < length; n += LANES) {
    axis_weights(r, &along, first_column + n, 0, x + n, weights, memory + at.spare);
    transpose_weights(weights, kept, at.groups, wx + (size_t)n * (size_t)at.groups * 4);
  }
  int32_t low = x[0], high = x[0];
  for (int i = 1; i < length; i++) {
    if (x[i] < low) low = x[i];
    if (x[i] > high) high = x[i];
  }
  const int count = high - low + kept;
  for (int l = 0; l < lines; l++) {
    int32_t y[LANES];
    // All sixteen are the same position: nothing changes along a line.
    axis_weights(r, &across, 0, first_line + l, y, weights, memory + at.spare);
    const float *source =
        block->pixels + (ptrdiff_t)(y[0] - block->top) * stride + (ptrdiff_t)(low - block->left) * 4;
    accumulate_rows(source, stride, weights, rows, count, columns);
    for (int i = 0; i < length; i++) {
      const float *groups = columns + (ptrdiff_t)(x[i] - low) * 4;
      const f4 pixel = accumulate_groups(groups, weights_of_pixel(wx, at.groups, i), at.groups);
      store4(values + 4 * (swapped ? (ptrdiff_t)i * tile->width + l : i), pixel);
    }
    if (!swapped) blend_row(tile, l, clip_span(tile, l), values);
  }
  if (!swapped) return;
  for (int row = 0; row < tile->height; row++) blend_row(tile, row, clip_span(tile, row), values + (ptrdiff_t)row * tile->width * 4);
}

// MARK: General footprints

// A footprint that does not separate: each tap has a weight of its own.

INLINE float sum_weights(f16 w) {
  f8 a = __builtin_shufflevector(w, w, 0, 1, 2, 3, 4, 5, 6, 7) +
         __builtin_shufflevector(w, w, 8, 9, 10, 11, 12, 13, 14, 15);
  f4 b = __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
  return (b[0] + b[2]) + (b[1] + b[3]);
}

// The inverse of the widening of sixteen pixels: its diagonal, and the other element.
typedef struct shapes16 {
  f16 x, y, xy;
} shapes16;

// The derivative of the position in the source, as floats: of the columns, and of the rows.
typedef struct jacobians8 {
  f8 a, b, c, d;
} jacobians8;

INLINE jacobians8 jacobians(const frameit_resampling *r, d8 x, double y) {
  const frameit_axis *h = &r->x, *v = &r->y;
  const d8 scale = 1 / ((h->weight_x * x + h->weight_y * y) + h->weight_1);
  const d8 column = ((h->step_x * x + h->step_y * y) + h->offset) * scale;
  const d8 row = ((v->step_x * x + v->step_y * y) + v->offset) * scale;
  const d8 unit = scale * (1.0 / 16777216);
  return (jacobians8){
      __builtin_convertvector((h->step_x - column * h->weight_x) * unit, f8),
      __builtin_convertvector((v->step_x - row * h->weight_x) * unit, f8),
      __builtin_convertvector((h->step_y - column * h->weight_y) * unit, f8),
      __builtin_convertvector((v->step_y - row * h->weight_y) * unit, f8),
  };
}

// As PixelFootprints, if there is a horizon; otherwise all are the same.
INLINE shapes16 pixel_shapes(const frameit_resampling *r, int32_t column, int32_t row) {
  if (!r->x.has_horizon) return (shapes16){splat(r->x.inverse), splat(r->y.inverse), splat(r->inverse_xy)};
  const d8 index = {0, 1, 2, 3, 4, 5, 6, 7};
  const jacobians8 low = jacobians(r, index + ((double)column + 0.5), (double)row + 0.5);
  const jacobians8 high = jacobians(r, index + ((double)column + 8.5), (double)row + 0.5);
  const f16 a = join8(low.a, high.a), b = join8(low.b, high.b), c = join8(low.c, high.c), d = join8(low.d, high.d);
  const f16 across = a * a + c * c, down = b * b + d * d, both = a * b + c * d;
  const f16 half = (across + down) * 0.5f, apart = (across - down) * 0.5f;
  const f16 spread = sqrt16(apart * apart + both * both);
  const f16 longest = sqrt16(half + spread);
  const f16 large = min16(max16(longest, splat(1)), splat(r->most));
  const f16 small = min16(max16(abs16(a * d - b * c) / longest, splat(1)), splat(r->most));
  const f16 inner = 1 / small;
  const f16 share = (1 / large - inner) / (max16(spread, half * 1e-12f) * 2);
  return (shapes16){inner + share * (spread + apart), inner + share * (spread - apart), share * both};
}

// Returns the part of a row of taps that can have a weight, as Footprint.columns; an extra tap does no harm.
INLINE void find_row_span(const frameit_resampling *r, double a, double b, double c, double offset, double dy, int *start,
                          int *end) {
  const double s = r->support;
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
                        int32_t x, int32_t y, float offset_x, float offset_y, float own_x, float own_y, float own_xy) {
  const int inside = x >= 0 && x + r->x.taps <= r->x.size;
  const f16 ax = splat(own_x), ay = splat(own_y), axy = splat(own_xy);
  f16 sums = splat(0), weights = splat(0);
  for (int32_t j = 0; j < r->y.taps; j++) {
    int64_t row = (int64_t)y + j;
    if (row < 0) row = 0;
    if (row >= r->y.size) row = r->y.size - 1;
    const float *line = block->pixels + (row - block->top) * block->width * 4;
    const float dy = offset_y + (float)j;
    int start, end;
    find_row_span(r, own_x, own_xy, own_y, offset_x, dy, &start, &end);
    for (int k = start & ~15; k < end; k += LANES) {
      f16 dx = offset_x + ((float)k + iota16);
      f16 u = abs16(dx * ax + dy * axy), v = abs16(dx * axy + dy * ay);
      f16 w = kernel_weight(filter, r->lanczos, u) * kernel_weight(filter, r->lanczos, v);
      if (k + LANES > r->x.taps) w = select16(k + __builtin_convertvector(iota16, i16) < r->x.taps, w, splat(0));
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
        sums += pixels * repeat_each(quarter(w, q));
      }
    }
  }
  return horizontal_sum(sums) * (1 / sum_weights(weights));
}

// Computes the weights of each tap for sixteen pixels: by pixel, `groups` times four for each row of taps.
//
// Returns one by the sum of each pixel's weights, which are added in the order of general_pixel.
INLINE f16 weigh_footprints(frameit_filter filter, const frameit_resampling *r, f16 x, f16 y, shapes16 shapes, int groups,
                            float *weights, float *restrict by_pixel) {
  const f16 ax = shapes.x, ay = shapes.y, axy = shapes.xy;
  const int32_t columns = r->x.taps;
  // Of each column: its part of u and of v.
  f16 totals[MOST_WEIGHED_COLUMNS], across[MOST_WEIGHED_COLUMNS], down[MOST_WEIGHED_COLUMNS];
  for (int k = 0; k < MOST_WEIGHED_COLUMNS; k++) totals[k] = splat(0);
  for (int k = 0; k < columns; k++) {
    const f16 dx = x + (float)k;
    across[k] = dx * ax;
    down[k] = dx * axy;
  }
  for (int32_t j = 0; j < r->y.taps; j++) {
    const f16 dy = y + (float)j, left = dy * axy, below = dy * ay;
    for (int32_t k = 0; k < columns; k++) {
      const f16 u = abs16(across[k] + left), v = abs16(down[k] + below);
      const f16 w = kernel_weight(filter, r->lanczos, u) * kernel_weight(filter, r->lanczos, v);
      totals[k] += w;
      store16(weights + k * LANES, w);
    }
    transpose_weights(weights, columns, groups, by_pixel + j * groups * GROUP_STRIDE);
  }
  // As sum_weights.
  for (int k = 0; k < 8; k++) totals[k] += totals[k + 8];
  for (int k = 0; k < 4; k++) totals[k] += totals[k + 4];
  return 1 / ((totals[0] + totals[2]) + (totals[1] + totals[3]));
}

// Sixteen footprints, all columns of which are inside the image.
typedef struct footprints {
  const frameit_resampling *r;
  const frameit_block *block;
  taps16 x, y;
  const float *weights;  // as weigh_footprints stores them
} footprints;

// Returns the sums of a pixel in four parts. Rows outside the image repeat its edge.
INLINE f16 sum_at_edge(const footprints *f, int groups, int i) {
  const int32_t rows = f->r->y.taps, height = f->r->y.size;
  const float *source = f->block->pixels + (f->x.first[i] - f->block->left) * 4;
  const float *own = weights_of_pixel(f->weights, groups, i);
  f16 sum = splat(0);
  for (int32_t j = 0; j < rows; j++, own += groups * GROUP_STRIDE) {
    int32_t row = f->y.first[i] + j;
    row = row < 0 ? 0 : row >= height ? height - 1 : row;
    const float *line = source + (ptrdiff_t)(row - f->block->top) * f->block->width * 4;
    for (int g = 0; g < groups; g++) sum += load16(line + 16 * g) * repeat_each(load4(own + GROUP_STRIDE * g));
  }
  return sum;
}

// Stores the sums of four pixels from the i-th on, all rows of which are inside the image.
INLINE void sum_four_inside(const footprints *f, int groups, int i, const float *scale, float *restrict out) {
  const ptrdiff_t stride = (ptrdiff_t)f->block->width * 4;
  const float *line[4], *own[4];
  f16 sums[4];
  for (int p = 0; p < 4; p++) {
    line[p] = f->block->pixels +
              ((ptrdiff_t)(f->y.first[i + p] - f->block->top) * f->block->width + (f->x.first[i + p] - f->block->left)) * 4;
    own[p] = weights_of_pixel(f->weights, groups, i + p);
    sums[p] = splat(0);
  }
  for (int32_t j = 0; j < f->r->y.taps; j++) {
    for (int p = 0; p < 4; p++) {
      for (int g = 0; g < groups; g++) sums[p] += load16(line[p] + 16 * g) * repeat_each(load4(own[p] + GROUP_STRIDE * g));
      line[p] += stride;
      own[p] += groups * GROUP_STRIDE;
    }
  }
  store16(out, horizontal_sums(sums[0], sums[1], sums[2], sums[3]) * repeat_each(load4(scale)));
}

// Computes up to sixteen pixels of a row. Each sum equals the sum in general_pixel, bit for bit.
INLINE void general_run(frameit_filter filter, const footprints *f, shapes16 shapes, int groups, int count, float *weights,
                        float *by_pixel, float *restrict out) {
  float scale[LANES];
  store16(scale, weigh_footprints(filter, f->r, f->x.offset, f->y.offset, shapes, groups, weights, by_pixel));
  const i16 beyond = (f->y.first < 0) | (f->y.first > f->r->y.size - f->r->y.taps);
  int i = 0;
  if (count == LANES && !any(beyond)) {
    for (; i < LANES; i += 4) sum_four_inside(f, groups, i, scale + i, out + 4 * i);
  }
  for (; i < count; i++) store4(out + 4 * i, horizontal_sum(sum_at_edge(f, groups, i)) * scale[i]);
}

// Returns whether the footprints of pixels are small, and all of their columns inside the image.
INLINE int are_small_inside(const frameit_resampling *r, taps16 x, int count) {
  if (r->x.taps > MOST_WEIGHED_COLUMNS || r->y.taps > MOST_WEIGHED_ROWS) return 0;
  for (int i = 0; i < count; i++) {
    if (x.first[i] < 0 || x.first[i] + r->x.taps > r->x.size) return 0;
  }
  return 1;
}

INLINE void general_tile(frameit_filter filter, const frameit_resampling *r, const frameit_block *block,
                         const frameit_tile *tile, float *memory) {
  const scratch_layout at = scratch_layout_of(r, block, tile);
  float *values = memory + at.values;
  for (int32_t row = 0; row < tile->height; row++) {
    const column_span part = clip_span(tile, row);
    for (int32_t column = part.start; column < part.end; column += LANES) {
      const taps16 x = taps(&r->x, tile->x + column, tile->y + row);
      const taps16 y = taps(&r->y, tile->x + column, tile->y + row);
      const shapes16 shapes = pixel_shapes(r, tile->x + column, tile->y + row);
      const int count = part.end - column < LANES ? part.end - column : LANES;
      if (are_small_inside(r, x, count)) {
        const footprints f = {.r = r, .block = block, .x = x, .y = y, .weights = memory + at.by_pixel};
        // With a known number of groups, their loops unroll.
#define RUN(groups) \
  case groups:      \
    general_run(filter, &f, shapes, groups, count, memory + at.weights, memory + at.by_pixel, values + 4 * column); break;
        switch (at.groups) { RUN(1) RUN(2) RUN(3) RUN(4) }
#undef RUN
        continue;
      }
      for (int i = 0; i < count; i++) {
        store4(values + 4 * (column + i), general_pixel(filter, r, block, x.first[i], y.first[i], x.offset[i], y.offset[i],
                                                        shapes.x[i], shapes.y[i], shapes.xy[i]));
      }
    }
    blend_row(tile, row, part, values);
  }
}

static void resample_general(const frameit_resampling *r, const frameit_block *block,
                             const frameit_tile *tile, float *memory) {
#define DRAW(filter) \
  case filter: general_tile(filter, r, block, tile, memory); break;
  switch (r->filter) { FOR_EACH_FILTER(DRAW) }
#undef DRAW
}

static void resample(const frameit_resampling *r, const frameit_block *block, const frameit_tile *tile,
                     float *scratch) {
  switch (r->path) {
    case FRAMEIT_RUNS: resample_runs(r, block, tile, scratch); break;
    case FRAMEIT_AXES: resample_axes(r, block, tile, 0, scratch); break;
    case FRAMEIT_SWAPPED_AXES: resample_axes(r, block, tile, 1, scratch); break;
    case FRAMEIT_GENERAL: resample_general(r, block, tile, scratch); break;
  }
}

#endif
