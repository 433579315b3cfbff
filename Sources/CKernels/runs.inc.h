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
  const float *columns = pixel_weights(r->wx, groups, i);
  f16 sums = all16(0);
  int g = 0;
  for (; g + 4 <= groups; g += 4) {
    sums = add_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + GROUP * g, 4);
  }
  for (; g + 2 <= groups; g += 2) {
    sums = add_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + GROUP * g, 2);
  }
  for (; g < groups; g++) {
    sums = add_columns(sums, source + 16 * g, r->stride, r->wy + i, rows, columns + GROUP * g, 1);
  }
  return sums;
}

INLINE void sum_run(const run *at, int groups, int rows, int count, float *restrict out) {
  const run r = *at;
  if (count == LANES) {
#pragma unroll
    for (int i = 0; i < LANES; i += 4) {
      store16(out + 4 * i, totals(pixel_sums(&r, groups, rows, i), pixel_sums(&r, groups, rows, i + 1),
                                  pixel_sums(&r, groups, rows, i + 2), pixel_sums(&r, groups, rows, i + 3)));
    }
  } else {
    for (int i = 0; i < count; i++) store4(out + 4 * i, total(pixel_sums(&r, groups, rows, i)));
  }
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
    store4(out + 4 * i, load4(r->block + r->places[i]) * r->wy[i] * *pixel_weights(r->wx, 1, i));
  }
}

