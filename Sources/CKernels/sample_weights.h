// The taps of output pixels in the source, and their weights, sixteen pixels at a time.

#ifndef FRAMEIT_SAMPLE_WEIGHTS_H
#define FRAMEIT_SAMPLE_WEIGHTS_H

#include "scratch.h"
#include "simd.h"

_Static_assert(SCRATCH_LANES == LANES, "scratch memory is laid out for other vectors");

// MARK: Positions

// The first tap's index of sixteen pixels, and the distance from their positions to its center.
typedef struct taps16 {
  i16 first;
  f16 offset;
} taps16;

// Returns positions in units of 2^-24 source pixels. A power of two scales a double without rounding, so the axis
// stores its numbers scaled.
INLINE l8 fixed_positions(const frameit_axis *axis, d8 x, double y) {
  d8 place = (axis->step_x * x + axis->step_y * y) + axis->offset;
  if (axis->has_horizon) place /= (axis->weight_x * x + axis->weight_y * y) + axis->weight_1;
  const d8 zero = {0};
  const d8 high = zero + 1125899906842624;  // 2^26 pixels: outside every image
  const d8 low = -high;
  l8 below = place < low, above = place > high;
  place = (d8)((below & (l8)low) | (~below & (l8)place));
  place = (d8)((above & (l8)high) | (~above & (l8)place));
  // Adding 1.5 * 2^52 rounds a double to an integer, with ties to even; the bits of the sum are those of that integer
  // plus a constant.
  return (l8)(place + 6755399441055744) - 0x4338000000000000;
}

typedef struct taps8 {
  i8 first;
  i8 fraction;
} taps8;

INLINE taps8 taps_of_eight(const frameit_axis *axis, double x, double y) {
  const d8 column = {0, 1, 2, 3, 4, 5, 6, 7};
  l8 start = fixed_positions(axis, column + x, y) - axis->reach;
  return (taps8){__builtin_convertvector((start >> 24) + 1, i8),
                 __builtin_convertvector(start & 0xFFFFFF, i8)};
}

