// The positions of output pixels in the source, sixteen pixels at a time.

// The first tap's index of sixteen pixels, and the distance from their positions to its center.
typedef struct taps16 {
  i16 first;
  f16 offset;
} taps16;

// Returns positions in units of 2^-24 source pixels. A power of two scales a double without rounding, so the axis
// stores its numbers scaled.
INLINE l8 fixed_places(const frameit_axis *axis, d8 x, double y) {
  d8 place = (axis->step_x * x + axis->step_y * y) + axis->offset;
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

INLINE taps8 eight_taps(const frameit_axis *axis, double x, double y) {
  const d8 column = {0, 1, 2, 3, 4, 5, 6, 7};
  l8 start = fixed_places(axis, column + x, y) - axis->reach;
  return (taps8){__builtin_convertvector((start >> 24) + 1, i8),
                 __builtin_convertvector(start & 0xFFFFFF, i8)};
}

INLINE taps16 taps(const frameit_axis *axis, int32_t x, int32_t y) {
  taps8 a = eight_taps(axis, (double)x + 0.5, (double)y + 0.5);
  taps8 b = eight_taps(axis, (double)x + 8.5, (double)y + 0.5);
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

// MARK: Near places

// Returns whether all taps of a rectangle of output pixels are inside the image and within 127 pixels of the block's
// start. The positions relative to it then fit into 32 bits with their fractions, and nothing has to be clamped. So
// do the distances of taps, if footprints reach at most 128 pixels.
INLINE int is_near(const frameit_axis *axis, const frameit_tile *tile, int32_t start) {
  if (axis->reach > (int64_t)128 << 24) return 0;
  int32_t low = INT32_MAX, high = INT32_MIN;
  // A position increases or decreases monotonically along a row, and along a column, so the corners are the extremes.
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
INLINE taps16 near_taps(const frameit_axis *axis, int32_t start, int32_t x, int32_t y) {
  const double whole = 6755399441055744;  // as above; the lower half of its bits is zero
  const d8 column = {0, 1, 2, 3, 4, 5, 6, 7};
  const double row = axis->step_y * ((double)y + 0.5);
  d8 a = ((axis->step_x * (column + ((double)x + 0.5)) + row) + axis->offset) + whole;
  d8 b = ((axis->step_x * (column + ((double)x + 8.5)) + row) + axis->offset) + whole;
  i16 place = __builtin_shufflevector(__builtin_convertvector((l8)a, i8), __builtin_convertvector((l8)b, i8), 0, 1, 2,
                                      3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const int64_t origin = axis->reach + ((int64_t)start - 1) * (1 << 24);
  place -= (int32_t)(uint32_t)(uint64_t)origin;
  const i16 distance = (int32_t)(3 * (1 << 23) - axis->reach) - (place & 0xFFFFFF);
  return (taps16){place >> 24, __builtin_convertvector(distance, f16) * (1.0f / 16777216)};
}
