// The sums: vertical first, column by column; then the columns, four on the way side by side.

// The four running sums of an output pixel to one.
INLINE f4 total(f16 sums) {
  f8 low = __builtin_shufflevector(sums, sums, 0, 1, 2, 3, 4, 5, 6, 7);
  f8 high = __builtin_shufflevector(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15);
  f8 pair = low + high;
  f4 a = __builtin_shufflevector(pair, pair, 0, 1, 2, 3);
  f4 b = __builtin_shufflevector(pair, pair, 4, 5, 6, 7);
  return a + b;
}

// The same of four pixels at once.
INLINE f16 totals(f16 a, f16 b, f16 c, f16 d) {
  f16 ab = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
           __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  f16 cd = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
           __builtin_shufflevector(c, d, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  return __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +
         __builtin_shufflevector(ab, cd, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}

// `groups` times four columns of `rows` rows of taps, at least one: each column's sum, weighed and added to
// `sums`.
INLINE f16 add_columns(f16 sums, const float *source, ptrdiff_t stride, const float *wy, int32_t rows,
                       const float *wx, int groups) {
  f16 columns[4];
  for (int g = 0; g < groups; g++) columns[g] = load16(source + 16 * g) * all16(wy[0]);
  for (int32_t j = 1; j < rows; j++) {
    source += stride;
    f16 weight = all16(wy[j * LANES]);
    for (int g = 0; g < groups; g++) columns[g] += load16(source + 16 * g) * weight;
  }
  for (int g = 0; g < groups; g++) sums += columns[g] * spread(load4(wx + 4 * g));
  return sums;
}

// The vertical sums of `count` columns, all with the same weights: `columns` of them four by four, and four
// zeros behind, where groups of four may end that weigh nothing there.
INLINE void add_rows(const float *source, ptrdiff_t stride, const float *weights, int rows, int count,
                     float *restrict columns) {
  const int length = (count + 3) / 4 * LANES;
  if (rows <= 256) {
    for (int i = 0; i < length; i += LANES) {
      const float *at = source + i;
      f16 sum = load16(at) * all16(weights[0]);
      for (int j = 1; j < rows; j++) sum += load16(at += stride) * all16(weights[j * LANES]);
      store16(columns + i, sum);
    }
  } else {
    // Row by row: a column of a large part of a picture has each of its pixels in another page of memory.
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
  for (int g = 0; g < groups; g++) sums += load16(columns + 16 * g) * spread(load4(weights + 4 * g));
  return total(sums);
}

// Sixteen output pixels of a row, or fewer: where the first tap of each lies in the block, and weights.
typedef struct run {
  const float *block;
  ptrdiff_t stride;
  const int32_t *places;
  const float *wx;  // by pixel
  const float *wy;  // by tap
  int groups, rows;
  float *columns;  // room for the sums of one pixel's
} run;

INLINE f16 pixel_sums(const run *r, int groups, int rows, int i) {
  const float *source = r->block + r->places[i];
  const float *columns = r->wx + (ptrdiff_t)i * groups * 4;
  f16 sums = all16(0);
  int g = 0;
  for (; g + 4 <= groups; g += 4) {
    sums = add_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + 4 * g, 4);
  }
  for (; g + 2 <= groups; g += 2) {
    sums = add_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + 4 * g, 2);
  }
  for (; g < groups; g++) {
    sums = add_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + 4 * g, 1);
  }
  return sums;
}

INLINE void sum_run(const run *at, int groups, int rows, int count, float *restrict out) {
  const run r = *at;
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    store16(out + 4 * i, totals(pixel_sums(&r, groups, rows, i), pixel_sums(&r, groups, rows, i + 1),
                                pixel_sums(&r, groups, rows, i + 2), pixel_sums(&r, groups, rows, i + 3)));
  }
  for (; i < count; i++) store4(out + 4 * i, total(pixel_sums(&r, groups, rows, i)));
}

// One function for each of the usual footprints: with the counts known its loops unroll, and by itself
// it has registers enough.
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
    store4(out + 4 * i, load4(r->block + r->places[i]) * r->wy[i] * r->wx[4 * i]);
  }
}

