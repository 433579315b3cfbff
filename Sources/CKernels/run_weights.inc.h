// The weights of sixteen output pixels of a row, and the positions of their taps in the block.

// The weights of a run, and the positions of its first taps in the block.
typedef struct run_weights {
  float *wx, *wy;
  int32_t *places;
  float *weights, *spare;  // intermediate results
} run_weights;

INLINE void find_places(const frameit_block *block, i16 column, i16 row, int32_t *places) {
  *(i16_at *)places = (row * block->width + column) * 4;
}

// For sixteen output pixels, from a column on.
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

// The same if all taps are near.
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

// With a known filter, or even known taps, there are no branches inside.
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
