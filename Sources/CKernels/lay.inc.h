// Blends working pixels.

INLINE f16 over4(f16 below, f16 value, f16 share) {
  // As WorkingPixel.bounded.
  f16 alpha = alphas(value);
  alpha = select16(alpha > 1 - 0x1p-20f, all16(1), greatest(alpha, all16(0)));
  f16 top = select16(is_alpha, alpha, least(greatest(value, all16(0)), alpha)) * share;
  return top + below * (1 - alphas(top));
}

// Columns of a tile.
typedef struct span {
  int start, end;
} span;

// Returns the columns of a row with any coverage.
INLINE span shown(const frameit_tile *tile, int row) {
  span s = {0, tile->width};
  if (tile->shares) {
    const float *shares = tile->shares + (ptrdiff_t)row * tile->width;
    while (s.start < s.end && shares[s.start] == 0) s.start++;
    while (s.start < s.end && shares[s.end - 1] == 0) s.end--;
  }
  return s;
}

// Blends values of a part of a row, times their coverage, over the existing pixels. There is room for four more
// pixels after the row's values.
INLINE void lay_row(const frameit_tile *tile, int row, span columns, const float *restrict values) {
  float *restrict below = tile->pixels + (ptrdiff_t)row * tile->stride * 4;
  const float *shares = tile->shares ? tile->shares + (ptrdiff_t)row * tile->width : NULL;
  int i = columns.start;
  for (; i + 4 <= columns.end; i += 4) {
    f16 share = shares ? spread(load4(shares + i)) : all16(tile->share);
    store16(below + 4 * i, over4(load16(below + 4 * i), load16(values + 4 * i), share));
  }
  if (i < columns.end) {
    const size_t rest = (size_t)(columns.end - i);
    f16 under = all16(0);
    f4 share = {tile->share, tile->share, tile->share, tile->share};
    __builtin_memcpy(&under, below + 4 * i, rest * 16);
    if (shares) __builtin_memcpy(&share, shares + i, rest * 4);
    under = over4(under, load16(values + 4 * i), spread(share));
    __builtin_memcpy(below + 4 * i, &under, rest * 16);
  }
}