INLINE taps16 taps(const frameit_axis *axis, int32_t x, int32_t y) {
  taps8 a = taps_of_eight(axis, (double)x + 0.5, (double)y + 0.5);
  taps8 b = taps_of_eight(axis, (double)x + 8.5, (double)y + 0.5);
  i16 first = __builtin_shufflevector(a.first, b.first, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  i16 fraction = __builtin_shufflevector(a.fraction, b.fraction, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                         13, 14, 15);
  // The first tap's center is a pixel and a half after the footprint's start, less the fraction.
  const int64_t middle = 3 * (1 << 23) - axis->reach;
  f16 distance;
  if (middle > INT32_MIN / 2) {
    distance = __builtin_convertvector((int32_t)middle - fraction, f16);
  } else {
    // The same numbers, too long for 32 bits, as doubles.
    distance = join8(__builtin_convertvector((double)middle - __builtin_convertvector(a.fraction, d8), f8),
                     __builtin_convertvector((double)middle - __builtin_convertvector(b.fraction, d8), f8));
  }
  return (taps16){first, distance * (1.0f / 16777216)};
}

// MARK: Positions inside the image

// Returns whether all taps of a rectangle of output pixels are inside the image and within 127 pixels of the block's
// start. The positions relative to it then fit into 32 bits with their fractions, and nothing has to be clamped. So
// do the distances of taps, if footprints reach at most 128 pixels.
INLINE int all_inside(const frameit_axis *axis, const frameit_tile *tile, int32_t start) {
  if (axis->reach > (int64_t)128 << 24) return 0;
  int32_t low = INT32_MAX, high = INT32_MIN;
  // A position increases or decreases monotonically along a row, and along a column, so the corners are the extremes. That is also
  // true ahead of a horizon.
  for (int corner = 0; corner < 4; corner++) {
    const int32_t x = tile->x + (corner & 1 ? tile->width - 1 : 0);
    const int32_t y = tile->y + (corner & 2 ? tile->height - 1 : 0);
    const int32_t first = taps(axis, x, y).first[0];
    if (first < low) low = first;
    if (first > high) high = first;
  }
  return low >= 0 && high <= axis->size - axis->taps && high - start < 127;
}

// As `taps`, but with the index in the block.
INLINE taps16 taps_inside(const frameit_axis *axis, int32_t start, int32_t x, int32_t y) {
  const double whole = 6755399441055744;  // as above; the lower half of its bits is zero
  const d8 column = {0, 1, 2, 3, 4, 5, 6, 7};
  const double row = axis->step_y * ((double)y + 0.5);
  const d8 left = column + ((double)x + 0.5), right = column + ((double)x + 8.5);
  d8 a = (axis->step_x * left + row) + axis->offset;
  d8 b = (axis->step_x * right + row) + axis->offset;
  if (axis->has_horizon) {
    const double weight = axis->weight_y * ((double)y + 0.5);
    a /= (axis->weight_x * left + weight) + axis->weight_1;
    b /= (axis->weight_x * right + weight) + axis->weight_1;
  }
  a += whole;
  b += whole;
  i16 place = __builtin_shufflevector(__builtin_convertvector((l8)a, i8), __builtin_convertvector((l8)b, i8), 0, 1, 2,
                                      3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const int64_t origin = axis->reach + ((int64_t)start - 1) * (1 << 24);
  place -= (int32_t)(uint32_t)(uint64_t)origin;
  const i16 distance = (int32_t)(3 * (1 << 23) - axis->reach) - (place & 0xFFFFFF);
  return (taps16){place >> 24, __builtin_convertvector(distance, f16) * (1.0f / 16777216)};
}

// MARK: Weights

INLINE f16 cubic_near(f16 t) { return (1.5f * t - 2.5f) * t * t + 1; }
INLINE f16 cubic_far(f16 t) { return ((-0.5f * t + 2.5f) * t - 4) * t + 2; }

// Evaluates the filter at a distance, as FilterCurve.weight.
INLINE f16 kernel_weight(frameit_filter filter, const float *lanczos, f16 t) {
  switch (filter) {
    case FRAMEIT_NEAREST: return splat(1);
    case FRAMEIT_LINEAR: return max16(1 - t, splat(0));
    case FRAMEIT_CUBIC: {
      return select16(t < 1, cubic_near(t), select16(t < 2, cubic_far(t), splat(0)));
    }
    case FRAMEIT_MITCHELL: {
      f16 near = (7.0f / 6 * t - 2) * t * t + 8.0f / 9;
      f16 far = ((-7.0f / 18 * t + 2) * t - 10.0f / 3) * t + 16.0f / 9;
      return select16(t < 1, near, select16(t < 2, far, splat(0)));
    }
    case FRAMEIT_LANCZOS3: {
      // Beyond the filter's end the table contains zeros.
      f16 place = min16(t, splat(3)) * 4096;
      i16 index = __builtin_convertvector(place, i16);
      f16 low = gather(lanczos, index);
      f16 high = gather(lanczos + 1, index);
      return low + (high - low) * (place - __builtin_convertvector(index, f16));
    }
  }
  return splat(0);
}

// Taps outside the image repeat its edge: adds their weights to the edge's, in the window of `kept` indices inside
// the image, for one of sixteen pixels.
static void fold_edges(const frameit_axis *axis, int32_t kept, int lane, int32_t *first, float *weights,
                       float *scratch) {
  int32_t start = *first < 0 ? 0 : *first > axis->size - kept ? axis->size - kept : *first;
  for (int32_t k = 0; k < kept; k++) scratch[k] = 0;
  for (int32_t k = 0; k < axis->taps; k++) {
    int64_t index = (int64_t)*first + k;
    if (index < 0) index = 0;
    if (index >= axis->size) index = axis->size - 1;
    scratch[index - start] += weights[k * LANES + lane];
  }
  for (int32_t k = 0; k < kept; k++) weights[k * LANES + lane] = scratch[k];
  *first = start;
}

// Expands `action(filter)` for each filter.
#define FOR_EACH_FILTER(action) \
  action(FRAMEIT_NEAREST) action(FRAMEIT_LINEAR) action(FRAMEIT_CUBIC) action(FRAMEIT_MITCHELL) action(FRAMEIT_LANCZOS3)

INLINE void weigh_normalized(frameit_filter filter, const float *lanczos, const frameit_axis *axis, f16 offset,
                             float *weights) {
  const int32_t count = axis->taps;
  const float inverse = axis->inverse;
  f16 sum = splat(0);
  for (int32_t k = 0; k < count; k++) {
    f16 w = kernel_weight(filter, lanczos, abs16((offset + (float)k) * inverse));
    store16(weights + k * LANES, w);
    sum += w;
  }
  if (axis->sums_to_one) return;
  f16 scale = 1 / sum;
  for (int32_t k = 0; k < count; k++) {
    store16(weights + k * LANES, load16(weights + k * LANES) * scale);
  }
}

// Cubic without widening: the outer two of its four taps are beyond one pixel, the inner two within. Exactly at one
// or two pixels, both parts are 0.
INLINE void weigh_cubic(f16 offset, float *weights) {
  store16(weights, cubic_far(abs16(offset)));
  store16(weights + LANES, cubic_near(abs16(offset + 1)));
  store16(weights + 2 * LANES, cubic_near(abs16(offset + 2)));
  store16(weights + 3 * LANES, cubic_far(abs16(offset + 3)));
}

INLINE int is_plain_cubic(const frameit_axis *axis) { return axis->inverse == 1 && axis->taps == 4; }

// Computes the taps' weights at any position: `weights[k * 16 + i]` for the k-th tap of pixel i. With a known filter,
// there is no branch in the loop.
INLINE void weigh_known(frameit_filter filter, const float *lanczos, const frameit_axis *axis, f16 offset,
                        float *weights) {
  if (filter == FRAMEIT_NEAREST) store16(weights, splat(1));
  else if (filter == FRAMEIT_CUBIC && is_plain_cubic(axis)) weigh_cubic(offset, weights);
  else weigh_normalized(filter, lanczos, axis, offset, weights);
}

// The same with one loop for each filter.
INLINE void weigh_with(frameit_filter filter, const float *lanczos, const frameit_axis *axis, f16 offset,
                       float *weights) {
#define WEIGH(known) \
  case known: weigh_known(known, lanczos, axis, offset, weights); break;
  switch (filter) { FOR_EACH_FILTER(WEIGH) }
#undef WEIGH
}

// SourceAxis.weigh: the same by source index, from `first[i]` on.
INLINE void axis_weights(const frameit_resampling *r, const frameit_axis *axis, int32_t x, int32_t y,
                         int32_t *first, float *weights, float *scratch) {
  taps16 t = taps(axis, x, y);
  weigh_with(r->filter, r->lanczos, axis, t.offset, weights);
  *(i16_at *)first = t.first;
  i16 beyond = (t.first < 0) | (t.first > axis->size - axis->taps);
  if (any(beyond)) {
    for (int i = 0; i < LANES; i++) {
      if (beyond[i]) fold_edges(axis, kept_taps(axis), i, first + i, weights, scratch);
    }
  }
}

// From four weights of a pixel to the next four.
enum { GROUP_STRIDE = 4 * LANES };

// The same numbers by pixel, four of each together, with zeros up to a multiple of four. Pixels 0, 4, 8, 12 come
// first, then 1, 5, 9, 13: the order after transposing each quarter of four registers.
INLINE void transpose_weights(const float *weights, int32_t kept, int32_t groups, float *out) {
  for (int32_t g = 0; g < groups; g++) {
    f16 w[4];
    for (int32_t k = 0; k < 4; k++) {
      w[k] = 4 * g + k < kept ? load16(weights + (4 * g + k) * LANES) : splat(0);
    }
    f16 ab = __builtin_shufflevector(w[0], w[1], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    f16 cd = __builtin_shufflevector(w[2], w[3], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    f16 AB = __builtin_shufflevector(w[0], w[1], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    f16 CD = __builtin_shufflevector(w[2], w[3], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    float *at = out + g * GROUP_STRIDE;
    store16(at, __builtin_shufflevector(ab, cd, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29));
    store16(at + 16, __builtin_shufflevector(ab, cd, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31));
    store16(at + 32, __builtin_shufflevector(AB, CD, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29));
    store16(at + 48, __builtin_shufflevector(AB, CD, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31));
  }
}

// Returns where transpose_weights stored the weights of pixel i of a line.
INLINE const float *weights_of_pixel(const float *weights, int groups, int i) {
  return weights + (ptrdiff_t)(i / LANES) * groups * GROUP_STRIDE + (i & 3) * 16 + (i & 12);
}

// MARK: Runs of sixteen pixels

// The weights of a run, and the positions of its first taps in the block.
typedef struct run_weights {
  float *wx, *wy;
  int32_t *offsets;
  float *weights, *spare;  // intermediate results
} run_weights;

INLINE void store_offsets(const frameit_block *block, i16 column, i16 row, int32_t *offsets) {
  *(i16_at *)offsets = (row * block->width + column) * 4;
}

// For sixteen output pixels, from a column on.
typedef void (*weigh_function)(const frameit_resampling *, const frameit_block *, int32_t column, int32_t row,
                               const run_weights *);

static void weigh_anywhere(const frameit_resampling *r, const frameit_block *block, int32_t column, int32_t row,
                           const run_weights *to) {
  int32_t x[LANES], y[LANES];
  const int32_t kept = kept_taps(&r->x);
  axis_weights(r, &r->x, column, row, x, to->weights, to->spare);
  transpose_weights(to->weights, kept, (kept + 3) / 4, to->wx);
  axis_weights(r, &r->y, column, row, y, to->wy, to->spare);
  store_offsets(block, *(const i16_at *)x - block->left, *(const i16_at *)y - block->top, to->offsets);
}

// The same if all taps are near.
INLINE void weigh_inside(frameit_filter filter, const frameit_axis *x, const frameit_axis *y, const float *lanczos,
                         const frameit_block *block, int32_t column, int32_t row, const run_weights *to) {
  const run_weights at = *to;
  const taps16 h = taps_inside(x, block->left, column, row);
  const taps16 v = taps_inside(y, block->top, column, row);
  weigh_known(filter, lanczos, x, h.offset, at.weights);
  transpose_weights(at.weights, x->taps, (x->taps + 3) / 4, at.wx);
  weigh_known(filter, lanczos, y, v.offset, at.wy);
  store_offsets(block, h.first, v.first, at.offsets);
}

// One function for each filter.
#define WEIGH(filter)                                                                                      \
  static void weigh_##filter(const frameit_resampling *r, const frameit_block *block, int32_t column,      \
                             int32_t row, const run_weights *to) {                                         \
    weigh_inside(filter, &r->x, &r->y, r->lanczos, block, column, row, to);                                  \
  }
FOR_EACH_FILTER(WEIGH)
#undef WEIGH

// With known taps, their loops unroll.
static void weigh_plain_cubic(const frameit_resampling *r, const frameit_block *block, int32_t column, int32_t row,
                              const run_weights *to) {
  frameit_axis x = r->x, y = r->y;
  x.inverse = y.inverse = 1;
  x.taps = y.taps = 4;
  weigh_inside(FRAMEIT_CUBIC, &x, &y, NULL, block, column, row, to);
}

static weigh_function weigh_for(const frameit_resampling *r, const frameit_block *block, const frameit_tile *tile) {
  if (!all_inside(&r->x, tile, block->left) || !all_inside(&r->y, tile, block->top)) return weigh_anywhere;
  if (r->filter == FRAMEIT_CUBIC && is_plain_cubic(&r->x) && is_plain_cubic(&r->y)) return weigh_plain_cubic;
#define WEIGH(filter) \
  case filter: return weigh_##filter;
  switch (r->filter) { FOR_EACH_FILTER(WEIGH) }
#undef WEIGH
  return weigh_anywhere;
}

#endif
