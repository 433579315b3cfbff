// Any matrix with a separable footprint: a walk over the tile, sixteen output pixels at a time.

// The position of a run in a tile, and the covered columns of its row.
typedef struct run_place {
  int row, column;
  span shown;
} run_place;

// Returns the first run of the next row with any coverage; after the last row if there is none.
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
    // The next run's weights come first: they are a long dependency chain that this run's sums need not wait for.
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