static void run_large(const run *r, int count, float *out) {
  for (int i = 0; i < count; i++) {
    add_rows(r->block + r->places[i], r->stride, r->wy + i, r->rows, r->groups * 4, r->columns);
    store4(out + 4 * i, add_groups(r->columns, r->wx + (ptrdiff_t)i * r->groups * 4, r->groups));
  }
}

typedef void (*run_function)(const run *, int count, float *out);

static run_function run_for(int columns, int rows) {
  if (rows > 256) return run_large;
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

INLINE void find_places(const frameit_block *block, const int32_t *x, const int32_t *y, int32_t *places) {
  i16 column = *(const i16_at *)x - block->left;
  i16 row = *(const i16_at *)y - block->top;
  *(i16_at *)places = (row * block->width + column) * 4;
}

// Any matrix whose footprint separates.
static void resample_runs(const frameit_resampling *r, const frameit_block *block,
                          const frameit_tile *tile, float *scratch) {
  int32_t x[LANES], y[LANES], places[LANES];
  const int32_t kept = kept_taps(&r->x);
  const int groups = (kept + 3) / 4;
  float *by_tap = scratch;
  float *wy = by_tap + (size_t)r->x.taps * LANES;
  float *wx = wy + (size_t)r->y.taps * LANES;
  float *spare = wx + (size_t)groups * 4 * LANES;
  float *columns = spare + (kept > kept_taps(&r->y) ? kept : kept_taps(&r->y));
  const run part = {.block = block->pixels, .stride = (ptrdiff_t)block->width * 4, .places = places,
                    .wx = wx, .wy = wy, .groups = groups, .rows = kept_taps(&r->y), .columns = columns};
  const run_function sum = run_for(kept, part.rows);
  for (int32_t row = 0; row < tile->height; row++) {
    float *line = tile->pixels + (ptrdiff_t)row * tile->width * 4;
    for (int32_t column = 0; column < tile->width; column += LANES) {
      axis_weights(r, &r->x, tile->x + column, tile->y + row, x, by_tap, spare);
      axis_weights(r, &r->y, tile->x + column, tile->y + row, y, wy, spare);
      by_pixel(by_tap, kept, groups, wx);
      find_places(block, x, y, places);
      const int32_t left = tile->width - column;
      sum(&part, left < LANES ? left : LANES, line + (ptrdiff_t)column * 4);
    }
  }
}

// MARK: Along the axes

// A matrix under which source columns depend on one of the output's axes alone and source rows on the
// other: the vertical sums are worked out once for a line of output pixels. Where the axes are swapped
// a line is a column.
static void resample_axes(const frameit_resampling *r, const frameit_block *block,
                          const frameit_tile *tile, float *scratch) {
  const int swapped = r->x.step_x == 0;
  const int lines = swapped ? tile->width : tile->height;
  const int length = swapped ? tile->height : tile->width;
  const int kept = kept_taps(&r->x), rows = kept_taps(&r->y), groups = (kept + 3) / 4;
  const ptrdiff_t stride = (ptrdiff_t)block->width * 4;
  const size_t runs = (size_t)(length + LANES - 1) / LANES;
  float *by_tap = scratch;
  float *spare = by_tap + (size_t)(r->x.taps > r->y.taps ? r->x.taps : r->y.taps) * LANES;
  float *wx = spare + (size_t)(kept > rows ? kept : rows);
  int32_t *x = (int32_t *)(wx + runs * LANES * (size_t)groups * 4);
  float *columns = (float *)(x + runs * LANES);
  // Sixteen places in a row of the output: only the x axis changes along one. Where the axes are swapped
  // the kernel looks at the picture as if its two axes had changed names.
  frameit_axis along = r->x, across = r->y;
  if (swapped) {
    along.step_x = r->x.step_y;
    along.step_y = 0;
    across.step_x = 0;
    across.step_y = r->y.step_x;
  }
  const int32_t first = swapped ? tile->y : tile->x, line0 = swapped ? tile->x : tile->y;
  int32_t low = INT32_MAX, high = INT32_MIN;
  for (size_t n = 0; n < runs; n++) {
    axis_weights(r, &along, first + (int32_t)n * LANES, 0, x + n * LANES, by_tap, spare);
    by_pixel(by_tap, kept, groups, wx + n * LANES * (size_t)groups * 4);
  }
  for (int i = 0; i < length; i++) {
    if (x[i] < low) low = x[i];
    if (x[i] > high) high = x[i];
  }
  const int count = high - low + kept;
  for (int l = 0; l < lines; l++) {
    int32_t y[LANES];
    // All sixteen are the same place: nothing steps along a line.
    axis_weights(r, &across, 0, line0 + l, y, by_tap, spare);
    add_rows(block->pixels + (ptrdiff_t)(y[0] - block->top) * stride + (ptrdiff_t)(low - block->left) * 4,
             stride, by_tap, rows, count, columns);
    for (int i = 0; i < length; i++) {
      f4 pixel = add_groups(columns + (ptrdiff_t)(x[i] - low) * 4, wx + (size_t)i * (size_t)groups * 4, groups);
      const ptrdiff_t place = swapped ? (ptrdiff_t)i * tile->width + l : (ptrdiff_t)l * tile->width + i;
      store4(tile->pixels + place * 4, pixel);
    }
  }
}

// MARK: Weights by pixel

INLINE f16 sum_of_weights(f16 w) {
  f8 a = __builtin_shufflevector(w, w, 0, 1, 2, 3, 4, 5, 6, 7) +
         __builtin_shufflevector(w, w, 8, 9, 10, 11, 12, 13, 14, 15);
  f4 b = __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
  return all16((b[0] + b[2]) + (b[1] + b[3]));
}

// Of a row of taps the part that can weigh anything, as Footprint.columns; a tap more is no matter.
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

// One output pixel: rows of taps from the top, sixteen of a row at a time.
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
  f16 scale = 1 / sum_of_weights(weights);
  return total(sums) * quarter(scale, 0);
}