static void run_large(const run *r, int count, float *out) {
  for (int i = 0; i < count; i++) {
    add_rows(r->block + r->places[i], r->stride, r->wy + i, r->rows, r->groups * 4, r->columns);
    store4(out + 4 * i, add_groups(r->columns, pixel_weights(r->wx, r->groups, i), r->groups));
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

// The weights of a run, and where its first taps lie in the block.
typedef struct run_weights {
  float *wx, *wy;
  int32_t *places;
  float *weights, *spare;  // on the way
} run_weights;

INLINE void find_places(const frameit_block *block, i16 column, i16 row, int32_t *places) {
  *(i16_at *)places = (row * block->width + column) * 4;
}

// Of sixteen output pixels, from a column on.
typedef void (*weigh_function)(const frameit_resampling *, const frameit_block *, int32_t column, int32_t row,
                               const run_weights *);

static void weigh_any(const frameit_resampling *r, const frameit_block *block, int32_t column, int32_t row,
                      const run_weights *to) {
  int32_t x[LANES], y[LANES];
  const int32_t kept = kept_taps(&r->x);
  axis_weights(r, &r->x, column, row, x, to->weights, to->spare);
  by_pixel(to->weights, kept, (kept + 3) / 4, to->wx);
  axis_weights(r, &r->y, column, row, y, to->wy, to->spare);
  find_places(block, *(const i16_at *)x - block->left, *(const i16_at *)y - block->top, to->places);
}

// The same where all taps are near.
INLINE void weigh_near(frameit_filter filter, const frameit_axis *x, const frameit_axis *y, const float *lanczos,
                       const frameit_block *block, int32_t column, int32_t row, const run_weights *to) {
  const run_weights at = *to;
  const taps16 h = near_taps(x, block->left, column, row);
  const taps16 v = near_taps(y, block->top, column, row);
  weigh_taps(filter, lanczos, x, h.offset, at.weights);
  by_pixel(at.weights, x->taps, (x->taps + 3) / 4, at.wx);
  weigh_taps(filter, lanczos, y, v.offset, at.wy);
  find_places(block, h.first, v.first, at.places);
}

// With the filter known, or even the taps, nothing is asked on the way.
#define WEIGH(name, filter)                                                                              \
  static void name(const frameit_resampling *r, const frameit_block *block, int32_t column, int32_t row, \
                   const run_weights *to) {                                                              \
    weigh_near(filter, &r->x, &r->y, r->lanczos, block, column, row, to);                                \
  }
WEIGH(weigh_nearest, FRAMEIT_NEAREST)
WEIGH(weigh_linear, FRAMEIT_LINEAR)
WEIGH(weigh_wide_cubic, FRAMEIT_CUBIC)
WEIGH(weigh_mitchell, FRAMEIT_MITCHELL)
WEIGH(weigh_lanczos3, FRAMEIT_LANCZOS3)
#undef WEIGH

static void weigh_plain_cubic(const frameit_resampling *r, const frameit_block *block, int32_t column, int32_t row,
                              const run_weights *to) {
  frameit_axis x = r->x, y = r->y;
  x.inverse = y.inverse = 1;
  x.taps = y.taps = 4;
  weigh_near(FRAMEIT_CUBIC, &x, &y, NULL, block, column, row, to);
}

static int is_plain_cubic(const frameit_axis *axis) { return axis->inverse == 1 && axis->taps == 4; }

static weigh_function weigh_for(const frameit_resampling *r, const frameit_block *block, const frameit_tile *tile) {
  if (!is_near(&r->x, tile, block->left) || !is_near(&r->y, tile, block->top)) return weigh_any;
  switch (r->filter) {
    case FRAMEIT_NEAREST: return weigh_nearest;
    case FRAMEIT_LINEAR: return weigh_linear;
    case FRAMEIT_CUBIC: return is_plain_cubic(&r->x) && is_plain_cubic(&r->y) ? weigh_plain_cubic : weigh_wide_cubic;
    case FRAMEIT_MITCHELL: return weigh_mitchell;
    case FRAMEIT_LANCZOS3: return weigh_lanczos3;
  }
  return weigh_any;
}

// Where a run lies in a tile, and what is shown of its row.
typedef struct run_place {
  int row, column;
  span shown;
} run_place;

// The first run of the next row that shows anything; beyond the last row where none does.
static run_place first_run(const frameit_tile *tile, int row) {
  run_place at = {.row = row};
  for (; at.row < tile->height; at.row++) {
    at.shown = shown(tile, at.row);
    if (at.shown.start < at.shown.end) break;
  }
  at.column = at.shown.start & -LANES;
  return at;
}

static run_place next_run(const frameit_tile *tile, run_place at) {
  at.column += LANES;
  return at.column < at.shown.end ? at : first_run(tile, at.row + 1);
}

static void resample_runs(const frameit_resampling *r, const frameit_block *block,
                          const frameit_tile *tile, float *memory) {
  const scratch_layout at = lay_out(r, block, tile);
  const weigh_function weigh = weigh_for(r, block, tile);
  const int rows = kept_taps(&r->y);
  const run_function sum = run_for(kept_taps(&r->x), rows);
  float *values = memory + at.values;
  run_weights weights[2];
  for (int i = 0; i < 2; i++) {
    weights[i] = (run_weights){
        .wx = memory + at.by_pixel + i * at.groups * GROUP, .wy = memory + at.weights_y + i * r->y.taps * LANES,
        .places = (int32_t *)(memory + at.firsts) + i * LANES, .weights = memory + at.weights,
        .spare = memory + at.spare};
  }
  run_place place = first_run(tile, 0), next;
  if (place.row < tile->height) weigh(r, block, tile->x + place.column, tile->y + place.row, &weights[0]);
  for (int i = 0; place.row < tile->height; i ^= 1, place = next) {
    // The next run's weights first: they are a long chain of steps, which this run's sums need not wait for.
    next = next_run(tile, place);
    if (next.row < tile->height) weigh(r, block, tile->x + next.column, tile->y + next.row, &weights[i ^ 1]);
    const run this = {.block = block->pixels, .stride = (ptrdiff_t)block->width * 4, .groups = at.groups,
                      .rows = rows, .columns = memory + at.columns, .places = weights[i].places,
                      .wx = weights[i].wx, .wy = weights[i].wy};
    const int left = place.shown.end - place.column;
    sum(&this, left < LANES ? left : LANES, values + (ptrdiff_t)place.column * 4);
    if (next.row != place.row) lay_row(tile, place.row, place.shown, values);
  }
}
