// The sums of sixteen output pixels of a row with a separable footprint.

// Up to sixteen output pixels of a row: the position of each one's first tap in the block, and the weights.
typedef struct run {
  const float *block;
  ptrdiff_t stride;
  const int32_t *places;
  const float *wx;  // by pixel
  const float *wy;  // by tap
  int groups, rows;
  float *columns;  // room for the column sums of one pixel
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