static void resample_general(const frameit_resampling *r, const frameit_block *block,
                             const frameit_tile *tile) {
  for (int32_t row = 0; row < tile->height; row++) {
    for (int32_t column = 0; column < tile->width; column += LANES) {
      taps16 x = taps(&r->x, tile->x + column, tile->y + row);
      taps16 y = taps(&r->y, tile->x + column, tile->y + row);
      const int32_t left = tile->width - column;
      float *out = tile->pixels + ((ptrdiff_t)row * tile->width + column) * 4;
      for (int i = 0; i < (left < LANES ? left : LANES); i++) {
        f4 pixel;
        switch (r->filter) {
          case FRAMEIT_LINEAR: pixel = general_pixel(FRAMEIT_LINEAR, r, block, x.first[i], y.first[i], x.offset[i], y.offset[i]); break;
          case FRAMEIT_MITCHELL: pixel = general_pixel(FRAMEIT_MITCHELL, r, block, x.first[i], y.first[i], x.offset[i], y.offset[i]); break;
          case FRAMEIT_LANCZOS3: pixel = general_pixel(FRAMEIT_LANCZOS3, r, block, x.first[i], y.first[i], x.offset[i], y.offset[i]); break;
          default: pixel = general_pixel(FRAMEIT_CUBIC, r, block, x.first[i], y.first[i], x.offset[i], y.offset[i]); break;
        }
        store4(out + 4 * i, pixel);
      }
    }
  }
}

static void resample(const frameit_resampling *r, const frameit_block *block, const frameit_tile *tile,
                     float *scratch) {
  if (r->inverse_xy != 0) {
    resample_general(r, block, tile);
  } else if ((r->x.step_y == 0 && r->y.step_x == 0) || (r->x.step_x == 0 && r->y.step_y == 0)) {
    resample_axes(r, block, tile, scratch);
  } else {
    resample_runs(r, block, tile, scratch);
  }
}
