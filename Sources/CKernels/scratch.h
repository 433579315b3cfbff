// The layout of intermediate results in the scratch memory.

#ifndef FRAMEIT_SCRATCH_H
#define FRAMEIT_SCRATCH_H

#include "frameit_kernels.h"

// The number of pixels of a vector. `simd.h` has the same, without this file's structs.
enum { SCRATCH_LANES = 16 };

// Footprints whose taps have weights of their own are weighed sixteen at a time if they have at most so many columns and rows.
enum { MOST_WEIGHED_COLUMNS = 16, MOST_WEIGHED_ROWS = 64 };

// The start of each part, in floats.
typedef struct scratch_layout {
  size_t weights;    // of sixteen pixels, tap by tap, along one axis
  size_t weights_y;  // the same along the other axis, for two runs of sixteen pixels
  size_t by_pixel;   // by pixel: for the source's columns, for a line of output pixels or two runs; or of each tap, for one run
  size_t firsts;     // for each of these pixels, as int32_t: its first tap, or that tap's position in the block
  size_t columns;    // the sums of the source's columns
  size_t spare;      // for one pixel's weights
  size_t values;     // of output pixels before blending: a row of them, or the tile
  size_t end;
  int groups;        // the source's columns of a footprint, in groups of four
} scratch_layout;

static inline int32_t kept_taps(const frameit_axis *axis) {
  return axis->taps < axis->size ? axis->taps : axis->size;
}

static inline scratch_layout scratch_layout_of(const frameit_resampling *r, const frameit_block *block,
                                               const frameit_tile *tile) {
  const size_t lanes = SCRATCH_LANES, x = (size_t)r->x.taps, y = (size_t)r->y.taps;
  const int32_t longest = tile->width > tile->height ? tile->width : tile->height;
  const size_t rounded = ((size_t)longest + lanes - 1) / lanes * lanes;
  size_t line = rounded > 2 * lanes ? rounded : 2 * lanes;
  if (r->path == FRAMEIT_GENERAL && line < y * lanes) line = (y < MOST_WEIGHED_ROWS ? y : MOST_WEIGHED_ROWS) * lanes;
  scratch_layout at = {.groups = (kept_taps(&r->x) + 3) / 4};
  const size_t group = (size_t)at.groups * 4;
  at.weights_y = (x > y ? x : y) * lanes;
  at.by_pixel = at.weights_y + y * 2 * lanes;
  at.firsts = at.by_pixel + line * group;
  at.columns = at.firsts + line;
  // As many as the block or a footprint has, rounded up to four, plus four.
  const size_t columns = (size_t)block->width > group ? (size_t)block->width : group;
  at.spare = at.columns + (columns + 8) * 4;
  const int32_t spare = kept_taps(&r->x) > kept_taps(&r->y) ? kept_taps(&r->x) : kept_taps(&r->y);
  at.values = at.spare + ((size_t)spare + lanes - 1) / lanes * lanes;
  const size_t rows = r->path == FRAMEIT_SWAPPED_AXES ? (size_t)tile->height : 1;
  at.end = at.values + (rows * (size_t)tile->width + lanes) * 4;
  return at;
}

#endif
