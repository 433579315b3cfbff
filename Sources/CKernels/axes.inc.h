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
  const scratch_layout at = lay_out(r, block, tile);
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
    by_pixel(weights, kept, at.groups, wx + (size_t)n * (size_t)at.groups * 4);
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
    add_rows(source, stride, weights, rows, count, columns);
    for (int i = 0; i < length; i++) {
      const float *groups = columns + (ptrdiff_t)(x[i] - low) * 4;
      const f4 pixel = add_groups(groups, pixel_weights(wx, at.groups, i), at.groups);
      store4(values + 4 * (swapped ? (ptrdiff_t)i * tile->width + l : i), pixel);
    }
    if (!swapped) lay_row(tile, l, shown(tile, l), values);
  }
  if (!swapped) return;
  for (int row = 0; row < tile->height; row++) lay_row(tile, row, shown(tile, row), values + (ptrdiff_t)row * tile->width * 4);
}
