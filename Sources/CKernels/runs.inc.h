// Any matrix whose footprint separates, sixteen output pixels at a time.

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
  if (rows > LARGE) return run_large;
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

static void resample_runs(const frameit_resampling *r, const frameit_block *block,
                          const frameit_tile *tile, float *memory) {
  const scratch_layout at = lay_out(r, block, tile);
  const int32_t kept = kept_taps(&r->x);
  const size_t taps_y = (size_t)r->y.taps, group = (size_t)at.groups * 4;
  float *weights = memory + at.weights, *spare = memory + at.spare;
  float *wx = memory + at.by_pixel, *wy = memory + at.weights_y;
  int32_t *places = (int32_t *)(memory + at.firsts);
  run part = {.block = block->pixels, .stride = (ptrdiff_t)block->width * 4, .groups = at.groups,
              .rows = kept_taps(&r->y), .columns = memory + at.columns};
  const run_function sum = run_for(kept, part.rows);
  for (int32_t row = 0; row < tile->height; row++) {
    // The weights of the whole row first: each run's are a long chain of steps, and several chains that do
    // not wait for each other take little longer than one.
    for (int32_t column = 0; column < tile->width; column += LANES) {
      int32_t x[LANES], y[LANES];
      axis_weights(r, &r->x, tile->x + column, tile->y + row, x, weights, spare);
      by_pixel(weights, kept, at.groups, wx + (size_t)column * group);
      axis_weights(r, &r->y, tile->x + column, tile->y + row, y, wy + (size_t)column * taps_y, spare);
      find_places(block, x, y, places + column);
    }
    float *line = tile->pixels + (ptrdiff_t)row * tile->width * 4;
    for (int32_t column = 0; column < tile->width; column += LANES) {
      const int32_t left = tile->width - column;
      part.wx = wx + (size_t)column * group;
      part.wy = wy + (size_t)column * taps_y;
      part.places = places + column;
      sum(&part, left < LANES ? left : LANES, line + (ptrdiff_t)column * 4);
    }
  }
}
