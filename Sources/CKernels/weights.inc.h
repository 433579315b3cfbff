// The weights of output pixels' taps, sixteen pixels at a time.

INLINE f16 cubic_near(f16 t) { return (1.5f * t - 2.5f) * t * t + 1; }
INLINE f16 cubic_far(f16 t) { return ((-0.5f * t + 2.5f) * t - 4) * t + 2; }

// Evaluates the filter at a distance, as FilterCurve.weight.
INLINE f16 kernel_weight(frameit_filter filter, const float *lanczos, f16 t) {
  switch (filter) {
    case FRAMEIT_NEAREST: return all16(1);
    case FRAMEIT_LINEAR: return greatest(1 - t, all16(0));
    case FRAMEIT_CUBIC: {
      return select16(t < 1, cubic_near(t), select16(t < 2, cubic_far(t), all16(0)));
    }
    case FRAMEIT_MITCHELL: {
      f16 near = (7.0f / 6 * t - 2) * t * t + 8.0f / 9;
      f16 far = ((-7.0f / 18 * t + 2) * t - 10.0f / 3) * t + 16.0f / 9;
      return select16(t < 1, near, select16(t < 2, far, all16(0)));
    }
    case FRAMEIT_LANCZOS3: {
      // Beyond the filter's end the table contains zeros.
      f16 place = least(t, all16(3)) * 4096;
      i16 index = __builtin_convertvector(place, i16);
      f16 low = look_up(lanczos, index);
      f16 high = look_up(lanczos + 1, index);
      return low + (high - low) * (place - __builtin_convertvector(index, f16));
    }
  }
  return all16(0);
}

// Taps outside the image repeat its edge: adds their weights to the edge's, in the window of `kept` indices inside
// the image, for one of sixteen pixels.
static void fold(const frameit_axis *axis, int32_t kept, int lane, int32_t *first, float *weights,
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

INLINE void weigh(frameit_filter filter, const float *lanczos, const frameit_axis *axis, f16 offset,
                  float *weights) {
  const int32_t count = axis->taps;
  const float inverse = axis->inverse;
  f16 sum = all16(0);
  for (int32_t k = 0; k < count; k++) {
    f16 w = kernel_weight(filter, lanczos, magnitude((offset + (float)k) * inverse));
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
  store16(weights, cubic_far(magnitude(offset)));
  store16(weights + LANES, cubic_near(magnitude(offset + 1)));
  store16(weights + 2 * LANES, cubic_near(magnitude(offset + 2)));
  store16(weights + 3 * LANES, cubic_far(magnitude(offset + 3)));
}

// Computes the taps' weights at any position: `weights[k * 16 + i]` for the k-th tap of pixel i. One loop per filter.
INLINE void weigh_taps(frameit_filter filter, const float *lanczos, const frameit_axis *axis, f16 offset,
                       float *weights) {
  switch (filter) {
    case FRAMEIT_NEAREST: store16(weights, all16(1)); break;
    case FRAMEIT_LINEAR: weigh(FRAMEIT_LINEAR, NULL, axis, offset, weights); break;
    case FRAMEIT_CUBIC:
      if (axis->inverse == 1 && axis->taps == 4) weigh_cubic(offset, weights);
      else weigh(FRAMEIT_CUBIC, NULL, axis, offset, weights);
      break;
    case FRAMEIT_MITCHELL: weigh(FRAMEIT_MITCHELL, NULL, axis, offset, weights); break;
    case FRAMEIT_LANCZOS3: weigh(FRAMEIT_LANCZOS3, lanczos, axis, offset, weights); break;
  }
}

// SourceAxis.weigh: the same by source index, from `first[i]` on.
INLINE void axis_weights(const frameit_resampling *r, const frameit_axis *axis, int32_t x, int32_t y,
                         int32_t *first, float *weights, float *scratch) {
  taps16 t = taps(axis, x, y);
  weigh_taps(r->filter, r->lanczos, axis, t.offset, weights);
  *(i16_at *)first = t.first;
  i16 beyond = (t.first < 0) | (t.first > axis->size - axis->taps);
  if (any(beyond)) {
    for (int i = 0; i < LANES; i++) {
      if (beyond[i]) fold(axis, kept_taps(axis), i, first + i, weights, scratch);
    }
  }
}

// From four weights of a pixel to the next four.
enum { GROUP = 4 * LANES };

// The same numbers by pixel, four of each together, with zeros up to a multiple of four. Pixels 0, 4, 8, 12 come
// first, then 1, 5, 9, 13: the order after transposing each quarter of four registers.
INLINE void by_pixel(const float *weights, int32_t kept, int32_t groups, float *out) {
  for (int32_t g = 0; g < groups; g++) {
    f16 w[4];
    for (int32_t k = 0; k < 4; k++) {
      w[k] = 4 * g + k < kept ? load16(weights + (4 * g + k) * LANES) : all16(0);
    }
    f16 ab = __builtin_shufflevector(w[0], w[1], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    f16 cd = __builtin_shufflevector(w[2], w[3], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    f16 AB = __builtin_shufflevector(w[0], w[1], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    f16 CD = __builtin_shufflevector(w[2], w[3], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    float *at = out + g * GROUP;
    store16(at, __builtin_shufflevector(ab, cd, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29));
    store16(at + 16, __builtin_shufflevector(ab, cd, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31));
    store16(at + 32, __builtin_shufflevector(AB, CD, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29));
    store16(at + 48, __builtin_shufflevector(AB, CD, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31));
  }
}

// Returns where by_pixel stored the weights of pixel i of a line.
INLINE const float *pixel_weights(const float *weights, int groups, int i) {
  return weights + (ptrdiff_t)(i / LANES) * groups * GROUP + (i & 3) * 16 + (i & 12);
}
